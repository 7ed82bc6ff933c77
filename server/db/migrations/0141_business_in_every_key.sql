-- Keys carry the business, so that a business can be moved or sharded, and so that no row can refer to a row of another
-- business. The primary key of a table that nothing refers to begins with business_id; foreign keys refer to
-- (business_id, id) of the others. In a row of two businesses the key contains the one to which the other row belongs.

-- Adding a foreign key reads both tables as their owner, to whom forced policies apply: they would hide the rows that are
-- to be checked.
do $$
declare
  protected regclass;
begin
  for protected in select oid from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity loop
    execute format('alter table %s no force row level security', protected);
  end loop;
end $$;

-- The business of the other row: the seller of a sale, the supplier of an offer, the fulfiller of a part.
alter table advertisement_components drop constraint advertisement_components_dropship_item_id_fkey,
  add foreign key (supplier_id, dropship_item_id) references dropship_items (business_id, id);
alter table publication_components drop constraint publication_components_dropship_item_id_fkey,
  drop constraint publication_components_stock_id_fkey,
  add foreign key (supplier_id, dropship_item_id) references dropship_items (business_id, id),
  add foreign key (supplier_id, stock_id) references stock (business_id, id);
alter table virtual_product_components drop constraint virtual_product_components_dropship_item_id_fkey,
  add foreign key (supplier_id, dropship_item_id) references dropship_items (business_id, id);
alter table order_parts drop constraint order_parts_dropship_item_id_fkey, drop constraint order_parts_stock_id_fkey,
  add foreign key (fulfiller_id, dropship_item_id) references dropship_items (business_id, id),
  add foreign key (fulfiller_id, stock_id) references stock (business_id, id);
alter table content_declarations drop constraint content_declarations_order_id_fkey,
  add foreign key (seller_id, order_id) references orders (business_id, id);
alter table refused_sales drop constraint refused_sales_order_id_fkey,
  add foreign key (seller_id, order_id) references orders (business_id, id);
alter table dropinvoice_items drop constraint dropinvoice_items_order_id_fkey, drop constraint dropinvoice_items_part_id_fkey,
  add foreign key (seller_id, order_id) references orders (business_id, id),
  add foreign key (seller_id, part_id) references order_parts (business_id, id);
alter table pair_entries drop constraint pair_entries_order_id_fkey, drop constraint pair_entries_part_id_fkey,
  add foreign key (seller_id, order_id) references orders (business_id, id),
  add foreign key (seller_id, part_id) references order_parts (business_id, id);

-- Rows of a pair refer to rows of the same pair.
alter table dropinvoices add unique (seller_id, supplier_id, id);
alter table dropinvoice_disputes add unique (seller_id, supplier_id, id);
alter table dropinvoice_proofs add unique (seller_id, supplier_id, id);
alter table pair_payouts add unique (seller_id, supplier_id, id), add unique (seller_id, id);
drop index pair_payouts_seller_id_supplier_id_id_idx;
alter table dropinvoice_items drop constraint dropinvoice_items_dropinvoice_id_fkey,
  drop constraint dropinvoice_items_dispute_id_fkey,
  add foreign key (seller_id, supplier_id, dropinvoice_id) references dropinvoices (seller_id, supplier_id, id),
  add foreign key (seller_id, supplier_id, dispute_id) references dropinvoice_disputes (seller_id, supplier_id, id);
alter table dropinvoice_disputes drop constraint dropinvoice_disputes_dropinvoice_id_fkey,
  add foreign key (seller_id, supplier_id, dropinvoice_id) references dropinvoices (seller_id, supplier_id, id);
alter table dropinvoice_dispute_photos drop constraint dropinvoice_dispute_photos_dispute_id_fkey,
  add foreign key (seller_id, supplier_id, dispute_id) references dropinvoice_disputes (seller_id, supplier_id, id);
alter table dropinvoice_proofs drop constraint dropinvoice_proofs_dropinvoice_id_fkey,
  add foreign key (seller_id, supplier_id, dropinvoice_id) references dropinvoices (seller_id, supplier_id, id);
alter table dropinvoice_settlements drop constraint dropinvoice_settlements_dropinvoice_id_fkey,
  drop constraint dropinvoice_settlements_proof_id_fkey, drop constraint dropinvoice_settlements_bank_row_id_fkey,
  add foreign key (seller_id, supplier_id, dropinvoice_id) references dropinvoices (seller_id, supplier_id, id),
  add foreign key (seller_id, supplier_id, proof_id) references dropinvoice_proofs (seller_id, supplier_id, id);
