import type { Pages } from './page-entry.ts';
import { paths } from './paths.ts';

/** Picking, packing, hand-over and returns. */
export const floorPages = {
  [paths.orders.checkout.pattern]: {
    permission: 'checkout.read',
    area: 'orders',
    partsOf: ['errors', 'inventory'],
    reads: ['/orders-supplier/counts'],
    load: () => import('./orders/checkout/CheckoutPage.tsx'),
  },
  [paths.orders.checkoutList.pattern]: {
    permission: 'checkout.read',
    area: 'orders',
    reads: ['/orders-supplier?size=50&sort=limit'],
    load: () => import('./orders/checkout/CheckoutListPage.tsx'),
  },
  [paths.orders.checkoutOfWarehouse.pattern]: {
    permission: 'checkout.read',
    area: 'orders',
    partsOf: ['errors', 'inventory'],
    load: () => import('./orders/checkout/WarehouseQueuePage.tsx'),
  },
  [paths.orders.pack.pattern]: {
    permission: 'checkout.read',
    area: 'orders',
    partsOf: ['errors', 'inventory'],
    reads: ['/orders-supplier/{id}'],
    load: () => import('./orders/checkout/BenchPage.tsx'),
  },
  [paths.orders.picking.pattern]: {
    permission: 'picking.read',
    area: 'orders',
    load: () => import('./orders/picking/PickingListPage.tsx'),
  },
  [paths.orders.waves.pattern]: {
    permission: 'waves.read',
    area: 'orders',
    reads: ['/waves'],
    load: () => import('./orders/waves/WaveListPage.tsx'),
  },
  [paths.orders.pickingList.pattern]: {
    permission: 'picking.read',
    area: 'orders',
    partsOf: ['errors', 'inventory'],
    load: () => import('./orders/picking/PickingPage.tsx'),
  },
  [paths.orders.returns.pattern]: {
    permission: 'returns.read',
    area: 'orders',
    partsOf: ['inventory'],
    load: () => import('./orders/returns/ReturnListPage.tsx'),
  },
  [paths.orders.return.pattern]: {
    permission: 'returns.read',
    area: 'orders',
    partsOf: ['inventory', 'marketplaces'],
    load: () => import('./orders/returns/ReturnPage.tsx'),
  },
  [paths.orders.productivity.pattern]: {
    permission: 'productivity.read',
    area: 'orders',
    load: () => import('./orders/productivity/ProductivityPage.tsx'),
  },
  [paths.orders.carriers.pattern]: {
    permission: 'checkout.read',
    area: 'orders',
    reads: ['/carriers'],
    load: () => import('./orders/carriers/CarrierListPage.tsx'),
  },
  [paths.orders.manifests.pattern]: {
    permission: 'checkout.read',
    area: 'orders',
    load: () => import('./orders/manifests/ManifestListPage.tsx'),
  },
  [paths.orders.manifest.pattern]: {
    permission: 'checkout.read',
    area: 'orders',
    load: () => import('./orders/manifests/ManifestPage.tsx'),
  },
  [paths.orders.declaration.pattern]: {
    permission: 'content-declarations.read',
    area: 'orders',
    load: () => import('./orders/declarations/DeclarationPage.tsx'),
  },
} satisfies Pages;
