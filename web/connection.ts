import { useSyncExternalStore } from 'react';

export type Connection = 'online' | 'reconnecting' | 'offline';

let connection: Connection = navigator.onLine ? 'online' : 'offline';
const watchers = new Set<() => void>();

export const currentConnection = (): Connection => connection;

export function setConnection(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const notify of watchers) notify();
}

export function useConnection(): Connection {
  return useSyncExternalStore((notify) => {
    watchers.add(notify);
    return () => watchers.delete(notify);
  }, currentConnection);
}
