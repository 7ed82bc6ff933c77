import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SaleMoneyFacts } from '#contract/orders/sale-result.ts';
import { resultPartNames, resultParts } from '#contract/orders/sale-result.ts';
import { salesTaxRates } from '#server/business/sales-tax.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import { factNames, feeOfLines, moneyFactsFrom } from '../order-list.ts';

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

const facts = moneyFactsFrom({
  fee: sql`l.fee`,
  cost: sql`coalesce(p.cost, 0)`,
  salesTaxRate: sql`t.basis_points`,
});

/**
 * Table expressions of the sales that a condition on `o` finds: their rows of `line` and `part`, and in `sale` the result
 * of each, with the fees that its payout counts line by line. `offset 0` keeps the lines and parts of a sale read by their
 * index: for a month, a scan of all lines of all businesses looks cheaper than it is.
 */
export const salesWithResults = (where: RawBuilder<SqlBool>) => sql`
  chosen as materialized (select o.id, o.account_id, o.fulfiller_id, o.marketplace, o.purchased_at, o.status,
      o.linked, o.total_centavos, o.seller_discount_centavos, o.discount_centavos, o.freight_charged_centavos,
      o.processing_fee_centavos, o.freight_centavos, o.taxes_withheld_centavos, o.refunded_centavos, o.adjustment_centavos,
      o.payout_centavos, o.paid_centavos
    from orders o where o.business_id = ${ownBusiness} and ${where}),
  line as materialized (select l.* from chosen o, lateral (select l.id, l.order_id, l.quantity, l.unit_price_centavos,
      l.sale_fee_centavos, l.advertisement_id, l.publication_variation_id
    from order_lines l where l.order_id = o.id offset 0) l),
  part as materialized (select p.* from chosen o, lateral (select p.id, p.order_id, p.line_id, p.product_id, p.quantity,
      p.unit_cost_centavos * p.quantity as cost
    from order_parts p where p.order_id = o.id offset 0) p),
  fact as (select o.id as sale, o.account_id, o.fulfiller_id, o.marketplace, o.purchased_at, o.status, coalesce(l.units, 0) as units,
      ${sql.join(factNames.map((name) => sql`${facts[name]} as ${sql.ref(name)}`))}
    from chosen o
      left join (select l.order_id, ${feeOfLines} as fee, sum(l.quantity) as units from line l group by 1) l on l.order_id = o.id
      left join (select p.order_id, sum(p.cost)::bigint as cost from part p group by 1) p on p.order_id = o.id
      left join ${salesTaxRates(ownBusiness)} t on o.purchased_at >= t.since and o.purchased_at < t.until),
  sale as materialized (select r.sale, r.account_id, r.fulfiller_id, r.marketplace, r.purchased_at, r.units,
      r.status = 'canceled' as canceled, r.total as value, ${payout} as payout,
      case when r.payout is null then coalesce(r.fee, 0) else 0 end as fees, r.cost is not null as "isCostKnown",
      coalesce(r.cost, 0) as cost, r."salesTax" as "salesTax", ${isPayoutAtMost} as "payoutAtMost",
      r.cost is null or ${isPayoutAtMost} as "atMost"
    from fact r)`;
