import { z } from 'zod';
import {
  bulkChange,
  bulkOutcome,
  isIdsOrQuery,
  isSeen,
  maxBulk,
  notIdsOrQuery,
  notSeen,
  selected,
} from '../bulk.ts';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { lotFields } from '../inventory/batch.ts';
import {
  centavos,
  count,
  id,
  idParams,
  instant,
  listQuery,
  page,
  price,
  quantity,
  reference,
  text,
  version,
} from '../primitives.ts';

export const dropshipItemFilter = {
  name: { kind: 'text' },
  sku: { kind: 'text' },
  warehouse: { kind: 'id' },
  product: { kind: 'id' },
  active: { kind: 'flag' },
  linked: { kind: 'flag' },
  price: { kind: 'money' },
  available: { kind: 'number' },
} as const satisfies FilterFields;
export const dropshipItemSorts = ['name', 'price', 'available', 'cap', 'updated', 'created'] as const;

const offer = z
  .object({
    id,
    /** Product and variation in one line, as sellers read it. */
    name: z.string(),
    product: reference,
    variation: reference,
    sku: z.string(),
    gtin: z.string(),
    image: z.object({ id }).nullable(),
    warehouse: reference,
    stockId: id,
    quantityCap: z.number(),
    /** Units of the stock level that are never offered, as a buffer for counts and peaks. */
    buffer: z.number(),
    /** The sellable quantity before the cap; null while the reader counts some of it blind. */
    sellable: z.number().nullable(),
    /** The quantity that sellers see: the smaller of cap and sellable. */
    available: z.number().nullable(),
    /** ¤ */
    price: centavos.optional(),
    /** Own cost of the product. ¤ */
    cost: centavos.nullable().optional(),
    active: z.boolean(),
    linkedOnly: z.boolean(),
    /** Address of an ad that shows sellers how it may be sold; empty: none. */
    example: z.string(),
    /** Publications of every seller that use this stock level. */
    publications: z.number(),
    createdAt: instant,
    updatedAt: instant,
    version,
  })
  .meta({ id: 'DropshipItem' });

/** Only pages that may be opened from here. */
const example = text(600).refine((value) => value === '' || /^https:\/\/[^\s/]+\S*$/.test(value), 'invalid');
const cap = count.max(1_000_000, 'too_big');
const change = z.strictObject({
  quantityCap: cap.optional(),
  buffer: cap.optional(),
  price: price.optional(),
  active: z.boolean().optional(),
  linkedOnly: z.boolean().optional(),
});

/** Price, cap and buffer before a change of many; the version is the one it left. */
const termsBefore = z.strictObject({
  id,
  version: version.max(2_147_483_647),
  price,
  quantityCap: cap,
  buffer: cap,
});

/** A variation without a cost has no price: its product is named. */
const offersOfProducts = z
  .strictObject({
    ...selected,
    warehouseId: id,
    /** Of the cost, in basis points. */
    markupBasisPoints: z.int('not_whole').min(0, 'too_small').max(100_000, 'too_big'),
    quantityCap: cap,
  })
  .refine(isIdsOrQuery, notIdsOrQuery)
  .refine(isSeen, notSeen)
  .meta({ id: 'OffersOfProducts' });
export type OffersOfProducts = z.output<typeof offersOfProducts>;

/** Units that are in the business already; one line per variation. */
const openingStock = z
  .strictObject({
    /** Absent: the only warehouse; a business without one gets its first warehouse. */
    warehouseId: id.optional(),
    lines: z
      .array(
        z.strictObject({
          variationId: id,
          quantity,
          /** Of an offer that does not exist yet: the same rule as for a new offer. */
          price: price.optional(),
          /** Required if the product requires lots. */
          lot: lotFields.optional(),
        }),
      )
      .min(1, 'required')
      .max(200, 'too_big'),
  })
  .meta({ id: 'OpeningStock' });
export type OpeningStock = z.output<typeof openingStock>;

