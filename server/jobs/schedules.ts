import type { CronItem } from 'graphile-worker';

/** What happens by the clock (UTC). Every task is idempotent: a missed or doubled run changes nothing. */
export const schedules: readonly CronItem[] = [
  { task: 'orders.expire', match: '* * * * *' },
  { task: 'orders.sweep', match: '*/5 * * * *' },
  { task: 'orders.sweep-parcels', match: '*/10 * * * *' },
  // 03:05 is five past midnight in Sao Paulo; every hour, so that a server that slept catches up.
  { task: 'dropinvoices.close', match: '5 * * * *' },
  { task: 'account.forgetOldAttempts', match: '17 4 * * *' },
];
