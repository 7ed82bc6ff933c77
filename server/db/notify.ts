import type pg from 'pg';

/**
 * Notifies the listeners of a channel, at most 8,000 bytes. It runs in its own transaction with asynchronous commit,
 * because a notifying transaction holds a lock of the whole cluster until its log is written.
 */
export async function notify(pool: pg.Pool, channel: string, payload: string): Promise<void> {
  await pool.query(`select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`, [
    channel,
    payload,
  ]);
}

export const jobsChannel = 'easy_jobs';

/** Workers are woken at most once within this time. */
const gatherMs = 5;

/**
 * Wakes the workers after jobs were committed. If the process dies before notifying, the workers find the jobs at their
 * next poll, within 1 s.
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
