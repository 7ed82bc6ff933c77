import type { JobHelpers } from 'graphile-worker';
import { type Resting, restOf } from '#server/outside/circuit.ts';

type Held = Pick<JobHelpers, 'job' | 'query'>;

/** What waited for one host does not all come back in the same moment. */
const spreadMs = 4000;

const statement = `
  with put_off as (
    update graphile_worker._private_jobs set attempts = greatest(0, attempts - 1), locked_by = null, locked_at = null,
      run_at = now() + make_interval(secs => $3), last_error = $4
    where id = $1 and locked_by = $2 returning job_queue_id
  )
  update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
  from put_off where q.id = put_off.job_queue_id and q.locked_by = $2`;

/**
 * Runs a task that may meet a host which is left alone for a while: its job is given back, due when the host is asked
 * again, and the try is not counted. What the queue does about a failed job then finds nothing to do.
 */
export async function putOffWhileResting(held: Held, task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    const rest = restOf(error);
    if (!rest) throw error;
    await putOff(held, rest);
    throw rest;
  }
}

async function putOff({ job, query }: Held, rest: Resting): Promise<void> {
  const ms = Math.max(1000, rest.waitMs) + ((Number(job.id) * 37) % spreadMs);
  await query(statement, [job.id, job.locked_by, ms / 1000, rest.message]);
}
