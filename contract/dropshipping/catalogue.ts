import { z } from 'zod';
import { quantityReasons } from '../advertisements/quantity-reasons.ts';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { centavos, id, idParams, instant, listQuery, page, reference } from '../primitives.ts';

export const catalogueFilter = {
  supplier: { kind: 'id' },
  brand: { kind: 'text' },
  sku: { kind: 'text' },
  gtin: { kind: 'text' },
  category: { kind: 'text' },
  price: { kind: 'money' },
  available: { kind: 'number' },
  product: { kind: 'id' },
  warehouse: { kind: 'id' },
  /** An advertisement of the reader's sells it. */
  advertised: { kind: 'flag' },
} as const satisfies FilterFields;
export const catalogueSorts = ['newest', 'price', 'available', 'name'] as const;

/**
 * An offer as a seller reads it: without the supplier's costs, with warehouses as numbers only, and without other
 * sellers.
 */
const listed = z
  .object({
    id,
    name: z.string(),
    /** The name of the variation alone: a colour, a size. */
    variation: z.string(),
    product: reference,
    brand: z.string(),
    sku: z.string(),
    gtin: z.string(),
    category: z.string(),
    image: z.object({ id }).nullable(),
    supplier: reference,
    /** Offers of one warehouse can be sold together as a kit. */
    warehouseId: id,
    price: centavos,
    available: z.number(),
    /** kg */
    weight: z.number().nullable(),
    own: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'CatalogueOffer' });

/** A product with its variations that were found, of one warehouse: they can be sold by one advertisement. */
const found = z.object({ id, product: reference, offers: z.array(listed) }).meta({ id: 'CatalogueProduct' });

const detail = listed
  .extend({
    model: z.string(),
    description: z.string(),
    /** Address of an ad that shows how it may be sold; empty: none. */
    example: z.string(),
    unit: z.string(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    depth: z.number().nullable(),
    attributes: z.record(z.string(), z.string()),
    images: z.array(z.object({ id, name: z.string() })),
    /** The other variations of the product in the same warehouse. */
    siblings: z.array(z.object({ id, name: z.string(), price: centavos, available: z.number() })),
  })
  .meta({ id: 'CatalogueOfferDetail' });

/** Maximum number of offers that are explained at once: the variations of one product in one warehouse. */
const maxExplained = 100;
/** `12,15`: ids of offers. */
const explained = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15})*$/, 'invalid')
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((ids) => ids.length <= maxExplained, 'too_big');

export const dropshipping = entity('dropshipping', {
  list: endpoint({
    method: 'GET',
    path: '/dropshipping',
    permission: 'dropshipping.read',
    summary: 'Catalogue of offers of suppliers to this seller',
    query: listQuery,
    response: page(listed),
  }),
  products: endpoint({
    method: 'GET',
    path: '/dropshipping/products',
    permission: 'dropshipping.read',
    summary: 'The catalogue by product: the variations of a product in one warehouse are one row',
    query: listQuery,
    response: page(found),
  }),
  suppliers: endpoint({
    method: 'GET',
    path: '/dropshipping/suppliers',
    permission: 'dropshipping.read',
    summary: 'Suppliers with offers in the catalogue, by name',
    query: listQuery,
    response: page(reference),
  }),
  export: exportOf('/dropshipping/export', 'dropshipping.read', [
    'name',
    'brand',
    'category',
    'sku',
    'gtin',
    'supplier',
    'price',
    'available',
    'newest',
  ]),
  explain: endpoint({
    method: 'GET',
    path: '/dropshipping/quantity',
    permission: 'dropshipping.read',
    summary:
      'The computation of an offered quantity: of one offer, or of each variation of a product with their sum',
    query: z.strictObject({ offers: explained }),
    response: quantityReasons,
    errors: ['not_found'],
  }),
  detail: endpoint({
    method: 'GET',
    path: '/dropshipping/:id',
    permission: 'dropshipping.read',
    summary: 'One offer of the catalogue',
    params: idParams,
    response: detail,
  }),
});

export type CatalogueOffer = z.output<typeof listed>;
export type CatalogueProduct = z.output<typeof found>;
export type CatalogueDetail = z.output<typeof detail>;
