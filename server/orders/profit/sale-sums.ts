import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { Centavos } from '#contract/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { salesWithResults } from './result-sql.ts';

/** The result of many sales of this business; at most so much if something of one of them is unknown. */
export type SaleSums = {
  sales: number;
  units: number;
  value: Centavos;
  payout: Centavos;
  payoutAtMost: boolean;
  profit: Centavos;
  atMost: boolean;
};

const counted = sql`filter (where not r.canceled)`;
const sumOf = (amount: RawBuilder<unknown>) => sql`coalesce(sum(${amount}) ${counted}, 0)::bigint`;
const anyOf = (flag: RawBuilder<unknown>) => sql`coalesce(bool_or(${flag}) ${counted}, false)`;
const sums = sql`(count(*) ${counted})::int as sales, ${sumOf(sql`r.units`)} as units, ${sumOf(sql`r.value`)} as value,
  ${sumOf(sql`r.payout`)} as payout, ${anyOf(sql`r."payoutAtMost"`)} as "payoutAtMost",
  ${sumOf(sql`r.payout - r.cost - r."salesTax"`)} as profit, ${anyOf(sql`r."atMost"`)} as "atMost"`;

/** Of the sales that a condition on `o` finds; canceled ones are left out. */
export async function sumSales(tx: Tx, where: RawBuilder<SqlBool>): Promise<SaleSums> {
  const { rows } = await sql<SaleSums>`with ${salesWithResults(sql`o.status <> 'canceled' and ${where}`)}
    select ${sums} from sale r`.execute(tx.db);
  const [found] = rows;
  if (!found) throw new Error('a statement of aggregates answers one row');
  return found;
}

/** Times of purchase, the end excluded. */
export type Span = { from: Date; until: Date };

export type AccountSums = SaleSums & {
  span: string;
  accountId: number | null;
  account: string | null;
  marketplace: MarketplaceId | 'manual';
  canceled: number;
};

/** Of each account with sales in one of the spans, which may overlap. */
export async function sumSpans(tx: Tx, spans: Readonly<Record<string, Span>>): Promise<AccountSums[]> {
  const named = Object.entries(spans);
  const all = sql.join(
    named.map(([name, { from, until }]) => sql`(${name}, ${from}::timestamptz, ${until}::timestamptz)`),
  );
  // An index finds the sales between two times; those between two spans are of a month at most.
  const times = named.flatMap(([, { from, until }]) => [from.getTime(), until.getTime()]);
  const [first, end] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const { rows } =
    await sql<AccountSums>`with ${salesWithResults(sql`o.purchased_at >= ${first} and o.purchased_at < ${end}`)},
    span (name, since, until) as (values ${all}),
    sums as (select s.name as span, r.account_id as "accountId", coalesce(r.marketplace, 'manual') as marketplace, ${sums},
        (count(*) filter (where r.canceled))::int as canceled
      from sale r join span s on r.purchased_at >= s.since and r.purchased_at < s.until group by 1, 2, 3)
    select s.*, a.name as account from sums s left join marketplace_accounts a on a.id = s."accountId"`.execute(
      tx.db,
    );
  return rows;
}