export const dropshipItems = entity('dropshipItems', {
  list: endpoint({
    method: 'GET',
    path: '/dropship-items',
    permission: 'dropship-items.read',
    summary: 'Own offers',
    query: listQuery,
    response: page(offer),
  }),
  export: exportOf('/dropship-items/export', 'dropship-items.read', [
    'name',
    'sku',
    'warehouse',
    'available',
    'cap',
    'price',
    'cost',
    'active',
    'publications',
    'who',
    'updated',
  ]),
  detail: endpoint({
    method: 'GET',
    path: '/dropship-items/:id',
    permission: 'dropship-items.read',
    summary: 'One own offer',
    params: idParams,
    response: offer,
  }),
  create: endpoint({
    method: 'POST',
    path: '/dropship-items',
    permission: 'dropship-items.create',
    summary: 'Offer a variation from a warehouse',
    body: z.strictObject({
      variationId: id,
      warehouseId: id,
      quantityCap: cap,
      buffer: cap.optional(),
      /** Required of a supplier. Own goods of a sales business cost what their product costs: another price is refused. */
      price: price.optional(),
      active: z.boolean().optional(),
      linkedOnly: z.boolean().optional(),
      example: example.optional(),
    }),
    response: offer,
    errors: ['offer_exists', 'example_record'],
    touches: ['dropshipping', 'stock'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/dropship-items/:id',
    permission: 'dropship-items.update',
    summary: 'Change cap, buffer, price and visibility of an offer; its publications are updated',
    params: idParams,
    body: change.extend({ example: example.optional() }),
    response: offer,
    errors: ['stale_version'],
    touches: ['dropshipping', 'stock'],
  }),
  createMany: endpoint({
    method: 'POST',
    path: '/dropship-items/from-products',
    permission: 'dropship-items.create',
    summary: 'Offer every variation of the selected products from a warehouse, at cost plus a markup',
    body: offersOfProducts,
    response: bulkOutcome,
    errors: ['not_found', 'example_record'],
    touches: ['dropshipping'],
  }),
  createWithStock: endpoint({
    method: 'POST',
    path: '/dropship-items/with-stock',
    permission: 'volumes.create',
    summary:
      'Add opening stock of variations and offer it: creates the missing warehouse, position, volumes and offers',
    body: openingStock,
    /** `offers`: of every line, whether it is new or not. */
    response: z.object({
      warehouse: reference,
      position: reference,
      volumes: z.array(reference),
      offers: z.array(id),
    }),
    errors: ['not_found', 'lot_differs', 'example_record'],
    touches: [
      'dropshipping',
      'stock',
      'volumes',
      'warehouses',
      'inventoryLocations',
      'batches',
      'products',
      'productsVariations',
    ],
  }),
  bulkUpdate: endpoint({
    method: 'PATCH',
    path: '/dropship-items',
    permission: 'dropship-items.update',
    summary: 'Change cap, buffer, price or visibility of many offers; their publications are updated',
    body: bulkChange(change),
    /** `switched`: offers that are active, or not, only since this act. `changed`: those of another price, cap or buffer before. */
    response: bulkOutcome.extend({ switched: z.array(id), changed: z.array(termsBefore) }),
    touches: ['dropshipping', 'stock'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/dropship-items/undo',
    permission: 'dropship-items.update',
    summary: 'Undo a bulk change of prices, caps and buffers, for each offer that was not changed since',
    body: z.strictObject({ rows: z.array(termsBefore).min(1, 'required').max(maxBulk, 'too_big') }),
    response: bulkOutcome,
    touches: ['dropshipping', 'stock'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/dropship-items/:id',
    permission: 'dropship-items.delete',
    summary: 'Remove an unused offer',
    params: idParams,
    errors: ['offer_in_use'],
    touches: ['dropshipping', 'stock'],
  }),
});

export type Offer = z.output<typeof offer>;
export type NewOffer = z.output<typeof dropshipItems.create.body>;
export type OfferChange = z.output<typeof dropshipItems.update.body>;
export type OfferBulk = z.output<typeof dropshipItems.bulkUpdate.body>;
