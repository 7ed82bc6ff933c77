import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Bytes to be stored: in memory, or in a file that stays as it is meanwhile. */
export type Content = Buffer | { path: string };

/** The store of bytes. Keys are ours (`<business>/<sha256>`), never a name that a person typed. */
export type Storage = {
  put(key: string, content: Content): Promise<void>;
  get(key: string): Promise<NodeJS.ReadableStream>;
  read(key: string): Promise<Buffer>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** Throws if nothing can be stored now. */
  check(): Promise<void>;
  /** Adds an entry to the journal of erasures, which a restored database does not know; the same name twice is one entry. */
  addErasure(name: string, entry: Buffer): Promise<void>;
  /** Every entry of the journal, in the order of their names. */
  readErasures(): Promise<Buffer[]>;
};

/** The store does not answer, or refuses: the operation had no effect. */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super('the store of files is not available', { cause });
  }
}

/** The folder of the journal of erasures, next to those of the businesses. */
export const erasuresFolder = 'erasures';
const erasurePattern = /^[\w.-]{1,120}$/;

export function assertErasureName(name: string): string {
  if (!erasurePattern.test(name)) throw new Error(`not a name of the journal: ${name}`);
  return name;
}

const keyPattern = /^\d+\/[0-9a-f]{64}$/;

/** A key of another form never reaches a store. */
export function assertStorageKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`not a storage key: ${key}`);
  return key;
}

export function createFolderStorage(folder: string): Storage {
  const pathOf = (key: string) => {
    const [business = '', hash = ''] = assertStorageKey(key).split('/');
    return join(folder, business, hash.slice(0, 2), hash);
  };
  const journal = join(folder, erasuresFolder);
  return {
    put: async (key, content) => write(pathOf(key), content),
    addErasure: async (name, entry) => write(join(journal, assertErasureName(name)), entry),
    async readErasures() {
      await mkdir(journal, { recursive: true });
      const names = (await readdir(journal)).filter((name) => name.endsWith('.json')).toSorted();
      return Promise.all(names.map((name) => readFile(join(journal, name))));
    },
    async get(key) {
      await stat(pathOf(key));
      return createReadStream(pathOf(key));
    },
    async read(key) {
      const file = await open(pathOf(key));
      try {
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
    has: (key) =>
      stat(pathOf(key)).then(
        () => true,
        () => false,
      ),
    remove: (key) => rm(pathOf(key), { force: true }),
    async check() {
      await mkdir(folder, { recursive: true });
      const path = join(folder, `.check.${process.pid}.${counter++}`);
      try {
        await writeFile(path, Buffer.alloc(checkBytes), { flush: true });
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

/** Whole or not at all. */
async function write(path: string, content: Content): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const partial = `${path}.${process.pid}.${counter++}`;
  try {
    if (!Buffer.isBuffer(content)) await copyFile(content.path, partial);
    const file = await open(partial, 'a');
    try {
      if (Buffer.isBuffer(content)) await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    // A full disk must not be kept full by what did not fit.
    await rm(partial, { force: true });
    throw error;
  }
}

const checkBytes = 65_536;
let counter = 0;
