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

/** What is told within this time is told once. */
const gatherMs = 5;

/**
 * Tells the queue of jobs that have been committed. Who ends before it has told leaves them to the queue's own look, each
 * second.
 */
export function createWake(pool: pg.Pool, onError: (error: Error) => void): (jobs: number) => void {
  let untold = 0;
  function tell(): void {
    const count = untold;
    untold = 0;
    // The process ends: others look.
    if (pool.ending) return;
    notify(pool, 'jobs:insert', JSON.stringify({ count })).catch(onError);
  }
  return (jobs) => {
    if (untold === 0) setTimeout(tell, gatherMs).unref();
    untold += jobs;
  };
}
