/** The same words in every folder. */
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
