import {
  IconAd2,
  IconArrowsTransferDown,
  IconBarcode,
  IconBasket,
  IconBuildingBank,
  IconBuildingStore,
  IconBuildingWarehouse,
  IconCalendarDue,
  IconCategory,
  IconClipboardCheck,
  IconClipboardList,
  IconCoins,
  IconDeviceTablet,
  IconDiscount,
  IconFileDollar,
  IconFileText,
  IconGauge,
  IconHistory,
  IconHome,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconListDetails,
  IconMapPin,
  IconMessages,
  IconPackageExport,
  IconPackageImport,
  IconPackages,
  IconPhoto,
  IconPlugConnected,
  IconReceipt2,
  IconReceiptDollar,
  IconReportMoney,
  IconScale,
  IconShieldDollar,
  IconShoppingCart,
  IconStar,
  IconTableImport,
  IconTag,
  IconTruck,
  IconTruckDelivery,
  IconTruckReturn,
  IconUser,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Messages } from '#contract/messages/index.ts';
import type { BusinessType, Permission } from '#contract/permissions.ts';
import { type Href, paths } from '../paths.ts';
import type { Session } from '../session.ts';
import { allowed } from '../use-session.ts';

/** Each item has a name in the menu and other words for the palette. */
type Label = keyof Messages['ui']['menu'] & keyof Messages['palette']['words'];
export type MenuItem = {
  label: Label;
  to: Href;
  icon: TablerIcon;
  permission?: Permission;
  business?: BusinessType;
  /** Another screen of the same place, which has no item of its own. */
  also?: Href;
  /** Shows how much of it asks for somebody. */
  counts?: 'chats';
};
type GroupName = 'business' | 'dropshipping' | 'supply' | 'shipping' | 'marketplaces' | 'account';
export type MenuGroup = { label: GroupName; items: readonly MenuItem[] };

const home: MenuItem = {
  label: 'home',
  to: paths.business.home(),
  icon: IconHome,
  permission: 'dashboard.read',
};

