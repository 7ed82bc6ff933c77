-- The application signs in by a login that owns nothing. What its workers need of pg-boss they have by a role of their own,
-- so that a rule, which acts as easy_app, reaches no job but by enqueue_jobs.
do $$
begin
  perform pg_advisory_xact_lock(727001);
  if not exists (select from pg_roles where rolname = 'easy_queue') then
    create role easy_queue nologin;
  end if;
end $$;

grant usage on schema public, pgboss to easy_queue;
grant select, insert, update, delete on all tables in schema pgboss to easy_queue;
alter default privileges in schema pgboss grant select, insert, update, delete on tables to easy_queue;
grant execute on function resume_lost_jobs() to easy_queue;

-- A process that does not know the owner asks whether the database is of its release.
grant select on schema_migrations to easy_app;
