export const roles = [
  'owner',
  'administrator',
  'stockist',
  'packer',
  'distributor',
  'seller',
  'supplier',
] as const;
export type Role = (typeof roles)[number];

export const businessTypes = ['sales', 'supply'] as const;
export type BusinessType = (typeof businessTypes)[number];

type Holders =
  | { roles: readonly Role[]; business?: BusinessType }
  /** One permission for different roles on the two sides of a trade. */
  | Record<BusinessType, readonly Role[]>;

type Rule = Holders & {
  /**
   * Whether a PIN at a station of the floor may use it: the work of the floor. Money, staff, settings and exports stay shut
   * there.
   */
  station: boolean;
  /**
   * Whether a key of the API may use it: not people, rights, settings and devices of the business, not its bank data and
   * payments, and not what one person has to approve of another's.
   */
  key: boolean;
};

const everyone = roles;
const direction = ['owner', 'administrator'] as const;
const selling = ['owner', 'administrator', 'seller'] as const;
const supplying = ['owner', 'administrator', 'supplier'] as const;
/** People who hand parcels to the carrier neither sort nor photograph goods. */
const cataloguing = ['owner', 'administrator', 'stockist', 'packer', 'seller', 'supplier'] as const;
const trading = ['owner', 'administrator', 'seller', 'supplier'] as const;

/**
 * Roles × permissions × business type × station or key: the only place where permissions are granted.
 */
