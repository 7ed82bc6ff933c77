import type pg from 'pg';
import { presenceKey } from '#server/db/presence.ts';

/** A job that is cut off again and again lets the others go first, second by second longer. */
const often = 10;
/** One that ends every process it runs in is parked in the end: from here on a try is a try. */
const patience = 100;

const count = `coalesce(substring(j.last_error from '^cut off (\\d+) times')::int, 0) + 1`;

const statement = `
  with dead as materialized (
    select holder from (
      select locked_by from graphile_worker._private_jobs where locked_by is not null
      union select locked_by from graphile_worker._private_job_queues where locked_by is not null
    ) as held (holder)
    where pg_try_advisory_xact_lock(${presenceKey('holder')})
  ), queues as (
    update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
    from dead where q.locked_by = dead.holder
  ), jobs as (
    update graphile_worker._private_jobs j set locked_by = null, locked_at = null,
      attempts = case when ${count} <= $1 then greatest(0, j.attempts - 1) else j.attempts end,
      run_at = greatest(j.run_at, now() + interval '1 second' * (${count} - $2)),
      last_error = 'cut off ' || ${count} || ' times: its process died'
    from dead where j.locked_by = dead.holder returning 1
  )
  select pg_notify('jobs:insert', json_build_object('count', total)::text), total
  from (select count(*)::int as total from jobs) freed where total > 0`;

/**
 * Gives back the jobs and queues whose holder has died, at once and whoever else is at work; the queue's own patience is
 * four hours. A job that was cut off has not used up a try, and is due again at once. Answers how many were given back.
 */
export async function freeAbandonedJobs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(statement, [patience, often]);
  return rows[0]?.total ?? 0;
}
