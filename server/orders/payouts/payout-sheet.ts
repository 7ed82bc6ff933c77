import { type Day, dayOf, firstOfNextMonth } from '#contract/dates.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import { type Messages, messages } from '#contract/messages/index.ts';
import type { Locale } from '#contract/messages/locale.ts';
import { type Centavos, sumMoney } from '#contract/money.ts';
import type { PayoutFinding } from '#contract/orders/payout.ts';
import { type ResultPart, resultOf, resultParts, signedPart } from '#contract/orders/sale-result.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type ExportColumn, maxSheetRows, sheetFile } from '#server/http/export.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { type CheckedSale, ownFreightOf, type SaleRow, statedFacts } from './check-sales.ts';
import { requireAccount } from './payout-account.ts';
import { checkMonth, differenceOf, firstDayOf } from './payout-month.ts';

/**
 * `payout`: adds up to what was released in the month; `own`: costs of the seller, which the marketplace does not know;
 * `transfer`: money that only moved to a bank account.
 */
type Group = 'payout' | 'own' | 'transfer';
type Part =
  | ResultPart
  /** Released minus expected. */
  | 'difference'
  /** Released in earlier months, and counted there. */
  | 'earlier'
  /** Released in this month for a sale whose last line is in a later one. */
  | 'later'
  | 'noSale'
  | 'transfer'
  | 'cost'
  | 'salesTax';

type PartRow = {
  day: Day;
  sale: number | null;
  number: string;
  purchased: Date | null;
  group: Group;
  part: Part;
  source: 'marketplace' | 'report' | 'own';
  /** Null if unknown. */
  amount: Centavos | null;
  note: string;
};

const partNames = ({ orders }: Messages): Record<Part, string> => ({
  ...orders.result.parts,
  ...orders.payouts.sheet.parts,
  cost: orders.cost,
  salesTax: orders.salesTax,
});

const columnsWith = (names: Record<Part, string>): ExportColumn<PartRow>[] => [
  { label: ({ orders }) => orders.payouts.day, value: ({ day }) => day, kind: 'day' },
  { label: ({ orders }) => orders.payouts.sheet.sale, value: ({ sale }) => sale, kind: 'number' },
  { label: ({ orders }) => orders.payouts.number, value: ({ number }) => number },
  {
    label: ({ orders }) => orders.payouts.sheet.purchased,
    value: ({ purchased }) => purchased && dayOf(purchased),
    kind: 'day',
  },
  {
    label: ({ orders }) => orders.payouts.sheet.group,
    value: ({ group }, { orders }) => orders.payouts.sheet.groups[group],
  },
  {
    label: ({ orders }) => orders.payouts.sheet.part,
    value: ({ part }) => names[part],
  },
  { label: ({ orders }) => orders.payouts.amount, value: ({ amount }) => amount, kind: 'money' },
  {
    label: ({ orders }) => orders.payouts.sheet.source,
    value: ({ source }, { orders }) => orders.payouts.sheet.sources[source],
  },
  {
    label: ({ orders }) => orders.payouts.note,
    value: ({ note, amount }, { orders }) => (amount === null ? orders.result.unknown : note),
  },
];

type Asked = QueryOf<typeof api.payouts.file>;

/** The rows of the file and its name, which are read in one transaction. */
export async function readPayoutSheet(tx: Tx, actor: Actor, { account, month }: Asked, locale: Locale) {
  const { id, name } = await requireAccount(tx, account);
  const { paid, later, missing, findings } = await checkMonth(tx, id, month, 'result');
  const words = messages[locale];
  const notes = new Map(findings.map((finding) => [finding.key, noteOf(finding, words.orders.payouts)]));
  const withOwn = actorCan(actor, 'prices.read');
  const rows = [...paid, ...missing].flatMap((cart) =>
    cartRows(cart, notes.get(`sale-${cart.orderId}`) ?? '', withOwn),
  );
  rows.push(...later.map(laterRow));
  const noSale = findings.filter(({ cause }) => cause === 'no_sale');
  rows.push(...noSale.map((finding) => noSaleRow(finding, notes.get(finding.key) ?? '')));
  rows.push(...(await readTransfers(tx, id, firstDayOf(month))));
  const inOrder = rows.toSorted((one, other) => one.day.localeCompare(other.day));
  return { name: `${words.orders.payouts.title} ${name} ${month}`, rows: inOrder };
}

