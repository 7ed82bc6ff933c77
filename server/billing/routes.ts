import { formatMonth } from '#contract/dates.ts';
import type { api } from '#contract/index.ts';
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
  export: exportList({
    name: (words) => words.billing.history.title,
    list: listBilling,
    columns: [
      {
        key: 'month',
        label: (words) => words.billing.history.month,
        value: (row) => formatMonth(row.month.slice(0, 7)),
      },
      {
        key: 'plan',
        label: (words) => words.billing.history.plan,
        value: (row, words) => words.billing.names[row.plan],
      },
      {
        key: 'storage',
        label: (words) => words.billing.history.storageBytes,
        value: (row) => row.storageBytes,
        kind: 'number',
      },
      {
        key: 'publications',
        label: (words) => words.billing.history.publications,
        value: (row) => row.publications,
        kind: 'number',
      },
      {
        key: 'total',
        label: (words) => words.billing.history.total,
        value: (row) => row.totalCentavos,
        kind: 'money',
      },
    ],
  }),
};
