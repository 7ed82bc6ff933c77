-- A transaction that fills a table runs on what the planner knew of it before. Of a table that was empty it knows nothing:
-- each foreign key is then looked up by whatever index comes first, row by row over all that was added. Within the
-- transaction the tables are analyzed each time they have doubled; one that somebody else analyzes is left to him.
create function refresh_statistics(tables text[], added bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  stale name;
begin
  for stale in select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = any(tables) and reltuples < added / 2
  loop
    execute format('analyze (skip_locked) public.%I', stale);
  end loop;
end $$;
revoke all on function refresh_statistics(text[], bigint) from public;
grant execute on function refresh_statistics(text[], bigint) to easy_app;
