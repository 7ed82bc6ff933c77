-- Goods of blocked volumes that go back to the vendor.
create table vendor_returns (
  business_id bigint not null references businesses,
  id bigint generated always as identity,
  warehouse_id bigint not null,
  -- Within the business.
  number integer not null check (number > 0),
  state text not null default 'open' check (state in ('open', 'ready', 'handed_over', 'credited', 'canceled')),
  -- The vendor as it was: one of the business, or typed; empty until it is known.
  supplier_id bigint,
  vendor_name text not null default '',
  -- CNPJ or CPF without punctuation.
  vendor_document text not null default '',
  note text not null default '',
  -- Key of the NF-e with which the goods go back.
  invoice_key text not null default '' check (invoice_key = '' or length(invoice_key) = 44),
  created_at timestamptz not null,
  created_by bigint not null,
  handed_over_at timestamptz,
  handed_over_by bigint,
  credited_on date,
  -- null: not recorded
  credit_centavos bigint check (credit_centavos >= 0),
  canceled_because text not null default '',
  search text generated always as (fold(number || ' ' || vendor_name || ' ' || vendor_document || ' ' || invoice_key || ' ' || note)) stored,
  version integer not null default 1,
  primary key (business_id, id),
  unique (business_id, number),
  foreign key (business_id, warehouse_id) references warehouses (business_id, id),
  foreign key (business_id, supplier_id) references suppliers (business_id, id) on delete set null (supplier_id),
  constraint vendor_returns_handed_over check ((handed_over_at is not null) = (state in ('handed_over', 'credited'))
    and (handed_over_at is null) = (handed_over_by is null)),
  constraint vendor_returns_credited check ((credited_on is not null) = (state = 'credited')
    and (credit_centavos is null or state = 'credited')),
  constraint vendor_returns_vendor check (vendor_name <> '' or state in ('open', 'canceled'))
);
comment on table vendor_returns is
  'Goods of blocked volumes that go back to the vendor, with a document. Growth: some a month, kept as proof of what '
  'left the stock.';
call tenant_table('vendor_returns', 'select, insert, update');

create table vendor_return_lines (
  business_id bigint not null,
  id bigint generated always as identity,
  return_id bigint not null,
  volume_id bigint not null,
  variation_id bigint not null,
  -- The lot of the units when they left.
  batch_id bigint,
  quantity integer not null check (quantity > 0),
  reason text not null check (reason in ('damaged', 'defective', 'expired', 'not_ordered', 'surplus', 'other')),
  -- Of its units when they left; null: not known, or they are still here.
  cost_centavos bigint check (cost_centavos >= 0),
  -- The return holds the volume: it is open or ready.
  open boolean not null default true,
  primary key (business_id, id),
  foreign key (business_id, return_id) references vendor_returns (business_id, id),
  foreign key (business_id, volume_id) references volumes (business_id, id),
  foreign key (business_id, variation_id) references product_variations (business_id, id),
  constraint vendor_return_lines_batch foreign key (business_id, batch_id) references batches (business_id, id)
);
comment on table vendor_return_lines is
  'Units of a blocked volume on a return to a vendor. Growth: some rows per return, kept with it.';
create index vendor_return_lines_of on vendor_return_lines (business_id, return_id);
create index vendor_return_lines_volume on vendor_return_lines (business_id, volume_id);
create unique index vendor_return_lines_open on vendor_return_lines (business_id, volume_id, variation_id) where open;
call tenant_table('vendor_return_lines', 'select, insert, update, delete');

alter table ledger_entries
  drop constraint ledger_entries_kind_check,
  add constraint ledger_entries_kind_check check (kind in ('receipt', 'reserve', 'release', 'sale_out',
    'sale_out_reversal', 'dispatch', 'cancel_return', 'adjustment', 'move', 'transfer', 'unlaunch', 'hold', 'expected',
    'vendor_return'));

-- Units that went back to their vendor are missing to reservations as units that a count did not find.
create or replace function post_entries(entries jsonb, person bigint, at timestamptz) returns bigint[]
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  ids bigint[];
begin
  perform from stock s where s.business_id = app_business()
    and s.id in (select e.stock_id from jsonb_to_recordset(entries) as e (stock_id bigint)) order by s.id for no key update;
  with posted as (
    insert into ledger_entries (business_id, stock_id, kind, source, source_id, on_hand, reserved, soft, hold, inbound,
      packed, volume_id, position_id, reason, user_id, at, part_id, attempt, batch_id)
    select app_business(), e.stock_id, e.kind, e.source, e.source_id, coalesce(e.on_hand, 0), coalesce(e.reserved, 0),
      coalesce(e.soft, 0), coalesce(e.hold, 0), coalesce(e.inbound, 0), coalesce(e.packed, 0), e.volume_id, e.position_id,
      e.reason, person, post_entries.at, e.part_id, e.attempt, e.batch_id
    from jsonb_populate_recordset(null::ledger_entries, entries) e
    on conflict (business_id, source, source_id, kind) do nothing
    returning stock_id, kind, on_hand, reserved, soft, hold, inbound, packed
  ), moved as (
    select stock_id, sum(on_hand)::int as on_hand, sum(reserved)::int as reserved, sum(soft)::int as soft,
      sum(hold)::int as hold, sum(inbound)::int as inbound, sum(packed)::int as packed,
      coalesce(sum(on_hand) filter (where kind in ('adjustment', 'vendor_return')), 0) < 0 as counted_less
    from posted group by stock_id
  ), changed as (
    update stock s set on_hand = s.on_hand + m.on_hand, reserved = s.reserved + m.reserved, soft = s.soft + m.soft,
      hold = s.hold + m.hold, inbound = s.inbound + m.inbound, packed = s.packed + m.packed, revision = s.revision + 1,
      shortfall = least(greatest(0, s.reserved + m.reserved - s.on_hand - m.on_hand),
        case when m.counted_less then 2147483647 else s.shortfall end)
    from moved m where s.id = m.stock_id and s.business_id = app_business()
    returning s.id
  )
  select coalesce(array_agg(id), '{}') into ids from changed;
  return ids;
end $$;
