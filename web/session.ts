import { queryOptions, useQuery } from '@tanstack/react-query';
import { auth, type Session } from '#contract/account/auth.ts';
import { can, type Permission } from '#contract/permissions.ts';
import { call, Failure } from './api.ts';
import { queryClient } from './queries.ts';

export type { Session };

/** The signed-in person, or null; only an answer that never came is an error. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async (): Promise<Session | null> => {
    try {
      return await call(auth.session, {});
    } catch (error) {
      if (error instanceof Failure && error.problem.status >= 400 && error.problem.status < 500) return null;
      throw error;
    }
  },
});

export type SessionState = {
  status: 'loading' | 'authenticated' | 'unauthenticated';
  session: Session | null;
  /** The same table that the server asks. */
  can: (permission: Permission) => boolean;
};

export function useSession(): SessionState {
  const { data, isPending } = useQuery(sessionQuery);
  return {
    status: isPending ? 'loading' : data ? 'authenticated' : 'unauthenticated',
    session: data ?? null,
    can: (permission) => (data ? allowed(data, permission) : false),
  };
}

export function allowed(session: Session, permission: Permission): boolean {
  if (!session.business) return false;
  return can({ roles: session.roles, businessType: session.business.type }, permission);
}

/** Reads the session again after sign-in, activation or a switch of business; nothing of the former one stays. */
export async function renewSession(): Promise<Session | null> {
  queryClient.clear();
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

const signOutSignal = 'easy.signed-out';

/** Forgets everything this browser knows of the session, here and in the other tabs. */
export function endSession(): void {
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, null);
  localStorage.setItem(signOutSignal, crypto.getRandomValues(new Uint32Array(1)).toString());
}

export async function signOut(): Promise<void> {
  await call(auth.signOut, { body: {} }).catch(() => undefined);
  endSession();
}

/** Another tab signed out: this one must not go on showing what it has. */
export function watchOtherTabs(react: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === signOutSignal) react();
  });
}

/** Goes on as another of the person's businesses; false where the server refused. */
export async function switchBusiness(id: number): Promise<boolean> {
  const done = await call(auth.switchBusiness, { body: { businessId: id } }).then(
    () => true,
    () => false,
  );
  if (done) await renewSession();
  return done;
}
