/** The closed list of what can go wrong, with its HTTP status. Every code has a message in both languages. */
export const errorStatus = {
  // any endpoint
  invalid: 422,
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  cross_site: 403,
  fresh_authentication_required: 403,
  not_found: 404,
  state_conflict: 409,
  in_progress: 409,
  stale_version: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  // account
  sign_in_failed: 401,
  not_activated: 403,
  demo_in_making: 409,
  token_invalid: 422,
  password_wrong: 422,
  otp_wrong: 422,
  two_step_required: 403,
  belongs_elsewhere: 409,
  // business
  role_above_own: 403,
  last_owner: 409,
  business_busy: 409,
  already_staff: 409,
  invitation_for_other_email: 403,
  // products
  sku_taken: 422,
  category_cycle: 422,
  category_in_use: 409,
  product_in_use: 409,
  not_an_image: 422,
  image_too_big: 422,
  image_in_use: 409,
  storage_full: 409,
  plan_full: 409,
  // inventory
  zip_code_not_found: 404,
  zip_code_unavailable: 503,
  insufficient_stock: 409,
  position_of_other_warehouse: 422,
  position_in_use: 409,
  warehouse_in_use: 409,
  volume_pinned: 409,
  lot_differs: 409,
  lots_mixed: 409,
  lot_exists: 422,
  lot_in_use: 409,
  document_in_use: 409,
  // supply
  supplier_in_use: 409,
  supply_request_closed: 409,
  approval_by_other: 409,
  counts_missing: 409,
  problem_required: 409,
  volumes_missing: 409,
  volumes_untagged: 409,
  volumes_not_launched: 409,
  problems_open: 409,
  rest_undecided: 409,
  too_late: 409,
  code_not_in_request: 409,
  counted_meanwhile: 409,
  // dropshipping
  offer_in_use: 409,
  offer_not_available: 409,
  offer_exists: 409,
  cost_missing: 409,
  invoice_open: 409,
  note_required: 422,
  proof_required: 422,
  suppliers_differ: 422,
  bank_data_differs: 409,
  // marketplaces
  account_disconnected: 409,
  account_of_other_business: 409,
  account_operator: 422,
  account_busy: 409,
  authorization_denied: 422,
  authorization_expired: 422,
  marketplace_refused: 422,
  marketplace_unavailable: 503,
  // advertisements
  no_dropshipping: 422,
  mixed_warehouses: 422,
  publication_closed: 409,
  not_published: 409,
  link_not_recognised: 422,
  link_of_other_seller: 422,
  already_linked: 409,
  // orders
  unbeeped_items: 409,
  already_packed: 409,
  cannot_reset: 409,
  order_canceled: 409,
  order_already_collected: 409,
  picking_taken: 409,
  code_not_in_sale: 409,
  line_full: 409,
  not_packable_here: 409,
  code_stale: 409,
  not_packed: 409,
  label_not_ready: 409,
  label_refused: 409,
  fulfilled_by_marketplace: 409,
  invoice_required: 409,
  invoice_invalid: 422,
  invoice_unmatched: 422,
  invoice_ambiguous: 422,
  invoice_of_other_supplier: 422,
  invoice_for_other: 422,
  invoice_received_before: 409,
  supplier_unknown: 422,
  file_required: 422,
  tracking_required: 422,
  label_mismatch: 409,
  marketplace_reports_shipping: 409,
  upstream_unknown: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** What can be wrong with one field; the names a schema gives as its message. */
export const fieldErrors = [
  'required',
  'invalid',
  'unknown_field',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'not_a_number',
  'not_whole',
  'email_required',
  'email_invalid',
  'password_common',
  'password_mismatch',
  'document_invalid',
  'zip_invalid',
  'gtin_invalid',
  'date_invalid',
  'tracking_invalid',
  'money_invalid',
  'choose_one',
  'choose_variation',
  'other_product',
  'duplicate',
  'not_found',
  'filter_unknown_field',
  'filter_invalid_value',
  'sort_unknown_field',
  'pix_key_invalid',
  'sku_taken',
  'attribute_type_required',
  'attribute_type_duplicate',
  'attribute_value_missing',
  'combination_duplicate',
  'prices_differ',
  'in_use',
  'category_cycle',
  'remote',
] as const;

export type FieldError = (typeof fieldErrors)[number];

/** `{ code, message }` at each faulty field, nested as the body is; change-set items by temporary id, id or index. */
export type FieldErrorTree = { [field: string]: FieldErrorTree | FieldMessage[] };
export type FieldMessage = { code: FieldError; message: string };

/** RFC 9457 problem details, the body of every answer that is not 2xx. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  detail: string;
  requestId?: string;
  errors?: FieldErrorTree;
  /** Extra facts the screen can act on, e.g. the allowed filter fields or the current version. */
  facts?: Record<string, string | number | boolean | string[]>;
};
