import type { Database } from '#server/db/transaction.ts';
import type { Storage } from '#server/outside/storage.ts';

/** `files` does not decide readiness, since all but uploads and downloads works without the store. */
export type Readiness = Readonly<{ database: boolean; schema: boolean; files: boolean }>;

/** The last good answer is repeated within this time. */
const freshMs = 1000;
const patienceMs = 3000;

/**
 * Whether this process can work: the database accepts writes, acts with the right role, and has the migrations of this
 * release.
 */
export function createReadiness(database: Database, storage: Storage): () => Promise<Readiness> {
  let last: { at: number; answer: Promise<Readiness> } | undefined;
  const holds = (work: Promise<unknown>) =>
    Promise.race([work, rejectAfter(patienceMs)]).then(
      (answer) => answer !== false,
      () => false,
    );
  const check = async () => {
    const [isDatabase, isMigrated, isFiles] = await Promise.all([
      holds(database.check()),
      holds(database.isMigrated()),
      holds(storage.check()),
    ]);
    return { database: isDatabase, schema: isMigrated, files: isFiles };
  };
  return async () => {
    if (!last || performance.now() - last.at > freshMs) last = { at: performance.now(), answer: check() };
    const mine = last;
    const answer = await mine.answer;
    if (Object.values(answer).includes(false) && last === mine) last = undefined;
    return answer;
  };
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('no answer')), ms).unref();
  });
}
