-- What the queue needs to get over faults.

-- Who holds a job or a queue is looked up every other second, among however many wait.
create index easy_held_jobs on graphile_worker._private_jobs (locked_by) where locked_by is not null;
create index easy_held_queues on graphile_worker._private_job_queues (locked_by) where locked_by is not null;

-- Which process works on a claim that has no answer yet: when it is gone, the key is free at once.
alter table idempotency_keys add column holder text;
