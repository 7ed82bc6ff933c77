-- A sale that its supplier refused, or had too little for, is no longer his once another ships it: what he had of it stays
-- here, as it was then.
create table refused_sales (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  order_id bigint not null references orders (id),
  seller_id bigint not null,
  warehouse_id bigint,
  cause text not null check (cause in ('refused', 'short')),
  reason text not null,
  items text not null,
  units integer not null,
  -- null: nobody said no, there was too little
  refused_by bigint,
  refused_at timestamptz not null,
  -- another ships it since then
  moved_at timestamptz
);
create index on refused_sales (business_id, id desc);
create index on refused_sales (order_id);
call tenant_table('refused_sales', 'select, insert, update');

-- Those that are refused now have theirs from the beginning, of every business at once.
alter table orders no force row level security;
alter table order_parts no force row level security;
alter table refused_sales no force row level security;
insert into refused_sales (business_id, order_id, seller_id, warehouse_id, cause, reason, items, units, refused_at)
select o.fulfiller_id, o.id, o.business_id, o.warehouse_id, 'refused', coalesce(o.refused_reason, ''),
  coalesce(string_agg(p.quantity || ' × ' || p.product_name, ', ' order by p.id), ''), coalesce(sum(p.quantity), 0), o.refused_at
from orders o left join order_parts p on p.order_id = o.id
where o.refused_at is not null and o.fulfiller_id is not null group by o.id order by o.refused_at, o.id;
alter table refused_sales force row level security;
alter table order_parts force row level security;
alter table orders force row level security;
