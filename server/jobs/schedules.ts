import type { tasks } from './tasks.ts';

/** What happens by the clock (UTC). Every task is idempotent: a missed or doubled run changes nothing. */
export const schedules: readonly { task: keyof typeof tasks; cron: string }[] = [
  { task: 'orders.expire', cron: '* * * * *' },
  { task: 'orders.sweep', cron: '*/5 * * * *' },
  { task: 'orders.sweep-parcels', cron: '*/10 * * * *' },
  // 03:05 is five past midnight in Sao Paulo; every hour, so that a server that slept catches up.
  { task: 'dropinvoices.close', cron: '5 * * * *' },
  { task: 'account.forgetOldAttempts', cron: '17 4 * * *' },
];
