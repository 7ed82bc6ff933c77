import type { Pages } from './page-entry.ts';
import { paths } from './paths.ts';

/** Existing ads, kits and margins. */
export const linkPages = {
  [paths.products.kits.pattern]: {
    permission: 'virtual-products.read',
    area: 'advertisements',
    reads: ['/virtual-products?size=50&sort=name'],
    load: () => import('./advertisements/kits/KitListPage.tsx'),
  },
  [paths.products.createKit.pattern]: {
    permission: 'virtual-products.create',
    area: 'advertisements',
    load: () => import('./advertisements/kits/KitCreatePage.tsx'),
  },
  [paths.products.kit.pattern]: {
    permission: 'virtual-products.read',
    area: 'advertisements',
    reads: ['/virtual-products/{id}', '/virtual-products/{id}/publications'],
    load: () => import('./advertisements/kits/KitPage.tsx'),
  },
  [paths.advertisements.margin.pattern]: {
    permission: 'publications.read',
    area: 'advertisements',
    reads: ['/margin-changes?size=50&sort=-changed'],
    load: () => import('./advertisements/margin/MarginChangeListPage.tsx'),
  },
  [paths.advertisements.addExisting.pattern]: {
    permission: 'publications.create',
    area: 'advertisements',
    partsOf: ['marketplaces'],
    reads: ['/publications/link/accounts'],
    load: () => import('./advertisements/existing/ExistingAdsPage.tsx'),
  },
} satisfies Pages;
