import { sql } from 'kysely';
import type { AccountDoctor } from '#contract/marketplaces/account-doctor.ts';
import type { Tx } from '#server/db/transaction.ts';

const days = 30;
const most = 200;

/**
 * The fees of the last sales of an account by its typed rates, as the publications store them for their present prices,
 * and as the marketplace charged them. Sales at other prices, or without a known fee, are left out.
 */
export async function readPaidFees(tx: Tx, accountId: number): Promise<AccountDoctor['fees']> {
  const { rows } = await sql<{ sales: number; sold: number; expected: number; paid: number }>`
    select count(*)::int as sales, coalesce(sum(sold), 0)::bigint as sold, coalesce(sum(expected), 0)::bigint as expected,
      coalesce(sum(paid), 0)::bigint as paid
    from (
      select f.sold, f.expected, f.paid + coalesce(o.processing_fee_centavos, 0) as paid
      from orders o cross join lateral (
        select sum(l.unit_price_centavos * l.quantity) as sold, sum(e.fee * l.quantity) as expected,
          sum(l.sale_fee_centavos) as paid,
          bool_and(e.fee is not null and l.sale_fee_centavos is not null) as comparable
        from order_lines l
          left join publication_variations v on v.business_id = l.business_id and v.id = l.publication_variation_id
          cross join lateral (select case l.unit_price_centavos when v.price_centavos then v.fee_centavos
            when v.promotion_price_centavos then v.promotion_fee_centavos end as fee) e
        where l.order_id = o.id and l.quantity > 0) f
      where o.business_id = app_business() and o.account_id = ${accountId} and o.canceled_at is null
        and o.purchased_at > ${tx.now()}::timestamptz - make_interval(days => ${days}) and f.comparable
      order by o.purchased_at desc limit ${most}) compared`.execute(tx.db);
  const [found] = rows;
  return found && found.sales > 0 ? found : null;
}
