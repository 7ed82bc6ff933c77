import { useCallback, useEffect } from 'react';
import { addMinutes } from '#contract/dates.ts';
import { answerWaitSeconds } from '#contract/marketplaces/question.ts';
import { serverClock } from '../../clock.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toasts.ts';
import { focusWhenShown } from '../kept-focus.ts';
import { useTakeBack } from './use-take-back.ts';

/** `thread`: what the inbox opens, the question itself or the thread that it belongs to. */
type Sent = { id: number; text: string; thread: number };

/** Outside the pages, which are mounted again for another address: the next question may have one. */
let last: { sent: Sent; at: Date } | null = null;

const isRecent = (at: Date) => addMinutes(at, answerWaitSeconds / 60) > serverClock.now();

/**
 * After an answer the next question opens, and the answer can be taken back for a moment, from the toast or by Alt+Z:
 * its question opens again with the text.
 */
export function useSentAnswers(goNext: () => void, open: (id: number) => void) {
  const { t } = useTranslation('marketplaces');
  const takeBack = useTakeBack();
  const undo = useCallback(
    async (sent: Sent) => {
      last = null;
      focusWhenShown();
      if ((await takeBack(sent.id, sent.text)).ok) open(sent.thread);
    },
    [takeBack, open],
  );
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== 'KeyZ' || !last || !isRecent(last.at)) return;
      event.preventDefault();
      void undo(last.sent);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [undo]);
  return (id: number, text: string, thread = id) => {
    const sent = { id, text, thread };
    last = { sent, at: serverClock.now() };
    toast.success(actMessage('successes', 'presales.answer') ?? '', {
      label: t('questions.undo'),
      run: () => undo(sent),
    });
    goNext();
  };
}
