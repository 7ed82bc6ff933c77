import { createHash } from 'node:crypto';

export type SeedOptions = {
  /** Owner's connection to a migrated database without a business in it. */
  url: string;
  /** Products, offers, advertisements and publications of the first pair of businesses; a multiple of ten. */
  rows?: number;
  /** Sales of the first pair. */
  orders?: number;
  /** Half suppliers, half sellers, in pairs: 1 and 2, 3 and 4, … */
  businesses?: number;
  /** Products and sales of each further pair. */
  small?: { products: number; orders: number };
  /** At least one for each business: user n works in business (n - 1) mod businesses + 1, its first is the owner. */
  users?: number;
  seed?: number;
};

/** All ids follow from these counts; `pairs` counts from 1. */
export type Plan = {
  seed: number;
  rows: number;
  orders: number;
  pairs: number;
  smallProducts: number;
  smallOrders: number;
  users: number;
  products: number;
  allOrders: number;
  /** Variations of a product with units in stock; every one has a stock row. */
  stocked: 1 | 3;
};

/** 10,000 products with three variations and 25,000 sales with two lines; from 100,000 rows on, a sale for two products. */
export function planOf(options: SeedOptions): Plan {
  const rows = options.rows ?? 10_000;
  const small = options.small ?? { products: 40, orders: 100 };
  const pairs = Math.ceil((options.businesses ?? 2) / 2);
  const orders = options.orders ?? (rows >= 100_000 ? rows / 2 : rows * 2.5);
  if (rows % 10 !== 0 || small.products % 10 !== 0) throw new Error('products are seeded in tens');
  return {
    seed: options.seed ?? 1,
    rows,
    orders,
    pairs,
    smallProducts: small.products,
    smallOrders: small.orders,
    users: Math.max(options.users ?? 0, pairs * 2),
    products: rows + (pairs - 1) * small.products,
    allOrders: orders + (pairs - 1) * small.orders,
    stocked: rows >= 100_000 ? 1 : 3,
  };
}

export const supplierOf = (pair: number) => 2 * pair - 1;
export const sellerOf = (pair: number) => 2 * pair;

/** The access token of a seeded user: live until the year 2100, the same wherever the seed is. */
export function tokenOf(seed: number, user: number): string {
  return createHash('sha256').update(`bench:${seed}:${user}`).digest('hex');
}

/** Ids of a pair's rows: from `firstProduct` on, `products` of them. */
export function rowsOfPair(plan: Plan, pair: number) {
  return pair === 1
    ? { firstProduct: 1, products: plan.rows, firstOrder: 1, orders: plan.orders }
    : {
        firstProduct: plan.rows + (pair - 2) * plan.smallProducts + 1,
        products: plan.smallProducts,
        firstOrder: plan.orders + (pair - 2) * plan.smallOrders + 1,
        orders: plan.smallOrders,
      };
}
