import type { Session } from '../session.ts';
import { createQueue } from '../ui/queue.ts';

/** A request to sign in over the open screen; `answer` receives whether it succeeded. */
export type SignInAgain = { former: Session; answer: (again: boolean) => void };

const asked = createQueue<SignInAgain>();
export const signInsAgain = asked.source;
let asking: Promise<boolean> | null = null;

/** One dialog for any number of calls. Resolves to true if the same person acts for the same business again. */
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
