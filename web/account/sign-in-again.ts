import type { Session } from '../session.ts';
import { createQueue } from '../ui/queue.ts';

/** Somebody whose session ended is asked to sign in over what is open; `answer` says whether they did. */
export type SignInAgain = { former: Session; answer: (again: boolean) => void };

const asked = createQueue<SignInAgain>();
export const signInsAgain = asked.source;
let asking: Promise<boolean> | null = null;

/** One question, however many calls found the session ended. True: the same person acts for the same business again. */
export function askToSignIn(former: Session): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const item: SignInAgain = {
      former,
      answer: (again) => {
        asked.remove((other) => other === item);
        resolve(again);
      },
    };
    asked.add(item);
  }).finally(() => {
    asking = null;
  });
  return asking;
}
