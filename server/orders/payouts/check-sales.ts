import { type RawBuilder, sql } from 'kysely';
import { addDays, type Day, dayOf, firstOfNextMonth, startOfDay } from '#contract/dates.ts';
import { type Centavos, sumMoney } from '#contract/money.ts';
import { type PayoutCause, payoutTermDays, payoutTolerance } from '#contract/orders/payout.ts';
import { resultOf, type SaleMoneyFacts } from '#contract/orders/sale-result.ts';
import type { Tx } from '#server/db/transaction.ts';
import { expectedMoneyColumns, expectedPayoutColumns, readMoneyFacts } from '#server/orders/order-list.ts';

/** A sale, or the sales of one cart, which are paid together: expected beside released. */
export type CheckedSale = {
  sales: readonly SaleRow[];
  orderId: number;
  number: string;
  /** Of its last line in an open month; of a sale without lines the end of its term. */
  day: Day;
  expectedCentavos: Centavos;
  releasedCentavos: Centavos;
  /** Differences that other months counted when they were closed. */
  settledCentavos: Centavos;
  cause: PayoutCause;
};

export type SaleRow = SaleMoneyFacts & {
  id: number;
  cart: string | null;
  number: string;
  purchasedAt: Date;
  canceled: boolean;
  /** A canceled or refunded sale is owed nothing but what the marketplace reports. */
  ended: boolean;
  /** By a carrier of the seller, whom the marketplace does not pay. */
  shippedBySeller: boolean;
  day: Day | null;
  released: Centavos | null;
  /** Its lines of the month that is read. */
  releasedInMonth: Centavos | null;
  settled: Centavos;
  feeColumn: Centavos | null;
  freightColumn: Centavos | null;
  refunds: Centavos | null;
  fees: Centavos | null;
  freights: Centavos | null;
};

/**
 * For the ids of `sale`: their lines added up by sale, and the differences that other months counted when they were closed.
 * Both are read once for all sales.
 */
const sums = (account: RawBuilder<unknown>, first: Day) => sql`settled as materialized (
      select d.key, sum(d.value::bigint)::bigint as centavos
      from payout_months m cross join jsonb_each_text(m.figures -> 'differences') d
      where m.account_id = ${account} and m.month <> ${first} group by d.key
    ), paid as (
      select l.order_id, coalesce(max(l.day) filter (where m.figures is null), max(l.day)) as day,
        sum(l.amount_centavos)::bigint as released, sum(s.centavos)::bigint as settled,
        sum(l.amount_centavos) filter (where l.day >= ${first} and l.day < ${firstOfNextMonth(first)})::bigint as in_month,
        sum(l.fee_centavos)::bigint as fee_column, sum(l.freight_centavos)::bigint as freight_column,
        sum(l.amount_centavos) filter (where l.kind = 'refund')::bigint as refunds,
        sum(l.amount_centavos) filter (where l.kind = 'fee')::bigint as fees,
        sum(l.amount_centavos) filter (where l.kind = 'freight')::bigint as freights
      from sale join payout_lines l on l.business_id = app_business() and l.order_id = sale.id and l.kind <> 'transfer'
        left join payout_months m on m.account_id = l.account_id and m.month = date_trunc('month', l.day)::date
          and m.month <> ${first}
        left join settled s on s.key = 'line-' || l.id
      group by l.order_id
    )`;

/** `result`: with the costs of the seller, for the sheet of the accountant. */
export type CheckedColumns = 'payout' | 'result';
const money = { payout: expectedPayoutColumns, result: expectedMoneyColumns } as const;

