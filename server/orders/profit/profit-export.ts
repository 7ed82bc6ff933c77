import type { api } from '#contract/index.ts';
import type { Messages } from '#contract/messages/index.ts';
import type { ProfitRow } from '#contract/orders/profit.ts';
import type { ExportColumn, ExportColumns, ExportKey, ExportOptions } from '#server/http/export.ts';
import { listProfits } from './profit.queries.ts';

type Words = Messages['orders']['profits'];
const amount = (
  key: 'value' | 'payout' | 'cost' | 'salesTax' | 'profit',
  label: (words: Words) => string,
): ExportColumn<ProfitRow> => ({
  label: (words) => label(words.orders.profits),
  value: (row) => row[key],
  kind: 'money',
});

const columns: ExportColumns<ProfitRow, ExportKey<typeof api.profits.export>> = {
  name: { label: (words) => words.orders.profits.name, value: (row) => row.name },
  sales: { label: (words) => words.orders.profits.sales, value: (row) => row.sales, kind: 'number' },
  units: { label: (words) => words.orders.profits.units, value: (row) => row.units, kind: 'number' },
  value: amount('value', (words) => words.value),
  payout: amount('payout', (words) => words.payout),
  cost: amount('cost', (words) => words.cost),
  salesTax: amount('salesTax', (words) => words.salesTax),
  profit: amount('profit', (words) => words.profit),
  bound: {
    label: (words) => words.orders.marginBound,
    value: ({ atMost, profit }, words) => {
      if (!atMost) return '';
      return profit < 0 ? words.orders.result.atLeast : words.orders.result.atMost;
    },
  },
  margin: {
    label: (words) => words.orders.profits.margin,
    value: ({ marginBasisPoints }) => (marginBasisPoints === null ? null : marginBasisPoints / 100),
    kind: 'number',
  },
};

export const profitExport: ExportOptions<ProfitRow, ExportKey<typeof api.profits.export>> = {
  name: (words) => words.orders.profits.title,
  list: (tx, _actor, query) => listProfits(tx, query),
  batch: 100_000,
  columns,
};
