-- The queue's engine is pg-boss. Its tables are its own; jobs are inserted into `pgboss.job` as its documentation of that
-- table describes, by `enqueue_jobs` and nobody else.

-- `short`: of the jobs with one key, one waits to be started. A job is in somebody's hands while its heartbeat is younger
-- than ten seconds. What has been tried too often stays in `parked` until somebody sends it back (`redrive`).
select pgboss.create_queue('parked', '{"policy": "standard", "retentionSeconds": 315360000, "deleteAfterSeconds": 86400}');
select pgboss.create_queue('jobs', '{"policy": "short", "retryLimit": 7, "retryDelay": 4, "retryBackoff": true,
  "heartbeatSeconds": 10, "expireInSeconds": 3600, "retentionSeconds": 315360000, "deleteAfterSeconds": 30, "deadLetter": "parked"}');

-- All jobs of a transaction, [{task, payload, key, inMs, queue, maxAttempts, priority, attempts}], in the order of their
-- keys, so that two transactions which enqueue the same jobs wait for each other, never in a ring. Of jobs with one key the
-- last stands, and it replaces one that waits to be started. One that a worker takes at this moment is waited for, and
-- another is added: the worker may have read too early. A job is due so long from now by the database's clock.
create or replace function enqueue_jobs(jobs jsonb) returns void language plpgsql security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  insert into pgboss.job_common as waiting (name, singleton_key, group_id, priority, data, start_after, keep_until, policy,
    retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds, heartbeat_seconds, dead_letter)
  select q.name, asked.key, asked.job->>'queue', -coalesce((asked.job->>'priority')::int, 0),
    jsonb_build_object('task', asked.job->>'task', 'payload', asked.job->'payload')
      || case when asked.job ? 'attempts' then jsonb_build_object('attempts', asked.job->'attempts') else '{}' end,
    asked.due, asked.due + q.retention_seconds * interval '1 second', q.policy,
    greatest(0, coalesce((asked.job->>'maxAttempts')::int, q.retry_limit + 1) - 1 - coalesce((asked.job->>'attempts')::int, 0)),
    q.retry_delay, q.retry_backoff, q.expire_seconds, q.deletion_seconds, q.heartbeat_seconds, q.dead_letter
  from (
    select distinct on (key) * from (
      select coalesce(job->>'key', gen_random_uuid()::text) as key, job, n,
        now() + coalesce((job->>'inMs')::bigint, 0) * interval '1 millisecond' as due
      from jsonb_array_elements(jobs) with ordinality as j (job, n)) each
    order by key, n desc) asked
  cross join pgboss.queue q where q.name = 'jobs'
  order by asked.key
  on conflict (name, coalesce(singleton_key, '')) where state = 'created' and policy = 'short' do update set
    data = excluded.data, group_id = excluded.group_id, priority = excluded.priority, start_after = excluded.start_after,
    keep_until = excluded.keep_until, retry_limit = excluded.retry_limit
  where not excluded.data ? 'attempts';
end $$;

-- What waits in the engine before, which is gone with this release: stop its workers first.
do $$ begin
  if to_regclass('graphile_worker._private_tasks') is not null then
    execute $move$
      select enqueue_jobs(jsonb_agg(jsonb_build_object('task', t.identifier, 'payload', j.payload, 'key', j.key,
        'queue', q.queue_name, 'maxAttempts', j.max_attempts, 'priority', j.priority,
        'inMs', greatest(0, extract(epoch from j.run_at - now()) * 1000)::bigint) order by j.id))
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      having count(*) > 0 $move$;
  end if;
end $$;
drop function add_asked_jobs(graphile_worker.job_spec[], boolean);
drop schema graphile_worker cascade;
drop schema quiet cascade;

-- The queue as a person reads it: what waits, what runs, what was parked.
create view queued_jobs with (security_invoker = true) as
select j.id, j.data->>'task' as task, j.data->'payload' as payload,
  j.singleton_key as key, j.group_id as queue, -j.priority as priority, j.state::text as state, j.name = 'parked' as parked,
  coalesce((j.data->>'attempts')::int, 0) + coalesce(j.source_retry_count, j.retry_count)
    + (j.started_on is not null or j.name = 'parked')::int as attempts,
  coalesce((j.data->>'attempts')::int, 0) + j.retry_limit + 1 as max_attempts,
  j.start_after as run_at, j.heartbeat_on, coalesce(o.said->>'message', o.said->'value'->>'message') as last_error
from pgboss.job j cross join lateral (select coalesce(j.source_output, j.output) as said) o
where j.state < 'completed' and j.name in ('jobs', 'parked');
