/**
 * Tables from which nothing is deleted, by the reason why they may grow: all others lose rows by a rule, with the row they
 * belong to, or when their time is over.
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
  'the trail of who did what, and the ledger whose sum is the stock': [
    'audit_entries',
    'ledger_entries',
    'volume_events',
    'volume_event_images',
  ],
  'the floor’s history of a sale, a parcel or a count, a few rows of each': [
    'balance_count_lines',
    'balance_counts',
    'balances',
    'manifest_sales',
    'manifests',
    'order_scans',
    'parcel_return_images',
    'parcel_return_units',
    'parcel_returns',
    'picking_list_orders',
    'picking_lists',
    'picking_scans',
    'refused_sales',
    'reported_problem_images',
    'reported_problems',
    'reservations',
    'stock_drifts',
    'supply_request_answers',
    'volumes',
  ],
  'one row of something that people make a limited number of, ended by a mark': [
    'api_keys',
    'balance_settings',
    'bank_columns',
    'businesses',
    'imports',
    'marketplace_accounts',
    'publications',
    'purchasing_settings',
    'stations',
    'stock',
    'supplier_bank_accounts',
    'trade_links',
    'users',
  ],
  'what buyers and marketplaces say of a publication or an account, one row of each': [
    'questions',
    'reputation_readings',
    'reviews',
  ],
};

/** What the baseline and migrations call and nothing else. */
export const templates: readonly string[] = [
  'normal_gtin',
  'system_function',
  'system_reads',
  'tenant_table',
];
