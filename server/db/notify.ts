import type pg from 'pg';

/**
 * Tells all who listen on a channel, at most 8,000 bytes. In a transaction of its own that waits for no disk: one that
 * notifies holds a lock of the whole cluster until its log is written.
 */
export async function notify(pool: pg.Pool, channel: string, payload: string): Promise<void> {
  await pool.query(`select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`, [
    channel,
    payload,
  ]);
}

export const jobsChannel = 'easy_jobs';

/** Within this time workers are woken once. */
const gatherMs = 5;

/**
 * Wakes the workers: jobs have been committed. If the process ends before it has, or nobody hears it, they are found by
 * the next poll, within a second.
 */
export function createWake(pool: pg.Pool, onError: (error: Error) => void): () => void {
  let isWaiting = false;
  function flush(): void {
    isWaiting = false;
    if (!pool.ending) notify(pool, jobsChannel, '').catch(onError);
  }
  return () => {
    if (!isWaiting) setTimeout(flush, gatherMs).unref();
    isWaiting = true;
  };
}
