import type { AnyRouter } from '@tanstack/react-router';
import { createQueue } from '../queue.ts';

export type Question = {
  title: string;
  message?: string;
  /** Word on the button that does it: the act's own verb, not "OK". */
  confirm?: string;
  cancel?: string;
  /** Asked on the floor, where it is pressed with gloves. */
  floor?: boolean;
  /** `bad` for what cannot be undone. */
  tone?: 'normal' | 'bad';
  /** A word to type before the button works, for what destroys much. */
  type?: string;
};
export type Asked = Question & { id: number; answer: (yes: boolean) => void };

const asked = createQueue<Asked>();
export const questions = asked.source;
let last = 0;

/** Asks before an act. Resolves false on Esc, on the backdrop and on "cancel". */
export function confirm(question: Question): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  last += 1;
  const id = last;
  asked.add({
    ...question,
    id,
    answer: (yes) => {
      asked.remove((item) => item.id === id);
      resolve(yes);
    },
  });
  return promise;
}

/** Who leaves a screen leaves its question too: it is answered with no, and does not stand over the next screen. */
export function watchQuestions(router: Pick<AnyRouter, 'subscribe'>): () => void {
  return router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) for (const { answer } of questions.get()) answer(false);
  });
}
