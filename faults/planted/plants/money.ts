import type { SourcePlant } from '../plant.ts';

const invoice = 'server/dropshipping/dropinvoice.test.ts';
const payment = 'server/dropshipping/dropinvoice-payment.test.ts';

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
      find: "import { listOrders } from './order-list.ts';",
      replace:
        "import { listOrders } from './order-list.ts';\nexport const reais = (centavos: number) => centavos / 100;",
    },
    detector: { file: 'rules/repository.test.ts', test: 'one place for each concern' },
  },
  {
    breaks: 'INV-21',
    what: 'a line at another price than was frozen',
    patch: {
      file: 'server/orders/packing.ts',
      find: 'unitPriceCentavos: line.unit_cost_centavos,',
      replace: 'unitPriceCentavos: line.unit_cost_centavos + 1,',
    },
    detector: { file: invoice, test: 'accrues while it lasts' },
  },
  {
    breaks: 'INV-21',
    what: 'a packing taken back that stays on the invoice',
    patch: {
      file: 'server/orders/packing.ts',
      find: '  await reverseSale(tx, await packedOf(tx, order));\n',
      replace: '',
    },
    detector: { file: invoice, test: 'what is taken back on the same day' },
  },
  {
    breaks: 'INV-22',
    what: 'a seller who approves his own payment',
    patch: {
      file: 'server/dropshipping/dropinvoice.ts',
      find: `  const row = await lockFor(tx, id, 'approve');
  if (row.supplier_id !== actor.businessId) fail('not_found');`,
      replace: `  const row = await lockFor(tx, id, 'pay');`,
    },
    detector: { file: payment, test: 'with the proof; the supplier decides' },
  },
  {
    breaks: 'INV-22',
    what: 'bank data changed without the password',
    patch: {
      file: 'contract/dropshipping/bank-account.ts',
      find: 'fresh: true',
      replace: 'fresh: false',
    },
    detector: { file: payment, test: 'only the owner, freshly authenticated' },
  },
  {
    breaks: 'INV-23',
    what: 'a margin that forgets the fixed part of the fee',
    patch: {
      file: 'contract/money.ts',
      find: '((cost + fee.fixed) * 10_000) / price;',
      replace: '(cost * 10_000) / price;',
    },
    detector: { file: 'contract/money.test.ts', test: 'INV-23: price → margin → price' },
  },
  {
    breaks: 'INV-23',
    what: 'an ambiguous amount that is guessed',
    patch: {
      file: 'contract/money.ts',
      find: '(\\d{1,3}(?:\\.\\d{3})+|\\d+)(?:,(\\d{1,2}))?$/',
      replace: '(\\d{1,3}(?:\\.\\d+)+|\\d+)(?:,(\\d{1,2}))?$/',
    },
    detector: { file: 'contract/money.test.ts', test: 'INV-23: ambiguous text' },
  },
  {
    breaks: 'INV-24',
    what: 'uploads that do not look at the plan',
    patch: {
      file: 'server/products/kept-file.ts',
      find: '$if(change > 0, (query) => query.where(',
      replace: '$if(change < -1, (query) => query.where(',
    },
    detector: { file: 'server/products/image.test.ts', test: 'INV-24' },
  },
  {
    breaks: 'INV-25',
    what: 'a status that the client may send along',
    patch: {
      file: 'contract/orders/order.ts',
      find: '  buyerName: text(120, 1),',
      replace: '  status: z.string().max(20).optional(),\n  buyerName: text(120, 1),',
    },
    detector: { file: 'rules/bodies.test.ts', test: 'nothing that the server derives' },
  },
  {
    breaks: 'INV-25',
    what: 'a quantity without a bound',
    patch: {
      file: 'contract/primitives.ts',
      find: "export const quantity = z.int('not_whole').min(1, 'too_small').max(1_000_000, 'too_big');",
      replace: "export const quantity = z.int('not_whole');",
    },
    detector: { file: 'rules/bodies.test.ts', test: 'every number has its bounds' },
  },
];
