import { useSyncExternalStore } from 'react';
import { type Href, paths } from './paths.ts';
import type { Session } from './session.ts';

/** Whether this browser was enrolled; access depends on a cookie that scripts cannot read. */
const flag = 'easy.station';

export const isStation = (): boolean => localStorage.getItem(flag) !== null;
export const becomeStation = (): void => localStorage.setItem(flag, 'yes');
export const forgetStation = (): void => localStorage.removeItem(flag);

/** Roles that only pack and hand over. */
const benchRoles: readonly string[] = ['packer', 'distributor'];

/** First screen of a person: at a station, or with roles of the bench only, the bench. */
export function homeOf(session: Session | null): Href {
  const { roles = [] } = session ?? {};
  const isOfBench = roles.length > 0 && roles.every((role) => benchRoles.includes(role));
  return session?.station || isOfBench ? paths.orders.checkout() : paths.business.home();
}

let paused = false;
const watchers = new Set<() => void>();

/** A paused station keeps the open screen behind the PIN dialog. */
export function pauseStation(pause: boolean): void {
  paused = pause;
  for (const react of watchers) react();
}

/**
 * For a call that found the session ended: resolves when the same person has entered again; another person starts on
 * a new page.
 */
export function pauseUntilEntered(): Promise<boolean> {
  pauseStation(true);
  return new Promise((resolve) => {
    const update = () => {
      if (paused) return;
      watchers.delete(update);
      resolve(true);
    };
    watchers.add(update);
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
