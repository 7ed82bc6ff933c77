import type { AnyRouter } from '@tanstack/react-router';
import { createQueue } from '../queue.ts';

/** What is said while nobody knows whether an act was done; without words of its own, those that fit every act. */
export type UnsettledWords = { title: string; text: string };
export type Unsettled = {
  id: number;
  words: UnsettledWords | undefined;
  /** How often its answer has not come. */
  attempt: number;
  again: () => void;
};

const queue = createQueue<Unsettled>();
export const unsettled = queue.source;
let last = 0;
let keepScreen: () => () => void = () => () => undefined;

/** Nobody leaves the screen of an act whose outcome is not known, not even by the browser's own way back. */
export function watchUnsettled(router: AnyRouter): void {
  keepScreen = () => router.history.block({ blockerFn: () => true, enableBeforeUnload: false });
}

/** Stops the work on this device until it is known what came of an act. */
export function openUnsettled(words?: UnsettledWords) {
  const id = ++last;
  const free = keepScreen();
  let attempt = 0;
  return {
    /** Resolves when somebody presses, or when the network is back. */
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
