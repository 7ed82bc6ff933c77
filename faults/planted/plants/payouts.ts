import { wrap, wrapInner } from '../patch.ts';
import type { SourcePlant } from '../plant.ts';

const payouts = 'server/orders/payouts/payouts.test.ts';
const checked = 'server/orders/payouts/check-sales.test.ts';
const readings = 'server/orders/payouts/read-payouts.test.ts';
const pages = 'server/outside/marketplaces/shopee/payouts.test.ts';
const corpus = 'server/orders/payouts/reports.corpus.test.ts';
const differences = 'has exactly the planted differences, and each is on one day';
const stays = 'a closed month stays as it was';

/** Money that marketplaces release, beside what they owe. */
export const payoutPlants: readonly SourcePlant[] = [
  {
    breaks: 'INV-59',
    what: 'lines that are matched with no sale',
    patch: wrap<typeof import('#server/orders/payouts/match-sales.ts')>()(
      'server/orders/payouts/match-sales.ts',
      'matchSales',
      () => async () => undefined,
    ),
    detector: { file: payouts, test: 'each is stored once and is matched with its sale' },
  },
  {
    breaks: 'INV-59',
    what: 'a line of a second file that is stored again',
    patch: wrapInner<(...given: unknown[]) => string>(
      'server/orders/payouts/payout-file.ts',
      'fingerprintOf',
      (right) =>
        (...given: unknown[]) =>
          right(...given) + process.hrtime.bigint(),
    ),
    detector: { file: payouts, test: 'each is stored once and is matched with its sale' },
  },
  {
    breaks: 'INV-59',
    what: 'a line that is matched with the sale of another account',
    patch: {
      file: 'server/orders/payouts/match-sales.ts',
      name: 'matchSales',
      find: 'and o.remote_order_id = a.number',
      replace: 'and false or o.remote_order_id = a.number',
    },
    detector: { file: payouts, test: 'sales of another account are not matched' },
  },
  {
    breaks: 'INV-59',
    what: 'a difference without its cause',
    patch: wrapInner('server/orders/payouts/check-sales.ts', 'causeOf', () => () => 'unknown'),
    detector: { file: payouts, test: differences },
  },
  {
    breaks: 'INV-59',
    what: 'a rounding of five centavos that is a difference',
    patch: wrapInner('contract/orders/payout.ts', 'payoutTolerance', () => 4),
    detector: { file: payouts, test: differences },
  },
  {
    breaks: 'INV-59',
    what: 'a sale that is missing a day before the end of its term',
    patch: wrapInner('contract/orders/payout.ts', 'payoutTermDays', () => 29),
    detector: { file: payouts, test: differences },
  },
  {
    breaks: 'INV-59',
    what: 'a cart of which only one sale is expected',
    patch: wrapInner<(rows: unknown[]) => unknown>(
      'server/orders/payouts/check-sales.ts',
      'checkCart',
      (right) => (rows: unknown[]) => right(rows.slice(0, 1)),
    ),
    detector: { file: payouts, test: differences },
  },
  {
    breaks: 'INV-59',
    what: 'a canceled sale that is owed its payout',
    patch: wrap<typeof import('#server/orders/payouts/check-sales.ts')>()(
      'server/orders/payouts/check-sales.ts',
      'expectedOf',
      (right) => (row) => right({ ...row, ended: false }),
    ),
    detector: { file: payouts, test: differences },
  },
  {
    breaks: 'INV-59',
    what: 'an unknown fee that is none, although the report states it',
    patch: wrap<typeof import('#server/orders/payouts/check-sales.ts')>()(
      'server/orders/payouts/check-sales.ts',
      'statedFacts',
      (right) => (row) => ({ ...right(row), fee: row.fee }),
    ),
    detector: { file: checked, test: 'a fee that the marketplace does not tell' },
  },
  {
    breaks: 'INV-59',
    what: 'an acceptance that holds for any later difference',
    patch: {
      file: 'server/orders/payouts/payout-month.ts',
      name: 'withAcceptances',
      find: 'Math.abs(one.difference - finding.differenceCentavos) <= payoutTolerance',
      replace: 'true',
    },
    detector: { file: payouts, test: 'a difference that changes after its acceptance is open again' },
  },
  {
    breaks: 'INV-59',
    what: 'a month that is closed before it is over',
    patch: wrap<typeof import('#server/orders/payouts/payout-month.ts')>()(
      'server/orders/payouts/payout-month.ts',
      'isOver',
      () => () => true,
    ),
    detector: { file: payouts, test: 'that runs is not closed' },
  },
  {
    breaks: 'INV-59',
    what: 'a closed month that gets lines',
    patch: wrapInner(
      'server/orders/payouts/payout-file.ts',
      'requireOpenMonths',
      () => async () => undefined,
    ),
    detector: { file: payouts, test: 'and then neither gets nor loses lines' },
  },
  {
    breaks: 'INV-59',
    what: 'a closed month that later lines change',
    patch: wrapInner('server/orders/payouts/payout-month.ts', 'figuresOf', () => () => null),
    detector: { file: checked, test: stays },
  },
  {
    breaks: 'INV-59',
    what: 'a difference that a closed month counted and a later one counts again',
    patch: wrap<typeof import('#server/orders/payouts/payout-month.ts')>()(
      'server/orders/payouts/payout-month.ts',
      'differenceOf',
      (right) => (sale) => right({ ...sale, settledCentavos: 0 }),
    ),
    detector: { file: checked, test: stays },
  },
  {
    breaks: 'INV-59',
    what: 'a file whose total is not the sum of its lines',
    patch: wrapInner('server/orders/payouts/read-report.ts', 'requireTotal', () => () => undefined),
    detector: { file: corpus, test: 'a total that is not the sum of the lines refuses the file' },
  },
  {
    breaks: 'INV-59',
    what: 'a line of an income report that counts again when it is read from the marketplace',
    patch: {
      file: 'server/orders/payouts/payout-file.ts',
      name: 'identityOf',
      find: "return [report, happened, '', '', amountCentavos, number];",
      replace: 'return [report, happened, reference, text, amountCentavos, number];',
    },
    detector: { file: readings, test: 'a line of an uploaded file of the same kind and of a reading is one' },
  },
  {
    breaks: 'INV-59',
    what: 'a reading that ends with the first page',
    patch: {
      file: 'server/outside/marketplaces/shopee/payouts.ts',
      name: 'readAll',
      find: 'if (!page.more) return all;',
      replace: 'if (page_no === 1) return all;',
    },
    detector: { file: pages, test: 'every page of every period is read' },
  },
  {
    breaks: 'INV-59',
    what: 'a reading of other days than its own',
    patch: {
      file: 'server/orders/payouts/read-payouts.ts',
      name: 'linesOf',
      find: 'day >= from && day <= through',
      replace: 'day > from && day < through',
    },
    detector: { file: readings, test: 'each sale has its line' },
  },
];
