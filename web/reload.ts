import { systemClock } from '#contract/dates.ts';
import { anyDirty } from './ui/dirty.ts';

const manifest = '/build.json';
const guardKey = 'easy.reloaded';
/** The specification's guard: a chunk that fails again within 10 s of a reload will not be mended by another. */
const guardMs = 10_000;
const pollMs = 60_000;

/**
 * Reloads once for a chunk of a build that is gone; false where it may not (too soon, over unsaved work, or without a
 * network: the browser would put its own page in the place of ours).
 */
export function reloadForChunk(): boolean {
  const now = systemClock.now().getTime();
  if (!navigator.onLine || anyDirty() || now - Number(sessionStorage.getItem(guardKey)) < guardMs)
    return false;
  sessionStorage.setItem(guardKey, String(now));
  window.location.reload();
  return true;
}

const chunkMessages =
  /dynamically imported module|importing a module script failed|error loading dynamically|unable to preload css/i;

export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && chunkMessages.test(error.message);
}

/** Vite announces a chunk that could not be loaded before React meets the error. */
export function watchChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (reloadForChunk()) event.preventDefault();
  });
}

/** Asks for the build's manifest now and then, and calls back once another build is being served. */
export function watchVersion(onNew: () => void): () => void {
  let known: string | null = null;
  const look = async () => {
    const answer = await fetch(manifest, { cache: 'no-store' }).catch(() => null);
    if (!answer?.ok) return;
    const { version }: { version?: string } = await answer.json().catch(() => ({}));
    if (!version) return;
    if (known !== null && known !== version) onNew();
    known = version;
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
