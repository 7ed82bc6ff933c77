import type { AnyRouter } from '@tanstack/react-router';
import { createQueue } from '../queue.ts';

/** Shown while the outcome of an act is unknown; a general text by default. */
export type UnsettledWords = { title: string; text: string };
export type Unsettled = {
  id: number;
  words: UnsettledWords | undefined;
  /** Number of attempts without an answer. */
  attempt: number;
  again: () => void;
};

const queue = createQueue<Unsettled>();
export const unsettled = queue.source;
let last = 0;
let keepScreen: () => () => void = () => () => undefined;

/** Nobody leaves the screen of an act with unknown outcome, not even with the back button. */
export function watchUnsettled(router: AnyRouter): void {
  keepScreen = () => router.history.block({ blockerFn: () => true, enableBeforeUnload: false });
}

/** Blocks work on this device until the outcome of an act is known. */
export function openUnsettled(words?: UnsettledWords) {
  const id = ++last;
  const free = keepScreen();
  let attempt = 0;
  return {
    /** Resolves when the button is pressed or the network returns. */
    untilAgain: (): Promise<void> =>
      new Promise((resolve) => {
        attempt += 1;
        const again = () => {
          window.removeEventListener('online', again);
          resolve();
        };
        window.addEventListener('online', again);
        queue.remove((item) => item.id === id);
        queue.add({ id, words, attempt, again });
      }),
    close: (): void => {
      queue.remove((item) => item.id === id);
      free();
    },
  };
}
