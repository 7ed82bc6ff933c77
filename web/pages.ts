import { businessPages } from './business-pages.ts';
import { floorPages } from './floor-pages.ts';
import { guestPages } from './guest-pages.ts';
import { linkPages } from './link-pages.ts';
import { marketplacePages } from './marketplace-pages.ts';
import type { Pages } from './page-entry.ts';
import { paths } from './paths.ts';
import { settlementPages } from './settlement-pages.ts';

/** The page of every screen of `paths`; a screen without one does not compile. */
export const pages: Required<Pages> = {
  [paths.supply.printable.pattern]: {
    area: 'supply',
    partsOf: ['errors'],
    load: () => import('./supply/printable/PrintablePage.tsx'),
  },
  ...guestPages,
  [paths.account.user.pattern]: {
    area: 'account',
    partsOf: ['business'],
    load: () => import('./account/user/UserPage.tsx'),
  },
  ...settlementPages,
  ...floorPages,
  ...businessPages,
  ...linkPages,
  ...marketplacePages,
  [paths.billing.plans.pattern]: {
    permission: 'plans.read',
    area: 'billing',
    reads: ['/plans/current', '/plans'],
    load: () => import('./billing/PlansPage.tsx'),
  },
  [paths.billing.seller.pattern]: {
    permission: 'plans.read',
    area: 'billing',
    reads: ['/billing?size=50&sort=-month'],
    load: () => import('./billing/BillingPage.tsx'),
  },
  [paths.products.list.pattern]: {
    permission: 'products.read',
    area: 'products',
    reads: ['/products?size=50&sort=name'],
    load: () => import('./products/ProductListPage.tsx'),
  },
  [paths.products.create.pattern]: {
    permission: 'products.create',
    area: 'products',
    load: () => import('./products/ProductCreatePage.tsx'),
  },
  [paths.products.product.pattern]: {
    permission: 'products.read',
    area: 'products',
    partsOf: ['advertisements', 'dropshipping', 'inventory'],
    reads: ['/products/{id}'],
    load: () => import('./products/ProductPage.tsx'),
  },
  [paths.products.categories.pattern]: {
    permission: 'categories.read',
    area: 'products',
    load: () => import('./products/categories/CategoryListPage.tsx'),
  },
  [paths.products.createCategory.pattern]: {
    permission: 'categories.create',
    area: 'products',
    load: () => import('./products/categories/CategoryCreatePage.tsx'),
  },
  [paths.products.createSubcategory.pattern]: {
    permission: 'categories.create',
    area: 'products',
    load: () => import('./products/categories/CategoryCreatePage.tsx'),
  },
  [paths.products.category.pattern]: {
    permission: 'categories.read',
    area: 'products',
    load: () => import('./products/categories/CategoryPage.tsx'),
  },
  [paths.products.images.pattern]: {
    permission: 'images.read',
    area: 'products',
    load: () => import('./products/images/ImageListPage.tsx'),
  },
  [paths.inventory.dashboard.pattern]: {
    permission: 'warehouse-dashboard.read',
    area: 'inventory',
    partsOf: ['orders'],
    reads: ['/warehouse-center-dashboard'],
    load: () => import('./inventory/dashboard/WarehouseDashboardPage.tsx'),
  },
  [paths.inventory.warehouses.pattern]: {
    permission: 'warehouses.read',
    area: 'inventory',
    load: () => import('./inventory/warehouses/WarehouseListPage.tsx'),
  },
  [paths.inventory.createWarehouse.pattern]: {
    permission: 'warehouses.create',
    area: 'inventory',
    load: () => import('./inventory/warehouses/WarehouseCreatePage.tsx'),
  },
  [paths.inventory.warehouse.pattern]: {
    permission: 'warehouses.read',
    area: 'inventory',
    load: () => import('./inventory/warehouses/WarehousePage.tsx'),
  },
  [paths.inventory.walk.pattern]: {
    permission: 'locations.update',
    area: 'inventory',
    load: () => import('./inventory/warehouses/WalkPage.tsx'),
  },
  [paths.inventory.locations.pattern]: {
    permission: 'locations.read',
    area: 'inventory',
    load: () => import('./inventory/warehouses/LocationListPage.tsx'),
  },
  [paths.inventory.walkInside.pattern]: {
    permission: 'locations.update',
    area: 'inventory',
    load: () => import('./inventory/warehouses/WalkInsidePage.tsx'),
  },
  [paths.inventory.volumes.pattern]: {
    permission: 'volumes.read',
    area: 'inventory',
    reads: ['/volumes?size=50&sort=-created'],
    load: () => import('./inventory/volumes/VolumeListPage.tsx'),
  },
  [paths.inventory.lots.pattern]: {
    permission: 'batches.read',
    area: 'inventory',
    load: () => import('./inventory/lots/LotListPage.tsx'),
  },
  [paths.inventory.serials.pattern]: {
    permission: 'serials.read',
    area: 'inventory',
    partsOf: ['orders'],
    load: () => import('./inventory/serials/SerialListPage.tsx'),
  },
  [paths.inventory.vendorReturns.pattern]: {
    permission: 'receiving.read',
    area: 'inventory',
    load: () => import('./inventory/vendor-returns/VendorReturnListPage.tsx'),
  },
  [paths.inventory.vendorReturn.pattern]: {
    permission: 'receiving.read',
    area: 'inventory',
    load: () => import('./inventory/vendor-returns/VendorReturnPage.tsx'),
  },
  [paths.inventory.balance.pattern]: {
    permission: 'balances.read',
    area: 'inventory',
    reads: ['/volumes/in-balance?size=50&sort=-id', '/in-balance/alarms'],
    load: () => import('./inventory/balance/BalanceListPage.tsx'),
  },
  [paths.inventory.balanceReport.pattern]: {
    permission: 'balance-reports.read',
    area: 'inventory',
    load: () => import('./inventory/balance/BalanceReportPage.tsx'),
  },
  [paths.inventory.balanceCount.pattern]: {
    permission: 'balances.read',
    area: 'inventory',
    partsOf: ['errors'],
    load: () => import('./inventory/balance/BalancePage.tsx'),
  },
  [paths.inventory.carts.pattern]: {
    permission: 'carts.read',
    area: 'inventory',
    reads: ['/carts'],
    load: () => import('./inventory/places/CartListPage.tsx'),
  },
  [paths.inventory.refills.pattern]: {
    permission: 'volumes.update',
    area: 'inventory',
    reads: ['/refills'],
    load: () => import('./inventory/refills/RefillPage.tsx'),
  },
  [paths.inventory.pickFaces.pattern]: {
    permission: 'locations.read',
    area: 'inventory',
    load: () => import('./inventory/refills/PickFaceListPage.tsx'),
  },
  [paths.inventory.stations.pattern]: {
    permission: 'stations.read',
    area: 'inventory',
    reads: ['/stations'],
    load: () => import('./inventory/stations/StationListPage.tsx'),
  },
  [paths.inventory.receiveList.pattern]: {
    permission: 'receiving.read',
    area: 'supply',
    reads: ['/supply-requests-ongoing?size=50&sort=delivery'],
    load: () => import('./supply/receiving/ReceiveListPage.tsx'),
  },
  [paths.inventory.receive.pattern]: {
    permission: 'receiving.read',
    area: 'supply',
    partsOf: ['inventory', 'errors', 'orders'],
    reads: ['/supply-requests-ongoing/{id}'],
    load: () => import('./supply/receiving/ReceivePage.tsx'),
  },
  [paths.inventory.receiveReport.pattern]: {
    permission: 'reported-problems.read',
    area: 'supply',
    load: () => import('./supply/receiving/ReportPage.tsx'),
  },
  [paths.supply.requests.pattern]: {
    permission: 'supply-requests.read',
    area: 'supply',
    reads: ['/supply-requests?size=50&sort=-created'],
    load: () => import('./supply/requests/RequestListPage.tsx'),
  },
  [paths.supply.createRequest.pattern]: {
    permission: 'supply-requests.create',
    area: 'supply',
    load: () => import('./supply/requests/RequestCreatePage.tsx'),
  },
  [paths.supply.request.pattern]: {
    permission: 'supply-requests.read',
    area: 'supply',
    reads: ['/supply-requests/{id}'],
    load: () => import('./supply/requests/RequestPage.tsx'),
  },
  [paths.supply.suppliers.pattern]: {
    permission: 'suppliers.read',
    area: 'supply',
    reads: ['/suppliers?size=50&sort=name'],
    load: () => import('./supply/suppliers/SupplierListPage.tsx'),
  },
  [paths.supply.createSupplier.pattern]: {
    permission: 'suppliers.create',
    area: 'supply',
    partsOf: ['inventory'],
    load: () => import('./supply/suppliers/SupplierCreatePage.tsx'),
  },
  [paths.supply.supplier.pattern]: {
    permission: 'suppliers.read',
    area: 'supply',
    partsOf: ['inventory'],
    load: () => import('./supply/suppliers/SupplierPage.tsx'),
  },
  [paths.orders.list.pattern]: {
    permission: 'orders.read',
    area: 'orders',
    reads: ['/orders?size=50&sort=-purchased', '/orders/counts'],
    load: () => import('./orders/OrderListPage.tsx'),
  },
  [paths.orders.profits.pattern]: {
    permission: 'profits.read',
    area: 'orders',
    reads: ['/profits?size=50&sort=profit', '/profits/sums'],
    load: () => import('./orders/profit/ProfitPage.tsx'),
  },
  [paths.orders.create.pattern]: {
    permission: 'orders.create',
    area: 'orders',
    partsOf: ['inventory'],
    load: () => import('./orders/OrderCreatePage.tsx'),
  },
  [paths.orders.order.pattern]: {
    permission: 'orders.read',
    area: 'orders',
    reads: ['/orders/{id}'],
    load: () => import('./orders/OrderPage.tsx'),
  },
  [paths.dropshipping.items.pattern]: {
    permission: 'dropship-items.read',
    area: 'dropshipping',
    reads: ['/dropship-items?size=50&sort=-created'],
    load: () => import('./dropshipping/DropshipItemListPage.tsx'),
  },
  [paths.dropshipping.createItem.pattern]: {
    permission: 'dropship-items.create',
    area: 'dropshipping',
    load: () => import('./dropshipping/DropshipItemCreatePage.tsx'),
  },
  [paths.dropshipping.item.pattern]: {
    permission: 'dropship-items.read',
    area: 'dropshipping',
    partsOf: ['inventory', 'advertisements'],
    load: () => import('./dropshipping/DropshipItemPage.tsx'),
  },
  [paths.dropshipping.catalogue.pattern]: {
    permission: 'dropshipping.read',
    area: 'dropshipping',
    reads: ['/dropshipping?size=50&sort=-newest'],
    load: () => import('./dropshipping/catalogue/CataloguePage.tsx'),
  },
  [paths.advertisements.list.pattern]: {
    permission: 'advertisements.read',
    area: 'advertisements',
    reads: ['/advertisements?size=50&sort=-created'],
    load: () => import('./advertisements/AdvertisementListPage.tsx'),
  },
  [paths.advertisements.campaigns.pattern]: {
    permission: 'publications.read',
    area: 'advertisements',
    load: () => import('./advertisements/campaigns/CampaignListPage.tsx'),
  },
  [paths.advertisements.campaign.pattern]: {
    permission: 'publications.read',
    area: 'advertisements',
    partsOf: ['errors'],
    load: () => import('./advertisements/campaigns/CampaignPage.tsx'),
  },
  [paths.advertisements.marketplaceStock.pattern]: {
    permission: 'publications.read',
    area: 'advertisements',
    load: () => import('./advertisements/fulfillment/FulfillmentListPage.tsx'),
  },
  [paths.advertisements.create.pattern]: {
    permission: 'advertisements.create',
    area: 'advertisements',
    load: () => import('./advertisements/AdvertisementCreatePage.tsx'),
  },
  [paths.advertisements.advertisement.pattern]: {
    permission: 'advertisements.read',
    area: 'advertisements',
    load: () => import('./advertisements/AdvertisementPage.tsx'),
  },
  [paths.advertisements.publish.pattern]: {
    permission: 'publications.create',
    area: 'advertisements',
    partsOf: ['marketplaces'],
    load: () => import('./advertisements/publications/PublishPage.tsx'),
  },
  [paths.advertisements.images.pattern]: {
    permission: 'advertisements.read',
    area: 'advertisements',
    load: () => import('./advertisements/images/AdvertisementImagesPage.tsx'),
  },
};
