import type { Namespace } from '../i18n.ts';

/** Areas with the names that lists give to their tabs and acts; the palette finds them by these. */
export const listAreas = [
  'orders',
  'dropshipping',
  'advertisements',
  'marketplaces',
  'products',
  'inventory',
  'supply',
  'business',
] as const satisfies readonly Namespace[];