/** The groups of the specification; the permission table decides on each item, the type of the business narrows it. */
const groups: readonly MenuGroup[] = [
  {
    label: 'business',
    items: [
      { label: 'products', to: paths.products.list(), icon: IconTag, permission: 'products.read' },
      {
        label: 'categories',
        to: paths.products.categories(),
        icon: IconCategory,
        permission: 'categories.read',
      },
      { label: 'kits', to: paths.products.kits(), icon: IconPackages, permission: 'virtual-products.read' },
      { label: 'images', to: paths.products.images(), icon: IconPhoto, permission: 'images.read' },
      { label: 'staff', to: paths.business.staff(), icon: IconUsers, permission: 'staff.read' },
      { label: 'keys', to: paths.business.keys(), icon: IconKey, permission: 'api-keys.read' },
      {
        label: 'webhooks',
        to: paths.business.webhooks(),
        icon: IconWebhook,
        permission: 'webhooks.read',
      },
      {
        label: 'imports',
        to: paths.business.imports(),
        icon: IconTableImport,
        permission: 'imports.read',
      },
      { label: 'audit', to: paths.business.audit(), icon: IconHistory, permission: 'audit.read' },
    ],
  },
  {
    label: 'dropshipping',
    items: [
      {
        label: 'catalogue',
        to: paths.dropshipping.catalogue(),
        icon: IconBuildingStore,
        permission: 'dropshipping.read',
      },
      {
        label: 'items',
        to: paths.dropshipping.items(),
        icon: IconListDetails,
        permission: 'dropship-items.read',
      },
      {
        label: 'sellerInvoices',
        to: paths.dropshipping.sellerInvoices(),
        icon: IconReceipt2,
        permission: 'dropinvoices.read',
        business: 'sales',
      },
      {
        label: 'supplierInvoices',
        to: paths.dropshipping.supplierInvoices(),
        icon: IconFileDollar,
        permission: 'dropinvoices.read',
        business: 'supply',
      },
      {
        label: 'pairBalances',
        to: paths.dropshipping.balances(),
        icon: IconScale,
        permission: 'dropinvoices.read',
      },
      {
        label: 'bankStatements',
        to: paths.dropshipping.bankStatements(),
        icon: IconBuildingBank,
        permission: 'bank-statements.read',
      },
      {
        label: 'statements',
        to: paths.dropshipping.statements(),
        icon: IconReportMoney,
        permission: 'dropinvoices.read',
      },
    ],
  },
  {
    label: 'supply',
    items: [
      {
        label: 'warehouseDashboard',
        to: paths.inventory.dashboard(),
        icon: IconLayoutDashboard,
        permission: 'warehouse-dashboard.read',
      },
      {
        label: 'supplyRequests',
        to: paths.supply.requests(),
        icon: IconClipboardList,
        permission: 'supply-requests.read',
      },
      {
        label: 'receiving',
        to: paths.inventory.receiveList(),
        icon: IconPackageImport,
        permission: 'receiving.read',
      },
      { label: 'suppliers', to: paths.supply.suppliers(), icon: IconTruck, permission: 'suppliers.read' },
      {
        label: 'warehouses',
        to: paths.inventory.warehouses(),
        icon: IconBuildingWarehouse,
        permission: 'warehouses.read',
      },
      { label: 'locations', to: paths.inventory.locations(), icon: IconMapPin, permission: 'locations.read' },
      { label: 'volumes', to: paths.inventory.volumes(), icon: IconPackages, permission: 'volumes.read' },
      {
        label: 'balance',
        to: paths.inventory.balance(),
        icon: IconClipboardCheck,
        permission: 'balances.read',
      },
      {
        label: 'refills',
        to: paths.inventory.refills(),
        icon: IconArrowsTransferDown,
        permission: 'volumes.update',
      },
      {
        label: 'carts',
        to: paths.inventory.carts(),
        icon: IconBasket,
        permission: 'carts.read',
      },
      {
        label: 'stations',
        to: paths.inventory.stations(),
        icon: IconDeviceTablet,
        permission: 'stations.read',
      },
      { label: 'lots', to: paths.inventory.lots(), icon: IconCalendarDue, permission: 'batches.read' },
      { label: 'serials', to: paths.inventory.serials(), icon: IconBarcode, permission: 'serials.read' },
      {
        label: 'vendorReturns',
        to: paths.inventory.vendorReturns(),
        icon: IconPackageExport,
        permission: 'receiving.read',
      },
    ],
  },
  {
    label: 'shipping',
    items: [
      {
        label: 'checkoutList',
        to: paths.orders.checkoutList(),
        icon: IconTruckDelivery,
        permission: 'checkout.read',
      },
      { label: 'picking', to: paths.orders.picking(), icon: IconListCheck, permission: 'picking.read' },
      { label: 'checkout', to: paths.orders.checkout(), icon: IconBarcode, permission: 'checkout.read' },
      {
        label: 'manifests',
        to: paths.orders.manifests(),
        icon: IconFileText,
        permission: 'checkout.read',
      },
      { label: 'returns', to: paths.orders.returns(), icon: IconTruckReturn, permission: 'returns.read' },
      {
        label: 'productivity',
        to: paths.orders.productivity(),
        icon: IconGauge,
        permission: 'productivity.read',
      },
    ],
  },
  {
    label: 'marketplaces',
    items: [
      { label: 'sales', to: paths.orders.list(), icon: IconShoppingCart, permission: 'orders.read' },
      {
        label: 'chats',
        to: paths.chats.list(),
        icon: IconMessages,
        permission: 'chats.read',
        counts: 'chats',
        also: paths.presales.list(),
      },
      { label: 'reviews', to: paths.reviews.list(), icon: IconStar, permission: 'reviews.read' },
      {
        label: 'advertisements',
        to: paths.advertisements.list(),
        icon: IconAd2,
        permission: 'advertisements.read',
      },
      {
        label: 'campaigns',
        to: paths.advertisements.campaigns(),
        icon: IconDiscount,
        permission: 'publications.read',
      },
      {
        label: 'fulfillment',
        to: paths.advertisements.marketplaceStock(),
        icon: IconBuildingWarehouse,
        permission: 'publications.read',
      },
      {
        label: 'margin',
        to: paths.advertisements.margin(),
        icon: IconShieldDollar,
        permission: 'publications.read',
      },
      {
        label: 'payouts',
        to: paths.orders.payouts(),
        icon: IconFileDollar,
        permission: 'payouts.read',
      },
      {
        label: 'profits',
        to: paths.orders.profits(),
        icon: IconCoins,
        permission: 'profits.read',
      },
      {
        label: 'advertisementImages',
        to: paths.advertisements.images(),
        icon: IconPhoto,
        permission: 'advertisements.read',
      },
      {
        label: 'accounts',
        to: paths.marketplaces.accounts(),
        icon: IconPlugConnected,
        permission: 'accounts.read',
      },
    ],
  },
  {
    label: 'account',
    items: [
      { label: 'user', to: paths.account.user(), icon: IconUser },
      { label: 'plans', to: paths.billing.plans(), icon: IconGauge, permission: 'plans.read' },
      { label: 'billing', to: paths.billing.seller(), icon: IconReceiptDollar, permission: 'plans.read' },
    ],
  },
];