/** A month of more rows than a workbook holds is sent as CSV, which the accountant's programs open as well. */
export function payoutSheetFile(
  { name, rows }: Awaited<ReturnType<typeof readPayoutSheet>>,
  { format }: Asked,
  locale: Locale,
) {
  const fits = rows.length < maxSheetRows;
  const columns = columnsWith(partNames(messages[locale]));
  return sheetFile({ name, format: fits ? format : 'csv', batches: [rows] }, columns, locale);
}

/** The cause of a difference, and the note of the person who accepted it. */
const noteOf = ({ cause, text, accepted }: PayoutFinding, words: Messages['orders']['payouts']) =>
  [words.causes[cause], text, accepted?.note].filter(Boolean).join(' · ');

const monthReleased = ({ sales }: CheckedSale) => sumMoney(sales.map((sale) => sale.releasedInMonth ?? 0));

/** What was released in the month, as the parts of the sales of a cart and what differs from them. */
function cartRows(cart: CheckedSale, note: string, withOwn: boolean): PartRow[] {
  const { day, orderId, number } = cart;
  const [main] = cart.sales.filter(({ id }) => id === orderId);
  const base = { day, sale: orderId, number, purchased: main?.purchasedAt ?? null };
  const payout = (part: Part, amount: Centavos, text = ''): PartRow[] =>
    amount === 0 ? [] : [{ ...base, group: 'payout', part, source: 'report', amount, note: text }];
  return [
    ...cart.sales.flatMap((sale) => partRows(sale, day, withOwn)),
    ...payout('difference', differenceOf(cart), note),
    ...payout('earlier', monthReleased(cart) - cart.releasedCentavos + cart.settledCentavos),
  ];
}

/** The parts of the sale are in the file of its last line. */
const laterRow = (cart: CheckedSale): PartRow => ({
  ...{ day: cart.day, sale: cart.orderId, number: cart.number, purchased: null, note: '' },
  ...{ group: 'payout', part: 'later', source: 'report', amount: monthReleased(cart) },
});

const noSaleRow = ({ day, number, releasedCentavos }: PayoutFinding, note: string): PartRow => ({
  ...{ day, sale: null, number, purchased: null, note },
  ...{ group: 'payout', part: 'noSale', source: 'report', amount: releasedCentavos },
});

async function readTransfers(tx: Tx, accountId: number, first: Day): Promise<PartRow[]> {
  const lines = await tx.db
    .selectFrom('payout_lines')
    .select(['day', 'reference', 'text', 'amount_centavos'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'transfer')
    .where('day', '>=', first)
    .where('day', '<', firstOfNextMonth(first))
    .orderBy('id')
    .execute();
  return lines.map(({ day, reference, text, amount_centavos: amount }) => ({
    ...{ day, sale: null, number: reference, purchased: null, note: text },
    ...{ group: 'transfer', part: 'transfer', source: 'report', amount },
  }));
}

function partRows(sale: SaleRow, day: Day, withOwn: boolean): PartRow[] {
  const base = { day, sale: sale.id, number: sale.number, purchased: sale.purchasedAt, note: '' };
  const facts = statedFacts(sale);
  const isOwed = !sale.ended || facts.payout !== null;
  const isOwn = (name: ResultPart) => name === 'freight' && ownFreightOf(sale) !== 0;
  const parts = isOwed ? resultOf(facts).parts : [];
  const rows = parts
    .filter(({ name, amount }) => amount !== 0 && resultParts[name] !== '0')
    .map(
      ({ name, amount }): PartRow => ({
        ...{ ...base, group: isOwn(name) ? 'own' : 'payout', part: name, source: 'marketplace' },
        amount: amount === null ? null : signedPart(name, amount),
      }),
    );
  const own = (part: Part, amount: Centavos | null): PartRow[] =>
    amount === 0
      ? []
      : [{ ...base, group: 'own', part, source: 'own', amount: amount === null ? null : -amount }];
  return sale.canceled || !withOwn
    ? rows
    : [...rows, ...own('cost', facts.cost), ...own('salesTax', facts.salesTax)];
}
