/** Tables without a tenant, each with its reason. */
export const tablesWithoutTenant: Record<string, string> = {
  schema_migrations: 'the list of applied migrations; the application cannot read it',
  sign_in_failures: 'counted before anyone is known; holds a hash and a time',
  notifications: 'what a marketplace says before it is known whose account it concerns',
};

/** Functions that read across businesses, run by a role that may only read what they need. */
export const definerFunctions = [
  'account_of_remote_user',
  'accounts_of_seller_ever',
  'audit_of_record',
  'barred_suppliers',
  'buffered_orders',
  'business_figures',
  'businesses_to_bill',
  'businesses_to_recount',
  'businesses_with_expired_lots',
  'businesses_with_plain_rows',
  'businesses_with_scheduled_counts',
  'businesses_with_wave_rules',
  'connected_accounts',
  'count_publications',
  'enqueue_jobs',
  'enqueue_webhook',
  'erase_person',
  'find_expired_key',
  'find_expired_session',
  'find_mail_token',
  'find_matches',
  'find_printable_request',
  'find_session_family',
  'find_staff_invitation',
  'find_station',
  'find_two_step_reset',
  'find_user_by_email',
  'forget_audit_entries',
  'forget_authorization_requests',
  'forget_bank_rows',
  'forget_idempotency_keys',
  'forget_invitations',
  'forget_mail_tokens',
  'forget_notification',
  'forget_notifications',
  'forget_order_events',
  'forget_order_scans',
  'forget_order_sources',
  'forget_picking_scans',
  'forget_work_days',
  'forget_reservations',
  'forget_sessions',
  'forget_volume_events',
  'forget_webhook_deliveries',
  'is_colleague',
  'is_known_business',
  'is_known_device',
  'is_offered_category',
  'is_offered_image',
  'is_offered_product',
  'is_offered_variation',
  'keep_chat_of_return',
  'linked_suppliers',
  'list_my_businesses',
  'mark_supplier',
  'name_in_audit',
  'offer_in_use',
  'offers_by_code',
  'offers_by_title',
  'open_dropinvoices',
  'open_key',
  'open_session',
  'overdue_pairs',
  'publications_by_stock',
  'publications_of_products',
  'publications_of_stock',
  'queue_figures',
  'refresh_statistics',
  'resume_lost_jobs',
  'short_orders',
  'sold_offers',
  'staff_has_two_step',
  'station_pins',
  'substitute_offers',
  'substitutes_of',
  'suppliers_to_find',
  'tell_of_invoice',
  'tell_of_sales',
  'tell_of_stock',
  'unpaid_orders',
  'unpicked_orders',
  'unsettled_pairs',
  'waiting_jobs',
  'waiting_units',
];

const eitherSide = '((app_business() = seller_id) OR (app_business() = supplier_id))';
const eitherHouse = '((business_id = app_business()) OR (fulfiller_id = app_business()))';
const person = '(user_id = app_user_or_null())';
const offered = (rule: string) => `((business_id = app_business()) OR ${rule})`;
const asked =
  '((business_id = COALESCE(app_business_or_null(), (0)::bigint)) AND (user_id = COALESCE(app_user_or_null(), (0)::bigint)))';

