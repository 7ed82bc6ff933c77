export type Side = 'guest' | 'supplier' | 'seller';
/** Values of the screens' parameters, by name. */
export type Facts = Record<
  | 'product'
  | 'bankStatement'
  | 'category'
  | 'warehouse'
  | 'location'
  | 'supplier'
  | 'request'
  | 'receipt'
  | 'printable'
  | 'offer'
  | 'advertisement'
  | 'kit'
  | 'order'
  | 'picking'
  | 'balance'
  | 'return'
  | 'vendorReturn'
  | 'manifest'
  | 'declaration'
  | 'pair'
  | 'statement'
  | 'question'
  | 'importKind'
  | 'import'
  | 'chat'
  | 'account'
  | 'campaign'
  | 'activation'
  | 'reset'
  | 'invitation',
  string
>;
export type Visit = readonly [pattern: string, side: Side, fact?: keyof Facts];

/** Every screen, with somebody who may open it; `rules/screens.test.ts` finds a missing one. */
export const visits: readonly Visit[] = [
  ['/', 'guest'],
  ['/auth/login', 'guest'],
  ['/auth/station', 'guest'],
  ['/auth/register-business', 'guest'],
  ['/auth/forgot-password', 'guest'],
  ['/auth/resend-activation', 'guest'],
  ['/auth/activation-account/{token}', 'guest', 'activation'],
  ['/auth/reset-password/{token}', 'guest', 'reset'],
  ['/auth/register-staff/{token}', 'guest', 'invitation'],
  ['/auth/stop-two-step-reset/{token}', 'guest', 'reset'],
  ['/business', 'supplier'],
  ['/business', 'seller'],
  ['/business/staff', 'supplier'],
  ['/business/audit', 'supplier'],
  ['/business/keys', 'supplier'],
  ['/business/webhooks', 'supplier'],
  ['/business/imports', 'supplier'],
  ['/business/imports/create/{kind}', 'supplier', 'importKind'],
  ['/business/imports/move', 'supplier'],
  ['/business/imports/{id}', 'supplier', 'import'],
  ['/user', 'seller'],
  ['/plans/manager', 'seller'],
  ['/billing/seller', 'seller'],
  ['/products/product/list', 'supplier'],
  ['/products/product/create', 'supplier'],
  ['/products/product/{id}', 'supplier', 'product'],
  ['/products/category/list', 'supplier'],
  ['/products/category/create', 'supplier'],
  ['/products/category/create/{fatherId}', 'supplier', 'category'],
  ['/products/category/{id}', 'supplier', 'category'],
  ['/products/image/list', 'supplier'],
  ['/products/kit/list', 'seller'],
  ['/products/kit/create', 'seller'],
  ['/products/kit/{id}', 'seller', 'kit'],
  ['/inventory/receive-supply-request/list', 'supplier'],
  ['/inventory/receive-supply-request/{id}', 'supplier', 'receipt'],
  ['/inventory/receive-supply-request/{id}/report', 'supplier', 'receipt'],
  ['/printable-supply-request/{uuid}', 'guest', 'printable'],
  ['/supply/request/list', 'supplier'],
  ['/supply/request/create', 'supplier'],
  ['/supply/request/{id}', 'supplier', 'request'],
  ['/supply/supplier/list', 'supplier'],
  ['/supply/supplier/create', 'supplier'],
  ['/supply/supplier/{id}', 'supplier', 'supplier'],
  ['/supply/warehouse/list', 'supplier'],
  ['/supply/warehouse/create', 'supplier'],
  ['/supply/warehouse/{id}', 'supplier', 'warehouse'],
  ['/supply/warehouse/{id}/walk', 'supplier', 'warehouse'],
  ['/inventory/location/{id}/walk', 'supplier', 'location'],
  ['/inventory/location/list', 'supplier'],
  ['/inventory/volume/list', 'supplier'],
  ['/inventory/dashboard', 'supplier'],
  ['/inventory/balance/list', 'supplier'],
  ['/inventory/balance/report', 'supplier'],
  ['/inventory/balance/{id}', 'supplier', 'balance'],
  ['/inventory/batch/list', 'supplier'],
  ['/inventory/serial/list', 'supplier'],
  ['/inventory/vendor-return/list', 'supplier'],
  ['/inventory/vendor-return/{id}', 'supplier', 'vendorReturn'],
  ['/inventory/cart/list', 'supplier'],
  ['/inventory/station/list', 'supplier'],
  ['/dropship-item/list', 'supplier'],
  ['/dropship-item/create', 'supplier'],
  ['/dropship-item/{id}', 'supplier', 'offer'],
  ['/dropship-item/dropinvoice-supplier', 'supplier'],
  ['/inventory/refill/list', 'supplier'],
  ['/inventory/pick-face/list', 'supplier'],
  ['/checkout', 'supplier'],
  ['/checkout/list', 'supplier'],
  ['/checkout/{id}', 'supplier', 'order'],
  ['/checkout/warehouse/{id}', 'supplier', 'warehouse'],
  ['/picking', 'supplier'],
  ['/picking/{id}', 'supplier', 'picking'],
  ['/checkout/return/list', 'supplier'],
  ['/checkout/return/{id}', 'supplier', 'return'],
  ['/checkout/manifest/carriers', 'supplier'],
  ['/picking/rules', 'supplier'],
  ['/checkout/manifest/list', 'supplier'],
  ['/checkout/manifest/{id}', 'supplier', 'manifest'],
  ['/dropshipping/products', 'seller'],
  ['/dropshipping/dropinvoice-seller', 'seller'],
  ['/dropshipping/balances', 'seller'],
  ['/dropshipping/balances/{id}', 'seller', 'pair'],
  ['/dropshipping/statements', 'seller'],
  ['/dropshipping/statements/{id}', 'seller', 'statement'],
  ['/dropshipping/statements/period', 'seller'],
  ['/payouts', 'seller'],
  ['/payouts/lines', 'seller'],
  ['/payouts/files', 'seller'],
  ['/dropshipping/bank-statements', 'supplier'],
  ['/dropshipping/bank-statements/{id}', 'supplier', 'bankStatement'],
  ['/advertisements/list', 'seller'],
  ['/advertisements/create', 'seller'],
  ['/advertisements/{id}', 'seller', 'advertisement'],
  ['/advertisements/{id}/publish', 'seller', 'advertisement'],
  ['/stepper/add-existing-publication', 'seller'],
  ['/advertisements/image/list', 'seller'],
  ['/advertisements/margin/list', 'seller'],
  ['/advertisements/promotions', 'seller'],
  ['/advertisements/promotions/{id}', 'seller', 'campaign'],
  ['/advertisements/marketplace-stock', 'seller'],
  ['/marketplaces/account/list', 'seller'],
  ['/marketplaces/account/{id}', 'seller', 'account'],
  ['/chats/list', 'seller'],
  ['/chats/{id}', 'seller', 'chat'],
  ['/reviews/list', 'seller'],
  ['/presales/list', 'seller'],
  ['/presales/{id}', 'seller', 'question'],
  ['/orders/list', 'seller'],
  ['/orders/profits', 'seller'],
  ['/productivity/list', 'supplier'],
  ['/orders/create', 'seller'],
  ['/orders/{id}', 'seller', 'order'],
  ['/orders/declaration/{id}', 'seller', 'declaration'],
];
