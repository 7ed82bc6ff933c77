import type pg from 'pg';
import type { Storage } from '#server/outside/storage.ts';

export type Readiness = Readonly<{ database: boolean; files: boolean }>;

/** Whoever asks more often hears the last good answer. */
const freshMs = 1000;
const patienceMs = 3000;
/**
 * Needs room on the database's disk without leaving anything there: a result that spills into a temporary file, and a
 * message in the log, for which the commit waits.
 */
const probe = `select set_config('work_mem', '64kB', true);
  select count(*) from generate_series(1, 50000);
  select pg_logical_emit_message(true, 'easy', 'ready')`;

/** Whether this process can do its work: the database and the storage of files take what is written to them. */
export function createReadiness(database: { pool: pg.Pool }, storage: Storage): () => Promise<Readiness> {
  let last: { at: number; answer: Promise<Readiness> } | undefined;
  const holds = (work: Promise<unknown>) =>
    Promise.race([work, rejectAfter(patienceMs)]).then(
      () => true,
      () => false,
    );
  const check = async () => {
    const [isDatabase, isFiles] = await Promise.all([
      holds(database.pool.query(probe)),
      holds(storage.check()),
    ]);
    return { database: isDatabase, files: isFiles };
  };
  return async () => {
    if (!last || performance.now() - last.at > freshMs) last = { at: performance.now(), answer: check() };
    const mine = last;
    const answer = await mine.answer;
    if (!(answer.database && answer.files) && last === mine) last = undefined;
    return answer;
  };
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('no answer')), ms).unref();
  });
}
