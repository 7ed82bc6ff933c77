-- What the first migrations name of the job engine of that time, which 0026 replaces: on a new database only the names.
create schema graphile_worker;
create type graphile_worker.job_spec as (identifier text, payload json, queue_name text, run_at timestamptz, max_attempts smallint,
  job_key text, priority smallint, flags text[]);
create table graphile_worker._private_jobs (locked_by text);
create table graphile_worker._private_job_queues (locked_by text);
