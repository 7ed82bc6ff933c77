/** The only URLs of screens, in the notation of the specification. A path is called with its parameter and its search. */
type Search = Record<string, string | number | undefined>;
type Value = string | number;
type Arguments<P extends string> = P extends `${string}{${string}}${string}`
  ? [value: Value, search?: Search]
  : [search?: Search];

type Filled<P extends string> = P extends `${infer Start}{${string}}${infer End}`
  ? `${Start}${string}${End}`
  : P;
type Address<P extends string> = Filled<P> | `${Filled<P>}?${string}`;

export type Screen<P extends string = string> = { pattern: P };
export type ScreenPath<P extends string> = ((...values: Arguments<P>) => Address<P>) & Screen<P>;

function screen<const P extends string>(pattern: P): ScreenPath<P> {
  const build = (...values: [(Value | Search)?, Search?]) => {
    const taken = pattern.includes('{');
    const value = taken ? values[0] : '';
    const search = taken ? values[1] : values[0];
    const path = pattern.replace(/\{\w+\}/, encodeURIComponent(String(value)));
    return (path + (typeof search === 'object' ? printSearch(search) : '')) as Address<P>;
  };
  return Object.assign(build, { pattern });
}

export function printSearch(search: Search): string {
  const filled = Object.entries(search).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  );
  return filled.length > 0 ? `?${new URLSearchParams(filled)}` : '';
}

export const paths = {
  index: screen('/'),
  account: {
    login: screen('/auth/login'),
    station: screen('/auth/station'),
    registerBusiness: screen('/auth/register-business'),
    registerStaff: screen('/auth/register-staff/{token}'),
    activate: screen('/auth/activation-account/{token}'),
    resendActivation: screen('/auth/resend-activation'),
    forgotPassword: screen('/auth/forgot-password'),
    resetPassword: screen('/auth/reset-password/{token}'),
    stopTwoStepReset: screen('/auth/stop-two-step-reset/{token}'),
    user: screen('/user'),
  },
  business: {
    home: screen('/business'),
    staff: screen('/business/staff'),
    audit: screen('/business/audit'),
    keys: screen('/business/keys'),
    webhooks: screen('/business/webhooks'),
    imports: screen('/business/imports'),
    createImport: screen('/business/imports/create/{kind}'),
    moveImports: screen('/business/imports/move'),
    import: screen('/business/imports/{id}'),
  },
  products: {
    list: screen('/products/product/list'),
    create: screen('/products/product/create'),
    product: screen('/products/product/{id}'),
    categories: screen('/products/category/list'),
    createCategory: screen('/products/category/create'),
    createSubcategory: screen('/products/category/create/{fatherId}'),
    category: screen('/products/category/{id}'),
    images: screen('/products/image/list'),
    kits: screen('/products/kit/list'),
    createKit: screen('/products/kit/create'),
    kit: screen('/products/kit/{id}'),
  },
  dropshipping: {
    items: screen('/dropship-item/list'),
    createItem: screen('/dropship-item/create'),
    item: screen('/dropship-item/{id}'),
    supplierInvoices: screen('/dropship-item/dropinvoice-supplier'),
    catalogue: screen('/dropshipping/products'),
    sellerInvoices: screen('/dropshipping/dropinvoice-seller'),
    balances: screen('/dropshipping/balances'),
    balance: screen('/dropshipping/balances/{id}'),
    statements: screen('/dropshipping/statements'),
    statement: screen('/dropshipping/statements/{id}'),
    bankStatements: screen('/dropshipping/bank-statements'),
    bankStatement: screen('/dropshipping/bank-statements/{id}'),
    periodStatement: screen('/dropshipping/statements/period'),
  },
  advertisements: {
    list: screen('/advertisements/list'),
    create: screen('/advertisements/create'),
    advertisement: screen('/advertisements/{id}'),
    publish: screen('/advertisements/{id}/publish'),
    images: screen('/advertisements/image/list'),
    margin: screen('/advertisements/margin/list'),
    campaigns: screen('/advertisements/promotions'),
    campaign: screen('/advertisements/promotions/{id}'),
    marketplaceStock: screen('/advertisements/marketplace-stock'),
    addExisting: screen('/stepper/add-existing-publication'),
  },
  marketplaces: {
    accounts: screen('/marketplaces/account/list'),
    account: screen('/marketplaces/account/{id}'),
  },
  chats: { list: screen('/chats/list'), chat: screen('/chats/{id}') },
  reviews: { list: screen('/reviews/list') },
  presales: { list: screen('/presales/list'), question: screen('/presales/{id}') },
  orders: {
    list: screen('/orders/list'),
    profits: screen('/orders/profits'),
    create: screen('/orders/create'),
    order: screen('/orders/{id}'),
    checkout: screen('/checkout'),
    checkoutList: screen('/checkout/list'),
    pack: screen('/checkout/{id}'),
    checkoutOfWarehouse: screen('/checkout/warehouse/{id}'),
    picking: screen('/picking'),
    pickingList: screen('/picking/{id}'),
    waves: screen('/picking/rules'),
    returns: screen('/checkout/return/list'),
    return: screen('/checkout/return/{id}'),
    payouts: screen('/payouts'),
    payoutLines: screen('/payouts/lines'),
    payoutFiles: screen('/payouts/files'),
    declaration: screen('/orders/declaration/{id}'),
    productivity: screen('/productivity/list'),
    carriers: screen('/checkout/manifest/carriers'),
    manifests: screen('/checkout/manifest/list'),
    manifest: screen('/checkout/manifest/{id}'),
  },
  inventory: {
    dashboard: screen('/inventory/dashboard'),
    warehouses: screen('/supply/warehouse/list'),
    createWarehouse: screen('/supply/warehouse/create'),
    warehouse: screen('/supply/warehouse/{id}'),
    walk: screen('/supply/warehouse/{id}/walk'),
    locations: screen('/inventory/location/list'),
    walkInside: screen('/inventory/location/{id}/walk'),
    volumes: screen('/inventory/volume/list'),
    lots: screen('/inventory/batch/list'),
    serials: screen('/inventory/serial/list'),
    vendorReturns: screen('/inventory/vendor-return/list'),
    vendorReturn: screen('/inventory/vendor-return/{id}'),
    balance: screen('/inventory/balance/list'),
    balanceReport: screen('/inventory/balance/report'),
    balanceCount: screen('/inventory/balance/{id}'),
    carts: screen('/inventory/cart/list'),
    refills: screen('/inventory/refill/list'),
    pickFaces: screen('/inventory/pick-face/list'),
    stations: screen('/inventory/station/list'),
    receiveList: screen('/inventory/receive-supply-request/list'),
    receive: screen('/inventory/receive-supply-request/{id}'),
    receiveReport: screen('/inventory/receive-supply-request/{id}/report'),
  },
  supply: {
    requests: screen('/supply/request/list'),
    createRequest: screen('/supply/request/create'),
    request: screen('/supply/request/{id}'),
    suppliers: screen('/supply/supplier/list'),
    createSupplier: screen('/supply/supplier/create'),
    supplier: screen('/supply/supplier/{id}'),
    printable: screen('/printable-supply-request/{uuid}'),
  },
  billing: { seller: screen('/billing/seller'), plans: screen('/plans/manager') },
} as const;

