import { useSyncExternalStore } from 'react';

let asked = 0;
const watchers = new Set<() => void>();

/** Opens the list of long runs for one that was just started. */
export function showRuns(): void {
  asked += 1;
  for (const react of watchers) react();
}

/** Number of requests to open it. */
export const useRunsAsked = (): number =>
  useSyncExternalStore(
    (react) => {
      watchers.add(react);
      return () => watchers.delete(react);
    },
    () => asked,
  );
