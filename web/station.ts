import { useSyncExternalStore } from 'react';
import { paths } from './paths.ts';
import type { Session } from './session.ts';

/** That this browser was enrolled; what opens it is the cookie, which no script reads. */
const flag = 'easy.station';

export const isStation = (): boolean => localStorage.getItem(flag) !== null;
export const becomeStation = (): void => localStorage.setItem(flag, 'yes');
export const forgetStation = (): void => localStorage.removeItem(flag);

/** Roles that come to pack and to hand over, and to nothing else. */
const benchRoles: readonly string[] = ['packer', 'distributor'];

/** Where a person begins: at a station, or with a role of the bench only, with the work of the bench. */
export function homeOf(session: Session | null): string {
  const { roles = [] } = session ?? {};
  const isOfBench = roles.length > 0 && roles.every((role) => benchRoles.includes(role));
  return session?.station || isOfBench ? paths.orders.checkout() : paths.business.home();
}

let paused = false;
const watchers = new Set<() => void>();

/** A paused station keeps what is open behind the question for the PIN. */
export function pauseStation(pause: boolean): void {
  paused = pause;
  for (const react of watchers) react();
}

/** For what met the end of the session: resolves when the same person has entered again; another begins on a new page. */
export function pauseUntilEntered(): Promise<boolean> {
  pauseStation(true);
  return new Promise((resolve) => {
    const look = () => {
      if (paused) return;
      watchers.delete(look);
      resolve(true);
    };
    watchers.add(look);
  });
}

export function usePaused(): boolean {
  return useSyncExternalStore(
    (react) => {
      watchers.add(react);
      return () => watchers.delete(react);
    },
    () => paused,
  );
}
