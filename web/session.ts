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

/** What is cached of a session must go with it; the cache says how. */
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
  // At a station less is open than the roles would open, and nothing is read ahead.
  const grantee =
    session?.business && !session.station ? printGrantee(session.business.type, session.roles) : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads this cookie; the Cookie Store API is not everywhere
  document.cookie = `${granteeCookie}=${grantee}; Path=/; SameSite=Lax${grantee ? '' : '; Max-Age=0'}`;
}

/** No screen is shown before it is answered: a question that hangs longer than this is asked anew. */
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
    // Only an answer that never came is an error; any refusal means that nobody is signed in.
    if (!(error instanceof Failure) || error.unknownOutcome) throw error;
    setSession(null);
  }
  return state.session;
}

/** The signed-in person or null, asked of the server the first time only. */
export function knownSession(): Promise<Session | null> {
  if (state.status !== 'loading') return Promise.resolve(state.session);
  reading ??= firstReading().finally(() => {
    reading = null;
  });
  return reading;
}

/** The page tells whether a session came with it, unless the browser took it from its history. */
async function firstReading(): Promise<Session | null> {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  const again = navigation && 'type' in navigation && navigation.type === 'back_forward';
  const held = again ? undefined : document.documentElement.dataset.session;
  if (held === 'none' || (held === 'ended' && !(await refreshSession(performance.timeOrigin))))
    setSession(null);
  else await readSession();
  return state.session;
}

/** Reads the session again after sign-in, activation or a switch of business; nothing of the former one stays. */
export function renewSession(): Promise<Session | null> {
  forget();
  return readSession();
}

let checking: Promise<void> | null = null;

/** A refused right may mean that this browser tells of a business or of roles that are no longer the person's. */
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

/** Forgets everything this browser knows of the session, here and in the other tabs. */
export function endSession(): void {
  dropSession();
  localStorage.setItem(signOutSignal, crypto.getRandomValues(new Uint32Array(1)).toString());
}

function dropSession(): void {
  forget();
  setSession(null);
}

/**
 * Another tab signed out: this one must not go on showing what it has. Another person, or another business, that was
 * entered there: what is typed here would be sent in their name.
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
