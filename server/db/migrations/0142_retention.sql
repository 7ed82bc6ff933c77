-- Rows are deleted when their time is over, in batches, by the nightly task jobs.forget-passed: scans, ended reservations, the
-- documents of marketplaces about a sale, deliveries of webhooks, and the histories of sales and volumes that ended long
-- ago. Each function returns how many rows it deleted. Rows of these tables are added in the order of their time, so a BRIN index, which has one entry per range of
-- pages, finds the old ones and costs an insert next to nothing.

create index order_scans_at on order_scans using brin (at) with (autosummarize = on);
create index picking_scans_at on picking_scans using brin (at) with (autosummarize = on);
create index reservations_created_at on reservations using brin (created_at) with (autosummarize = on);
create index order_sources_received_at on order_sources using brin (received_at) with (autosummarize = on);
create index order_events_at on order_events using brin (at) with (autosummarize = on);
create index volume_events_at on volume_events using brin (at) with (autosummarize = on);

call system_reads('order_scans');
call system_reads('picking_scans');
call system_reads('reservations');
call system_reads('picking_lists');
call system_reads('order_events');
call system_reads('volume_events');
call system_reads('volume_event_images');
create policy system_removing on order_events for delete to easy_system using (true);
create policy system_removing on volume_events for delete to easy_system using (true);
create policy system_removing on volume_event_images for delete to easy_system using (true);
grant delete on order_events, volume_events, volume_event_images to easy_system;
create policy system_removing on order_scans for delete to easy_system using (true);
create policy system_removing on picking_scans for delete to easy_system using (true);
create policy system_removing on reservations for delete to easy_system using (true);
create policy system_removing on order_sources for delete to easy_system using (true);
grant delete on order_scans, picking_scans, reservations, order_sources to easy_system;

-- A sale that waits to be packed counts its scans.
create function forget_order_scans(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from order_scans where (business_id, id) in
      (select s.business_id, s.id from order_scans s join orders o on o.id = s.order_id
        where s.at < before and (o.packed_at is not null or o.canceled_at is not null) limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_order_scans(timestamptz, integer)');

-- So does a list that is being picked.
create function forget_picking_scans(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from picking_scans where (business_id, id) in
      (select s.business_id, s.id from picking_scans s
        join picking_lists l on l.business_id = s.business_id and l.id = s.list_id
        where s.at < before and l.state in ('finished', 'canceled') limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_picking_scans(timestamptz, integer)');

-- The ledger keeps what was reserved and released.
create function forget_reservations(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from reservations where (business_id, id) in
      (select business_id, id from reservations
        where created_at < before and ended_at < before limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_reservations(timestamptz, integer)');

create function forget_order_sources(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from order_sources where (business_id, id) in
      (select business_id, id from order_sources where received_at < before limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_order_sources(timestamptz, integer)');

-- The history of a sale goes as a whole.
create function forget_order_events(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from order_events where (business_id, id) in
      (select e.business_id, e.id from order_events e join orders o on o.id = e.order_id
        where e.at < before and o.updated_at < before and o.status in ('complete', 'canceled') limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_order_events(timestamptz, integer)');

-- So does that of a volume.
create function forget_volume_events(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with passed as materialized (
    select e.business_id, e.id from volume_events e
      join volumes v on v.business_id = e.business_id and v.id = e.volume_id
      where e.at < before and v.updated_at < before and v.state in ('archived', 'voided') limit most),
  pictures as (delete from volume_event_images where (business_id, event_id) in (select business_id, id from passed)),
  gone as (delete from volume_events where (business_id, id) in (select business_id, id from passed) returning 1)
    select count(*) from gone $$;
call system_function('forget_volume_events(timestamptz, integer)');

drop function forget_webhook_deliveries(timestamptz);
create function forget_webhook_deliveries(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from webhook_deliveries where (business_id, id) in
      (select business_id, id from webhook_deliveries where at < before order by at limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_webhook_deliveries(timestamptz, integer)');

-- By its index and not by the order of ids.
create or replace function forget_notifications(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from notifications where id in
      (select id from notifications where received_at < before order by received_at limit most) returning 1)
    select count(*) from gone $$;

comment on table order_scans is
  'Scans of packing, one row per unit. They prove what was packed. Retention: deleted a year after the scan by the task '
  'jobs.forget-passed.';
comment on table picking_scans is
  'One unit taken out of a volume into a tote. A scan that is sent twice counts once. Retention: deleted a year after the '
  'scan by the task jobs.forget-passed.';
comment on table reservations is
  'Stock that is reserved for one part of a sale. A reservation ends exactly once. Retention: deleted 90 days after it '
  'ended by the task jobs.forget-passed; the ledger keeps the movements.';
comment on table order_sources is
  'The last document of the marketplace about a sale, sealed, for reading it again by a later release. Retention: deleted '
  'a year after it was received by the task jobs.forget-passed.';
comment on table webhook_deliveries is
  'Events on their way to a webhook, in the order of their ids, written in the transaction of the change that they report. '
  'Retention: deleted 30 days after the event by the task jobs.forget-passed.';
comment on table order_events is
  'The history of a sale, seen by both of its businesses. Rows are only added, about eight per sale. Retention: the history '
  'of a sale that ended is deleted five years after its last change by the task jobs.forget-passed.';
comment on table volume_events is
  'The history of a volume, one row per version. Rows are only added. Retention: the history of a volume that was archived '
  'or voided is deleted five years after its last change by the task jobs.forget-passed.';
