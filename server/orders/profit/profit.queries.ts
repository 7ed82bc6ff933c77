import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addDays, dayOf, timeZone } from '#contract/dates.ts';
import { asksFor, leaveOut, parseFilter } from '#contract/filter.ts';
import {
  type ProfitGroup,
  type ProfitRow,
  type ProfitSums,
  profitDays,
  profitFilter,
  profitGroups,
  profitSorts,
} from '#contract/orders/profit.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { type FilterSpec, filterOf } from '#server/db/list-filter.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import { salesWithLines } from './result-sql.ts';
import { sumSales } from './sale-sums.ts';

/** The filter of the sales that are added up. */
const salesFilter: FilterSpec<typeof profitFilter> = {
  fields: profitFilter,
  sql: {
    by: { where: () => sql`true` },
    purchased: sql`o.purchased_at`,
    account: sql`o.account_id`,
    marketplace: sql`coalesce(o.marketplace, 'manual')`,
    supplier: sql`o.fulfiller_id`,
  },
  search: null,
  id: sql`o.id`,
};

const everyGroup = { where: () => sql<SqlBool>`true` };
/** Rows of sums are only searched by name; the fields have chosen the sales. */
const profitList = listSpec({
  fields: profitFilter,
  sortedBy: profitSorts,
  sql: {
    by: everyGroup,
    purchased: everyGroup,
    account: everyGroup,
    marketplace: everyGroup,
    supplier: everyGroup,
  },
  search: sql`fold(p.name)`,
  sorts: {
    profit: sql`p.profit`,
    value: sql`p.value`,
    margin: sql`p."marginBasisPoints"`,
    units: sql`p.units`,
    name: sql`p.name`,
    id: sql`p.id`,
  },
  required: ['profit', 'value', 'units', 'name', 'id'],
  defaultSort: 'profit',
  id: sql`p.id`,
});

/** Sales that count, of the last days if the filter names no time. */
async function salesOf(tx: Tx, query: string | undefined): Promise<RawBuilder<SqlBool>> {
  const recent = `purchased:>=${addDays(dayOf(tx.now()), 1 - profitDays)}`;
  const asked = asksFor(query, 'purchased') ? query : [query, recent].filter(Boolean).join(' ');
  const { conditions } = await filterOf(tx, salesFilter, asked);
  return sql.join([sql<SqlBool>`o.status <> 'canceled'`, ...conditions], sql` and `);
}

function groupOf(query: string | undefined): ProfitGroup {
  const { terms } = parseFilter(query ?? '', profitFilter);
  const asked = terms.flatMap((term) => (term.kind === 'any' && term.field === 'by' ? term.values : []));
  return profitGroups.find((group) => asked.includes(group)) ?? 'advertisement';
}

/**
 * The share of an amount that belongs to the weights after `upto - weight` up to `upto`: rounded so that the shares of
 * all rows add up to the amount. Without weights the first row has all of it.
 */
const shareOf = (amount: RawBuilder<unknown>, piece: string) => {
  const [upto, weight, whole, place] = ['upto', 'weight', 'whole', 'place'].map((column) =>
    sql.ref(`${piece}.${column}`),
  );
  return sql`case when coalesce(${whole}, 0) = 0 then case when coalesce(${place}, 1) = 1 then ${amount} else 0 end
    when ${weight} = ${whole} then ${amount}
    else div(${amount}::numeric * ${upto}, ${whole}) - div(${amount}::numeric * (${upto} - ${weight}), ${whole}) end`;
};

/** Weights of the rows of each `part` in their order, for `shareOf`. */
const weighted = (
  weight: RawBuilder<unknown>,
  part: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
) => sql`${weight} as weight,
  sum(${weight}) over (partition by ${part} order by ${id}) as upto, sum(${weight}) over (partition by ${part}) as whole,
  row_number() over (partition by ${part} order by ${id}) as place`;

const sumsOfSale = sql`s.value, s.payout, s.cost, s."salesTax", s."atMost"`;
const wholeSales = (key: RawBuilder<unknown>) =>
  sql`select ${key} as key, null as label, s.sale, s.units, ${sumsOfSale} from sale s`;

/** Each line with its share of the sale; fee and cost are its own. */
const lines = sql`select s.sale, l.id as line, l.ad, l.quantity as units, ${shareOf(sql`s.value`, 'l')} as value,
    ${shareOf(sql`(s.payout + s.fees)`, 'l')} - case when s.fees = 0 or l.quantity = 0 then 0 else coalesce(l.sale_fee_centavos, 0) end as payout,
    case when s."isCostKnown" then coalesce(p.cost, 0) else 0 end as cost, s."isCostKnown", ${shareOf(sql`s."salesTax"`, 'l')} as "salesTax", s."atMost"
  from sale s
    left join (select l.id, l.order_id, l.quantity, l.sale_fee_centavos, coalesce(l.advertisement_id, u.advertisement_id) as ad,
        ${weighted(sql`(l.quantity * l.unit_price_centavos)`, sql`l.order_id`, sql`l.id`)}
      from line l
        left join publication_variations v on v.business_id = ${ownBusiness} and v.id = l.publication_variation_id
        left join publications u on u.business_id = ${ownBusiness} and u.id = v.publication_id) l on l.order_id = s.sale
    left join (select p.line_id, sum(p.cost)::bigint as cost from part p group by 1) p on p.line_id = l.id`;

