import { useCallback, useEffect, useRef } from 'react';
import { actMessage, useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toasts.ts';
import { focusWhenShown } from '../kept-focus.ts';
import { useTakeBack } from './use-take-back.ts';

/** `thread`: what the inbox opens, the question itself or the thread that it belongs to. */
type Sent = { id: number; text: string; thread: number };

/**
 * After an answer the next question opens, and the answer can be taken back for a moment, from the toast or by Alt+Z:
 * its question opens again with the text.
 */
export function useSentAnswers(goNext: () => void, open: (id: number) => void) {
  const { t } = useTranslation('marketplaces');
  const last = useRef<Sent | null>(null);
  const takeBack = useTakeBack();
  const undo = useCallback(
    async (sent: Sent) => {
      last.current = null;
      focusWhenShown();
      if ((await takeBack(sent.id, sent.text)).ok) open(sent.thread);
    },
    [takeBack, open],
  );
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== 'KeyZ' || !last.current) return;
      event.preventDefault();
      void undo(last.current);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [undo]);
  return (id: number, text: string, thread = id) => {
    const sent = { id, text, thread };
    last.current = sent;
    toast.success(actMessage('successes', 'presales.answer') ?? '', {
      label: t('questions.undo'),
      run: () => undo(sent),
    });
    goNext();
  };
}
