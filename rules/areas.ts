/** The same names in every folder. */
export const areas = [
  'account',
  'advertisements',
  'billing',
  'business',
  'dropshipping',
  'inventory',
  'marketplaces',
  'orders',
  'products',
  'supply',
] as const;

/**
 * From the lowest to the highest: an area imports those before it, and informs those after it by domain events
 * (`server/events.ts`).
 */
export const areaOrder: readonly (typeof areas)[number][] = [
  'account',
  'billing',
  'business',
  'inventory',
  'products',
  'supply',
  'dropshipping',
  'marketplaces',
  'advertisements',
  'orders',
];
