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

type Rule =
  | { roles: readonly Role[]; business?: BusinessType }
  /** One right held by different roles on the two sides of a trade. */
  | Record<BusinessType, readonly Role[]>;

const everyone = roles;
const direction = ['owner', 'administrator'] as const;
const selling = ['owner', 'administrator', 'seller'] as const;
const supplying = ['owner', 'administrator', 'supplier'] as const;
/** Whoever hands parcels to the carrier sorts and pictures no goods. */
const cataloguing = ['owner', 'administrator', 'stockist', 'packer', 'seller', 'supplier'] as const;
const trading = ['owner', 'administrator', 'seller', 'supplier'] as const;

/** Roles × permissions × business type: the only place where a right is granted. */
export const permissionTable = {
  'business.read': { roles: everyone },
  'business.update': { roles: direction },
  'business.secure': { roles: ['owner'] },
  'staff.read': { roles: direction },
  'staff.manage': { roles: ['owner'] },
  'companies.read': { roles: trading },
  'companies.create': { roles: selling, business: 'sales' },
  'companies.update': { roles: direction, business: 'supply' },
  'companies.terms': { roles: ['owner'], business: 'supply' },
  'companies.accept': { roles: supplying, business: 'supply' },
  'audit.read': { roles: direction },
  'audit.export': { roles: ['owner'] },
  'api-keys.read': { roles: ['owner'] },
  'api-keys.manage': { roles: ['owner'] },
  'webhooks.read': { roles: direction },
  'webhooks.manage': { roles: direction },
  'saved-views.read': { roles: everyone },
  'saved-views.write': { roles: everyone },
  /** Views of everybody, and with which one a list opens. */
  'saved-views.share': { roles: direction },
  /** Own ones; what may be imported is asked by kind. */
  'imports.read': { roles: [...direction, 'stockist', 'seller', 'supplier'] },
  'imports.create': { roles: [...direction, 'stockist', 'seller', 'supplier'] },
  /** Those that others began, to be read. */
  'imports.all': { roles: direction },
  'imports.products': { roles: selling },
  'imports.offers': { roles: supplying },
  'imports.prices': { roles: supplying },
  'imports.volumes': { roles: [...direction, 'stockist'] },
  'imports.vendors': { roles: direction },
  'dashboard.read': { roles: everyone },
  'warehouse-dashboard.read': { roles: [...supplying, 'stockist', 'packer', 'distributor'] },
  /** Who packs or hands over is shown the lanes only. */
  'warehouse-dashboard.shelf': { roles: [...supplying, 'stockist'] },
  'plans.read': { roles: trading },
  'plans.change': { roles: ['owner'] },

  /** Lifts the price-blind (¤) view: cost, price, margin and value fields are sent. */
  'prices.read': { roles: trading },
  'products.read': { roles: everyone },
  'products.create': { roles: trading },
  'products.update': { roles: trading },
  'products.measure': { roles: [...trading, 'stockist'] },
  'products.delete': { roles: direction },
  /** Kits; whoever hands parcels over composes none. */
  'virtual-products.read': { roles: cataloguing },
  'virtual-products.create': { roles: trading },
  'virtual-products.update': { roles: trading },
  'virtual-products.delete': { roles: direction },
  'categories.read': { roles: cataloguing },
  'categories.create': { roles: trading },
  'categories.update': { roles: direction },
  'categories.delete': { roles: direction },
  'images.read': { roles: cataloguing },
  /** What a product looks like: whoever has it in the hand recognises it by that. */
  'thumbnails.read': { roles: everyone },
  'images.create': { roles: [...trading, 'stockist'] },
  'images.update': { roles: trading },
  'images.delete': { roles: trading },

  'warehouses.read': { roles: everyone },
  'warehouses.create': { roles: direction },
  'warehouses.update': { roles: direction },
  'warehouses.delete': { roles: ['owner'] },
  'locations.read': { roles: everyone },
  'locations.create': { roles: [...direction, 'stockist'] },
  'locations.update': { roles: direction },
  'locations.delete': { roles: direction },
  'volumes.read': { roles: everyone },
  'volumes.update': { roles: [...direction, 'stockist'] },
  /** A packer only onto the bench and off it. */
  'volumes.move': { roles: [...direction, 'stockist', 'packer'] },
  'volumes.create': { roles: [...direction, 'stockist'] },
  'volumes.zero-check': { roles: [...direction, 'stockist', 'packer'] },
  'volumes.adjust': { roles: direction },
  'volumes.unlaunch': { roles: direction },
  'balances.read': { roles: [...trading, 'stockist', 'packer'] },
  'balances.start': { roles: [...direction, 'stockist'] },
  /** A packer those that a zero check asked for. */
  'balances.count': { roles: [...direction, 'stockist', 'packer'] },
  /** Never of one's own count. */
  'balances.approve': { roles: direction },
  'balance-reports.read': { roles: [...supplying, 'stockist'] },
  'balances.settings': { roles: ['owner'] },
  'volumes.delete': { roles: ['owner'] },

  'stations.read': { roles: [...direction, 'stockist'] },
  'stations.manage': { roles: [...direction, 'stockist'] },

  /** Lots; whoever hands parcels over looks into no volume. */
  'batches.read': { roles: cataloguing },
  'batches.create': { roles: [...direction, 'stockist'] },
  'batches.update': { roles: [...direction, 'stockist'] },
  'batches.delete': { roles: ['owner'] },

  'suppliers.read': { roles: [...trading, 'stockist'] },
  'suppliers.create': { roles: trading },
  'suppliers.update': { roles: trading },
  'supplier-documents.read': { roles: trading },
  'suppliers.delete': { roles: direction },
  'supply-requests.read': { roles: [...trading, 'stockist'] },
  'supply-requests.create': { roles: trading },
  /** Of pending ones; whoever made one also takes it back. */
  'supply-requests.update': { roles: trading },
  'supply-requests.approve': { roles: direction },
  'purchasing.settings': { roles: ['owner'] },
  'receiving.read': { roles: [...trading, 'stockist'] },
  'receiving.advance': { roles: [...direction, 'stockist'] },
  /** Back from the step in which volumes are launched. */
  'receiving.undo': { roles: direction },
  'receiving.reopen': { roles: ['owner'] },
  'reported-problems.read': { roles: everyone },
  'reported-problems.create': { roles: everyone },
  'reported-problems.solve': { roles: [...trading, 'stockist'] },

  'dropship-items.read': { roles: [...supplying, 'stockist'] },
  'dropship-items.create': { roles: supplying },
  'dropship-items.update': { roles: supplying },
  'dropship-items.delete': { roles: direction },
  'dropshipping.read': { roles: selling, business: 'sales' },
  'bank-account.read': { roles: direction, business: 'supply' },
  'bank-account.update': { roles: ['owner'], business: 'supply' },
  'dropinvoices.read': { sales: selling, supply: supplying },
  'dropinvoices.pay': { roles: selling, business: 'sales' },
  'dropinvoices.attach': { roles: supplying, business: 'supply' },
  'dropinvoices.decide': { roles: direction, business: 'supply' },
  'dropinvoices.credit': { roles: direction, business: 'supply' },
  'dropinvoices.write-off': { roles: ['owner'], business: 'supply' },
  /** A file of the bank shows all that came into an account: those who decide about payments, or confirm payouts. */
  'bank-statements.read': { sales: selling, supply: direction },
  'bank-statements.receive': { sales: selling, supply: direction },
  'disputes.open': { roles: selling, business: 'sales' },
  'disputes.decide': { roles: direction, business: 'supply' },

  'accounts.read': { roles: selling, business: 'sales' },
  'accounts.connect': { roles: direction, business: 'sales' },
  /** Of an account that is connected already, or was. */
  'accounts.reconnect': { roles: selling, business: 'sales' },
  'accounts.remove': { roles: ['owner'], business: 'sales' },
  'advertisements.read': { roles: selling, business: 'sales' },
  'advertisements.create': { roles: selling, business: 'sales' },
  'advertisements.update': { roles: selling, business: 'sales' },
  'advertisements.delete': { roles: direction, business: 'sales' },
  'publications.read': { roles: selling, business: 'sales' },
  'publications.create': { roles: selling, business: 'sales' },
  'publications.update': { roles: selling, business: 'sales' },
  /** Ends them at the marketplace for good. */
  'publications.delete': { roles: direction, business: 'sales' },

  /** Questions of buyers before they buy. */
  'presales.read': { roles: selling, business: 'sales' },
  'presales.answer': { roles: selling, business: 'sales' },
  /** The inbox over questions and what follows a sale. */
  'chats.read': { roles: selling, business: 'sales' },
  'chats.answer': { roles: selling, business: 'sales' },
  'postsales.read': { roles: selling, business: 'sales' },
  'postsales.answer': { roles: selling, business: 'sales' },
  'reviews.read': { roles: selling, business: 'sales' },
  'reviews.answer': { roles: selling, business: 'sales' },

  'orders.read': { roles: [...selling, 'stockist', 'packer', 'distributor'], business: 'sales' },
  'orders.create': { roles: selling, business: 'sales' },
  'orders.update': { roles: selling, business: 'sales' },
  'orders.cancel': { roles: selling, business: 'sales' },
  /** A seller reads status and tracking of his sales where they are his: in `orders.read`. */
  'checkout.read': { roles: [...supplying, 'stockist', 'packer', 'distributor'] },
  'checkout.pack': { roles: [...direction, 'packer'] },
  'checkout.reset': { roles: [...direction, 'stockist', 'packer'] },
  'checkout.cancel': { roles: [...supplying, 'stockist', 'packer'] },
  'checkout.dispatch': { roles: [...direction, 'distributor'] },
  'checkout.override': { roles: direction },
  'checkout.decide': { roles: supplying },
  'checkout.label': { roles: [...trading, 'packer', 'stockist', 'distributor'] },
  'picking.read': { roles: [...supplying, 'stockist', 'packer', 'distributor'] },
  /** A packer makes lists for himself. */
  'picking.create': { roles: [...direction, 'stockist', 'packer'] },
  'picking.assign': { roles: [...direction, 'stockist'] },
  'picking.pick': { roles: [...direction, 'packer'] },
  /** A packer his own. */
  'picking.cancel': { roles: [...direction, 'stockist', 'packer'] },
  'picking.put-back': { roles: [...direction, 'stockist', 'packer'] },
  /** Parcels that come back, and goods to be put back. */
  'returns.read': { roles: [...supplying, 'stockist', 'packer'] },
  'returns.receive': { roles: [...direction, 'stockist'] },
  'checkout.document': { roles: [...trading] },
  /** The paper of a parcel without NF-e; whoever packs or hands over prints it. */
  'content-declarations.read': { roles: [...trading, 'packer', 'distributor'] },
  'content-declarations.create': { roles: selling, business: 'sales' },
  'content-declarations.cancel': { roles: direction, business: 'sales' },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof permissionTable;

/** What the owner of a supplier may leave to the supplier role. */
export const supplierSwitches = {
  proofs: ['dropinvoices.decide', 'bank-statements.read', 'bank-statements.receive'],
  bank_data: ['bank-account.read', 'bank-account.update'],
} as const satisfies Record<string, readonly Permission[]>;
export type SupplierSwitch = keyof typeof supplierSwitches;
export const supplierSwitchNames = Object.keys(supplierSwitches) as SupplierSwitch[];

/** Roles whose reach ends at the warehouses they are assigned to. */
export const warehouseScoped: readonly Role[] = ['stockist', 'packer', 'distributor'];

/**
 * What a PIN opens, whoever it belongs to: the work of the floor. What is not here stays shut at a station: money, staff,
 * settings, exports, and whatever comes later.
 */
export const floorPermissions: readonly Permission[] = [
  'products.read',
  'products.measure',
  'categories.read',
  'images.read',
  'thumbnails.read',
  'warehouses.read',
  'locations.read',
  'volumes.read',
  'volumes.create',
  'volumes.update',
  'volumes.move',
  'volumes.zero-check',
  'balances.read',
  'balances.start',
  'balances.count',
  'batches.read',
  'batches.create',
  'receiving.read',
  'receiving.advance',
  'reported-problems.read',
  'reported-problems.create',
  'checkout.read',
  'checkout.pack',
  'checkout.reset',
  'checkout.cancel',
  'checkout.dispatch',
  'checkout.label',
  'picking.read',
  'picking.create',
  'picking.assign',
  'picking.pick',
  'picking.cancel',
  'picking.put-back',
  'returns.read',
  'returns.receive',
  'content-declarations.read',
];

/**
 * What no key of the API opens, whatever its role: people, rights, settings and devices of the business, its bank data
 * and payments, and what one person has to approve of another's.
 */
export const shutToKeys: readonly Permission[] = [
  'business.update',
  'business.secure',
  'staff.read',
  'staff.manage',
  'companies.terms',
  'audit.read',
  'audit.export',
  'api-keys.read',
  'api-keys.manage',
  'webhooks.read',
  'webhooks.manage',
  'plans.change',
  'balances.approve',
  'balances.settings',
  'stations.read',
  'stations.manage',
  'supply-requests.approve',
  'purchasing.settings',
  'bank-account.read',
  'bank-account.update',
  'dropinvoices.pay',
  'dropinvoices.decide',
  'dropinvoices.credit',
  'dropinvoices.write-off',
  'bank-statements.read',
  'bank-statements.receive',
  'disputes.open',
  'disputes.decide',
  'accounts.connect',
  'accounts.reconnect',
  'accounts.remove',
  'checkout.override',
];

export type Grantee = {
  roles: readonly Role[];
  businessType: BusinessType;
  /** By PIN at a station of the floor. */
  atStation?: boolean;
  /** A program with a key of the API. */
  byKey?: boolean;
  /** What the owner left to the supplier role. */
  supplierMay?: readonly SupplierSwitch[];
};

export function can(actor: Grantee, permission: Permission): boolean {
  if (actor.atStation && !floorPermissions.includes(permission)) return false;
  if (actor.byKey && shutToKeys.includes(permission)) return false;
  if (isLeftToSupplier(actor, permission)) return true;
  const rule: Rule = permissionTable[permission];
  if (!('roles' in rule)) return actor.roles.some((role) => rule[actor.businessType].includes(role));
  if (rule.business && rule.business !== actor.businessType) return false;
  return actor.roles.some((role) => rule.roles.includes(role));
}

function isLeftToSupplier(
  { roles, businessType, supplierMay = [] }: Grantee,
  permission: Permission,
): boolean {
  if (businessType !== 'supply' || !roles.includes('supplier')) return false;
  return supplierMay.some((name) => {
    const left: readonly Permission[] = supplierSwitches[name];
    return left.includes(permission);
  });
}

/** Ranks of power; the floor and the desks stand level. */
function rank(role: Role): number {
  if (role === 'owner') return 2;
  return role === 'administrator' ? 1 : 0;
}

/** Nobody grants, changes or takes a role at or above their own; only owners act on owners. */
export function mayGrant(actor: { roles: readonly Role[] }, role: Role): boolean {
  return actor.roles.includes('owner') || actor.roles.some((own) => rank(own) > rank(role));
}
