import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SaleMoneyFacts } from '#contract/orders/sale-result.ts';
import { resultPartNames, resultParts } from '#contract/orders/sale-result.ts';
import { salesTaxRates } from '#server/business/sales-tax.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import { factNames, moneyFactsAt } from '../order-list.ts';

/** `resultOf` in SQL, of a row `r` of facts. */
const factOf = (name: keyof SaleMoneyFacts) => sql.ref(`r.${name}`);
const computed = sql.join(
  resultPartNames.flatMap((name) => {
    const sign = resultParts[name];
    if (name === 'other' || sign === '0') return [];
    const amount =
      name === 'goods' ? sql`r.total + coalesce(r."sellerDiscount", 0)` : sql`coalesce(${factOf(name)}, 0)`;
    return [sign === '-' ? sql`-(${amount})` : sql`(${amount})`];
  }),
  sql` + `,
);
const unknownParts = sql.join(
  resultPartNames.flatMap((name) =>
    name === 'other' || name === 'goods' ? [] : [sql`${factOf(name)} is null`],
  ),
  sql` or `,
);
const payout = sql`coalesce(r.payout, ${computed})`;
const isPayoutAtMost = sql`(r.payout is null and (${unknownParts}))`;

const facts = moneyFactsAt(sql`t.basis_points`);

/**
 * Table expressions of the sales that a condition on `o` finds: in `sale` the result of each, with the fees that its payout
 * counts line by line. `offset 0` keeps each part of the result computed once for the sums that use it.
 */
export const salesWithResults = (where: RawBuilder<SqlBool>) => sql`
  fact as (select o.id as sale, o.account_id, o.fulfiller_id, o.marketplace, o.purchased_at, o.status, o.units,
      ${sql.join(factNames.map((name) => sql`${facts[name]} as ${sql.ref(name)}`))}
    from orders o left join ${salesTaxRates(ownBusiness)} t on o.purchased_at >= t.since and o.purchased_at < t.until
    where o.business_id = ${ownBusiness} and ${where}),
  sale as (select r.sale, r.account_id, r.fulfiller_id, r.marketplace, r.purchased_at, r.units,
      r.status = 'canceled' as canceled, r.total as value, ${payout} as payout,
      case when r.payout is null then coalesce(r.fee, 0) else 0 end as fees, r.cost is not null as "isCostKnown",
      coalesce(r.cost, 0) as cost, r."salesTax" as "salesTax", ${isPayoutAtMost} as "payoutAtMost",
      r.cost is null or ${isPayoutAtMost} as "atMost"
    from fact r offset 0)`;

/**
 * The same with the rows of `line` and `part` of these sales. `offset 0` keeps them read by the index of their sale: for a
 * month, a scan of all lines of all businesses looks cheaper than it is.
 */
export const salesWithLines = (where: RawBuilder<SqlBool>) => sql`${salesWithResults(where)},
  line as materialized (select l.* from sale s, lateral (select l.id, l.order_id, l.quantity, l.unit_price_centavos,
      l.sale_fee_centavos, l.advertisement_id, l.publication_variation_id
    from order_lines l where l.order_id = s.sale offset 0) l),
  part as materialized (select p.* from sale s, lateral (select p.id, p.order_id, p.line_id, p.product_id, p.quantity,
      p.unit_cost_centavos * p.quantity as cost
    from order_parts p where p.order_id = s.sale offset 0) p)`;