/** Tables whose policy is not simply that of the own business: the policy for reading, and for writing. */
export const sharedRows: Record<string, { reading?: string; writing?: string }> = {
  businesses: {
    reading:
      "((id = app_business_or_null()) OR (type = 'supply'::text) OR (EXISTS ( SELECT FROM trade_links t WHERE ((t.seller_id = businesses.id) AND (t.supplier_id = app_business_or_null())))) OR is_known_business(id))",
    writing: '(id = app_business_or_null())',
  },
  categories: { reading: offered('is_offered_category(id)') },
  dropinvoice_dispute_photos: { reading: eitherSide, writing: eitherSide },
  dropinvoice_disputes: { reading: eitherSide, writing: eitherSide },
  content_declarations: {
    reading: '((app_business() = seller_id) OR (app_business() = fulfiller_id))',
    writing: '(app_business() = seller_id)',
  },
  overdue_cases: { reading: eitherSide, writing: eitherSide },
  dropinvoice_items: { reading: eitherSide, writing: eitherSide },
  dropinvoice_proofs: { reading: eitherSide, writing: eitherSide },
  dropinvoice_settlements: { reading: eitherSide, writing: eitherSide },
  pair_entries: { reading: eitherSide, writing: eitherSide },
  pair_payouts: { reading: eitherSide, writing: eitherSide },
  dropinvoices: { reading: eitherSide, writing: eitherSide },
  dropship_items: {
    reading: offered(
      '(active AND from_supplier AND (business_id <> ALL (barred_suppliers()::bigint[])) AND ((NOT linked_only) OR (business_id = ANY (linked_suppliers()::bigint[]))))',
    ),
  },
  files: {
    reading:
      '((business_id = app_business()) OR (EXISTS ( SELECT FROM images i WHERE ((files.id = i.file_id) OR (files.id = i.thumbnail_file_id)))) OR (EXISTS ( SELECT FROM dropinvoices d WHERE ((files.id = d.proof_file_id) OR (files.id = d.document_file_id)))) OR (EXISTS ( SELECT FROM dropinvoice_proofs p WHERE (p.file_id = files.id))) OR (EXISTS ( SELECT FROM dropinvoice_dispute_photos p WHERE (p.file_id = files.id))) OR (EXISTS ( SELECT FROM pair_payouts p WHERE (p.proof_file_id = files.id))) OR (EXISTS ( SELECT FROM orders o WHERE (((files.id = o.invoice_file_id) OR (files.id = o.label_file_id)) OR (files.id = o.label_zpl_file_id)))) OR (EXISTS ( SELECT FROM parcel_photos p WHERE (p.file_id = files.id))))',
  },
  idempotency_keys: { reading: asked, writing: asked },
  images: { reading: offered('is_offered_image(id)') },
  known_devices: { reading: person, writing: person },
  two_step_secrets: { reading: person, writing: person },
  recovery_codes: { reading: person, writing: person },
  second_step_failures: { reading: person, writing: person },
  passkeys: { reading: person, writing: person },
  pins: { reading: person, writing: person },
  passkey_challenges: { reading: person, writing: person },
  mail_tokens: { reading: person, writing: person },
  order_events: { reading: eitherHouse, writing: eitherHouse },
  parcel_photos: { reading: eitherHouse, writing: eitherHouse },
  parcel_weights: { reading: eitherHouse, writing: eitherHouse },
  sale_serials: { reading: eitherHouse, writing: eitherHouse },
  order_lines: { reading: eitherHouse, writing: eitherHouse },
  order_parts: { reading: eitherHouse, writing: eitherHouse },
  orders: {
    reading: offered('((fulfiller_id = app_business()) AND (shown_at IS NOT NULL))'),
    writing: eitherHouse,
  },
  product_images: { reading: offered('is_offered_product(product_id)') },
  product_variations: { reading: offered('is_offered_variation(id)') },
  products: { reading: offered('is_offered_product(id)') },
  sessions: { reading: person, writing: person },
  staff: { reading: `((business_id = app_business_or_null()) OR ${person})` },
  stock: {
    reading: offered(
      '(EXISTS ( SELECT FROM dropship_items d WHERE ((d.stock_id = stock.id) AND (d.business_id = stock.business_id))))',
    ),
  },
  trade_links: { reading: eitherSide, writing: eitherSide },
  users: {
    reading: '((id = app_user_or_null()) OR is_colleague(id))',
    writing: '(id = app_user_or_null())',
  },
};

/** Tables whose rows belong to two businesses, named seller_id and supplier_id or fulfiller_id, by the reason. */
export const rowsOfTwoBusinesses: Readonly<Record<string, readonly string[]>> = {
  'what a seller and a supplier agreed on, owe and paid: neither of them may keep it alone': [
    'dropinvoice_dispute_photos',
    'dropinvoice_disputes',
    'dropinvoice_items',
    'dropinvoice_proofs',
    'dropinvoice_settlements',
    'dropinvoices',
    'overdue_cases',
    'pair_entries',
    'pair_payouts',
    'trade_links',
  ],
  'the paper of the seller that the fulfiller puts into the parcel': ['content_declarations'],
};

/** Foreign keys that do not contain the business of the row to which they refer, by the reason. */
export const crossTenantKeys: Readonly<Record<string, readonly string[]>> = {
  'what the fulfiller does with a sale of a seller; the row names the fulfiller only': [
    'ledger_entries.part_id -> order_parts',
    'manifest_sales.order_id -> orders',
    'order_scans.order_id -> orders',
    'order_scans.part_id -> order_parts',
    'parcel_return_units.part_id -> order_parts',
    'parcel_returns.order_id -> orders',
    'pick_allocations.order_id -> orders',
    'pick_allocations.part_id -> order_parts',
    'picking_list_orders.order_id -> orders',
    'reservations.order_id -> orders',
    'reservations.part_id -> order_parts',
  ],
  'an image of the seller or of a supplier whose offer is advertised': [
    'advertisement_images.image_id -> images',
    'publication_images.image_id -> images',
  ],
  'a line is written for every sale, and another index on lines costs more than the few disputes are worth': [
    'dropinvoice_disputes.item_id -> dropinvoice_items',
  ],
};
