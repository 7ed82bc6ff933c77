import type { Session } from '#contract/account/auth.ts';
import { granteeCookie, printGrantee } from '#contract/account/grantee-cookie.ts';
import type { SessionStatus } from '#contract/account/session-states.ts';
import { systemClock } from '#contract/dates.ts';
import { call, Failure, newKey, refreshSession } from './api.ts';
import { sessionEndpoint } from './session-endpoint.ts';

export type { Session };

export type SessionState = {
  status: SessionStatus;
  session: Session | null;
};

let state: SessionState = { status: 'loading', session: null };
let reading: Promise<Session | null> | null = null;
const watchers = new Set<() => void>();
let forget: () => void = () => {};

/** Registered by the query cache, which is cleared together with the session. */
export function whenSessionChanges(clear: () => void): void {
  forget = clear;
}

const actingSignal = 'easy.acting';
const actingOf = ({ user, business }: Session) => `${user.id} ${business?.id ?? ''}`;

function setSession(session: Session | null): void {
  state = { status: session ? 'authenticated' : 'unauthenticated', session };
  if (session) localStorage.setItem(actingSignal, actingOf(session));
  noteGrantee(session);
  for (const react of watchers) react();
}

function noteGrantee(session: Session | null): void {
  // At a station fewer permissions apply than the roles grant, and nothing is prefetched.
  const grantee =
    session?.business && !session.station ? printGrantee(session.business.type, session.roles) : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads this cookie; the Cookie Store API is not everywhere
  document.cookie = `${granteeCookie}=${grantee}; Path=/; SameSite=Lax${grantee ? '' : '; Max-Age=0'}`;
}

/** No screen is shown before the answer, so a request that hangs longer than this is repeated. */
const hangMs = 5_000;

async function askSession(): Promise<unknown> {
  const asked = systemClock.now().getTime();
  try {
    return await call(sessionEndpoint, {}, newKey(), hangMs);
  } catch (error) {
    if (systemClock.now().getTime() - asked < hangMs) throw error;
    return call(sessionEndpoint, {});
  }
}

async function readSession(): Promise<Session | null> {
  try {
    const session = (await askSession()) as Session | undefined;
    setSession(session ?? null);
  } catch (error) {
    // Only a missing response is an error; any refusal means that nobody is signed in.
    if (!(error instanceof Failure) || error.unknownOutcome) throw error;
    setSession(null);
  }
  return state.session;
}

/** The signed-in person or null; requested from the server only the first time. */
export function knownSession(): Promise<Session | null> {
  if (state.status !== 'loading') return Promise.resolve(state.session);
  reading ??= firstReading().finally(() => {
    reading = null;
  });
  return reading;
}

/** The document says whether it was served with a session, unless the browser restored it from its history. */
async function firstReading(): Promise<Session | null> {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  const again = navigation && 'type' in navigation && navigation.type === 'back_forward';
  const held = again ? undefined : document.documentElement.dataset.session;
  if (held === 'none' || (held === 'ended' && !(await refreshSession(performance.timeOrigin))))
    setSession(null);
  else await readSession();
  return state.session;
}

/**
 * Reads the session again after sign-in, activation or a switch of business, and discards everything of the former
 * one.
 */
export function renewSession(): Promise<Session | null> {
  forget();
  return readSession();
}

let checking: Promise<void> | null = null;

/** A refused permission may mean that business or roles have changed meanwhile. */
export function checkSession(): Promise<void> {
  const before = state.session?.business?.id;
  checking ??= readSession()
    .then((session) => {
      if (session?.business?.id !== before) forget();
    })
    .catch(() => undefined)
    .finally(() => {
      checking = null;
    });
  return checking;
}

export const sessionState = (): SessionState => state;

export function watchSession(react: () => void): () => void {
  watchers.add(react);
  return () => watchers.delete(react);
}

const signOutSignal = 'easy.signed-out';

/** Forgets the session in this tab and in the others. */
export function endSession(): void {
  dropSession();
  localStorage.setItem(signOutSignal, crypto.getRandomValues(new Uint32Array(1)).toString());
}

function dropSession(): void {
  forget();
  setSession(null);
}

/**
 * After a sign-out in another tab, this tab must not show data. After another person or business was entered there,
 * typed data would be sent in their name.
 */
export function watchOtherTabs(react: { onSignOut: () => void; onOtherPerson: () => void }): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === signOutSignal) {
      dropSession();
      react.onSignOut();
    }
    if (key === actingSignal && newValue && state.session && newValue !== actingOf(state.session))
      react.onOtherPerson();
  });
}
