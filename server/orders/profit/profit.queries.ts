import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addDays, dayOf, timeZone } from '#contract/dates.ts';
import { asksFor, parseFilter } from '#contract/filter.ts';
import {
  type ProfitGroup,
  type ProfitRow,
  type ProfitSums,
  profitDays,
  profitFilter,
  profitGroups,
  profitSorts,
} from '#contract/orders/profit.ts';
import { resultPartNames, resultParts } from '#contract/orders/sale-result.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { type FilterSpec, filterOf } from '#server/db/list-filter.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import { factNames, moneyFacts, sumSales } from '../order-list.ts';

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
/** Rows of sums are only searched by name; the other fields have chosen the sales. */
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

const factOf = (of: string, name: string) => sql.ref(`${of}.${name}`);
const sharesOf = (of: string, piece: string, own: Readonly<Record<string, RawBuilder<unknown>>>) =>
  sql.join(
    factNames.map((name) => sql`${own[name] ?? shareOf(factOf(of, name), piece)} as ${sql.ref(name)}`),
  );

/** Weights of rows in an order, for `shareOf`. */
const weighted = (weight: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`${weight} as weight,
  sum(${weight}) over (order by ${id}) as upto, sum(${weight}) over () as whole, row_number() over (order by ${id}) as place`;

const factsOf = (of: string) => sql.join(factNames.map((name) => factOf(of, name)));
const unitsOfSale = sql`(select coalesce(sum(l.quantity), 0) from order_lines l where l.order_id = s.sale)`;
const wholeSales = (key: RawBuilder<unknown>) =>
  sql`select ${key} as key, null as label, s.sale, ${unitsOfSale} as units, ${factsOf('s')} from sale s`;

/** Each line with its share of the sale. */
const lines = sql`select s.sale, l.line, l.advertisement_id, l.quantity, ${sharesOf('s', 'l', {
  fee: sql`case when s.fee is not null then coalesce(l.sale_fee_centavos, 0) end`,
  cost: sql`case when s.cost is not null then (select coalesce(sum(p.unit_cost_centavos * p.quantity), 0)
    from order_parts p where p.order_id = s.sale and p.line_id = l.line) end`,
})} from sale s cross join lateral (
  select l.id as line, coalesce(l.advertisement_id, u.advertisement_id) as advertisement_id, l.quantity, l.sale_fee_centavos,
    ${weighted(sql`(l.quantity * l.unit_price_centavos)`, sql`l.id`)}
  from order_lines l
    left join publication_variations v on v.business_id = l.business_id and v.id = l.publication_variation_id
    left join publications u on u.business_id = v.business_id and u.id = v.publication_id
  where l.order_id = s.sale) l`;

/** Sales with their facts, as one row for each line, or product of a line, if the group divides them. */
const rowsBy: Readonly<Record<ProfitGroup, RawBuilder<unknown>>> = {
  account: wholeSales(sql`s.account_id`),
  supplier: wholeSales(sql`s.fulfiller_id`),
  day: wholeSales(sql`to_char(s.purchased_at at time zone ${sql.lit(timeZone)}, 'YYYYMMDD')::bigint`),
  advertisement: sql`select s.advertisement_id as key, null as label, s.sale, s.quantity as units, ${factsOf('s')}
    from (${lines}) s`,
  product: sql`select p.product_id as key, p.product_name as label, s.sale, coalesce(p.quantity, s.quantity) as units,
      ${sharesOf('s', 'p', {})}
    from (${lines}) s left join lateral (
      select p.product_id, p.product_name, p.quantity, ${weighted(sql`(p.unit_cost_centavos * p.quantity)`, sql`p.id`)}
      from order_parts p where p.order_id = s.sale and p.line_id = s.line) p on true`,
};

/** `resultOf` in SQL, of a row `r` of facts. */
const computed = sql.join(
  resultPartNames.flatMap((name) => {
    const sign = resultParts[name];
    if (name === 'other' || sign === '0') return [];
    const amount =
      name === 'goods'
        ? sql`r.total + coalesce(r."sellerDiscount", 0)`
        : sql`coalesce(${factOf('r', name)}, 0)`;
    return [sign === '-' ? sql`-(${amount})` : sql`(${amount})`];
  }),
  sql` + `,
);
const payout = sql`coalesce(r.payout, ${computed})`;
const profit = sql`(${payout} - coalesce(r.cost, 0) - r."salesTax")`;
const unknownParts = sql.join(
  resultPartNames
    .filter((name) => name !== 'other' && name !== 'goods')
    .map((name) => sql`${factOf('r', name)} is null`),
  sql` or `,
);
const atMost = sql`(r.cost is null or (r.payout is null and (${unknownParts})))`;

const nameBy: Readonly<Record<ProfitGroup, RawBuilder<unknown>>> = {
  advertisement: sql`(select a.product from advertisements a where a.id = g.id)`,
  product: sql`g.label`,
  account: sql`(select a.name from marketplace_accounts a where a.id = g.id)`,
  supplier: sql`(select b.name from businesses b where b.id = g.id)`,
  day: sql`to_char(to_date(g.id::text, 'YYYYMMDD'), 'YYYY-MM-DD')`,
};

const sumOf = (amount: RawBuilder<unknown>) => sql`coalesce(sum(${amount}), 0)::bigint`;

/** One row for each ad, product, account, supplier or day with sales. */
function profitsBy(group: ProfitGroup, where: RawBuilder<SqlBool>): RawBuilder<ProfitRow> {
  const facts = sql.join(factNames.map((name) => sql`${moneyFacts[name]} as ${sql.ref(name)}`));
  return sql<ProfitRow>`(
    with sale as materialized (select o.id as sale, o.account_id, o.fulfiller_id, o.purchased_at, ${facts}
      from orders o where o.business_id = ${ownBusiness} and ${where}),
    sums as (select coalesce(r.key, 0)::bigint as id, count(distinct r.sale)::int as sales, sum(r.units)::int as units,
        ${sumOf(sql`r.total`)} as value, ${sumOf(payout)} as payout, ${sumOf(sql`r.cost`)} as cost,
        ${sumOf(sql`r."salesTax"`)} as "salesTax", ${sumOf(profit)} as profit, bool_or(${atMost}) as "atMost", max(r.label) as label
      from (${rowsBy[group]}) r group by 1)
    select g.*, coalesce(${nameBy[group]}, '') as name,
      case when g.value > 0 then round(g.profit * 10000.0 / g.value)::int end as "marginBasisPoints"
    from sums g)`;
}

/** The sums are computed once, as JSON; page and count of the list read that. */
export async function listProfits(tx: Tx, query: ListQuery): Promise<Page<ProfitRow>> {
  const sums = profitsBy(groupOf(query.query), await salesOf(tx, query.query));
  const { rows } = await sql<{
    all: string;
  }>`select coalesce(json_agg(s), '[]')::text as all from ${sums} s`.execute(tx.db);
  const all = sql<ProfitRow>`json_to_recordset(${rows[0]?.all ?? '[]'}::json)`;
  const base = tx.db.selectFrom(all.as<'p'>(profitColumns)).selectAll('p');
  const found = await listPage(tx, base, profitList, query);
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
  return sumSales(tx, await salesOf(tx, query));
}
