import { sql } from 'kysely';
import type { Day } from '#contract/dates.ts';
import { pickableOn, pickOrder } from '#server/inventory/pick-allocation.ts';
import { lotShipped } from './restock.ts';

/** The place of each unit of a sale in picking: the pick allocations of its parts. */
const allocated = sql`select json_agg(json_build_object('volume', v.code, 'position', l.code, 'quantity', n.quantity)
    order by n.id)
  from pick_allocations n join volumes v on v.id = n.volume_id left join inventory_locations l on l.id = v.position_id
  where n.part_id = part.id`;

/** The places from which a sale would be picked if picking began now. */
const expectedOn = (
  day: Day,
) => sql`select json_agg(json_build_object('volume', free.code, 'position', free.position,
    'quantity', least(free.quantity, part.quantity - free.before)) order by free.before)
  from (select v.code, p.code as position, l.quantity - l.pinned as quantity,
      coalesce(sum(l.quantity - l.pinned) over (order by ${pickOrder}
        rows between unbounded preceding and 1 preceding), 0) as before
    from ${pickableOn(day)} where l.quantity > l.pinned and v.warehouse_id = o.warehouse_id and l.variation_id = part.variation_id) as free
  where free.before < part.quantity`;

/**
 * The target for goods of a canceled sale: the volume they were packed from, otherwise the one that would be picked
 * from next; none after they were put back. Goods that were only picked go to a volume that contains their product, as
 * `putBack` requires.
 */
export const homeOfPart = sql`select v.code, p.code as position, p.walk
    from volume_lines l
      join volumes v on v.id = l.volume_id and v.state in ('active', 'empty') and not v.tote
      join inventory_locations p on p.id = v.position_id
      left join batches b on b.business_id = l.business_id and b.id = l.batch_id
    where v.warehouse_id = o.warehouse_id and l.variation_id = part.variation_id
      and (o.packed_at is not null or l.quantity > 0)
      and (o.packed_at is null or l.quantity = 0 or l.batch_id is not distinct from (${lotShipped(sql`part.id`)}))
      and not exists (select from ledger_entries e where e.part_id = part.id and e.kind = 'cancel_return'
        and e.attempt = o.attempt)
    order by exists (select from ledger_entries e where e.part_id = part.id and e.kind = 'sale_out'
        and e.attempt = o.attempt and e.volume_id = v.id) desc, l.quantity > 0 desc, ${pickOrder}
    limit 1`;

const home = sql`select json_agg(json_build_object('volume', best.code, 'position', best.position, 'quantity', part.quantity))
  from (${homeOfPart}) as best`;

/** The places of a part: where its units are taken from, or put back. */
export const placesOfPart = (day: Day) => sql`coalesce(case when o.put_back then (${home})
  when o.bench_status = 'pending' then (${expectedOn(day)}) else (${allocated}) end, '[]')`;
