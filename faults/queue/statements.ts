/**
 * The statements that the queue sends to the database, by purpose, the most important first. Several are sent in one
 * text with BEGIN and COMMIT: the lock they take has a name.
 */
export const statements: Readonly<Record<string, RegExp>> = {
  fetch: /j\.name = 'jobs'[\s\S]+state = 'active',\s+started_on/,
  complete: /SET completed_on[\s\S]+FROM input/,
  fail: /WITH output_map/,
  heartbeat: /SET heartbeat_on/,
  'give back what lost its heartbeat': /failJobsByHeartbeat/,
  resume: /resume_lost_jobs/,
  listen: /^listen/,
  schedule:
    /SET cron_on|FROM pgboss\.schedule|j\.name = '__pgboss__send-it'|INTO pgboss\.schedule|SET last_job_id/,
  supervise: /SET monitor_claim_on/,
  'fail what takes too long': /failJobsByTimeout/,
  count: /queue-stats/,
  'complete one of a batch': /SET completed_on(?![\s\S]+FROM input)[\s\S]+ANY\(\$2::uuid\[\]\)/,
  'which groups are busy': /other\.group_id = j\.group_id/,
  'read the queues': /q\.policy,\s+q\.retry_limit as/,
  'follow-up jobs': /SET flow_on|locked_parents/,
  'keep awake': /^select$/,
  'vacuum budget': /SET monitor_backoff_on/,
  'table statistics': /n_dead_tup/,
  'add what is scheduled': /"singletonSeconds"/,
  'maintain and delete': /SET maintain_on|job_commondeletion|cleanupDependencies/,
};
