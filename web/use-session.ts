import { useSyncExternalStore } from 'react';
import { can, type Permission } from '#contract/permissions.ts';
import { type Session, type SessionState, sessionState, watchSession } from './session.ts';

export function useSession(): SessionState & { can: (permission: Permission) => boolean } {
  const current = useSyncExternalStore(watchSession, sessionState);
  return {
    ...current,
    can: (permission) => current.session !== null && allowed(current.session, permission),
  };
}

/** Uses the same permission table as the server. */
export function allowed(session: Session, permission: Permission): boolean {
  if (!session.business) return false;
  const { roles, business, station, supplierMay } = session;
  return can({ roles, businessType: business.type, atStation: station !== null, supplierMay }, permission);
}
