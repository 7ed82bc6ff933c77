import { planLimits } from '#contract/billing/plan.ts';
import type { Invariant } from '#server/inventory/invariants.ts';

/** What must hold of the catalogue after every transaction: each query must return no row. */
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
    name: 'INV-24 the storage counted for a business is what its images take, within its plan',
    sql: `select b.id, b.storage_bytes, i.bytes from businesses b cross join lateral (
        select coalesce(sum(f.bytes), 0) as bytes from images i
          join files f on f.id in (i.file_id, i.thumbnail_file_id) where i.business_id = b.id) i
      where b.storage_bytes <> i.bytes or b.storage_bytes > ${planLimits.free.storageBytes}`,
  },
  {
    name: 'INV-53 bytes that a row keeps are not being removed',
    sql: `select r.id from file_removals r join files f on f.business_id = r.business_id and f.sha256 = r.sha256
      where r.claimed`,
  },
];
