-- Figures for the metrics of the operator: of the queue, and of all businesses together.
create function queue_figures() returns table (figure text, task text, value double precision)
  language sql stable security definer set search_path = public, pg_temp as $$
  with open as (
    select j.name = 'parked' as parked, j.state::text as state, j.data ->> 'task' as task, j.start_after
    from pgboss.job j where j.state < 'completed' and j.name in ('jobs', 'parked')
  )
  select 'due', '', count(*) filter (where state <> 'active' and start_after <= now()) from open where not parked
  union all select 'running', '', count(*) filter (where state = 'active') from open where not parked
  union all select 'later', '', count(*) filter (where state <> 'active' and start_after > now()) from open where not parked
  union all select 'oldest_seconds', '', coalesce(extract(epoch from now() - min(start_after)), 0)
    from open where not parked and state <> 'active' and start_after <= now()
  union all select 'parked', open.task, count(*) from open where parked group by open.task
  union all select 'schedule_seconds', '', extract(epoch from now() - cron_on) from pgboss.version where cron_on is not null
$$;
revoke execute on function queue_figures() from public;
grant execute on function queue_figures() to easy_app;

create function business_figures(at timestamptz) returns table (figure text, value double precision)
  language sql stable security definer set search_path = public, pg_temp as $$
  select 'sweep_seconds', coalesce(extract(epoch from at - min(swept_at)), 0)
    from marketplace_accounts where state = 'connected' and removed_at is null
  union all select 'drifts', count(*) from stock_drifts where ended_at is null
$$;
call system_function('business_figures(timestamptz)');
call system_reads('stock_drifts');