/** The results of sales, as one row for each line, or product of a line, if the group divides them. */
const rowsBy: Readonly<Record<ProfitGroup, RawBuilder<unknown>>> = {
  account: wholeSales(sql`s.account_id`),
  supplier: wholeSales(sql`s.fulfiller_id`),
  day: wholeSales(sql`to_char(s.purchased_at at time zone ${sql.lit(timeZone)}, 'YYYYMMDD')::bigint`),
  advertisement: sql`select s.ad as key, null as label, s.sale, s.units, ${sumsOfSale} from (${lines}) s`,
  product: sql`select p.product_id as key, p.id as label, s.sale, coalesce(p.quantity, s.units) as units,
      ${shareOf(sql`s.value`, 'p')} as value, ${shareOf(sql`s.payout`, 'p')} as payout,
      case when s."isCostKnown" then coalesce(p.cost, 0) else 0 end as cost, ${shareOf(sql`s."salesTax"`, 'p')} as "salesTax", s."atMost"
    from (${lines}) s left join (
      select p.id, p.line_id, p.product_id, p.quantity, p.cost, ${weighted(sql`p.cost`, sql`p.line_id`, sql`p.id`)}
      from part p) p on p.line_id = s.line`,
};

const nameBy: Readonly<Record<ProfitGroup, RawBuilder<unknown>>> = {
  advertisement: sql`(select a.product from advertisements a where a.id = g.id)`,
  product: sql`(select p.product_name from order_parts p where p.id = g.label::bigint)`,
  account: sql`(select a.name from marketplace_accounts a where a.id = g.id)`,
  supplier: sql`(select b.name from businesses b where b.id = g.id)`,
  day: sql`to_char(to_date(g.id::text, 'YYYYMMDD'), 'YYYY-MM-DD')`,
};

const sumOf = (amount: RawBuilder<unknown>) => sql`coalesce(sum(${amount}), 0)::bigint`;

/** One row for each ad, product, account, supplier or day with sales. */
function profitsBy(group: ProfitGroup, where: RawBuilder<SqlBool>): RawBuilder<ProfitRow> {
  return sql<ProfitRow>`(
    with ${salesWithLines(where)},
    sums as (select coalesce(r.key, 0)::bigint as id, count(distinct r.sale)::int as sales, sum(r.units)::int as units,
        ${sumOf(sql`r.value`)} as value, ${sumOf(sql`r.payout`)} as payout, ${sumOf(sql`r.cost`)} as cost,
        ${sumOf(sql`r."salesTax"`)} as "salesTax", ${sumOf(sql`r.payout - r.cost - r."salesTax"`)} as profit,
        bool_or(r."atMost") as "atMost", max(r.label) as label
      from (${rowsBy[group]}) r group by 1)
    select g.*, coalesce(${nameBy[group]}, '') as name,
      case when g.value > 0 then round(g.profit * 10000.0 / g.value)::int end as "marginBasisPoints"
    from sums g)`;
}

/** All rows of what the filter groups by. */
export async function readProfits(tx: Tx, query: string | undefined): Promise<ProfitRow[]> {
  const sums = profitsBy(groupOf(query), await salesOf(tx, query));
  return (await sql<ProfitRow>`select * from ${sums} s`.execute(tx.db)).rows;
}

/** The sums are computed once; page and count of the list read them as JSON. */
export async function listProfits(tx: Tx, query: ListQuery): Promise<Page<ProfitRow>> {
  const rows = await readProfits(tx, query.query);
  const all = sql<ProfitRow>`json_to_recordset(${JSON.stringify(rows)}::json)`;
  const base = tx.db.selectFrom(all.as<'p'>(profitColumns)).selectAll('p');
  const words = leaveOut(query.query ?? '', Object.keys(profitFilter)).text;
  const found = await listPage(tx, base, profitList, { ...query, query: words });
  return { ...found, items: found.items.map(shapeRow) };
}

const profitColumns = sql`p (id bigint, name text, sales int, units int, value bigint, payout bigint, cost bigint,
  "salesTax" bigint, profit bigint, "atMost" boolean, "marginBasisPoints" int)`;

const shapeRow = ({
  id,
  name,
  sales,
  units,
  value,
  payout,
  cost,
  salesTax,
  profit,
  atMost,
  ...row
}: ProfitRow) => ({
  ...{ id, name, sales, units, value, payout, cost, salesTax, profit, atMost },
  marginBasisPoints: row.marginBasisPoints,
});

export async function sumProfits(tx: Tx, query: string | undefined): Promise<ProfitSums> {
  const found = await sumSales(tx, await salesOf(tx, query));
  const { sales, value, payout: paid, payoutAtMost, profit: earned, atMost } = found;
  return { sales, value, payout: paid, payoutAtMost, profit: earned, atMost };
}
