-- A commit that notifies holds one lock of the whole cluster until its log is on disk, so that all of them together are no
-- more than one for each sync of the disk. Whoever has committed jobs tells the queue afterwards (`createWake`), and the
-- queue's own function tells nobody: its `pg_notify` is found here first.
create schema quiet;
create function quiet.pg_notify(channel text, payload text) returns void language sql as $$ select $$;
revoke all on function quiet.pg_notify(text, text) from public;
alter function add_asked_jobs(graphile_worker.job_spec[], boolean) set search_path = quiet, pg_catalog, public, pg_temp;
-- A handful of jobs or a hundred, the plan is the same, and planning took longer than running.
alter function add_asked_jobs(graphile_worker.job_spec[], boolean) set plan_cache_mode = force_generic_plan;
