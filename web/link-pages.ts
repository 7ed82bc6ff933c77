import type { PageEntry } from './page-entry.ts';
import { paths } from './paths.ts';

/** Screens of existing ads, of kits and of margins. */
export const linkPages: readonly PageEntry[] = [
  {
    screen: paths.products.kits,
    permission: 'virtual-products.read',
    area: 'advertisements',
    reads: ['/virtual-products?size=50&sort=name'],
    load: () => import('./advertisements/kits/KitListPage.tsx'),
  },
  {
    screen: paths.products.createKit,
    permission: 'virtual-products.create',
    area: 'advertisements',
    load: () => import('./advertisements/kits/KitCreatePage.tsx'),
  },
  {
    screen: paths.products.kit,
    permission: 'virtual-products.read',
    area: 'advertisements',
    reads: ['/virtual-products/{id}', '/virtual-products/{id}/publications'],
    load: () => import('./advertisements/kits/KitPage.tsx'),
  },
  {
    screen: paths.advertisements.margin,
    permission: 'publications.read',
    area: 'advertisements',
    reads: ['/margin-changes?size=50&sort=-changed'],
    load: () => import('./advertisements/margin/MarginChangeListPage.tsx'),
  },
  {
    screen: paths.advertisements.addExisting,
    permission: 'publications.create',
    area: 'advertisements',
    reads: ['/publications/link/accounts'],
    load: () => import('./advertisements/existing/ExistingAdsPage.tsx'),
  },
];
