import { z } from 'zod';
import { wrap } from '../patch.ts';
import type { SourcePlant } from '../plant.ts';

const invoice = 'server/dropshipping/dropinvoice/dropinvoice.test.ts';
const payment = 'server/dropshipping/dropinvoice/dropinvoice-payment.test.ts';

export const moneyPlants: readonly SourcePlant[] = [
  {
    breaks: 'INV-20',
    what: 'a column of money that is a float',
    patch: { sql: 'alter table orders alter column total_centavos type double precision' },
    detector: { file: 'rules/tenancy.test.ts', test: 'money is whole centavos' },
  },
  {
    breaks: 'INV-20',
    what: 'a rule that reckons in reais by itself',
    patch: {
      file: 'server/orders/order-export.ts',
      append: '\nexport const reais = (centavos: number) => centavos / 100;\n',
    },
    detector: { file: 'rules/repository.test.ts', test: 'each concern has one place' },
  },
  {
    breaks: 'INV-21',
    what: 'a line at another price than was frozen',
    patch: wrap<typeof import('#server/orders/checkout/packing.ts')>()(
      'server/orders/checkout/packing.ts',
      'packedOf',
      (right) => async (tx, order) => {
        const packed = await right(tx, order);
        return {
          ...packed,
          lines: packed.lines.map((line) => ({ ...line, unitPriceCentavos: line.unitPriceCentavos + 1 })),
        };
      },
    ),
    detector: { file: invoice, test: 'an invoice grows during its day' },
  },
  {
    breaks: 'INV-21',
    what: 'a packing taken back that stays on the invoice',
    patch: wrap<typeof import('#server/dropshipping/dropinvoice/accrual.ts')>()(
      'server/dropshipping/dropinvoice/accrual.ts',
      'reverseSale',
      () => async () => undefined,
    ),
    detector: { file: invoice, test: 'a sale reset on the day it was packed' },
  },
  {
    breaks: 'INV-22',
    what: 'a row of the bank that a second file adds again',
    patch: {
      file: 'server/dropshipping/bank/bank-statement.ts',
      name: 'leaveOutKnown',
      find: '  let fresh = [...rows];\n  for (const isSame of rules)',
      replace: '  let fresh = [...rows];\n  for (const isSame of rules.slice(3))',
    },
    detector: { file: 'server/dropshipping/bank/bank-statement.test.ts', test: 'imported twice adds no row' },
  },
  {
    breaks: 'INV-22',
    what: 'a credit of the bank that is sure of one of two invoices',
    patch: {
      file: 'server/dropshipping/bank/match-rows.ts',
      name: 'matchCredit',
      find: "  if (exact.length > 1) return ask('several', exact);",
      replace: "  if (exact.length > 1) return sureUnlessSimilar(row, 'payer', exact.slice(0, 1));",
    },
    detector: {
      file: 'server/dropshipping/bank/bank-statement.test.ts',
      test: 'fits two invoices of the payer asks',
    },
  },
  {
    breaks: 'INV-22',
    what: 'a seller who approves his own payment',
    patch: {
      file: 'server/dropshipping/dropinvoice/dropinvoice-decision.ts',
      name: 'approveDropinvoice',
      find: `  const row = await lockFor(tx, actor, id, 'approve');`,
      replace: `  const row = await lockFor(tx, actor, id, 'pay');`,
    },
    detector: { file: payment, test: 'a payment needs a proof and counts once' },
  },
  {
    breaks: 'INV-22',
    what: 'bank data changed without the password',
    patch: wrap<typeof import('#contract/dropshipping/bank-account.ts')>()(
      'contract/dropshipping/bank-account.ts',
      'bankAccount',
      (right) => ({ ...right, update: { ...right.update, fresh: false } }),
    ),
    detector: { file: payment, test: 'only the freshly authenticated owner' },
  },
  {
    breaks: 'INV-23',
    what: 'a margin that forgets the fixed part of the fee',
    patch: wrap<typeof import('#contract/money.ts')>()(
      'contract/money.ts',
      'exactMarginOf',
      (right) => (price, cost, fee) => right(price, cost, { ...fee, fixed: 0 }),
    ),
    detector: { file: 'contract/money.test.ts', test: 'INV-23: price → margin → price' },
  },
  {
    breaks: 'INV-23',
    what: 'a margin that forgets the tax on the sale',
    patch: wrap<typeof import('#contract/money.ts')>()(
      'contract/money.ts',
      'marginOf',
      (right) => (price, cost, fee) => right(price, cost, { ...fee, taxBasisPoints: 0 }),
    ),
    detector: { file: 'contract/money.test.ts', test: 'the margin is the stored one before the tax' },
  },
  {
    breaks: 'INV-23',
    what: 'an ambiguous amount that is guessed',
    patch: wrap<typeof import('#contract/money.ts')>()(
      'contract/money.ts',
      'parseMoney',
      (right) => (text) => right(text) ?? right(text.replaceAll('.', '')),
    ),
    detector: { file: 'contract/money.test.ts', test: 'INV-23: ambiguous text' },
  },
  {
    breaks: 'INV-24',
    what: 'uploads that do not look at the plan',
    patch: {
      file: 'server/billing/plan-room.ts',
      name: 'countStorage',
      find: "kind === 'refusable' && change > 0",
      replace: "kind === 'refusable' && change < -1",
    },
    detector: { file: 'server/products/images/image.test.ts', test: 'INV-24' },
  },
  {
    breaks: 'INV-08',
    what: 'a fee that is reported later and is not kept with the sale',
    patch: {
      sql: `create or replace function sum_lines(sales bigint[]) returns void
        language sql set search_path = public, pg_temp as $$
          update orders o set units = l.units, fee_centavos = l.fee from (
            select order_id, sum(quantity)::int as units, sum(sale_fee_centavos)::bigint as fee
            from order_lines group by 1) l
          where l.order_id = o.id and o.id = any(sales) and o.units = 0 $$`,
    },
    detector: { file: 'server/orders/sale/kept-sums.test.ts', test: 'after every act' },
  },
  {
    breaks: 'INV-25',
    what: 'a status that the client may send along',
    patch: wrap<typeof import('#contract/orders/order.ts')>()(
      'contract/orders/order.ts',
      'newOrder',
      (right) => right.extend({ status: z.string().max(20).optional() }),
    ),
    detector: { file: 'rules/bodies.test.ts', test: 'no derived value' },
  },
  {
    breaks: 'INV-25',
    what: 'a quantity without a bound',
    patch: wrap<typeof import('#contract/primitives.ts')>()('contract/primitives.ts', 'quantity', () =>
      z.int('not_whole'),
    ),
    detector: { file: 'rules/bodies.test.ts', test: 'every number has bounds' },
  },
];
