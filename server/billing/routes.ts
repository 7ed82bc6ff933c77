import { formatMonth } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { exportList } from '#server/http/export.ts';
import type { Handlers } from '#server/http/route.ts';
import { listBilling } from './billing.ts';
import { choosePlan, listPlans, readCurrentPlan } from './plan.ts';

export const planRoutes: Handlers<typeof api.plans> = {
  list: listPlans,
  current: ({ tx, actor }) => readCurrentPlan(tx, actor),
  choose: ({ tx, actor, body }) => choosePlan(tx, actor, body.plan),
};

export const billingRoutes: Handlers<typeof api.billing> = {
  list: ({ tx, actor, query }) => listBilling(tx, actor, query),
  export: exportList(api.billing.export, {
    name: (words) => words.billing.history.title,
    list: listBilling,
    columns: {
      month: {
        label: (words) => words.billing.history.month,
        value: (row) => formatMonth(row.month.slice(0, 7)),
      },
      plan: {
        label: (words) => words.billing.history.plan,
        value: (row, words) => words.billing.names[row.plan],
      },
      storage: {
        label: (words) => words.billing.history.storageBytes,
        value: (row) => row.storageBytes,
        kind: 'number',
      },
      publications: {
        label: (words) => words.billing.history.publications,
        value: (row) => row.publications,
        kind: 'number',
      },
      total: {
        label: (words) => words.billing.history.total,
        value: (row) => row.totalCentavos,
        kind: 'money',
      },
    },
  }),
};
