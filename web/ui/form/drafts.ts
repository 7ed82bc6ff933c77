import { type AnyEndpoint, endpointName } from '#contract/endpoint.ts';
import { sessionState } from '../../session.ts';
import { reserveTempIds } from './collection.ts';
import { isKeptAsDraft, secretName } from './kept-fields.ts';

const prefix = 'easy.draft ';
const endedSignal = 'easy.drafts-ended';

export type Draft<V> = { values: V; version: number | undefined };

/**
 * The name of the draft of one form: of this person in this business, on this screen and for this record, and by its own
 * name if the screen has several. Null where nothing is kept; stations are shared by several people.
 */
export function draftKey(endpoint: AnyEndpoint, paramsOf: () => unknown, name?: string): string | null {
  const { session } = sessionState();
  if (!session?.business || session.station || !isKeptAsDraft(endpoint)) return null;
  let params: unknown = null;
  try {
    params = paramsOf();
  } catch {
    // A form whose initial values cannot be sent is identified by its screen and endpoint alone.
  }
  const { pathname, search } = window.location;
  const of = [session.user.id, session.business.id, pathname + search, endpointName(endpoint), params, name];
  return prefix + JSON.stringify(of);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function hasSecret(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).some(([key, inner]) => secretName.test(key) || hasSecret(inner));
}

/** Items that hold a chosen file cannot be kept; a value that refers to one of them by its id goes with it. */
function withoutFiles(value: unknown): unknown {
  const gone = new Set<unknown>();
  const find = (at: unknown): void => {
    if (!isObject(at)) return;
    if (Object.values(at).some((inner) => inner instanceof Blob)) gone.add(at.id);
    for (const inner of Object.values(at)) find(inner);
  };
  find(value);
  const strip = (at: unknown): unknown => {
    if (Array.isArray(at)) return at.filter((item) => !gone.has(isObject(item) ? item.id : item)).map(strip);
    if (at instanceof Blob) return null;
    if (!isObject(at)) return at;
    return Object.fromEntries(Object.entries(at).map(([key, inner]) => [key, strip(inner)]));
  };
  return gone.size > 0 ? strip(value) : value;
}

export function writeDraft<V>(key: string, { values, version }: Draft<V>): void {
  if (hasSecret(values)) return;
  try {
    sessionStorage.setItem(key, JSON.stringify({ values: withoutFiles(values), version }));
  } catch {
    // No room, or storage is off: the form works without a draft.
  }
}

/** A draft whose fields are those of the form; one of an earlier version of the program is left out. */
export function readDraft<V extends object>(key: string, initial: V): Draft<V> | null {
  const text = sessionStorage.getItem(key);
  if (text === null) return null;
  const { values, version } = JSON.parse(text) as Draft<V>;
  reserveTempIds(text);
  const names = (of: object) => Object.keys(of).toSorted().join(' ');
  return names(values) === names(initial) ? { values, version } : null;
}

export const dropDraft = (key: string): void => sessionStorage.removeItem(key);

function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) dropDraft(key);
}

/** The person signed out or changed the business: nothing typed stays, in any tab. */
export function forgetDrafts(): void {
  clearDrafts();
  localStorage.setItem(endedSignal, crypto.getRandomValues(new Uint32Array(1)).toString());
}

/** A reload keeps typed data; a page opened by its address begins empty. */
export function startDrafts(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation && 'type' in navigation && navigation.type === 'navigate') clearDrafts();
  window.addEventListener('storage', ({ key }) => key === endedSignal && clearDrafts());
}
