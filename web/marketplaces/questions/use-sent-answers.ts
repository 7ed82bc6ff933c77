import { useCallback, useEffect, useRef } from 'react';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toasts.ts';
import { focusWhenShown } from '../kept-focus.ts';
import { keepDraft, showQuestion } from './AnswerForm.tsx';

/** `thread`: what the inbox opens, the question itself or the thread that it belongs to. */
type Sent = { id: number; text: string; thread: number };

/**
 * After an answer the next question opens, and the answer can be taken back for a moment, from the toast or by Alt+Z:
 * its question opens again with the text.
 */
export function useSentAnswers(goNext: () => void, open: (id: number) => void) {
  const { t } = useTranslation('marketplaces');
  const last = useRef<Sent | null>(null);
  const { run } = useAct(api.presales.takeBack, { onSuccess: showQuestion });
  const undo = useCallback(
    async (sent: Sent) => {
      last.current = null;
      keepDraft(sent.id, sent.text);
      focusWhenShown();
      if ((await run({ params: { id: sent.id } })).ok) open(sent.thread);
    },
    [run, open],
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
