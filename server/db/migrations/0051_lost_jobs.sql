-- A job whose process died has not failed: another takes its place at once, with the tries of before. pg-boss would count
-- the start as a try and wait longer each time. A job that was lost twenty times may be what kills its processes: from then
-- on each loss is a try like others, so that it ends as parked.
-- All jobs of a transaction, [{task, payload, key, inMs, queue, maxAttempts, priority, attempts, lost}], in the order of their
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

create index job_retry on pgboss.job_common (name) where state = 'retry';

create function resume_lost_jobs() returns void language sql security definer set search_path = public, pg_temp as $$
  with lost as (
    delete from pgboss.job_common
    where name = 'jobs' and state = 'retry' and output #>> '{value,message}' = 'job heartbeat timeout'
      and coalesce((data->>'lost')::int, 0) < 20
    returning *, coalesce((data->>'attempts')::int, 0) as spent)
  select enqueue_jobs(jsonb_agg(jsonb_build_object('task', data->'task', 'payload', data->'payload', 'key', singleton_key,
    'queue', group_id, 'priority', -priority, 'attempts', spent + retry_count, 'maxAttempts', spent + retry_limit + 1,
    'lost', coalesce((data->>'lost')::int, 0) + 1)))
  from lost having count(*) > 0
$$;
revoke all on function resume_lost_jobs() from public;
