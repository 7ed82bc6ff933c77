/**
 * Tables from which nothing is deleted, by the reason why they may grow: all others lose rows by a rule, with the row
 * they belong to, or at the end of their retention.
 */
export const keptForever: Readonly<Record<string, readonly string[]>> = {
  'fiscal and commercial records, which law keeps and both sides of a trade rely on': [
    'billing_months',
    'content_declarations',
    'dropinvoice_dispute_photos',
    'dropinvoice_disputes',
    'dropinvoice_items',
    'dropinvoice_proofs',
    'dropinvoice_settlements',
    'dropinvoices',
    'orders',
    'overdue_cases',
    'paid_prices',
    'pair_entries',
    'pair_payouts',
    'plan_changes',
  ],
  'the ledger whose sum is the stock': ['ledger_entries'],
  'the floor’s history of a sale, a parcel or a count, a few rows of each': [
    'balance_count_lines',
    'balance_counts',
    'balances',
    'manifest_sales',
    'manifests',
    'parcel_return_images',
    'parcel_return_units',
    'parcel_returns',
    'picking_list_orders',
    'picking_lists',
    'refused_sales',
    'reported_problem_images',
    'reported_problems',
    'sale_serials',
    'serial_events',
    'serials',
    'stock_drifts',
    'supply_request_answers',
    'vendor_returns',
    'volumes',
  ],
  'one row of something that people make a limited number of, ended by a mark': [
    'api_keys',
    'balance_settings',
    'bank_columns',
    'businesses',
    'carts',
    'imports',
    'marketplace_accounts',
    'payout_columns',
    'payout_readings',
    'publications',
    'purchasing_settings',
    'stations',
    'supplier_bank_accounts',
    'trade_links',
    'users',
    'work_closings',
  ],
  'what buyers and marketplaces say of a publication or an account, one row of each': [
    'questions',
    'reputation_readings',
    'reviews',
  ],
};

/**
 * Tables that grow with every sale, operation or message. Their rows are deleted by a function of `keptDays`, by a rule
 * of their area, or with the row of another table; or the table is kept, for the reason above. docs/operations.md has
 * the figures.
 */
export const growing: Readonly<Record<string, { deletedBy: string } | { with: string } | 'kept'>> = {
  account_calls: { deletedBy: 'server/marketplaces/recent-calls.ts' },
  audit_entries: { deletedBy: 'forget_audit_entries' },
  bank_rows: { deletedBy: 'forget_bank_rows' },
  bulk_runs: { deletedBy: 'server/business/bulk-run.ts' },
  chat_messages: { with: 'chats' },
  dropinvoice_items: 'kept',
  dropinvoice_settlements: 'kept',
  idempotency_keys: { deletedBy: 'forget_idempotency_keys' },
  import_rows: { deletedBy: 'server/across/import/apply-import.ts' },
  ledger_entries: 'kept',
  notifications: { deletedBy: 'forget_notifications' },
  order_events: { deletedBy: 'forget_order_events' },
  order_lines: { with: 'orders' },
  order_parts: { with: 'orders' },
  order_scans: { deletedBy: 'forget_order_scans' },
  order_sources: { deletedBy: 'forget_order_sources' },
  orders: 'kept',
  pair_entries: 'kept',
  payout_lines: { with: 'payout_files' },
  picking_list_orders: 'kept',
  picking_scans: { deletedBy: 'forget_picking_scans' },
  sale_serials: 'kept',
  serial_events: 'kept',
  serials: 'kept',
  reservations: { deletedBy: 'forget_reservations' },
  sessions: { deletedBy: 'forget_sessions' },
  volume_events: { deletedBy: 'forget_volume_events' },
  work_days: { deletedBy: 'forget_work_days' },
  webhook_deliveries: { deletedBy: 'forget_webhook_deliveries' },
};

/** Insert-only tables with few rows: some per count, return, request, plan or invoice of a vendor. */
export const fewAdded: readonly string[] = [
  'balance_count_lines',
  'balance_counts',
  'dropinvoice_dispute_photos',
  'manifest_sales',
  'paid_prices',
  'parcel_return_images',
  'plan_changes',
  'receiving_scans',
  'reported_problem_images',
  'supply_request_events',
  'vendor_invoice_items',
  'vendor_invoices',
  'volume_event_images',
];

/** Called only by the baseline and migrations. */
export const templates: readonly string[] = [
  'normal_gtin',
  'system_function',
  'system_reads',
  'tenant_table',
];
