import type { PageEntry } from './page-entry.ts';
import { paths } from './paths.ts';

/** Where sales are picked, packed, handed over, and taken back. */
export const floorPages: readonly PageEntry[] = [
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
    screen: paths.orders.picking,
    permission: 'picking.read',
    area: 'orders',
    load: () => import('./orders/picking/PickingListPage.tsx'),
  },
  {
    screen: paths.orders.pickingList,
    permission: 'picking.read',
    area: 'orders',
    load: () => import('./orders/picking/PickingPage.tsx'),
  },
  {
    screen: paths.orders.returns,
    permission: 'returns.read',
    area: 'orders',
    load: () => import('./orders/returns/ReturnListPage.tsx'),
  },
  {
    screen: paths.orders.return,
    permission: 'returns.read',
    area: 'orders',
    load: () => import('./orders/returns/ReturnPage.tsx'),
  },
  {
    screen: paths.orders.manifests,
    permission: 'checkout.read',
    area: 'orders',
    load: () => import('./orders/manifests/ManifestListPage.tsx'),
  },
  {
    screen: paths.orders.manifest,
    permission: 'checkout.read',
    area: 'orders',
    load: () => import('./orders/manifests/ManifestPage.tsx'),
  },
  {
    screen: paths.orders.declaration,
    permission: 'content-declarations.read',
    area: 'orders',
    load: () => import('./orders/declarations/DeclarationPage.tsx'),
  },
];
