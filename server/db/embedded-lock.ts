import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Locks the data folder for this process until it ends, however it ends. An exclusive SQLite transaction is the only
 * file lock in Node's library that the kernel releases after a kill -9. Returns the release; throws if another process
 * holds the lock.
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