type PatternIn<T> = T extends Screen<infer P> ? P : T extends object ? PatternIn<T[keyof T]> : never;
/** The pattern of every screen; `pages.ts` has a page for each. */
export type Pattern = PatternIn<typeof paths>;
/** The target of a link: the address of a screen. */
export type Href = Address<Pattern>;

const origin = 'http://screen.invalid';

/** The wanted path of a `redirect` parameter; null unless it certainly stays on this origin and is no guest page. */
export function safeRedirect(wanted: string | undefined): Href | null {
  if (!wanted) return null;
  let text = wanted;
  // Decoded until it stops changing, so that `%2f%2fevil` and `%255c` are judged by their result.
  for (let round = 0; round < 4; round += 1) {
    if (!/^\/(?!\s*[/\\])/.test(text) || text.includes('\\') || hasControl(text)) return null;
    const decoded = decode(text);
    if (decoded === null) return null;
    if (decoded === text) break;
    text = decoded;
  }
  const url = parse(wanted);
  if (!url || url.origin !== origin || url.pathname.startsWith('//')) return null;
  return isGuestPath(url.pathname) ? null : ((url.pathname + url.search + url.hash) as Href);
}

function hasControl(text: string): boolean {
  return [...text].some((character) => character.charCodeAt(0) < 32);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function parse(text: string): URL | null {
  return URL.canParse(text, origin) ? new URL(text, origin) : null;
}

/** Pages for guests; signed-in people are redirected to /business. */
export function isGuestPath(pathname: string): boolean {
  // Signed-in people may accept an invitation and stop the reset of their second step.
  const isForBoth = /^\/auth\/(register-staff|stop-two-step-reset)\//.test(pathname);
  return pathname === '/' || (pathname.startsWith('/auth/') && !isForBoth);
}

export function isPublicPath(pathname: string): boolean {
  return (
    pathname === '/' || pathname.startsWith('/auth/') || pathname.startsWith('/printable-supply-request/')
  );
}
