-- The change from the last migration before the baseline, 0137, to the baseline.

-- Constraints that were added without a check of the rows of then are validated. A validation acts as the owner of the
-- tables, to whom forced row-level security would show no rows.
do $$
declare
  guarded name[] := array(select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity);
  target name;
  unchecked record;
begin
  foreach target in array guarded loop
    execute format('alter table %I no force row level security', target);
  end loop;
  for unchecked in select conrelid::regclass as owning, conname from pg_constraint
    where connamespace = 'public'::regnamespace and not convalidated
  loop
    execute format('alter table %s validate constraint %I', unchecked.owning, unchecked.conname);
  end loop;
  foreach target in array guarded loop
    execute format('alter table %I force row level security', target);
  end loop;
end $$;

-- The condition on written rows asks for the tenant once per statement, as the condition on read rows does.
do $$
declare
  target text;
begin
  foreach target in array array[
    'staff', 'staff_invitations', 'audit_entries', 'file_removals', 'files', 'images', 'categories', 'products',
    'product_variations', 'product_images', 'warehouses', 'inventory_locations', 'volumes', 'volume_lines',
    'volume_events', 'stock', 'ledger_entries', 'reservations', 'pick_allocations', 'authorization_requests',
    'marketplace_accounts', 'dropship_items', 'supplier_bank_accounts', 'advertisements',
    'advertisement_components', 'advertisement_images', 'publications', 'publication_variations',
    'publication_components', 'publication_images', 'order_sources', 'order_scans']
  loop
    execute format('alter policy adding on %I with check (business_id = (select app_business()))', target);
    execute format('alter policy changing on %I with check (business_id = (select app_business()))', target);
  end loop;
  foreach target in array array['orders', 'order_lines', 'order_parts', 'order_events']
  loop
    execute format('alter policy adding on %I
      with check (business_id = (select app_business()) or fulfiller_id = (select app_business()))', target);
    execute format('alter policy changing on %I
      with check (business_id = (select app_business()) or fulfiller_id = (select app_business()))', target);
  end loop;
end $$;

-- Columns that nothing reads, and one that nothing has written since plans exist: a business is billed from its first day.
alter table orders drop column if exists shipment_checked_at;
alter table order_scans drop column if exists voided_by;
alter table imports drop column if exists skip_wrong;
alter table businesses drop column if exists billed_from;