const checkedSales = (columns: CheckedColumns) => sql`select o.id, o.pack_id as cart,
    coalesce(o.remote_order_id, o.store_number) as number, o.purchased_at as "purchasedAt",
    o.delivered_at as "deliveredAt", o.status = 'canceled' as canceled, o.shipped_by_seller as "shippedBySeller",
    (o.status = 'canceled' or o.payment = 'refunded'
      or (o.refunded_centavos >= o.total_centavos and o.total_centavos > 0)) as ended,
    paid.day, paid.released, paid.in_month as "releasedInMonth",
    paid.fee_column as "feeColumn", paid.freight_column as "freightColumn", paid.refunds, paid.fees, paid.freights,
    (coalesce(paid.settled, 0) + coalesce(closed.centavos, 0))::bigint as settled, ${money[columns]}
  from sale join orders o on o.id = sale.id left join paid on paid.order_id = o.id
    left join settled closed on closed.key = 'sale-' || o.id
  order by o.id`;

/** Sales with a line in the month; the last line of some is in a later one. */
export async function checkTouchedSales(
  tx: Tx,
  accountId: number,
  first: Day,
  columns: CheckedColumns,
): Promise<CheckedSale[]> {
  const { rows } = await sql<SaleRow>`with touched as (
      select distinct o.pack_id, case when o.pack_id is null then o.id end as id
      from payout_lines l join orders o on o.business_id = l.business_id and o.id = l.order_id
      where l.account_id = ${accountId} and l.day >= ${first} and l.day < ${firstOfNextMonth(first)}
        and l.kind <> 'transfer'
    ), sale as (
      select o.id from touched t join orders o on o.account_id = ${accountId} and o.pack_id = t.pack_id
      union all select t.id from touched t where t.id is not null
    ), ${sums(sql`${accountId}`, first)}
    ${checkedSales(columns)}`.execute(tx.db);
  const carts = Map.groupBy(rows, ({ cart, id }) => cart ?? `sale ${id}`);
  return [...carts.values()].map(checkCart);
}

/** The checked payout of a sale and its cart; null if no report has a line of it. */
export async function checkPayoutOf(tx: Tx, orderId: number): Promise<CheckedSale | null> {
  const account = sql`(select account_id from orders where id = ${orderId})`;
  const { rows } = await sql<SaleRow>`with sale as (
      select ${orderId}::bigint as id
      union select o.id from orders s join orders o on o.account_id = s.account_id and o.pack_id = s.pack_id
        where s.id = ${orderId}
    ), ${sums(account, dayOf(tx.now()))}
    ${checkedSales('payout')}`.execute(tx.db);
  return rows.some(({ released }) => released !== null) ? checkCart(rows) : null;
}

/** Sales without any line whose term ended in the month, as far as the reports reach. */
export async function findMissingSales(
  tx: Tx,
  accountId: number,
  first: Day,
  columns: CheckedColumns,
): Promise<CheckedSale[]> {
  const reach = await tx.db
    .selectFrom('payout_lines')
    .select((eb) => [eb.fn.min('day').as('first'), eb.fn.max('day').as('last')])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!reach?.first) return [];
  const from = startOfDay(addDays(first, -payoutTermDays));
  const to = startOfDay(addDays(firstOfNextMonth(first), -payoutTermDays));
  const { rows } = await sql<SaleRow & { deliveredAt: Date }>`with sale as (
      select o.id from orders o
      where o.account_id = ${accountId} and o.delivered_at >= ${from} and o.delivered_at < ${to}
        and o.status <> 'canceled' and o.payment = 'approved'
        and not exists (select from payout_lines l where l.business_id = o.business_id and l.order_id = o.id)
        and (o.pack_id is null or not exists (select from orders s
          join payout_lines l on l.business_id = s.business_id and l.order_id = s.id
          where s.account_id = o.account_id and s.pack_id = o.pack_id))
    ), ${sums(sql`${accountId}`, first)}
    ${checkedSales(columns)}`.execute(tx.db);
  const { first: begin, last } = reach;
  return rows
    .map((row) => ({ row, due: addDays(dayOf(row.deliveredAt), payoutTermDays) }))
    .filter(({ due }) => due >= begin && due <= last)
    .map(({ row, due }) => ({ ...checkCart([row]), day: due, cause: 'missing' as const }))
    .filter(({ expectedCentavos }) => expectedCentavos > payoutTolerance);
}

