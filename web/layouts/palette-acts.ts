import type { Messages } from '#contract/messages/index.ts';
import type { Permission } from '#contract/permissions.ts';
import { type Href, paths } from '../paths.ts';
import type { Session } from '../session.ts';
import { allowed } from '../use-session.ts';

type Act = {
  label: keyof Messages['palette']['act'];
  to: Href;
  permission: Permission;
};

const acts: readonly Act[] = [
  { label: 'newSale', to: paths.orders.create(), permission: 'orders.create' },
  { label: 'newAdvertisement', to: paths.advertisements.create(), permission: 'advertisements.create' },
  { label: 'linkAdvertisements', to: paths.advertisements.addExisting(), permission: 'publications.create' },
  { label: 'newProduct', to: paths.products.create(), permission: 'products.create' },
  { label: 'newKit', to: paths.products.createKit(), permission: 'virtual-products.create' },
  { label: 'importProducts', to: paths.business.createImport('products'), permission: 'imports.create' },
  { label: 'moveFromSystem', to: paths.business.moveImports(), permission: 'imports.create' },
  { label: 'newRequest', to: paths.supply.createRequest(), permission: 'supply-requests.create' },
  { label: 'newSupplier', to: paths.supply.createSupplier(), permission: 'suppliers.create' },
  { label: 'newOffer', to: paths.dropshipping.createItem(), permission: 'dropship-items.create' },
  { label: 'newWarehouse', to: paths.inventory.createWarehouse(), permission: 'warehouses.create' },
  { label: 'connectAccount', to: paths.marketplaces.accounts(), permission: 'accounts.connect' },
  { label: 'inviteStaff', to: paths.business.staff(), permission: 'staff.manage' },
  { label: 'packNext', to: paths.orders.checkout(), permission: 'checkout.read' },
];

/** Acts that a person may start, by name. */
export const actsFor = (session: Session): readonly Act[] =>
  acts.filter(({ permission }) => allowed(session, permission));