alter table pair_entries drop constraint pair_entries_dropinvoice_id_fkey, drop constraint pair_entries_dispute_id_fkey,
  drop constraint pair_entries_payout_id_fkey,
  add foreign key (seller_id, supplier_id, dropinvoice_id) references dropinvoices (seller_id, supplier_id, id),
  add foreign key (seller_id, supplier_id, dispute_id) references dropinvoice_disputes (seller_id, supplier_id, id),
  add foreign key (seller_id, supplier_id, payout_id) references pair_payouts (seller_id, supplier_id, id);
-- The seller finds a payout in their own bank statement, the supplier a payment.
alter table bank_rows drop constraint bank_rows_payout_id_fkey,
  add foreign key (business_id, payout_id) references pair_payouts (seller_id, id);

-- Tables to which nothing refers: what was found by its id within a business is found by both.
alter table picking_scans drop constraint picking_scans_list_id_order_id_fkey;
alter table account_calls drop constraint account_calls_pkey, drop constraint account_calls_business_id_id_key,
  add primary key (business_id, id);
alter table advertisement_components drop constraint advertisement_components_pkey,
  add primary key (business_id, id);
alter table advertisement_images drop constraint advertisement_images_pkey,
  add primary key (business_id, id);
alter table answer_templates drop constraint answer_templates_pkey,
  drop constraint answer_templates_business_id_id_key, add primary key (business_id, id);
alter table audit_entries drop constraint audit_entries_pkey,
  add primary key (business_id, id);
alter table authorization_requests drop constraint authorization_requests_pkey,
  add primary key (business_id, id);
alter table balance_count_lines drop constraint balance_count_lines_pkey,
  add primary key (business_id, count_id, variation_id);
alter table bank_rows drop constraint bank_rows_pkey,
  add primary key (business_id, id);
alter table billing_months drop constraint billing_months_pkey,
  drop constraint billing_months_business_id_id_key, add primary key (business_id, id);
alter table bulk_runs drop constraint bulk_runs_pkey,
  add primary key (business_id, id);
alter table chat_files drop constraint chat_files_pkey,
  add primary key (business_id, id);
alter table chat_images drop constraint chat_images_pkey,
  add primary key (business_id, id);
alter table claim_sales drop constraint claim_sales_pkey,
  add primary key (business_id, chat_id, order_id);
alter table claims drop constraint claims_pkey,
  add primary key (business_id, chat_id);
alter table file_removals drop constraint file_removals_pkey,
  add primary key (business_id, id);
alter table idempotency_keys drop constraint idempotency_keys_pkey,
  add primary key (business_id, id);
alter table import_rows drop constraint import_rows_pkey,
  add primary key (business_id, id);
alter table ledger_entries drop constraint ledger_entries_pkey,
  add primary key (business_id, id);
alter table manifest_sales drop constraint manifest_sales_pkey,
  drop constraint manifest_sales_business_id_id_key, add primary key (business_id, id);
alter table margin_changes drop constraint margin_changes_pkey,
  drop constraint margin_changes_business_id_id_key, add primary key (business_id, id);
alter table order_events drop constraint order_events_pkey,
  add primary key (business_id, id);
alter table order_scans drop constraint order_scans_pkey,
  add primary key (business_id, id);
alter table order_sources drop constraint order_sources_pkey,
  add primary key (business_id, id);
alter table paid_prices drop constraint paid_prices_pkey,
  add primary key (business_id, id);
alter table parcel_return_images drop constraint parcel_return_images_pkey,
  add primary key (business_id, id);
alter table parked_answers drop constraint parked_answers_pkey,
  add primary key (business_id, id);
alter table pick_allocations drop constraint pick_allocations_pkey,
  add primary key (business_id, id);
alter table picking_list_orders drop constraint picking_list_orders_pkey,
  add primary key (business_id, list_id, order_id);
alter table picking_scans drop constraint picking_scans_pkey,
  add primary key (business_id, id);
alter table plan_changes drop constraint plan_changes_pkey, drop constraint plan_changes_business_id_id_key,
  add primary key (business_id, id);
alter table product_images drop constraint product_images_pkey,
  add primary key (business_id, id);
alter table publication_components drop constraint publication_components_pkey,
  add primary key (business_id, id);
alter table publication_images drop constraint publication_images_pkey,
  add primary key (business_id, id);
alter table receiving_scans drop constraint receiving_scans_pkey,
  add primary key (business_id, id);
