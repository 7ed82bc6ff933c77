-- The queue is pg-boss, whose tables in the schema `pgboss` belong to the library. Jobs are inserted by enqueue_jobs
-- only, in the transaction that causes them (transactional outbox).

-- `short`: of the jobs with one key, one waits to be started. A process owns a job while its heartbeat is younger than ten
-- seconds. A job that failed too often stays in `parked` until a person sends it back.
select pgboss.create_queue('parked', '{"policy": "standard", "retentionSeconds": 315360000, "deleteAfterSeconds": 86400}');
select pgboss.create_queue('jobs', '{"policy": "short", "retryLimit": 7, "retryDelay": 4, "retryBackoff": true,
  "heartbeatSeconds": 10, "expireInSeconds": 3600, "retentionSeconds": 315360000, "deleteAfterSeconds": 30, "deadLetter": "parked"}');
create index job_retry on pgboss.job_common (name) where state = 'retry';

grant usage on schema public, pgboss to easy_queue;
grant select, insert, update, delete on all tables in schema pgboss to easy_queue;
alter default privileges in schema pgboss grant select, insert, update, delete on tables to easy_queue;

-- Inserts the jobs of a transaction, [{task, payload, key, inMs, queue, maxAttempts, priority, attempts, lost}], in
-- the order of their keys, so that two transactions never wait for each other in a ring. Of jobs with one key the
-- last one wins and replaces one that waits. If a worker takes that one at this moment, the insert waits for it and
-- adds another job, because the worker may have read too early. The time a job is due is computed by the clock of the
-- database.
create function enqueue_jobs(jobs jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  insert into pgboss.job_common as waiting (name, singleton_key, group_id, priority, data, start_after, keep_until, policy,
    retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds, heartbeat_seconds, dead_letter)
  select q.name, asked.key, asked.job->>'queue', -coalesce((asked.job->>'priority')::int, 0),
    jsonb_build_object('task', asked.job->>'task', 'payload', asked.job->'payload')
      || case when asked.job ? 'attempts' then jsonb_build_object('attempts', asked.job->'attempts') else '{}' end
      || case when asked.job ? 'lost' then jsonb_build_object('lost', asked.job->'lost') else '{}' end,
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
revoke all on function enqueue_jobs(jsonb) from public;
grant execute on function enqueue_jobs(jsonb) to easy_app;
grant execute on function enqueue_jobs(jsonb) to easy_system;

-- A job whose process died has not failed: it is enqueued again at once with the attempts it had. A job that was lost
-- 200 times may be what kills its processes, and each further loss counts as an attempt, so that it ends as parked.
create function resume_lost_jobs() returns void language sql security definer set search_path = public, pg_temp as $$
  with lost as (
    delete from pgboss.job_common
    where name = 'jobs' and state = 'retry' and output #>> '{value,message}' = 'job heartbeat timeout'
      and coalesce((data->>'lost')::int, 0) < 200
    returning *, coalesce((data->>'attempts')::int, 0) as spent)
  select enqueue_jobs(jsonb_agg(jsonb_build_object('task', data->'task', 'payload', data->'payload', 'key', singleton_key,
    'queue', group_id, 'priority', -priority, 'attempts', spent + retry_count, 'maxAttempts', spent + retry_limit + 1,
    'lost', coalesce((data->>'lost')::int, 0) + 1)))
  from lost having count(*) > 0
$$;
revoke all on function resume_lost_jobs() from public;
grant execute on function resume_lost_jobs() to easy_queue;

-- How many jobs of these keys wait, and for how many seconds the oldest has waited.
create function waiting_jobs(keys text[]) returns table(total integer, seconds double precision)
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int, extract(epoch from now() - min(created_on))::float8 from pgboss.job_common
  where name = 'jobs' and state < 'active' and singleton_key = any(keys)
$$;
revoke all on function waiting_jobs(text[]) from public;
grant execute on function waiting_jobs(text[]) to easy_app;

-- The queue as a person reads it: jobs that wait, that run, and that were parked.
create view queued_jobs with (security_invoker = true) as
select j.id, j.data->>'task' as task, j.data->'payload' as payload,
  j.singleton_key as key, j.group_id as queue, -j.priority as priority, j.state::text as state, j.name = 'parked' as parked,
  coalesce((j.data->>'attempts')::int, 0) + coalesce(j.source_retry_count, j.retry_count)
    + (j.started_on is not null or j.name = 'parked')::int as attempts,
  coalesce((j.data->>'attempts')::int, 0) + j.retry_limit + 1 as max_attempts,
  j.start_after as run_at, j.heartbeat_on, coalesce(o.said->>'message', o.said->'value'->>'message') as last_error
from pgboss.job j cross join lateral (select coalesce(j.source_output, j.output) as said) o
where j.state < 'completed' and j.name in ('jobs', 'parked');
