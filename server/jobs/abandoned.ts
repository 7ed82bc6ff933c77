import type pg from 'pg';

/** Longer than any task may take: who has held a job for this long is gone. Tasks may run twice, so a mistake costs nothing. */
const leaseMinutes = 5;

/** Connections of workers carry their process in this name. */
export const workerName = (instance: string) => `easy worker ${instance}`;

/**
 * Gives back the jobs and queues that a killed worker still holds; the queue's own patience is four hours. Where no
 * other process works on this database, whatever is held is held by the dead.
 */
export async function freeAbandonedJobs(pool: pg.Pool, instance: string): Promise<void> {
  await pool.query(
    `with others as (
       select count(*) as total from pg_stat_activity
       where datname = current_database() and application_name like 'easy worker %' and application_name <> $1
     ), held as (
       select locked_by, locked_at from graphile_worker._private_jobs where locked_by is not null
       union all
       select locked_by, locked_at from graphile_worker._private_job_queues where locked_by is not null
     )
     select graphile_worker.force_unlock_workers(array_agg(distinct held.locked_by)) from held, others
     where others.total = 0 or held.locked_at < now() - make_interval(mins => $2)
     having count(*) > 0`,
    [workerName(instance), leaseMinutes],
  );
}
