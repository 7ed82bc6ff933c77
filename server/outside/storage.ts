import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Bytes to be stored: in memory, or in a file that stays as it is meanwhile. */
export type Content = Buffer | { path: string };

/** Where bytes live. Keys are ours (`<business>/<sha256>`), never a name a person typed. */
export type Storage = {
  put(key: string, content: Content): Promise<void>;
  get(key: string): Promise<NodeJS.ReadableStream>;
  read(key: string): Promise<Buffer>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** Throws where nothing can be stored now. */
  check(): Promise<void>;
};

const keyPattern = /^\d+\/[0-9a-f]{64}$/;

/** Whatever made it, a key that is not one of ours reaches no store. */
export function assertStorageKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`not a storage key: ${key}`);
  return key;
}

export function createFolderStorage(folder: string): Storage {
  const pathOf = (key: string) => {
    const [business = '', hash = ''] = assertStorageKey(key).split('/');
    return join(folder, business, hash.slice(0, 2), hash);
  };
  return {
    async put(key, content) {
      const path = pathOf(key);
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

const checkBytes = 65_536;
let counter = 0;
