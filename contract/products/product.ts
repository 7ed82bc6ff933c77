import { z } from 'zod';
import { bulkChange, bulkOutcome, bulkSelection } from '../bulk.ts';
import { tagLinks, wornTag } from '../business/tag.ts';
import { changeSet } from '../change-set.ts';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import { count, id, idParams, instant, listQuery, page, reference, version } from '../primitives.ts';
import { attributeTypes, defaultAttributeType } from './attribute-types.ts';
import { imageLinks, imageReference, pictures } from './image.ts';
import { productColumnKeys } from './product-columns.ts';
import {
  fieldFilters,
  listedFields,
  partOfFields,
  productFieldNames,
  sortedFieldNames,
} from './product-fields.ts';
import { productSeries } from './product-series.ts';
import { variation, variationCreate, variationUpdate } from './variation.ts';

export const productRow = z
  .object({
    id: z.number(),
    ...partOfFields(listedFields, 'read'),
    category: reference.nullable(),
    image: imageReference.nullable(),
    variations: count,
    /** The first SKU; with several variations the screen shows how many more. */
    sku: z.string(),
    available: count.nullable(),
    tags: z.array(wornTag),
    updatedAt: instant,
    version,
  })
  .meta({ id: 'ProductRow' });
export type ProductRow = z.output<typeof productRow>;

export const product = z
  .object({
    id: z.number(),
    ...partOfFields(productFieldNames, 'read'),
    category: reference.nullable(),
    attributeTypes: z.array(z.string()),
    variations: z.array(variation),
    images: z.array(imageReference),
    tags: z.array(wornTag),
    createdAt: instant,
    updatedAt: instant,
    version,
  })
  .meta({ id: 'Product' });
export type Product = z.output<typeof product>;

const fields = {
  ...partOfFields(productFieldNames, 'write'),
  category: id.nullable().optional(),
  images: imageLinks.optional(),
  tags: tagLinks.optional(),
};

const variations = changeSet(variationCreate, variationUpdate);

const body = z
  .strictObject({
    ...fields,
    attributeTypes: attributeTypes.default([defaultAttributeType]),
    variations,
  })
  .meta({ id: 'ProductCreate' });
const change = z
  .strictObject({
    ...fields,
    name: fields.name.optional(),
    attributeTypes: attributeTypes.optional(),
    variations: variations.optional(),
  })
  .meta({ id: 'ProductUpdate' });
export type ProductBody = z.output<typeof body>;
export type ProductChange = z.output<typeof change>;

const bulk = bulkChange(
  z.strictObject({
    category: fields.category,
    brand: fields.brand,
    unit: fields.unit,
    asksLots: fields.asksLots,
    tags: fields.tags,
  }),
);
export type ProductBulk = z.output<typeof bulk>;

export const productFilter = {
  ...fieldFilters,
  category: { kind: 'id' },
  tag: { kind: 'id' },
  id: { kind: 'id' },
  sku: { kind: 'text' },
  gtin: { kind: 'text' },
  available: { kind: 'number' },
  variations: { kind: 'number' },
  pictured: { kind: 'flag' },
  measured: { kind: 'flag' },
  updated: { kind: 'day' },
} as const;
export const productSorts = [...sortedFieldNames, 'updated', 'id', 'available'] as const;

export const products = entity('products', {
  list: endpoint({
    method: 'GET',
    path: '/products',
    permission: 'products.read',
    summary: 'Products of the business',
    query: listQuery,
    response: page(productRow),
  }),
  export: exportOf('/products/export', 'products.read', [
    'id',
    ...productColumnKeys,
    'tags',
    'variations',
    'available',
    'updated',
  ]),
  detail: endpoint({
    method: 'GET',
    path: '/products/:id',
    permission: 'products.read',
    summary: 'One product with its variations and images',
    params: idParams,
    response: product,
  }),
  series: endpoint({
    method: 'GET',
    path: '/products/:id/series',
    permission: 'products.read',
    summary: 'Units sold of one product by day and month, with the mean price and cost of a unit',
    params: idParams,
    response: productSeries,
  }),
  create: endpoint({
    method: 'POST',
    path: '/products',
    permission: 'products.create',
    summary: 'Add a product with its variations and, in parts of the same request, its pictures',
    body,
    files: pictures,
    response: product,
    errors: ['sku_taken', 'not_an_image', 'image_too_big', 'storage_full'],
    touches: ['productsVariations', 'images', 'categories', 'productsTags'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/products/:id',
    permission: 'products.measure',
    summary: 'Change a product or add pictures; stockists change only weight, size and GTIN',
    params: idParams,
    body: change,
    files: pictures,
    response: product,
    errors: ['stale_version', 'sku_taken', 'not_an_image', 'image_too_big', 'storage_full'],
    touches: ['productsVariations', 'images', 'categories', 'productsTags'],
  }),
  bulkUpdate: endpoint({
    method: 'PATCH',
    path: '/products',
    permission: 'products.update',
    summary: 'Set category, brand or unit of many products, add or remove tags, or require lots',
    body: bulk,
    response: bulkOutcome,
    touches: ['categories', 'productsTags'],
  }),
  bulkRemove: endpoint({
    method: 'POST',
    path: '/products/removal',
    permission: 'products.delete',
    summary: 'Remove many products; products with stock, a volume or an offer stay and are named',
    body: bulkSelection,
    response: bulkOutcome,
    touches: ['productsVariations', 'images', 'categories', 'productsTags'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/products/:id',
    permission: 'products.delete',
    summary: 'Remove a product without stock, volumes and offers',
    params: idParams,
    errors: ['product_in_use'],
    touches: ['productsVariations', 'images', 'categories', 'productsTags'],
  }),
});