/** In the order of use: the work of every day first, the settings last. */
const orderOfUse: Record<BusinessType, readonly GroupName[]> = {
  sales: ['marketplaces', 'shipping', 'dropshipping', 'supply', 'business', 'account'],
  supply: ['shipping', 'supply', 'dropshipping', 'business', 'marketplaces', 'account'],
};

/** Items that a person may open: the home of the business, then groups with permitted items. */
export function menuOf(session: Session): { home: MenuItem | undefined; groups: MenuGroup[] } {
  const order = orderOfUse[session.business?.type ?? 'sales'];
  return {
    home: shown(home, session) ? home : undefined,
    groups: order
      .flatMap((label) => groups.filter((group) => group.label === label))
      .map((group) => ({ ...group, items: group.items.filter((item) => shown(item, session)) }))
      .filter((group) => group.items.length > 0),
  };
}

/** So many items fit the window of a laptop. */
const fitting = 20;
/** Open in a menu that does not fit. */
const mostOpen = 2;

/**
 * Groups that are open until a person folds or opens them: all of a short menu, of a long one the two that are used most.
 * Of those without a record of the business behind them, only what a newcomer begins with.
 */
export function openGroups(groups: readonly MenuGroup[], session: Session): readonly GroupName[] {
  const beginning = beginsIn[session.business?.type ?? 'sales'];
  const used = groups.map(({ label }) => label).filter((label) => !isUnused(label, session));
  if (groups.some(({ label }) => beginning.includes(label) && isUnused(label, session))) return beginning;
  const isShort = groups.reduce((count, { items }) => count + items.length, 0) <= fitting;
  return isShort ? used : used.slice(0, mostOpen);
}

/** Products, and where they are sold or stored. */
const beginsIn: Record<BusinessType, readonly GroupName[]> = {
  sales: ['marketplaces', 'business'],
  supply: ['supply', 'business'],
};

function isUnused(group: GroupName, { unusedAreas }: Session): boolean {
  if (group === 'marketplaces') return unusedAreas.includes('marketplaces');
  return (group === 'supply' || group === 'shipping') && unusedAreas.includes('warehouse');
}

function shown({ permission, business }: MenuItem, session: Session): boolean {
  if (business && business !== session.business?.type) return false;
  return permission === undefined ? session.station === null : allowed(session, permission);
}
