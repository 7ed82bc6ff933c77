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

/** From the lowest to the highest: an area imports those before it. */
export const areaOrder: readonly (typeof areas)[number][] = [
  'account',
  'business',
  'products',
  'inventory',
  'supply',
  'marketplaces',
  'advertisements',
  'dropshipping',
  'orders',
  'billing',
];

/** How many imports still run against the order, at most. A number is lowered when an import is gone. */
export const upwardImports: Readonly<Record<string, number>> = {
  'account → business': 5,
  'advertisements → billing': 3,
  'advertisements → dropshipping': 2,
  'business → dropshipping': 4,
  'business → inventory': 4,
  'business → marketplaces': 2,
  'business → orders': 1,
  'business → products': 8,
  'business → supply': 1,
  'inventory → advertisements': 2,
  'inventory → orders': 4,
  'inventory → supply': 2,
  'marketplaces → advertisements': 7,
  'marketplaces → orders': 7,
  'products → advertisements': 5,
  'products → billing': 1,
  'products → inventory': 6,
  'supply → orders': 9,
};