alter table refused_sales drop constraint refused_sales_pkey,
  add primary key (business_id, id);
alter table remote_listings drop constraint remote_listings_pkey,
  drop constraint remote_listings_business_id_id_key, add primary key (business_id, id);
alter table reported_problem_images drop constraint reported_problem_images_pkey,
  add primary key (business_id, id);
alter table reputation_readings drop constraint reputation_readings_pkey,
  add primary key (business_id, account_id, day);
alter table reservations drop constraint reservations_pkey,
  add primary key (business_id, id);
alter table reviews drop constraint reviews_pkey, drop constraint reviews_business_id_id_key,
  add primary key (business_id, id);
alter table saved_views drop constraint saved_views_pkey, drop constraint saved_views_business_id_id_key,
  add primary key (business_id, id);
alter table staff_invitations drop constraint staff_invitations_pkey,
  add primary key (business_id, id);
alter table station_failures drop constraint station_failures_pkey,
  add primary key (business_id, id);
alter table stock_drifts drop constraint stock_drifts_pkey,
  add primary key (business_id, id);
alter table supplier_contacts drop constraint supplier_contacts_pkey,
  drop constraint supplier_contacts_business_id_id_key, add primary key (business_id, id);
alter table supplier_items drop constraint supplier_items_pkey,
  add primary key (business_id, supplier_id, variation_id);
alter table supply_request_answers drop constraint supply_request_answers_pkey,
  drop constraint supply_request_answers_business_id_id_key, add primary key (business_id, id);
alter table supply_request_events drop constraint supply_request_events_pkey,
  add primary key (business_id, id);
alter table two_step_resets drop constraint two_step_resets_pkey,
  drop constraint two_step_resets_business_id_id_key, add primary key (business_id, id);
alter table vendor_invoice_items drop constraint vendor_invoice_items_pkey,
  drop constraint vendor_invoice_items_business_id_id_key, add primary key (business_id, id);
alter table virtual_product_components drop constraint virtual_product_components_pkey,
  add primary key (business_id, id);
alter table volume_event_images drop constraint volume_event_images_pkey,
  add primary key (business_id, id);
alter table webhook_deliveries drop constraint webhook_deliveries_pkey,
  add primary key (business_id, id);
alter table bank_rows drop constraint bank_rows_pkey,
  add primary key (business_id, id);
alter table picking_scans
  add foreign key (business_id, list_id, order_id) references picking_list_orders (business_id, list_id, order_id);
alter table dropinvoice_settlements
  add foreign key (supplier_id, bank_row_id) references bank_rows (business_id, id);

-- Deleted across businesses, by the whole key.
create or replace function forget_idempotency_keys(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from idempotency_keys where (business_id, id) in
      (select business_id, id from idempotency_keys where created_at < before order by created_at limit most) returning 1)
    select count(*) from gone $$;
create or replace function forget_bank_rows(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from bank_rows where (business_id, id) in
      (select r.business_id, r.id from bank_statements s
        join bank_rows r on r.business_id = s.business_id and r.statement_id = s.id
        where s.at < before and r.state <> 'received' order by s.at limit most) returning 1)
    select count(*) from gone $$;
create or replace function forget_authorization_requests(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from authorization_requests where (business_id, id) in
      (select business_id, id from authorization_requests where expires_at < before limit most) returning 1)
    select count(*) from gone $$;

-- Indexes with the columns of a key, which is read in both directions.
drop index advertisements_business_id_id_idx;
drop index balances_business_id_id_idx;
drop index bank_statements_business_id_id_idx;
drop index claim_sales_business_id_chat_id_idx;
drop index claims_business_id_chat_id_idx;
drop index dropship_items_business_id_id_idx;
drop index images_business_id_id_idx;
drop index imports_business_id_id_idx;
drop index margin_changes_newest;
drop index orders_business_id_id_idx;
drop index paid_prices_business_id_id_idx;
drop index products_business_id_id_idx;
drop index publications_business_id_id_idx;
drop index refused_sales_business_id_id_idx;
drop index reported_problems_business_id_id_idx;
drop index reputation_readings_business_id_account_id_idx;
drop index stock_business_id_id_idx;
drop index supply_requests_business_id_id_idx;
drop index volumes_business_id_id_idx;
drop index webhook_deliveries_business_id_id_idx;

do $$
declare
  protected regclass;
begin
  for protected in select oid from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity loop
    execute format('alter table %s force row level security', protected);
  end loop;
end $$;
