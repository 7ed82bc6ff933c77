import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WRITE_DELAY_MS = 250;

/** One JSON document, kept in memory and written asynchronously, so that a restart restores it. */
export type Snapshot<T> = {
  state: T;
  touch: () => void;
  flush: () => void;
};

const readSnapshot = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Missing on the first start; unreadable after a crash of the disk: both begin empty.
    return null;
  }
};

/** `restore` validates the stored document; with a `null` directory everything stays in memory. */
export const openSnapshot = <T>(
  directory: string | null,
  name: string,
  restore: (found: unknown) => T,
): Snapshot<T> => {
  const file = directory === null ? null : join(directory, `${name}.json`);
  const state = restore(file === null ? null : readSnapshot(file));
  let timer: NodeJS.Timeout | null = null;

  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (directory === null || file === null) return;
    mkdirSync(directory, { recursive: true });
    const partial = `${file}.partial`;
    writeFileSync(partial, JSON.stringify(state));
    renameSync(partial, file);
  };
  const touch = () => {
    if (file === null || timer !== null) return;
    timer = setTimeout(flush, WRITE_DELAY_MS);
    timer.unref();
  };
  return { state, touch, flush };
};

/** Bytes that do not belong in a JSON document: uploaded pictures. */
export type BlobStore = {
  put: (name: string, bytes: Buffer) => void;
  get: (name: string) => Buffer | null;
  has: (name: string) => boolean;
  clear: () => void;
};

export const openBlobs = (directory: string | null): BlobStore => {
  if (directory === null) {
    const held = new Map<string, Buffer>();
    return {
      put: (name, bytes) => void held.set(name, bytes),
      get: (name) => held.get(name) ?? null,
      has: (name) => held.has(name),
      clear: () => held.clear(),
    };
  }
  mkdirSync(directory, { recursive: true });
  return {
    put: (name, bytes) => writeFileSync(join(directory, name), bytes),
    get: (name) => {
      try {
        return readFileSync(join(directory, name));
      } catch {
        return null;
      }
    },
    has: (name) => existsSync(join(directory, name)),
    clear: () => {
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory, { recursive: true });
    },
  };
};
