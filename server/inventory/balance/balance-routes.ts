import { api } from '#contract/index.ts';
import { exportList } from '#server/http/export.ts';
import type { Handlers } from '#server/http/route.ts';
import { readAlarms } from './alarms.queries.ts';
import { listBalances } from './balance.queries.ts';
import { readBalance } from './balance.ts';
import { balanceExport, readBalanceReport } from './balance-report.ts';
import { readSettings, updateSettings } from './balance-settings.ts';
import { countBalance } from './count-balance.ts';
import { approveBalance, cancelBalance, recountBalance } from './decide-balance.ts';
import { startBalances } from './start-balance.ts';

export const balanceRoutes: Handlers<typeof api.balances> = {
  list: ({ tx, actor, query }) => listBalances(tx, actor, query),
  report: ({ tx, actor, query }) => readBalanceReport(tx, actor, query),
  export: exportList(api.balances.export, balanceExport),
  settings: ({ tx }) => readSettings(tx),
  updateSettings: ({ tx, actor, body, version }) => updateSettings(tx, actor, body, version),
  alarms: ({ tx, actor }) => readAlarms(tx, actor),
  detail: ({ tx, actor, params }) => readBalance(tx, actor, params.id),
  start: ({ tx, actor, body }) => startBalances(tx, actor, body),
  count: async ({ tx, actor, params, body }) => {
    await countBalance(tx, actor, params.id, body);
    return readBalance(tx, actor, params.id);
  },
  approve: async ({ tx, actor, params, body }) => {
    await approveBalance(tx, actor, params.id, body.cause);
    return readBalance(tx, actor, params.id);
  },
  recount: async ({ tx, actor, params }) => {
    await recountBalance(tx, actor, params.id);
    return readBalance(tx, actor, params.id);
  },
  cancel: async ({ tx, actor, params }) => {
    await cancelBalance(tx, actor, params.id);
    return readBalance(tx, actor, params.id);
  },
};
