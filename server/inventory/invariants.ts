import type { Invariant } from '#server/db/invariant.ts';

const launched = "('active', 'in_balance', 'blocked', 'empty')";
/** States of volumes that were launched, and whose contents did not leave by undoing the launch. */
const launchedOnce = "('active', 'in_balance', 'blocked', 'empty', 'in_transit', 'archived')";

/** The history of a volume that ended is deleted five years after its last change. */
const hasHistory = "v.updated_at > (select max(updated_at) from volumes) - interval '5 years'";

export const shelfInvariants: readonly Invariant[] = [
  {
    name: 'INV-01 the buckets of a shelf row are the sum of its ledger',
    of: 'stock',
    sql: `select s.id, s.on_hand, l.on_hand as ledger from stock s left join lateral (
        select coalesce(sum(on_hand), 0) as on_hand, coalesce(sum(reserved), 0) as reserved, coalesce(sum(soft), 0) as soft,
          coalesce(sum(hold), 0) as hold, coalesce(sum(inbound), 0) as inbound, coalesce(sum(packed), 0) as packed
        from ledger_entries e where e.business_id = s.business_id and e.stock_id = s.id) l on true
      where (s.on_hand, s.reserved, s.soft, s.hold, s.inbound, s.packed)
        is distinct from (l.on_hand, l.reserved, l.soft, l.hold, l.inbound, l.packed)`,
  },
  {
    name: 'INV-01 what a launched volume holds is the sum of its ledger, and an unlaunched one has none',
    of: 'volumes',
    sql: `select v.id, x.variation_id, x.quantity, x.ledger from volumes v cross join lateral (
        select variation_id, sum(quantity) as quantity, sum(ledger) as ledger from (
          select l.variation_id, l.quantity, 0 as ledger from volume_lines l where l.volume_id = v.id
          union all
          select s.variation_id, 0, e.on_hand from ledger_entries e join stock s on s.id = e.stock_id
          where e.business_id = v.business_id and e.volume_id = v.id) u
        group by variation_id) x
      where x.ledger <> case when v.state in ${launched} then x.quantity else 0 end`,
  },
  {
    name: 'INV-01 units stand where their volume stands',
    of: 'volumes',
    sql: `select v.id, e.position_id, e.units from volumes v cross join lateral (
        select position_id, stock_id, sum(on_hand) as units from ledger_entries e
        where e.business_id = v.business_id and e.volume_id = v.id group by position_id, stock_id) e
      where e.units <> 0 and e.position_id is distinct from v.position_id`,
  },
  {
    name: 'INV-01 a shelf row is the sum of the launched volumes of its warehouse',
    of: 'stock',
    sql: `select s.id, s.on_hand from stock s where s.on_hand <> coalesce((
        select sum(l.quantity) from volume_lines l join volumes v on v.id = l.volume_id
        where l.business_id = s.business_id and l.variation_id = s.variation_id
          and v.warehouse_id = s.warehouse_id and v.state in ${launched}), 0)`,
  },
  {
    name: 'INV-02 nothing is negative, and what is promised is there unless a count has just found less',
    of: 'stock',
    sql: `select s.id, s.reserved, s.on_hand, s.shortfall from stock s
      where least(s.on_hand, s.reserved, s.soft, s.hold, s.inbound, s.packed) < 0
        or s.shortfall <> greatest(0, s.reserved - s.on_hand)
        or s.shortfall > 0 and not exists (select from ledger_entries e where e.business_id = s.business_id
          and e.stock_id = s.id and e.kind in ('adjustment', 'vendor_return') and e.on_hand < 0)`,
  },
  {
    name: 'INV-02 of a count that fell short no unpicked sale keeps its promise',
    of: 'stock',
    sql: `select s.id, o.id as sale from stock s
        join reservations r on r.business_id = s.business_id and r.stock_id = s.id and r.state = 'open' and r.kind = 'firm'
        join orders o on o.id = r.order_id
      where s.shortfall > 0 and o.picking_by is null and o.packed_at is null
        and not exists (select from pick_allocations p where p.order_id = o.id)`,
  },
  {
    name: 'INV-02 what is held back stands in volumes that are blocked or suspect, or is of an expired lot',
    of: 'stock',
    sql: `select s.id, s.hold from stock s where s.hold <> coalesce((
        select sum(l.quantity) from volume_lines l join volumes v on v.id = l.volume_id
        where l.business_id = s.business_id and l.variation_id = s.variation_id
          and v.warehouse_id = s.warehouse_id and v.state in ${launched}
          and (v.state = 'blocked' or v.suspect or l.expired)), 0)`,
  },
  {
    name: 'INV-04 open promises sum to reserved and soft',
    of: 'stock',
    sql: `select s.id, s.reserved, s.soft from stock s left join lateral (
        select coalesce(sum(quantity) filter (where kind = 'firm'), 0) as firm,
          coalesce(sum(quantity) filter (where kind = 'soft'), 0) as soft
        from reservations r where r.business_id = s.business_id and r.stock_id = s.id and r.state = 'open') r on true
      where (s.reserved, s.soft) is distinct from (r.firm, r.soft)`,
  },
  {
    name: 'INV-04 no promise is open on a canceled or complete sale',
    of: 'orders',
    sql: `select r.id from orders o join reservations r on r.order_id = o.id
      where r.state = 'open' and o.status in ('canceled', 'complete')`,
  },
  {
    name: 'INV-04 each promise ended at most once, and gave back only if it was released',
    of: 'orders',
    sql: `select r.id, r.state, e.releases from orders o join reservations r on r.order_id = o.id cross join lateral (
        select count(*) as releases from ledger_entries e where e.business_id = r.business_id
          and e.source = 'reservation' and e.source_id = r.id::text and e.kind = 'release') e
      where e.releases <> case r.state when 'released' then 1 else 0 end`,
  },
  {
    name: 'INV-05 the parts of a sale are promised together or not at all',
    of: 'orders',
    sql: `select o.id from orders o join order_parts p on p.order_id = o.id and p.quantity > 0
        left join reservations r on r.part_id = p.id and r.state = 'open'
      group by o.id, p.fulfiller_id having count(r.id) not in (0, count(p.id))`,
  },
  {
    name: 'INV-09 what is pinned in a volume is pinned by sales',
    of: 'volumes',
    sql: `select l.id, l.pinned from volumes v join volume_lines l on l.volume_id = v.id
      where l.pinned <> coalesce((select sum(p.quantity) from pick_allocations p
        where p.business_id = l.business_id and p.volume_line_id = l.id), 0)`,
  },
  {
    name: 'INV-11 a packed part left the shelf once, one that came back is back once',
    of: 'orders',
    sql: `select p.id, e.units from orders o join order_parts p on p.order_id = o.id join stock s on s.id = p.stock_id
        cross join lateral (select coalesce(sum(on_hand), 0) as units from ledger_entries e
          where e.business_id = s.business_id and e.part_id = p.id and e.stock_id = s.id and e.kind in ('sale_out', 'sale_out_reversal', 'cancel_return')) e
      where e.units <> case when o.packed_at is not null and (o.canceled_at is null or o.put_back or o.returned_at is not null)
        then coalesce((select sum(u.quantity) from parcel_return_units u where u.part_id = p.id and u.volume_id is not null), 0)
          - p.quantity else 0 end`,
  },
  {
    name: 'INV-11 of a closed return every unit was looked at, and every good one lies in a volume',
    of: 'orders',
    sql: `select p.id, u.units, u.nowhere from orders o join parcel_returns r on r.order_id = o.id and r.closed_at is not null
        join order_parts p on p.order_id = o.id cross join lateral (
        select coalesce(sum(quantity), 0) as units, count(*) filter (where condition = 'good' and volume_id is null) as nowhere
        from parcel_return_units u where u.return_id = r.id and u.part_id = p.id and u.voided_at is null) u
        left join jsonb_to_recordset(r.asked) as a("partId" bigint, units integer) on a."partId" = p.id
      where u.units < coalesce(a.units, p.quantity) or u.nowhere > 0`,
  },
  {
    name: 'INV-11 what came back of a part is what its closed returns found',
    of: 'orders',
    sql: `select p.id, p.returned, u.units from orders o join order_parts p on p.order_id = o.id cross join lateral (
        select coalesce(sum(u.quantity), 0) as units from parcel_return_units u join parcel_returns r on r.id = u.return_id
        where u.part_id = p.id and r.closed_at is not null and u.voided_at is null and u.condition <> 'missing') u
      where p.returned <> u.units`,
  },
  {
    name: 'INV-13 what is moved is as much as before',
    of: 'stock',
    sql: `select s.id, e.units from stock s cross join lateral (select sum(on_hand) as units from ledger_entries e
        where e.business_id = s.business_id and e.stock_id = s.id and e.kind = 'move') e
      where e.units <> 0`,
  },
  {
    name: 'INV-13 what left for another warehouse arrived once, unless it is on its way',
    of: 'volumes',
    sql: `select v.id, e.variation_id, e.units, l.quantity from volumes v cross join lateral (
        select s.variation_id, sum(e.on_hand) as units from ledger_entries e join stock s on s.id = e.stock_id
        where e.business_id = v.business_id and e.volume_id = v.id and e.kind = 'transfer' group by s.variation_id) e
        left join volume_lines l on l.volume_id = v.id and l.variation_id = e.variation_id
      where e.units <> case when v.state = 'in_transit' then -coalesce(l.quantity, 0) else 0 end`,
  },
  {
    name: 'INV-14 a volume is posted once for each launch, and taken back no more often',
    of: 'volumes',
    sql: `select v.id, e.stock_id, e.launches from volumes v cross join lateral (
        select stock_id, count(*) filter (where kind = 'receipt') - count(*) filter (where kind = 'unlaunch') as launches
        from ledger_entries e where e.business_id = v.business_id and e.volume_id = v.id
          and e.kind in ('receipt', 'unlaunch') group by stock_id) e
      where e.launches <> case when v.state in ${launchedOnce} then 1 else 0 end`,
  },
  {
    name: 'INV-16 every change of a volume is in its history, with who made it',
    of: 'volumes',
    sql: `select v.id, v.version, e.events from volumes v cross join lateral (
        select count(*) as events, count(*) filter (where user_id is null and kind <> 'archived') as nobody
        from volume_events e where e.business_id = v.business_id and e.volume_id = v.id) e
      where ${hasHistory} and (v.version <> e.events or e.nobody > 0)`,
  },
  {
    name: 'INV-17 a count moved the shelf by what it differed, with its reason',
    of: 'volumes',
    sql: `select v.id, e.differed, l.posted, l.silent from volumes v cross join lateral (
        select coalesce(sum((detail->>'after')::int - (detail->>'before')::int), 0) as differed
        from volume_events e where e.business_id = v.business_id and e.volume_id = v.id and e.kind = 'adjusted') e
      cross join lateral (select coalesce(sum(on_hand), 0) as posted, count(*) filter (where coalesce(trim(reason), '') = '') as silent
        from ledger_entries l where l.business_id = v.business_id and l.volume_id = v.id and l.kind = 'adjustment') l
      where ${hasHistory} and e.differed <> l.posted or l.silent > 0`,
  },
  {
    name: 'INV-17 a difference that ended a count is one adjustment of the ledger, as large, with its reason',
    of: 'volumes',
    sql: `select b.id, l.variation_id, l.counted, l.expected, e.on_hand from volumes v
        join balances b on b.volume_id = v.id and b.state in ('checked', 'corrected')
        cross join lateral (select c.id from balance_counts c
          where c.business_id = b.business_id and c.balance_id = b.id order by c.id desc limit 1) c
        join balance_count_lines l on l.count_id = c.id
        left join ledger_entries e on e.business_id = b.business_id and e.source = 'balance'
          and e.source_id = b.id || ':' || l.variation_id and e.kind = 'adjustment'
      where coalesce(e.on_hand, 0) <> l.counted - l.expected or coalesce(trim(e.reason), ' ') = ''`,
  },
  {
    name: 'INV-17 a volume is in balance while its count is open, and suspect with it',
    of: 'volumes',
    sql: `select v.id, v.state, v.suspect, b.kind from volumes v
        left join balances b on b.volume_id = v.id and b.ended_at is null
      where (v.state = 'in_balance') <> (b.id is not null) or v.suspect <> coalesce(b.kind = 'suspect', false)`,
  },
  {
    name: 'INV-13 a return to the vendor took out its lines, once, when it was handed over',
    sql: `select r.id, l.id as line, l.quantity, e.units, e.held from vendor_returns r
        join vendor_return_lines l on l.business_id = r.business_id and l.return_id = r.id
        cross join lateral (select coalesce(sum(on_hand), 0) as units, coalesce(sum(hold), 0) as held
          from ledger_entries e where e.business_id = r.business_id and e.source = 'vendor_return'
            and e.source_id = r.id || ':' || l.id and e.volume_id = l.volume_id) e
      where (e.units, e.held) is distinct from (case when r.state in ('handed_over', 'credited') then -l.quantity else 0 end,
        case when r.state in ('handed_over', 'credited') then -l.quantity else 0 end)`,
  },
  {
    name: 'INV-13 an open return to the vendor holds blocked volumes that contain its units',
    sql: `select r.id, l.id as line, v.state, l.quantity, c.quantity as inside from vendor_returns r
        join vendor_return_lines l on l.business_id = r.business_id and l.return_id = r.id
        join volumes v on v.business_id = l.business_id and v.id = l.volume_id
        left join volume_lines c on c.business_id = l.business_id and c.volume_id = l.volume_id
          and c.variation_id = l.variation_id
      where l.open <> (r.state in ('open', 'ready'))
        or l.open and (v.state <> 'blocked' or coalesce(c.quantity, 0) < l.quantity)`,
  },
  {
    name: 'INV-19 a position is inside its parent, never inside itself',
    sql: `select c.id from inventory_locations c join inventory_locations p on p.id = c.parent_id
      where not starts_with(c.code, p.code || '-')`,
  },
  {
    name: 'INV-19 the walk of a warehouse is what follows from its positions',
    sql: `select l.id, l.walk, w.walk as place from inventory_locations l
      left join (warehouses h cross join lateral walk_of(h.id) w) on w.id = l.id
      where l.walk is distinct from w.walk`,
  },
];
