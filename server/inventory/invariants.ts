/** What must hold of the shelf after every transaction: each query must return no row. */
export type Invariant = { name: string; sql: string };

const launched = "('active', 'in_balance', 'blocked', 'empty')";

export const shelfInvariants: readonly Invariant[] = [
  {
    name: 'INV-01 the buckets of a shelf row are the sum of its ledger',
    sql: `select s.id, s.on_hand, l.on_hand as ledger from stock s left join lateral (
        select coalesce(sum(on_hand), 0) as on_hand, coalesce(sum(reserved), 0) as reserved, coalesce(sum(soft), 0) as soft,
          coalesce(sum(hold), 0) as hold, coalesce(sum(inbound), 0) as inbound, coalesce(sum(packed), 0) as packed
        from ledger_entries e where e.stock_id = s.id) l on true
      where (s.on_hand, s.reserved, s.soft, s.hold, s.inbound, s.packed)
        is distinct from (l.on_hand, l.reserved, l.soft, l.hold, l.inbound, l.packed)`,
  },
  {
    name: 'INV-01 what a launched volume holds is the sum of its ledger, and an unlaunched one has none',
    sql: `select v.id, x.variation_id, x.quantity, x.ledger from volumes v join (
        select volume_id, variation_id, sum(quantity) as quantity, sum(ledger) as ledger from (
          select volume_id, variation_id, quantity, 0 as ledger from volume_lines
          union all
          select e.volume_id, s.variation_id, 0, e.on_hand from ledger_entries e join stock s on s.id = e.stock_id
          where e.volume_id is not null) u
        group by volume_id, variation_id) x on x.volume_id = v.id
      where x.ledger <> case when v.state in ${launched} then x.quantity else 0 end`,
  },
  {
    name: 'INV-01 units stand where their volume stands',
    sql: `select e.volume_id, e.position_id, sum(e.on_hand) from ledger_entries e join volumes v on v.id = e.volume_id
      group by e.volume_id, e.position_id, e.stock_id, v.position_id
      having sum(e.on_hand) <> 0 and e.position_id is distinct from v.position_id`,
  },
  {
    name: 'INV-01 a shelf row is the sum of the launched volumes of its warehouse',
    sql: `select s.id, s.on_hand from stock s where s.on_hand <> coalesce((
        select sum(l.quantity) from volume_lines l join volumes v on v.id = l.volume_id
        where l.variation_id = s.variation_id and v.warehouse_id = s.warehouse_id and v.state in ${launched}), 0)`,
  },
  {
    name: 'INV-02 nothing is negative and nothing promised is missing',
    sql: `select id from stock where least(on_hand, reserved, soft, hold, inbound, packed) < 0 or reserved > on_hand`,
  },
  {
    name: 'INV-02 what is held back stands in blocked volumes',
    sql: `select s.id, s.hold from stock s where s.hold <> coalesce((
        select sum(l.quantity) from volume_lines l join volumes v on v.id = l.volume_id
        where l.variation_id = s.variation_id and v.warehouse_id = s.warehouse_id and v.state = 'blocked'), 0)`,
  },
  {
    name: 'INV-04 open promises sum to reserved and soft',
    sql: `select s.id, s.reserved, s.soft from stock s left join lateral (
        select coalesce(sum(quantity) filter (where kind = 'firm'), 0) as firm,
          coalesce(sum(quantity) filter (where kind = 'soft'), 0) as soft
        from reservations r where r.stock_id = s.id and r.state = 'open') r on true
      where (s.reserved, s.soft) is distinct from (r.firm, r.soft)`,
  },
  {
    name: 'INV-04 no promise is open on a canceled or complete sale',
    sql: `select r.id from reservations r join orders o on o.id = r.order_id
      where r.state = 'open' and o.status in ('canceled', 'complete')`,
  },
  {
    name: 'INV-04 each promise ended at most once',
    sql: `select source_id from ledger_entries where source = 'reservation' and kind = 'release'
      group by business_id, source_id having count(*) > 1`,
  },
  {
    name: 'INV-05 the parts of a sale are promised together or not at all',
    sql: `select p.order_id from order_parts p
        left join reservations r on r.part_id = p.id and r.state = 'open'
      group by p.order_id, p.fulfiller_id having count(r.id) not in (0, count(p.id))`,
  },
  {
    name: 'INV-09 what is pinned in a volume is pinned by sales',
    sql: `select l.id, l.pinned from volume_lines l where l.pinned <> coalesce((
        select sum(p.quantity) from pins p where p.volume_line_id = l.id), 0)`,
  },
  {
    name: 'INV-16 every change of a volume is in its history',
    sql: `select v.id, v.version from volumes v
      where v.version <> (select count(*) from volume_events e where e.volume_id = v.id)`,
  },
  {
    name: 'INV-19 a position is inside its parent, never inside itself',
    sql: `select c.id from inventory_locations c join inventory_locations p on p.id = c.parent_id
      where not starts_with(c.code, p.code || '-')`,
  },
];