/** What the marketplace owes for a sale. */
export function expectedOf(row: SaleRow): Centavos {
  const facts = statedFacts(row);
  return row.ended ? (facts.payout ?? 0) : resultOf(facts).payout + ownFreightOf(row);
}

/** Freight that the seller pays the carrier, which no payout of the sale has; 0 if the report states it. */
export function ownFreightOf(row: SaleRow): Centavos {
  const { payout, freight } = statedFacts(row);
  const isStated = statedCost(row.freightColumn, row.freights) !== null;
  return row.shippedBySeller && !row.ended && payout === null && !isStated ? (freight ?? 0) : 0;
}

/** Amounts of a sale; a fee or freight that its marketplace does not tell is the one that the report states. */
export function statedFacts(row: SaleRow): SaleMoneyFacts {
  const facts = readMoneyFacts(row);
  if (facts.payout !== null) return facts;
  return {
    ...facts,
    fee: facts.fee ?? statedCost(row.feeColumn, row.fees),
    freight: facts.freight ?? statedCost(row.freightColumn, row.freights),
  };
}

/** The column of a cost, and lines of their own, which are negative; null if the report has neither. */
const statedCost = (column: Centavos | null, lines: Centavos | null): Centavos | null =>
  column === null && lines === null ? null : (column ?? 0) - (lines ?? 0);

function checkCart(rows: readonly SaleRow[]): CheckedSale {
  const [main] = rows.toSorted(
    (one, other) => Number(other.released !== null) - Number(one.released !== null),
  );
  const expected = sumMoney(rows.map(expectedOf));
  const released = sumMoney(rows.map((row) => row.released ?? 0));
  const settled = sumMoney(rows.map((row) => row.settled));
  return {
    sales: rows,
    orderId: main?.id ?? 0,
    number: main?.number ?? '',
    day:
      rows
        .map(({ day }) => day ?? '')
        .toSorted()
        .at(-1) ?? '',
    expectedCentavos: expected,
    releasedCentavos: released,
    settledCentavos: settled,
    cause: settled === 0 ? causeOf(rows, released - expected) : 'unknown',
  };
}

/** The part whose own difference is the whole difference. */
function causeOf(rows: readonly SaleRow[], difference: Centavos): PayoutCause {
  const sum = (of: (row: SaleRow) => Centavos) => sumMoney(rows.map(of));
  const cost = (owed: (row: SaleRow) => Centavos, paid: (row: SaleRow) => Centavos | null) =>
    rows.some((row) => paid(row) !== null) ? sum((row) => owed(row) - (paid(row) ?? 0)) : 0;
  const refund = sum((row) => refundOwed(row) + (row.refunds ?? 0));
  const fee = cost(
    (row) => (row.ended ? 0 : (statedFacts(row).fee ?? 0) + (row.processingFee ?? 0)),
    (row) => statedCost(row.feeColumn, row.fees),
  );
  const freight = cost(
    (row) => (row.ended ? 0 : (statedFacts(row).freight ?? 0) - ownFreightOf(row)),
    (row) => statedCost(row.freightColumn, row.freights),
  );
  const explains = (part: Centavos) =>
    Math.abs(part) > payoutTolerance && Math.abs(part - difference) <= payoutTolerance;
  if (explains(refund)) return 'refund';
  if (explains(fee)) return 'fee';
  return explains(freight) ? 'freight' : 'unknown';
}

/** Of a sale that ended, everything that was paid goes back, except what the marketplace reports as its payout. */
const refundOwed = (row: SaleRow): Centavos =>
  row.ended ? (row.released ?? 0) - (row.refunds ?? 0) - (row.payout ?? 0) : (row.refund ?? 0);
