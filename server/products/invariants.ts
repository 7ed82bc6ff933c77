import { planTerms } from '#contract/billing/plan.ts';
import type { Invariant } from '#server/db/invariant.ts';

/** Invariants of the catalog: each query must return no row after any transaction. */
export const catalogueInvariants: readonly Invariant[] = [
  {
    name: 'INV-19 no category stands under itself',
    sql: `with recursive up (start, id, parent_id) as (
        select c.id, c.id, c.parent_id from categories c where c.parent_id is not null
        union all
        select up.start, f.id, f.parent_id from up join categories f on f.id = up.parent_id
      ) cycle id set returned using path
      select distinct start from up where returned`,
  },
  {
    name: 'INV-24 the storage counted for a business is what its files take',
    sql: `select b.id, b.storage_bytes from businesses b
      where b.storage_bytes <> (select coalesce(sum(f.bytes), 0) from files f where f.business_id = b.id)`,
  },
  {
    name: 'INV-24 pictures take no more than the dearest plan that a business ever had',
    sql: `select b.id from businesses b where (select coalesce(sum(f.bytes), 0) from images i
        join files f on f.id in (i.file_id, i.thumbnail_file_id) where i.business_id = b.id)
      > (select max(case p.plan when 'free' then ${planTerms.free.storageBytes}
          when 'pro' then ${planTerms.pro.storageBytes} else ${planTerms.enterprise.storageBytes} end)
        from (select c.plan from plan_changes c where c.business_id = b.id union select b.plan) p)`,
  },
  {
    name: 'INV-53 bytes that a row keeps are not being removed',
    sql: `select r.id from file_removals r join files f on f.business_id = r.business_id and f.sha256 = r.sha256
      where r.claimed`,
  },
];
