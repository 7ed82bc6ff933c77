import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import { maxPrice } from '../money.ts';
import { centavos, count, gtin, listQuery, oneLine, page, reference } from '../primitives.ts';
import { attributeValues } from './attribute-types.ts';
import { imageLinks, imageReference } from './image.ts';

/** One row of the pickers: a sellable variation of any product. */
export const variationRow = z
  .object({
    id: z.number(),
    name: z.string(),
    sku: z.string(),
    gtin: z.string(),
    attributes: z.record(z.string(), z.string()),
    product: reference,
    image: imageReference.nullable(),
    /** kg */
    weight: z.number().nullable(),
    /** Absent for roles that see no prices. */
    costCentavos: centavos.nullable().optional(),
    /** The sellable quantity over all warehouses; null while the reader counts some of it blind. */
    available: count.nullable(),
    /** Putting it into a volume requires the lot. */
    asksLots: z.boolean(),
  })
  .meta({ id: 'ProductVariationRow' });
export type VariationRow = z.output<typeof variationRow>;

/** `Caneca · Preto / M`: how a variation is called outside its product. */
export function variationLabel(variation: { name: string; product: { name: string } }): string {
  const { name, product } = variation;
  return name && name !== product.name ? `${product.name} · ${name}` : product.name;
}

/** A variation inside its product. */
export const variation = z
  .object({
    id: z.number(),
    name: z.string(),
    sku: z.string(),
    gtin: z.string(),
    attributes: z.record(z.string(), z.string()),
    costCentavos: centavos.nullable().optional(),
    images: z.array(imageReference),
    available: count.nullable(),
    /** In stock, in a volume or in an offer: it cannot be removed. */
    inUse: z.boolean(),
    /** Other variations with the same GTIN: a scan of it asks which of them is meant. */
    sameGtin: z.array(z.object({ id: z.number(), name: z.string(), sku: z.string() })),
  })
  .meta({ id: 'ProductVariation' });
export type Variation = z.output<typeof variation>;

const cost = z.int('money_invalid').min(0, 'too_small').max(maxPrice, 'too_big').nullable();

export const variationCreate = z.strictObject({
  /** Empty: made of the attribute values. */
  name: oneLine(120).optional(),
  sku: oneLine(60, 1),
  gtin: gtin.optional(),
  attributes: attributeValues.default({}),
  costCentavos: cost.optional(),
  images: imageLinks.optional(),
});
export const variationUpdate = z.strictObject({
  name: oneLine(120).optional(),
  sku: oneLine(60, 1).optional(),
  gtin: gtin.optional(),
  attributes: attributeValues.optional(),
  costCentavos: cost.optional(),
  images: imageLinks.optional(),
});
export type VariationCreate = z.output<typeof variationCreate>;
export type VariationUpdate = z.output<typeof variationUpdate>;

export const variationFilter = {
  name: { kind: 'text' },
  sku: { kind: 'text' },
  gtin: { kind: 'text' },
  brand: { kind: 'text' },
  product: { kind: 'id' },
  category: { kind: 'id' },
  id: { kind: 'id' },
  available: { kind: 'number' },
} as const;
export const variationSorts = ['name', 'sku', 'id', 'available'] as const;

export const productsVariations = entity('productsVariations', {
  list: endpoint({
    method: 'GET',
    path: '/products-variations',
    permission: 'products.read',
    summary: 'Variations of every product, searched by name, SKU and GTIN',
    query: listQuery,
    response: page(variationRow),
  }),
  export: exportOf('/products-variations/export', 'products.read', [
    'id',
    'product',
    'name',
    'sku',
    'gtin',
    'weight',
    'cost',
    'available',
  ]),
});
