/** A corruption that one query must find: the table's owner writes it past every rule. */
export type QueryPlant = {
  /** Beginning of the detector's name. */
  detector: string;
  sql: string;
  /** A constraint refuses it: seen to, then dropped, and the query must find it all the same. */
  refusedBy?: { table: string; constraint: string };
  /** Other detectors that rightly see the same corruption from their side. */
  also?: readonly string[];
};

const sum = 'INV-01 the buckets';
const volume = 'INV-01 what a launched volume';
const warehouse = 'INV-01 a shelf row';
const promises = 'INV-04 open promises';
const historyEnd = 'INV-08 the history ends';

/** `$name` stands for an id of the stage. */
export const queryPlants: readonly QueryPlant[] = [
  {
    detector: sum,
    sql: `delete from ledger_entries where kind = 'reserve' and source = 'reservation'
      and source_id = (select id::text from reservations where order_id = $pending)`,
  },
  {
    detector: volume,
    sql: 'update volume_lines set quantity = quantity + 1 where id = $line',
    also: [warehouse],
  },
  {
    detector: 'INV-01 units stand',
    sql: 'update volumes set position_id = $position where id = $volume',
  },
  {
    detector: warehouse,
    sql: `update volume_lines set quantity = quantity - 1 where id = $line`,
    also: [volume],
  },
  {
    detector: 'INV-02 nothing is negative',
    sql: 'update stock set reserved = on_hand + 1 where id = $stock',
    refusedBy: { table: 'stock', constraint: 'stock_reserved_on_hand' },
    also: [sum, promises, 'INV-06 what each marketplace'],
  },
  {
    detector: 'INV-02 of a count',
    sql: 'update stock set shortfall = 1 where id in (select stock_id from order_parts where order_id = $pending)',
    also: ['INV-02 nothing is negative'],
  },
  {
    detector: 'INV-02 what is held back',
    sql: "update volumes set state = 'blocked' where id = $volume",
  },
  {
    detector: promises,
    sql: `update reservations set quantity = quantity + 1 where order_id = $pending and state = 'open'`,
  },
  {
    detector: 'INV-04 no promise is open',
    sql: "update orders set status = 'canceled' where id = $pending",
    also: [historyEnd],
  },
  {
    detector: 'INV-04 each promise ended',
    sql: `insert into ledger_entries (business_id, stock_id, kind, source, source_id, at)
      select business_id, stock_id, kind, source, source_id, at from ledger_entries
      where kind = 'release' and source_id in (select id::text from reservations where order_id = $canceled)`,
    refusedBy: {
      table: 'ledger_entries',
      constraint: 'ledger_entries_business_id_source_source_id_kind_key',
    },
  },
  {
    detector: 'INV-05',
    sql: `update reservations set state = 'released', ended_at = now()
      where part_id = (select max(id) from order_parts where order_id = $kit)`,
    also: [promises, 'INV-04 each promise ended', 'INV-03 a sale says'],
  },
  { detector: 'INV-09 what is pinned', sql: 'update volume_lines set pinned = 1 where id = $line' },
  {
    detector: 'INV-11 a packed',
    sql: "update ledger_entries set part_id = null where kind = 'sale_out' and stock_id = $packedStock",
  },
  {
    detector: 'INV-11 of a closed',
    sql: `insert into parcel_returns (business_id, order_id, opened_by, opened_at, closed_by, closed_at)
      select fulfiller_id, id, 1, now(), 1, now() from orders where id = $pending`,
  },
  {
    detector: 'INV-11 what came back',
    sql: 'update order_parts set returned = 1 where order_id = $pending',
  },
  {
    detector: 'INV-12 a list holds',
    sql: 'update picking_list_orders set units = units + 1 where order_id = $listed',
  },
  {
    detector: 'INV-12 a finished list',
    sql: "update picking_lists set state = 'finished' where id = $list",
  },
  { detector: 'INV-12 every unit', sql: 'delete from picking_scans where order_id = $listed' },
  {
    detector: 'INV-12 what stands on a manifest',
    sql: `with opened as (insert into manifests (business_id, warehouse_id, marketplace, logistic_type, opened_by, opened_at)
        select fulfiller_id, warehouse_id, '', 'other', 1, now() from orders where id = $pending returning id, business_id)
      insert into manifest_sales (business_id, manifest_id, order_id, at)
      select business_id, id, $pending, now() from opened`,
  },
  {
    detector: 'INV-13 what is moved',
    sql: "update ledger_entries set kind = 'adjustment' where kind = 'move' and source_id like '%:in'",
    // Units that moved without a count.
    also: ['INV-17 a count moved'],
  },
  {
    detector: 'INV-13 what left',
    sql: "update ledger_entries set kind = 'transfer' where kind = 'receipt' and volume_id = $volume",
  },
  {
    detector: 'INV-14',
    sql: `insert into ledger_entries (business_id, stock_id, kind, source, source_id, volume_id, at)
      select business_id, stock_id, kind, source, source_id || ':again', volume_id, at from ledger_entries
      where kind = 'receipt' and volume_id = $volume`,
  },
  {
    detector: 'INV-16',
    sql: "delete from volume_events where volume_id = $volume and kind = 'launched'",
  },
  {
    detector: 'INV-17 a count moved',
    sql: "update ledger_entries set reason = '' where kind = 'adjustment' and volume_id = $volume",
  },
  {
    detector: 'INV-17 a difference',
    sql: `update balance_count_lines set counted = counted + 1 where count_id in (select c.id from balance_counts c
      join balances b on b.id = c.balance_id where b.volume_id = $counted)`,
  },
  {
    detector: 'INV-17 a volume is in balance',
    sql: "update volumes set state = 'in_balance' where id = $volume",
  },
  {
    detector: 'INV-18 the totals',
    sql: 'update supply_requests set total_centavos = total_centavos + 1 where id = $request',
  },
  {
    detector: 'INV-18 what was agreed',
    sql: 'update paid_prices set quantity = quantity + 1, total_centavos = price_centavos * (quantity + 1) where request_id = $request',
  },
  {
    detector: 'INV-15 what is expected',
    sql: 'update supply_request_lines set inbound = inbound + 1 where request_id = $request',
    also: ['INV-15 a unit'],
  },
  {
    detector: 'INV-15 each step',
    sql: `insert into supply_request_events (business_id, request_id, at, kind, detail)
      select business_id, id, now(), 'advanced', '{"from": "tag_volumes", "to": "stock_up"}'
      from supply_requests where id = $request`,
  },
  {
    detector: 'INV-15 a unit',
    sql: 'update supply_request_lines set closed_units = closed_units + 1 where request_id = $request',
  },
  {
    detector: 'INV-18 a document',
    sql: `with other as (insert into suppliers (business_id, name, created_at)
        select business_id, 'Outro', now() from supply_requests where id = $request returning id, business_id),
      file as (insert into files (business_id, sha256, bytes, content_type, name, created_at)
        select business_id, repeat('a', 64), 1, 'application/xml', 'n.xml', now() from other returning id),
      paper as (insert into supplier_documents (business_id, supplier_id, file_id, name, created_by, created_at)
        select other.business_id, other.id, file.id, 'n.xml', 1, now() from other, file returning id, business_id)
      insert into vendor_invoices (business_id, request_id, document_id, key, number, series, issued_at, total_centavos,
        created_by, created_at)
      select business_id, $request, id, repeat('1', 44), '1', '1', now(), 1, 1, now() from paper`,
    also: ['INV-24 the storage'],
  },
  {
    detector: 'INV-15 nothing is expected',
    sql: "update supply_requests set state = 'attended' where id = $request",
  },
  {
    detector: 'INV-19 a position',
    sql: 'update inventory_locations set parent_id = $position where id = $otherPosition',
  },
  {
    detector: 'INV-19 the walk',
    sql: 'update inventory_locations set place = 1 where id = $otherPosition',
  },
  { detector: 'INV-03 a sale says', sql: "update orders set reserve = 'none' where id = $unpaid" },
  {
    detector: 'INV-03 what came too short',
    sql: "update orders set status = 'pending' where id = $short",
    also: [historyEnd],
  },
  { detector: 'INV-08 packed', sql: "update orders set reserve = 'released' where id = $packed" },
  {
    detector: historyEnd,
    sql: "update orders set status = 'picking' where id = $pending",
  },
  {
    detector: 'INV-08 each step',
    sql: `update order_events set status_from = 'sent' where order_id = $packed and status_to = 'picking'`,
  },
  {
    detector: 'INV-08 every change',
    sql: 'update orders set version = version + 1 where id = $pending',
  },
  {
    detector: 'INV-08 a line',
    sql: "update order_lines set purchased_at = purchased_at - interval '1 day' where order_id = $pending",
  },
  {
    detector: 'INV-08 a sale has',
    sql: 'update orders set cost_centavos = cost_centavos + 1 where id = $pending',
  },
  {
    detector: 'INV-09 each beep',
    sql: 'update order_parts set beeped = 0 where order_id = $packed',
  },
  {
    detector: 'INV-47',
    sql: 'update order_lines set publication_variation_id = $foreignVariation where order_id = $pending',
  },
  {
    detector: 'INV-48 a cancel',
    sql: "update orders set remote_cancel = 'queued' where id = $canceled",
  },
  {
    detector: 'INV-48 nothing is tried',
    sql: `select enqueue_jobs('[{"task": "mail.send", "payload": {}}]'); update pgboss.job set retry_count = 9 where state = 'created'`,
  },
  {
    detector: 'INV-06 no quantity',
    sql: 'update publication_variations set synced_revision = 1000000 where id = $variation',
  },
  {
    detector: 'INV-06 what each marketplace',
    sql: 'update publication_variations set synced_quantity = synced_quantity + 1 where id = $variation',
  },
  {
    detector: 'INV-21 an invoice is the sum',
    sql: "update dropinvoices set total_centavos = total_centavos + 1 where state <> 'complete'",
  },
  {
    detector: 'INV-21 lines stand',
    sql: 'update order_parts set unit_cost_centavos = unit_cost_centavos + 1 where order_id = $packed',
  },
  {
    detector: 'INV-21 a packed part',
    sql: `insert into dropinvoice_items (seller_id, supplier_id, dropinvoice_id, order_id, part_id, kind, attempt,
        quantity, unit_price_centavos, total_centavos, at)
      select seller_id, supplier_id, dropinvoice_id, order_id, part_id, kind, attempt, quantity, unit_price_centavos,
        total_centavos, at from dropinvoice_items where kind = 'sale'`,
    refusedBy: { table: 'dropinvoice_items', constraint: 'dropinvoice_items_part_key' },
    also: ['INV-21 an invoice is the sum'],
  },
  {
    detector: 'INV-21 units of a dispute',
    sql: "update dropinvoice_disputes set state = 'withdrawn'",
  },
  {
    detector: 'INV-21 no line is taken back',
    sql: 'update dropinvoice_disputes set quantity = quantity + 1',
    also: ['INV-21 units of a dispute'],
  },
  {
    detector: 'INV-21 what is left of an invoice',
    sql: "delete from pair_entries where kind = 'set_off'",
  },
  {
    detector: 'INV-21 a balance never falls',
    sql: 'update pair_payouts set amount_centavos = amount_centavos + 1',
  },
  {
    detector: 'INV-21 no invoice is empty',
    sql: `insert into dropinvoices (seller_id, supplier_id, day, created_at, updated_at)
      select seller_id, supplier_id, day + 100, created_at, updated_at from dropinvoices limit 1`,
  },
  {
    detector: 'INV-21 a closed invoice',
    sql: `update dropinvoices set due_on = null, bank = '"sealed"' where closed_at is not null`,
  },
  {
    detector: 'INV-22 ads are held',
    sql: `insert into overdue_cases (seller_id, supplier_id, state, opened_at, held_at)
      select seller_id, supplier_id, 'held', now(), now() from dropinvoices limit 1`,
  },
  { detector: 'INV-22 no state', sql: "update dropinvoices set state = 'complete'" },
  {
    detector: 'INV-22 a payment has its proof',
    sql: `insert into dropinvoice_settlements (seller_id, supplier_id, dropinvoice_id, kind, amount_centavos, source, paid_on,
        user_id, at)
      select seller_id, supplier_id, id, 'payment', 1, 'by_hand', day, 1, now() from dropinvoices limit 1`,
    also: ['INV-21 what is left of an invoice'],
  },
  {
    detector: 'INV-22 a row of the bank',
    sql: `with file as (insert into bank_statements (business_id, file_name, format, details, user_id, at)
        select supplier_id, 'extrato.ofx', 'ofx', '', 1, now() from dropinvoices limit 1 returning id, business_id, at)
      insert into bank_rows (business_id, statement_id, account, bank_id, fingerprint, occurrence, day, amount_centavos,
        details, state)
      select business_id, id, '', '', '', 0, at::date, 100, '', 'received' from file`,
  },
  { detector: 'INV-22 what is paid', sql: 'update dropinvoice_proofs set paid_centavos = 1' },
  {
    detector: 'INV-19 no category',
    sql: 'update categories set parent_id = $childCategory where id = $category',
  },
  {
    detector: 'INV-24 the storage',
    sql: 'update businesses set storage_bytes = storage_bytes + 1 where id = $seller',
  },
  {
    detector: 'INV-24 pictures take',
    sql: `update files set bytes = 200000000000
      where id = (select min(file_id) from images where business_id = $seller)`,
    also: ['INV-24 the storage'],
  },
  {
    detector: 'INV-24 no publication came',
    sql: `insert into publications (business_id, advertisement_id, account_id, name, category_id, type, warehouse_id,
        supplier_id, created_at, updated_at)
      select business_id, advertisement_id, account_id, name, category_id, type, warehouse_id, supplier_id, now(), now()
      from publications, generate_series(1, 6) where id = (select min(id) from publications where business_id = $seller);
      update businesses set plan = 'free', plan_since = '2020-01-01' where id = $seller`,
    also: ['INV-24 the plan of a business'],
  },
  {
    detector: 'INV-24 the plan of a business',
    sql: `update businesses set plan = 'pro' where id = $seller`,
  },
  {
    detector: 'INV-24 billing months',
    sql: `insert into billing_months (business_id, month, plan, storage_bytes, publications, charge_centavos)
      values ($seller, '2026-01-01', 'free', 0, 0, 0), ($seller, '2026-03-01', 'free', 0, 0, 0)`,
  },
  {
    detector: 'INV-24 a closed month costs',
    sql: `insert into billing_months (business_id, month, plan, storage_bytes, publications, charge_centavos)
      values ($seller, '2026-01-01', 'pro', 0, 0, 0)`,
  },
  {
    detector: 'INV-53',
    sql: `insert into file_removals (business_id, sha256, due_at, claimed)
      select business_id, sha256, now(), true from files limit 1`,
  },
  { detector: 'INV-34', sql: `update staff set roles = array['packer'] where business_id = $seller` },
  {
    detector: 'INV-40',
    sql: `update sessions set refresh_hash = 'a token as it is' where id = (select min(id) from sessions)`,
  },
  {
    detector: 'INV-41',
    sql: 'update users set activated_at = null where id = (select min(user_id) from sessions)',
  },
  {
    detector: 'INV-42',
    sql: `insert into mail_tokens (user_id, purpose, token_hash, created_at, expires_at, used_at)
      select min(id), 'reset', sha256('x'), now(), now(), now() + interval '1 minute' from users`,
  },
  { detector: 'INV-52', sql: 'update idempotency_keys set status = 500' },
  { detector: 'INV-55', sql: "delete from audit_entries where endpoint = 'categories.create'" },
  { detector: 'INV-56', sql: "update marketplace_accounts set access_token = 'APP_USR-1000-112115-f00'" },
];
