import { planTerms } from '#contract/billing/plan.ts';
import type { Invariant } from '#server/db/invariant.ts';

/** Invariants of plans and billing after every transaction: each query must return no row. */
export const billingInvariants: readonly Invariant[] = [
  {
    name: 'INV-24 no publication came while the plan had no room for it',
    sql: `select b.id from businesses b
      join lateral (select count(*) as open, max(p.created_at) as newest from publications p
        where p.business_id = b.id and p.state <> 'closed') p on true
      where p.open > case b.plan when 'free' then ${planTerms.free.publications}
          when 'pro' then ${planTerms.pro.publications} else p.open end
        and p.newest > coalesce(b.plan_since, b.created_at)`,
  },
  {
    name: 'INV-24 billing months follow each other without a gap, and none is closed before it is over',
    sql: `select m.business_id, m.month from billing_months m
      where m.month <> date_trunc('month', m.month)::date
        or (m.closed_at is not null and (m.closed_at at time zone 'America/Sao_Paulo')::date < (m.month + interval '1 month')::date)
        or (m.month > (select min(f.month) from billing_months f where f.business_id = m.business_id)
          and not exists (select from billing_months b where b.business_id = m.business_id
            and b.month = (m.month - interval '1 month')::date))`,
  },
  {
    name: 'INV-24 a closed month costs what the dearest plan in force during it costs',
    sql: `select m.business_id, m.month from billing_months m
      where m.charge_centavos <> case m.plan when 'free' then 0 when 'pro' then 1000 else 10000 end
        or (m.closed_at is not null and exists (select from plan_changes c where c.business_id = m.business_id
          and (c.at at time zone 'America/Sao_Paulo') >= m.month
          and (c.at at time zone 'America/Sao_Paulo') < m.month + interval '1 month'
          and array_position(array['free', 'pro', 'enterprise'], c.plan) > array_position(array['free', 'pro', 'enterprise'], m.plan)))`,
  },
  {
    name: 'INV-24 the plan of a business is the last one it changed to',
    sql: `select b.id from businesses b where b.plan is distinct from coalesce(
      (select c.plan from plan_changes c where c.business_id = b.id order by c.at desc, c.id desc limit 1), 'free')`,
  },
];
