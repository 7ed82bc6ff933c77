import type { AnyRouter } from '@tanstack/react-router';
import { createQueue } from '../queue.ts';

export type Question = {
  title: string;
  message?: string;
  /** Label of the confirming button: the verb of the act, not "OK". */
  confirm?: string;
  cancel?: string;
  /** On the floor, with targets for gloves. */
  floor?: boolean;
  /** Enter cancels, as for an irreversible act: the Enter of a scanner must not answer yes. */
  careful?: boolean;
  /** `bad` for irreversible acts. */
  tone?: 'normal' | 'bad';
  /** A word to type before the button is enabled, for very destructive acts. */
  type?: string;
};
export type Asked = Question & { id: number; answer: (yes: boolean) => void };

const asked = createQueue<Asked>();
export const questions = asked.source;
let last = 0;

/** Asks for confirmation. Resolves to false on Escape, on a click outside and on "cancel". */
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

/** Leaving a screen answers its question with no. */
export function watchQuestions(router: Pick<AnyRouter, 'subscribe'>): () => void {
  return router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) for (const { answer } of questions.get()) answer(false);
  });
}
