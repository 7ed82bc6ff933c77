import { api } from '#contract/index.ts';

/** Records that wear tags, by the area that has their words: its endpoints, and what a person needs to manage them. */
export const tagKinds = {
  products: {
    tags: api.productsTags,
    bulkUpdate: api.products.bulkUpdate,
    create: 'products.create',
    remove: 'products.delete',
  },
  orders: {
    tags: api.ordersTags,
    bulkUpdate: api.orders.bulkUpdate,
    create: 'orders.update',
    remove: 'orders.update',
  },
} as const;
export type TagKindName = keyof typeof tagKinds;

/** The number of records that wear a tag. */
export const wornBy = (tag: { products: number } | { orders: number }): number =>
  'products' in tag ? tag.products : tag.orders;
