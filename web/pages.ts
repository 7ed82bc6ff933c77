import type { ComponentType } from 'react';
import type { BusinessType, Permission } from '#contract/permissions.ts';
import type { Namespace } from './i18n.ts';
import { paths, type Screen } from './paths.ts';

type Load = () => Promise<{ default: ComponentType }>;
/** A screen, the area whose texts it brings, and its file (a default export). */
export type PageEntry = {
  screen: Screen;
  area: Namespace;
  load: Load;
  /** What its reader must be allowed; who is not reads that, and nothing is asked for. */
  permission?: Permission;
  /** Where one right means another screen on each side of a trade. */
  business?: BusinessType;
  /** What the screen reads first, below /api: the page asks for it while the code is still on its way. */
  reads?: readonly string[];
};

/**
 * Every built screen, one line each: `{ screen: paths.products.list, permission: 'products.read', area: 'products',
 * load: () => import('./products/ProductListPage.tsx') },`. A screen of `paths` without a line here or below is not found.
 */
export const pages: readonly PageEntry[] = [
  {
    screen: paths.supply.printable,
    area: 'supply',
    load: () => import('./supply/printable/PrintablePage.tsx'),
  },
  { screen: paths.index, area: 'account', load: () => import('./account/WelcomePage.tsx') },
  { screen: paths.account.login, area: 'account', load: () => import('./account/LoginPage.tsx') },
  {
    screen: paths.account.registerBusiness,
    area: 'account',
    load: () => import('./account/RegisterBusinessPage.tsx'),
  },
  {
    screen: paths.account.registerStaff,
    area: 'account',
    load: () => import('./account/RegisterStaffPage.tsx'),
  },
  { screen: paths.account.activate, area: 'account', load: () => import('./account/ActivationPage.tsx') },
  {
    screen: paths.account.resendActivation,
    area: 'account',
    load: () => import('./account/ResendActivationPage.tsx'),
  },
  {
    screen: paths.account.forgotPassword,
    area: 'account',
    load: () => import('./account/ForgotPasswordPage.tsx'),
  },
  {
    screen: paths.account.resetPassword,
    area: 'account',
    load: () => import('./account/ResetPasswordPage.tsx'),
  },
  {
    screen: paths.account.stopTwoStepReset,
    area: 'account',
    load: () => import('./account/StopTwoStepResetPage.tsx'),
  },
  { screen: paths.account.user, area: 'account', load: () => import('./account/user/UserPage.tsx') },
  {
    screen: paths.dropshipping.sellerInvoices,
    permission: 'dropinvoices.read',
    business: 'sales',
    area: 'dropshipping',
    load: () => import('./dropshipping/invoices/SellerInvoicesPage.tsx'),
  },
  {
    screen: paths.dropshipping.supplierInvoices,
    permission: 'dropinvoices.read',
    business: 'supply',
    area: 'dropshipping',
    load: () => import('./dropshipping/invoices/SupplierInvoicesPage.tsx'),
  },
  {
    screen: paths.orders.checkout,
    permission: 'checkout.read',
    area: 'orders',
    reads: ['/orders-supplier/counts'],
    load: () => import('./orders/checkout/CheckoutPage.tsx'),
  },
  {
    screen: paths.orders.checkoutList,
    permission: 'checkout.read',
    area: 'orders',
    reads: ['/orders-supplier?size=50&sort=limit'],
    load: () => import('./orders/checkout/CheckoutListPage.tsx'),
  },
  {
    screen: paths.orders.checkoutOfWarehouse,
    permission: 'checkout.read',
    area: 'orders',
    load: () => import('./orders/checkout/WarehouseQueuePage.tsx'),
  },
  {
    screen: paths.orders.pack,
    permission: 'checkout.read',
    area: 'orders',
    reads: ['/orders-supplier/{id}'],
    load: () => import('./orders/checkout/BenchPage.tsx'),
  },
  {
    screen: paths.business.home,
    permission: 'dashboard.read',
    area: 'business',
    reads: ['/dashboard'],
    load: () => import('./business/DashboardPage.tsx'),
  },
  {
    screen: paths.business.staff,
    permission: 'staff.read',
    area: 'business',
    load: () => import('./business/StaffPage.tsx'),
  },
  {
    screen: paths.products.list,
    permission: 'products.read',
    area: 'products',
    reads: ['/products?size=50&sort=name'],
    load: () => import('./products/ProductListPage.tsx'),
  },
  {
    screen: paths.products.create,
    permission: 'products.create',
    area: 'products',
    load: () => import('./products/ProductCreatePage.tsx'),
  },
  {
    screen: paths.products.product,
    permission: 'products.read',
    area: 'products',
    reads: ['/products/{id}'],
    load: () => import('./products/ProductPage.tsx'),
  },
  {
    screen: paths.products.categories,
    permission: 'categories.read',
    area: 'products',
    load: () => import('./products/categories/CategoryListPage.tsx'),
  },
  {
    screen: paths.products.createCategory,
    permission: 'categories.create',
    area: 'products',
    load: () => import('./products/categories/CategoryCreatePage.tsx'),
  },
  {
    screen: paths.products.createSubcategory,
    permission: 'categories.create',
    area: 'products',
    load: () => import('./products/categories/CategoryCreatePage.tsx'),
  },
  {
    screen: paths.products.category,
    permission: 'categories.read',
    area: 'products',
    load: () => import('./products/categories/CategoryPage.tsx'),
  },
  {
    screen: paths.products.images,
    permission: 'images.read',
    area: 'products',
    load: () => import('./products/images/ImageListPage.tsx'),
  },
  {
    screen: paths.inventory.warehouses,
    permission: 'warehouses.read',
    area: 'inventory',
    load: () => import('./inventory/warehouses/WarehouseListPage.tsx'),
  },
  {
    screen: paths.inventory.createWarehouse,
    permission: 'warehouses.create',
    area: 'inventory',
    load: () => import('./inventory/warehouses/WarehouseCreatePage.tsx'),
  },
  {
    screen: paths.inventory.warehouse,
    permission: 'warehouses.read',
    area: 'inventory',
    load: () => import('./inventory/warehouses/WarehousePage.tsx'),
  },
  {
    screen: paths.inventory.locations,
    permission: 'locations.read',
    area: 'inventory',
    load: () => import('./inventory/warehouses/LocationListPage.tsx'),
  },
  {
    screen: paths.inventory.volumes,
    permission: 'volumes.read',
    area: 'inventory',
    reads: ['/volumes?size=50&sort=-created'],
    load: () => import('./inventory/volumes/VolumeListPage.tsx'),
  },
  {
    screen: paths.inventory.receiveList,
    permission: 'receiving.read',
    area: 'supply',
    reads: ['/supply-requests-ongoing?size=50&sort=delivery'],
    load: () => import('./supply/receiving/ReceiveListPage.tsx'),
  },
  {
    screen: paths.inventory.receive,
    permission: 'receiving.read',
    area: 'supply',
    reads: ['/supply-requests-ongoing/{id}'],
    load: () => import('./supply/receiving/ReceivePage.tsx'),
  },
  {
    screen: paths.inventory.receiveReport,
    permission: 'reported-problems.read',
    area: 'supply',
    load: () => import('./supply/receiving/ReportPage.tsx'),
  },
  {
    screen: paths.supply.requests,
    permission: 'supply-requests.read',
    area: 'supply',
    reads: ['/supply-requests?size=50&sort=-created'],
    load: () => import('./supply/requests/RequestListPage.tsx'),
  },
  {
    screen: paths.supply.createRequest,
    permission: 'supply-requests.create',
    area: 'supply',
    load: () => import('./supply/requests/RequestCreatePage.tsx'),
  },
  {
    screen: paths.supply.request,
    permission: 'supply-requests.read',
    area: 'supply',
    reads: ['/supply-requests/{id}'],
    load: () => import('./supply/requests/RequestPage.tsx'),
  },
  {
    screen: paths.supply.suppliers,
    permission: 'suppliers.read',
    area: 'supply',
    reads: ['/suppliers?size=50&sort=name'],
    load: () => import('./supply/suppliers/SupplierListPage.tsx'),
  },
  {
    screen: paths.supply.createSupplier,
    permission: 'suppliers.create',
    area: 'supply',
    load: () => import('./supply/suppliers/SupplierCreatePage.tsx'),
  },
  {
    screen: paths.supply.supplier,
    permission: 'suppliers.read',
    area: 'supply',
    load: () => import('./supply/suppliers/SupplierPage.tsx'),
  },
  {
    screen: paths.orders.list,
    permission: 'orders.read',
    area: 'orders',
    reads: ['/orders?size=50&sort=-purchased', '/orders/counts'],
    load: () => import('./orders/OrderListPage.tsx'),
  },
  {
    screen: paths.orders.create,
    permission: 'orders.create',
    area: 'orders',
    load: () => import('./orders/OrderCreatePage.tsx'),
  },
  {
    screen: paths.orders.order,
    permission: 'orders.read',
    area: 'orders',
    reads: ['/orders/{id}'],
    load: () => import('./orders/OrderPage.tsx'),
  },
  {
    screen: paths.dropshipping.items,
    permission: 'dropship-items.read',
    area: 'dropshipping',
    reads: ['/dropship-items?size=50&sort=-created'],
    load: () => import('./dropshipping/DropshipItemListPage.tsx'),
  },
  {
    screen: paths.dropshipping.createItem,
    permission: 'dropship-items.create',
    area: 'dropshipping',
    load: () => import('./dropshipping/DropshipItemCreatePage.tsx'),
  },
  {
    screen: paths.dropshipping.item,
    permission: 'dropship-items.read',
    area: 'dropshipping',
    load: () => import('./dropshipping/DropshipItemPage.tsx'),
  },
  {
    screen: paths.dropshipping.catalogue,
    permission: 'dropshipping.read',
    area: 'dropshipping',
    reads: ['/dropshipping?size=50&sort=-newest'],
    load: () => import('./dropshipping/catalogue/CataloguePage.tsx'),
  },
  {
    screen: paths.advertisements.list,
    permission: 'advertisements.read',
    area: 'advertisements',
    reads: ['/advertisements?size=50&sort=-created'],
    load: () => import('./advertisements/AdvertisementListPage.tsx'),
  },
  {
    screen: paths.advertisements.create,
    permission: 'advertisements.create',
    area: 'advertisements',
    load: () => import('./advertisements/AdvertisementCreatePage.tsx'),
  },
  {
    screen: paths.advertisements.advertisement,
    permission: 'advertisements.read',
    area: 'advertisements',
    load: () => import('./advertisements/AdvertisementPage.tsx'),
  },
  {
    screen: paths.advertisements.publish,
    permission: 'publications.create',
    area: 'advertisements',
    load: () => import('./advertisements/publications/PublishPage.tsx'),
  },
  {
    screen: paths.advertisements.images,
    permission: 'advertisements.read',
    area: 'products',
    load: () => import('./products/images/ImageListPage.tsx'),
  },
  {
    screen: paths.marketplaces.accounts,
    permission: 'accounts.read',
    area: 'marketplaces',
    load: () => import('./marketplaces/AccountListPage.tsx'),
  },
];

/** Screens of later issues: in development they say so, in production they are not found. */
export const planned: readonly Screen[] = [
  paths.advertisements.addExisting,
  paths.billing.plans,
  paths.billing.seller,
  paths.inventory.balance,
  paths.inventory.dashboard,
  paths.orders.picking,
  paths.orders.pickingList,
];
