-- Where a position comes in the walk of its warehouse: `place` among those beside it is what people arranged, and `walk`
-- what follows from it for the whole warehouse.
alter table warehouses add column serpentine boolean not null default false;
alter table inventory_locations add column place integer check (place > 0), add column walk integer;

-- The walk of a warehouse. Positions that nobody arranged come last among those beside them, in the natural order of their
-- code. A row is a position with all inside it, or positions side by side that share a prefix; every second row runs back
-- where the walk is a serpentine. The bench is walked to by nobody.
create function walk_of(warehouse bigint) returns table (id bigint, walk integer)
language sql stable set search_path = public, pg_temp as $$
  with recursive siblings as (
    select l.id, l.parent_id, l.prefix,
      row_number() over (partition by l.parent_id order by l.place nulls last, l.prefix, l.index, l.code) as n,
      exists (select from inventory_locations c where c.business_id = l.business_id and c.parent_id = l.id) as holds
    from inventory_locations l where l.warehouse_id = warehouse and not l.bench
  ), edges as (
    select s.id, s.n, s.holds or lag(s.holds) over w or lag(s.prefix) over w is distinct from s.prefix as begins
    from siblings s where s.parent_id is null window w as (order by s.n)
  ), rows as (
    select e.id, e.n, count(*) filter (where e.begins) over (order by e.n) as row from edges e
  ), tree as (
    select r.id, 1 as depth, h.serpentine and r.row % 2 = 0 as back,
      array[r.row, case when h.serpentine and r.row % 2 = 0 then -r.n else r.n end] as path
    from rows r join warehouses h on h.id = warehouse
    union all
    select s.id, t.depth + 1, t.back, t.path || case when t.back and t.depth = 1 then -s.n else s.n end
    from tree t join siblings s on s.parent_id = t.id
  )
  select tree.id, (row_number() over (order by tree.path))::int from tree
$$;

alter table warehouses no force row level security;
alter table inventory_locations no force row level security;
update inventory_locations l set walk = w.walk from warehouses h cross join lateral walk_of(h.id) w where w.id = l.id;
alter table warehouses force row level security;
alter table inventory_locations force row level security;
