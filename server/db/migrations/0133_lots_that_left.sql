-- The lot of the units that an entry moves out of a volume: a tote or a volume holds another lot later, a returned unit does not.
alter table ledger_entries add column batch_id bigint;
alter table ledger_entries add constraint ledger_entries_batch foreign key (business_id, batch_id)
  references batches (business_id, id) not valid;

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
      coalesce(sum(on_hand) filter (where kind = 'adjustment'), 0) < 0 as counted_less
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
