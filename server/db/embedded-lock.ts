import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes the data folder for this process until it ends, however it ends. An exclusive SQLite
 * transaction is the one file lock in Node's own library that the kernel releases after a kill -9.
 * Returns the release; throws when another process holds it.
 */
export function lockFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, 'lock'));
  try {
    lock.exec('begin exclusive');
  } catch {
    lock.close();
    throw new Error(
      `Easy is already running on the data folder ${dataDir}. ` +
        'Stop it first, or give this copy another DATA_DIR and PORT.',
    );
  }
  return () => lock.close();
}
