import { systemClock } from '#contract/dates.ts';
import { anyDirty } from './ui/form/dirty.ts';

const manifest = '/build.json';
const guardKey = 'easy.reloaded';
/** The specification's guard: a chunk that fails again within 10 s of a reload will not be mended by another. */
const guardMs = 10_000;
const pollMs = 60_000;
const unreachableMs = 2_000;
/** A question that hangs longer than this is asked anew; without it nothing would be tried again. */
const answerMs = 5_000;
/** A part of the code that hangs longer than this counts as lost: the screen says so, and it goes on when it comes. */
const chunkMs = 20_000;

/**
 * A part of the code could not be fetched. The router reloads the page for an import that failed, even without a
 * network, and knows it by its message; it does not know this one, so the screen stays and goes on by itself
 * (`ErrorLayout`).
 */
export class ChunkFailure extends Error {
  constructor(cause: Error) {
    super('A part of the code did not come', { cause });
  }
}

const chunkMessages =
  /dynamically imported module|importing a module script failed|error loading dynamically|unable to preload css/i;

/** Passes an import on; where the network or a newer build kept it from coming, fails with a `ChunkFailure`. */
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

/** The build that the server serves now; undefined: it cannot be reached. */
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

/** The bundler asks for a style sheet once, whether it came or not; one that was lost is asked for again here. */
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
 * Waits until the server answers again, then calls `retry`; or reloads the page where the server has another build by
 * then, whose chunks have other names. Never reloads over unsaved work, nor twice within the guard.
 */
export function retryWhenReachable(retry: () => void): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    clearTimeout(timer);
    const served = await servedBuild();
    if (stopped) return;
    if (served === undefined) timer = setTimeout(() => void look(), unreachableMs);
    else if (served === knownBuild || !reloadOnce()) {
      fetchLostStyles();
      timer = setTimeout(retry, waitBeforeRetry());
    }
  };
  const onOnline = () => void look();
  window.addEventListener('online', onOnline);
  void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
    window.removeEventListener('online', onOnline);
  };
}

/** One that fails again at once is not asked for without a pause. */
function waitBeforeRetry(): number {
  const now = systemClock.now().getTime();
  const wait = now - retriedAt < guardMs ? unreachableMs : 0;
  retriedAt = now;
  return wait;
}

/** Reloads for a build that is gone; false where it may not (too soon after the last one, or over unsaved work). */
function reloadOnce(): boolean {
  const now = systemClock.now().getTime();
  if (anyDirty() || now - Number(sessionStorage.getItem(guardKey)) < guardMs) return false;
  sessionStorage.setItem(guardKey, String(now));
  window.location.reload();
  return true;
}

/** Asks for the build's manifest now and then, and calls back once another build is being served. */
export function watchVersion(onNew: () => void): () => void {
  const look = async () => {
    const served = await servedBuild();
    if (served === undefined) return;
    if (knownBuild !== undefined && knownBuild !== served) onNew();
    knownBuild ??= served;
  };
  void look();
  const timer = setInterval(() => void look(), pollMs);
  const onFocus = () => void look();
  window.addEventListener('focus', onFocus);
  return () => {
    clearInterval(timer);
    window.removeEventListener('focus', onFocus);
  };
}
