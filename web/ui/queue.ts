/** A list outside React, for `useSyncExternalStore`. */
export type Source<T> = { subscribe: (react: () => void) => () => void; get: () => readonly T[] };

export function createQueue<T>() {
  let items: readonly T[] = [];
  const watchers = new Set<() => void>();
  const set = (next: readonly T[]) => {
    items = next;
    for (const react of watchers) react();
  };
  const source: Source<T> = {
    subscribe: (react) => {
      watchers.add(react);
      return () => watchers.delete(react);
    },
    get: () => items,
  };
  return {
    source,
    add: (item: T) => set([...items, item]),
    remove: (which: (item: T) => boolean) => set(items.filter((item) => !which(item))),
  };
}
