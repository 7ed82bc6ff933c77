import { systemClock } from '#contract/dates.ts';
import { anyDirty } from './ui/form/dirty.ts';

const manifest = '/build.json';
const guardKey = 'easy.reloaded';
/** A chunk that fails again within 10 s of a reload is not fixed by another reload (specification). */
const guardMs = 10_000;
const pollMs = 60_000;
const unreachableMs = 2_000;
/** A request that hangs longer than this is repeated; otherwise nothing would be retried. */
const answerMs = 5_000;
/** A chunk that hangs longer than this counts as failed; the screen shows it and continues when it arrives. */
const chunkMs = 20_000;

/**
 * A chunk could not be loaded. The router recognizes failed imports by their message and reloads the page even
 * without a network. It does not recognize this error, so the screen stays and recovers by itself (`ErrorLayout`).
 */
export class ChunkFailure extends Error {
  constructor(cause: Error) {
    super('A part of the code did not come', { cause });
  }
}

const chunkMessages =
  /dynamically imported module|importing a module script failed|error loading dynamically|unable to preload css/i;

/** Imports a chunk; fails with a `ChunkFailure` if the network or a newer build prevented it. */
export async function importChunk<T>(load: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new ChunkFailure(new Error(`nothing after ${chunkMs} ms`))),
    chunkMs,
  );
  try {
    return await Promise.race([load(), late.promise]);
  } catch (error) {
    if (error instanceof Error && chunkMessages.test(error.message)) throw new ChunkFailure(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The build that the server serves now; undefined if it cannot be reached. */
async function servedBuild(): Promise<string | undefined> {
  try {
    const answer = await fetch(manifest, { cache: 'no-store', signal: AbortSignal.timeout(answerMs) });
    const { version }: { version?: string } = answer.ok ? await answer.json() : {};
    return version;
  } catch {
    return undefined;
  }
}

const lostStyles = new Set<HTMLLinkElement>();

/** The bundler requests a style sheet only once, even if that failed; a lost one is requested again here. */
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
  },
  true,
);

function fetchLostStyles(): void {
  for (const link of lostStyles) link.replaceWith(link.cloneNode());
  lostStyles.clear();
}

let knownBuild: string | undefined;
let retriedAt = 0;

/**
 * Waits until the server answers, then calls `retry`, or reloads the page if the server has another build, whose
 * chunks have other names. Never reloads over unsaved work or twice within the guard.
 */
export function retryWhenReachable(retry: () => void): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = async () => {
    clearTimeout(timer);
    const served = await servedBuild();
    if (stopped) return;
    if (served === undefined) timer = setTimeout(() => void check(), unreachableMs);
    else if (served === knownBuild || !reloadOnce()) {
      fetchLostStyles();
      timer = setTimeout(retry, waitBeforeRetry());
    }
  };
  const onOnline = () => void check();
  window.addEventListener('online', onOnline);
  void check();
  return () => {
    stopped = true;
    clearTimeout(timer);
    window.removeEventListener('online', onOnline);
  };
}

/** Pauses before repeating an import that failed at once. */
function waitBeforeRetry(): number {
  const now = systemClock.now().getTime();
  const wait = now - retriedAt < guardMs ? unreachableMs : 0;
  retriedAt = now;
  return wait;
}

/** Reloads for an outdated build; false if it is too soon after the last reload or there is unsaved work. */
function reloadOnce(): boolean {
  const now = systemClock.now().getTime();
  if (anyDirty() || now - Number(sessionStorage.getItem(guardKey)) < guardMs) return false;
  sessionStorage.setItem(guardKey, String(now));
  window.location.reload();
  return true;
}

/** Polls the manifest and calls back when another build is served. */
export function watchVersion(onNew: () => void): () => void {
  const check = async () => {
    const served = await servedBuild();
    if (served === undefined) return;
    if (knownBuild !== undefined && knownBuild !== served) onNew();
    knownBuild ??= served;
  };
  void check();
  const timer = setInterval(() => void check(), pollMs);
  const onFocus = () => void check();
  window.addEventListener('focus', onFocus);
  return () => {
    clearInterval(timer);
    window.removeEventListener('focus', onFocus);
  };
}