export const permissionTable = {
  'business.read': { roles: everyone, station: false, key: true },
  'business.update': { roles: direction, station: false, key: false },
  'business.secure': { roles: ['owner'], station: false, key: false },
  'staff.read': { roles: direction, station: false, key: false },
  'staff.manage': { roles: ['owner'], station: false, key: false },
  'companies.read': { roles: trading, station: false, key: true },
  'companies.create': { roles: selling, business: 'sales', station: false, key: true },
  'companies.update': { roles: direction, business: 'supply', station: false, key: true },
  'companies.terms': { roles: ['owner'], business: 'supply', station: false, key: false },
  'companies.accept': { roles: supplying, business: 'supply', station: false, key: true },
  'audit.read': { roles: direction, station: false, key: false },
  'audit.export': { roles: ['owner'], station: false, key: false },
  'api-keys.read': { roles: ['owner'], station: false, key: false },
  'api-keys.manage': { roles: ['owner'], station: false, key: false },
  'webhooks.read': { roles: direction, station: false, key: false },
  'webhooks.manage': { roles: direction, station: false, key: false },
  'saved-views.read': { roles: everyone, station: false, key: true },
  'saved-views.write': { roles: everyone, station: false, key: true },
  /** Views for everybody, and the default view of a list. */
  'saved-views.share': { roles: direction, station: false, key: true },
  /** Own imports; permissions by kind are checked separately. */
  'imports.read': { roles: [...direction, 'stockist', 'seller', 'supplier'], station: false, key: true },
  'imports.create': { roles: [...direction, 'stockist', 'seller', 'supplier'], station: false, key: true },
  /** Imports of others, read-only. */
  'imports.all': { roles: direction, station: false, key: true },
  'imports.products': { roles: selling, station: false, key: true },
  'imports.offers': { roles: supplying, station: false, key: true },
  'imports.prices': { roles: supplying, station: false, key: true },
  'imports.volumes': { roles: [...direction, 'stockist'], station: false, key: true },
  'imports.stock': { roles: direction, station: false, key: true },
  'imports.kits': { roles: direction, station: false, key: true },
  'imports.ads': { roles: selling, business: 'sales', station: false, key: true },
  'imports.vendors': { roles: direction, station: false, key: true },
  'dashboard.read': { roles: everyone, station: false, key: true },
  'warehouse-dashboard.read': {
    roles: [...supplying, 'stockist', 'packer', 'distributor'],
    station: false,
    key: true,
  },
  /** People who pack or hand over see only the lanes. */
  'warehouse-dashboard.shelf': { roles: [...supplying, 'stockist'], station: false, key: true },
  'plans.read': { roles: trading, station: false, key: true },
  'plans.change': { roles: ['owner'], station: false, key: false },

  /** Lifts the price-blind (¤) view: cost, price, margin and value fields are sent. */
  'prices.read': { roles: trading, station: false, key: true },
  'products.read': { roles: everyone, station: true, key: true },
  'products.create': { roles: trading, station: false, key: true },
  'products.update': { roles: trading, station: false, key: true },
  'products.measure': { roles: [...trading, 'stockist'], station: true, key: true },
  'products.delete': { roles: direction, station: false, key: true },
  /** Kits; people who hand parcels over compose none. */
  'virtual-products.read': { roles: cataloguing, station: false, key: true },
  'virtual-products.create': { roles: trading, station: false, key: true },
  'virtual-products.update': { roles: trading, station: false, key: true },
  'virtual-products.delete': { roles: direction, station: false, key: true },
  'categories.read': { roles: cataloguing, station: true, key: true },
  'categories.create': { roles: trading, station: false, key: true },
  'categories.update': { roles: direction, station: false, key: true },
  'categories.delete': { roles: direction, station: false, key: true },
  'images.read': { roles: cataloguing, station: true, key: true },
  /** Product pictures: people with the goods in hand recognize them by it. */
  'thumbnails.read': { roles: everyone, station: true, key: true },
  'images.create': { roles: [...trading, 'stockist'], station: false, key: true },
  'images.update': { roles: trading, station: false, key: true },
  'images.delete': { roles: trading, station: false, key: true },

  'warehouses.read': { roles: everyone, station: true, key: true },
  'warehouses.create': { roles: direction, station: false, key: true },
  'warehouses.update': { roles: direction, station: false, key: true },
  'warehouses.delete': { roles: ['owner'], station: false, key: true },
  'locations.read': { roles: everyone, station: true, key: true },
  'locations.create': { roles: [...direction, 'stockist'], station: false, key: true },
  'locations.update': { roles: direction, station: false, key: true },
  'locations.delete': { roles: direction, station: false, key: true },
  /** Many labels as one file. */
  'locations.label': { roles: [...direction, 'stockist', 'packer'], station: true, key: true },
  'volumes.read': { roles: everyone, station: true, key: true },
  'volumes.update': { roles: [...direction, 'stockist'], station: true, key: true },
  /** A packer only onto the bench and off it. */
  'volumes.move': { roles: [...direction, 'stockist', 'packer'], station: true, key: true },
  'volumes.create': { roles: [...direction, 'stockist'], station: true, key: true },
  'volumes.zero-check': { roles: [...direction, 'stockist', 'packer'], station: true, key: true },
  'volumes.adjust': { roles: direction, station: false, key: true },
  'volumes.unlaunch': { roles: direction, station: false, key: true },
  'balances.read': { roles: [...trading, 'stockist', 'packer'], station: true, key: true },
  'balances.start': { roles: [...direction, 'stockist'], station: true, key: true },
  /** A packer only those requested by a zero check. */
  'balances.count': { roles: [...direction, 'stockist', 'packer'], station: true, key: true },
  /** Never of one's own count. */
  'balances.approve': { roles: direction, station: false, key: false },
  'balance-reports.read': { roles: [...supplying, 'stockist'], station: false, key: true },
  'balances.settings': { roles: ['owner'], station: false, key: false },
  'volumes.delete': { roles: ['owner'], station: false, key: true },

  'carts.read': { roles: everyone, station: true, key: true },
  'carts.manage': { roles: [...direction, 'stockist'], station: false, key: true },

  'stations.read': { roles: [...direction, 'stockist'], station: false, key: false },
  'stations.manage': { roles: [...direction, 'stockist'], station: false, key: false },

  /** Lots; people who hand parcels over look into no volume. */
  'batches.read': { roles: cataloguing, station: true, key: true },
  'batches.create': { roles: [...direction, 'stockist'], station: true, key: true },
  'batches.update': { roles: [...direction, 'stockist'], station: false, key: true },
  'batches.delete': { roles: ['owner'], station: false, key: true },

  /** Serial numbers of own units; those of the sales of a seller are with the sale. */
  'serials.read': { roles: cataloguing, station: true, key: true },
  'serials.record': { roles: [...direction, 'stockist'], station: true, key: true },
  'serials.update': { roles: [...direction, 'stockist'], station: false, key: true },

  'suppliers.read': { roles: [...trading, 'stockist'], station: false, key: true },
  'suppliers.create': { roles: trading, station: false, key: true },
  'suppliers.update': { roles: trading, station: false, key: true },
  'supplier-documents.read': { roles: trading, station: false, key: true },
  'suppliers.delete': { roles: direction, station: false, key: true },
  'supply-requests.read': { roles: [...trading, 'stockist'], station: false, key: true },
  'supply-requests.create': { roles: trading, station: false, key: true },
  /** Of pending ones; their creator may also take them back. */
  'supply-requests.update': { roles: trading, station: false, key: true },
  'supply-requests.approve': { roles: direction, station: false, key: false },
  'purchasing.settings': { roles: ['owner'], station: false, key: false },
  'receiving.read': { roles: [...trading, 'stockist'], station: true, key: true },
  'receiving.advance': { roles: [...direction, 'stockist'], station: true, key: true },
  /** Back from the step in which volumes are launched. */
  'receiving.undo': { roles: direction, station: false, key: true },
  'receiving.reopen': { roles: ['owner'], station: false, key: true },
  'reported-problems.read': { roles: everyone, station: true, key: true },
  'reported-problems.create': { roles: everyone, station: true, key: true },
  'reported-problems.solve': { roles: [...trading, 'stockist'], station: false, key: true },

  'dropship-items.read': { roles: [...supplying, 'stockist'], station: false, key: true },
  'dropship-items.create': { roles: supplying, station: false, key: true },
  'dropship-items.update': { roles: supplying, station: false, key: true },
  'dropship-items.delete': { roles: direction, station: false, key: true },
  'dropshipping.read': { roles: selling, business: 'sales', station: false, key: true },
  'bank-account.read': { roles: direction, business: 'supply', station: false, key: false },
  'bank-account.update': { roles: ['owner'], business: 'supply', station: false, key: false },
  'dropinvoices.read': { sales: selling, supply: supplying, station: false, key: true },
  'dropinvoices.pay': { roles: selling, business: 'sales', station: false, key: false },
  'dropinvoices.attach': { roles: supplying, business: 'supply', station: false, key: true },
  'dropinvoices.decide': { roles: direction, business: 'supply', station: false, key: false },
  'dropinvoices.credit': { roles: direction, business: 'supply', station: false, key: false },
  'dropinvoices.write-off': { roles: ['owner'], business: 'supply', station: false, key: false },
  /** A bank's file shows all income of an account: for people who decide about payments, or confirm payouts. */
  'bank-statements.read': { sales: selling, supply: direction, station: false, key: false },
  'bank-statements.receive': { sales: selling, supply: direction, station: false, key: false },
  'disputes.open': { roles: selling, business: 'sales', station: false, key: false },
  'disputes.decide': { roles: direction, business: 'supply', station: false, key: false },

  'accounts.read': { roles: selling, business: 'sales', station: false, key: true },
  'accounts.connect': { roles: direction, business: 'sales', station: false, key: false },
  /** Of an account that is connected already, or was. */
  'accounts.reconnect': { roles: selling, business: 'sales', station: false, key: false },
  'accounts.remove': { roles: ['owner'], business: 'sales', station: false, key: false },
  'advertisements.read': { roles: selling, business: 'sales', station: false, key: true },
  'advertisements.create': { roles: selling, business: 'sales', station: false, key: true },
  'advertisements.update': { roles: selling, business: 'sales', station: false, key: true },
  'advertisements.delete': { roles: direction, business: 'sales', station: false, key: true },
  'publications.read': { roles: selling, business: 'sales', station: false, key: true },
  'publications.create': { roles: selling, business: 'sales', station: false, key: true },
  'publications.update': { roles: selling, business: 'sales', station: false, key: true },
  /** Ends them at the marketplace for good. */
  'publications.delete': { roles: direction, business: 'sales', station: false, key: true },

  /** Questions of buyers before they buy. */
  'presales.read': { roles: selling, business: 'sales', station: false, key: true },
  'presales.answer': { roles: selling, business: 'sales', station: false, key: true },
  /** The inbox of questions and threads after a sale. */
  'chats.read': { roles: selling, business: 'sales', station: false, key: true },
  'chats.answer': { roles: selling, business: 'sales', station: false, key: true },
  'postsales.read': { roles: selling, business: 'sales', station: false, key: true },
  'postsales.answer': { roles: selling, business: 'sales', station: false, key: true },
  'reviews.read': { roles: selling, business: 'sales', station: false, key: true },
  'reviews.answer': { roles: selling, business: 'sales', station: false, key: true },

  'orders.read': {
    roles: [...selling, 'stockist', 'packer', 'distributor'],
    business: 'sales',
    station: false,
    key: true,
  },
  /** Sums of profits; the profit of one sale needs `prices.read`. */
  'profits.read': { roles: selling, business: 'sales', station: false, key: true },
  'orders.create': { roles: selling, business: 'sales', station: false, key: true },
  'orders.update': { roles: selling, business: 'sales', station: false, key: true },
  'orders.cancel': { roles: selling, business: 'sales', station: false, key: true },
  /** What a marketplace pays for sales: for who sees the money of sales. */
  'payouts.read': { roles: selling, business: 'sales', station: false, key: true },
  'payouts.manage': { roles: selling, business: 'sales', station: false, key: false },
  /** Buyers' documents: what an invoice names of the buyer of a sale. Each reading is recorded. */
  'buyer-documents.read': { roles: selling, business: 'sales', station: false, key: true },
  /** A file of many buyers needs a fresh password, which no key has. */
  'buyer-documents.export': { roles: selling, business: 'sales', station: false, key: false },
  /** A seller reads status and tracking of their sales in their own list: `orders.read`. */
  'checkout.read': { roles: [...supplying, 'stockist', 'packer', 'distributor'], station: true, key: true },
  'checkout.pack': { roles: [...direction, 'packer'], station: true, key: true },
  'checkout.reset': { roles: [...direction, 'stockist', 'packer'], station: true, key: true },
  'checkout.cancel': { roles: [...supplying, 'stockist', 'packer'], station: true, key: true },
  'checkout.dispatch': { roles: [...direction, 'distributor'], station: true, key: true },
  /** Carriers of the business; people who hand parcels over know them. */
  'carriers.manage': { roles: [...direction, 'distributor'], station: false, key: true },
  'checkout.override': { roles: direction, station: false, key: false },
  'checkout.decide': { roles: supplying, station: false, key: true },
  'checkout.label': { roles: [...trading, 'packer', 'stockist', 'distributor'], station: true, key: true },
  /** Photos of parcels; both sides of the sale. */
  'parcel-proofs.read': { roles: everyone, station: true, key: true },
  'picking.read': { roles: [...supplying, 'stockist', 'packer', 'distributor'], station: true, key: true },
  /** A packer creates lists for themselves. */
  'picking.create': { roles: [...direction, 'stockist', 'packer'], station: true, key: true },
  'picking.assign': { roles: [...direction, 'stockist'], station: true, key: true },
  /** Rules that make picking lists by themselves. */
  'waves.read': { roles: [...direction, 'stockist'], station: false, key: true },
  'waves.manage': { roles: [...direction, 'stockist'], station: false, key: true },
  'picking.pick': { roles: [...direction, 'packer'], station: true, key: true },
  /** A packer only their own. */
  'picking.cancel': { roles: [...direction, 'stockist', 'packer'], station: true, key: true },
  'picking.put-back': { roles: [...direction, 'stockist', 'packer'], station: true, key: true },
  /** The own work at goods, with its time; that of others is for those who direct it. */
  'productivity.read': {
    roles: [...direction, 'stockist', 'packer', 'distributor'],
    station: true,
    key: false,
  },
  'productivity.people': { roles: direction, station: false, key: false },
  /** Parcels that come back, and goods to put back. */
  'returns.read': { roles: [...supplying, 'stockist', 'packer'], station: true, key: true },
  'returns.receive': { roles: [...direction, 'stockist'], station: true, key: true },
  'checkout.document': { roles: [...trading], station: false, key: true },
  /** The paper of a parcel without NF-e; people who pack or hand over print it. */
  'content-declarations.read': { roles: [...trading, 'packer', 'distributor'], station: true, key: true },
  'content-declarations.create': { roles: selling, business: 'sales', station: false, key: true },
  'content-declarations.cancel': { roles: direction, business: 'sales', station: false, key: true },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof permissionTable;
export const permissionNames = Object.keys(permissionTable) as Permission[];

export const isPermission = (name: string): name is Permission => Object.hasOwn(permissionTable, name);

/** Permissions that the owner of a supplier may give to the supplier role. */
export const supplierSwitches = {
  proofs: ['dropinvoices.decide', 'bank-statements.read', 'bank-statements.receive'],
  bank_data: ['bank-account.read', 'bank-account.update'],
} as const satisfies Record<string, readonly Permission[]>;
export type SupplierSwitch = keyof typeof supplierSwitches;
export const supplierSwitchNames = Object.keys(supplierSwitches) as SupplierSwitch[];

/** Roles whose reach ends at the warehouses they are assigned to. */
export const warehouseScoped: readonly Role[] = ['stockist', 'packer', 'distributor'];

/** Permissions that a PIN at a station grants to people whose roles have them: the work of the floor. */
export const floorPermissions: readonly Permission[] = permissionNames.filter(
  (permission) => permissionTable[permission].station,
);

/** Whether a key of the API may use a right that its role holds. */
export const isOpenToKeys = (permission: Permission): boolean => permissionTable[permission].key;

export type Grantee = {
  roles: readonly Role[];
  businessType: BusinessType;
  /** By PIN at a station of the floor. */
  atStation?: boolean;
  /** A program with a key of the API. */
  byKey?: boolean;
  /** Permissions that the owner gave to the supplier role. */
  supplierMay?: readonly SupplierSwitch[];
};

export function can(actor: Grantee, permission: Permission): boolean {
  const rule: Rule = permissionTable[permission];
  if (actor.atStation && !rule.station) return false;
  if (actor.byKey && !rule.key) return false;
  if (isGrantedToSupplier(actor, permission)) return true;
  if (!('roles' in rule)) return actor.roles.some((role) => rule[actor.businessType].includes(role));
  if (rule.business && rule.business !== actor.businessType) return false;
  return actor.roles.some((role) => rule.roles.includes(role));
}

function isGrantedToSupplier(
  { roles, businessType, supplierMay = [] }: Grantee,
  permission: Permission,
): boolean {
  if (businessType !== 'supply' || !roles.includes('supplier')) return false;
  return supplierMay.some((name) => {
    const left: readonly Permission[] = supplierSwitches[name];
    return left.includes(permission);
  });
}

/** Ranks of roles; floor and desk roles are equal. */
function rank(role: Role): number {
  if (role === 'owner') return 2;
  return role === 'administrator' ? 1 : 0;
}

/** Nobody grants, changes or removes a role at or above their own; only owners act on owners. */
export function mayGrant(actor: { roles: readonly Role[] }, role: Role): boolean {
  return actor.roles.includes('owner') || actor.roles.some((own) => rank(own) > rank(role));
}
