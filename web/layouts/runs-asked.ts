import { useSyncExternalStore } from 'react';

let asked = 0;
const watchers = new Set<() => void>();

/** Opens the list of long works: of one that has just been asked for. */
export function showRuns(): void {
  asked += 1;
  for (const react of watchers) react();
}

/** How often it has been asked for. */
export const useRunsAsked = (): number =>
  useSyncExternalStore(
    (react) => {
      watchers.add(react);
      return () => watchers.delete(react);
    },
    () => asked,
  );
