-- A release whose processes die at once may have the same jobs in its hands for minutes before somebody takes it back; none
-- of them is to blame. A job is seen lost after ten seconds, so two hundred losses are more than half an hour: from then on
-- each is a try like others, so that what does kill its processes ends as parked.
create or replace function resume_lost_jobs() returns void language sql security definer set search_path = public, pg_temp as $$
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
