import { z } from 'zod';
import { bulkChange, bulkOutcome } from '../bulk.ts';
import { startedRun } from '../business/bulk-run.ts';
import { changeSet } from '../change-set.ts';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { marketplaceId } from '../marketplaces/marketplace.ts';
import {
  centavos,
  count,
  id,
  idParams,
  instant,
  listQuery,
  name,
  oneLine,
  page,
  reference,
  text,
  version,
} from '../primitives.ts';
import { contentChanging, contentPreview, contentPreviewing } from './content-change.ts';
import { longestDescription, mostPictures } from './content-limits.ts';
import { publicationStates } from './publication-states.ts';
import { quantityReasons } from './quantity-reasons.ts';
import { pricePreview, repricing } from './repricing.ts';
import { saleReason, saleReasonKinds } from './sale-reason.ts';

export const advertisementFilter = {
  product: { kind: 'text' },
  brand: { kind: 'text' },
  published: { kind: 'flag' },
  archived: { kind: 'flag' },
  faulty: { kind: 'flag' },
  account: { kind: 'id' },
  state: { kind: 'choice', values: publicationStates },
  /** Why one of its publications does not sell. */
  reason: { kind: 'choice', values: saleReasonKinds },
  offer: { kind: 'id' },
  /** A product that an offer in it sells. */
  goods: { kind: 'id' },
  quantity: { kind: 'number' },
  sku: { kind: 'text' },
  code: { kind: 'text' },
  /** Whole, of one of its parts. */
  gtin: { kind: 'text' },
  price: { kind: 'money' },
  created: { kind: 'day' },
} as const satisfies FilterFields;
export const advertisementSorts = [
  'created',
  'product',
  'brand',
  'quantity',
  'price',
  'margin',
  'sold',
] as const;

export const partQuantity = z.int('not_whole').min(1, 'too_small').max(1000, 'too_big');

/** One offer of a composition. Cost and quantity are absent once the offer is withdrawn. */
export const part = z
  .object({
    id,
    offer: reference,
    sku: z.string(),
    supplier: reference.nullable(),
    warehouseId: id.nullable(),
    quantity: count,
    price: centavos.nullable(),
    available: count,
    active: z.boolean(),
    /** The supplier holds it back until overdue invoices are paid. */
    held: z.boolean(),
  })
  .meta({ id: 'AdvertisementPart' });
export type Part = z.output<typeof part>;

const image = z.object({ id, name: z.string() });

const presence = z.object({
  id,
  marketplace: marketplaceId,
  account: reference,
  state: z.enum(publicationStates),
  faulty: z.boolean(),
  /** Why it does not sell, or is shown to fewer buyers; the most pressing first. */
  reasons: z.array(saleReason),
  /** The marketplace's code and its page; null and empty before it is out. */
  code: z.string().nullable(),
  link: z.string(),
  /** Of its variations, from the lowest to the highest. */
  prices: z.object({ lowest: centavos, highest: centavos }).nullable(),
  /** The least that stays of any of them, in basis points of its price. */
  marginBasisPoints: z.number().nullable(),
  /** Fee or freight of one of them is unknown: this is the highest possible margin. */
  marginAtMost: z.boolean(),
  variations: z.array(id),
  quantityCap: count.nullable(),
  version,
});

const listed = z
  .object({
    id,
    product: z.string(),
    brand: z.string(),
    image: image.nullable(),
    /** Units that can be sold now: the scarcest part decides. */
    quantity: count,
    parts: count,
    /** Its parts are colours or sizes of one product, each sold alone; otherwise they are sold together. */
    asVariations: z.boolean(),
    published: z.boolean(),
    publications: z.array(presence),
    /** Units in warehouses of marketplaces, by the name of the service; ads that share them count once. */
    fulfillment: z.array(z.object({ service: z.string(), units: count })),
    /** Units sold in the last 30 days. */
    sold: count,
    archived: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'AdvertisementRow' });
export type ListedAdvertisement = z.output<typeof listed>;

/** The lowest margin of all accounts with a publication; null if no price is known. */
export function leastMargin(publications: ListedAdvertisement['publications']) {
  const margins = publications.flatMap(({ marginBasisPoints }) => marginBasisPoints ?? []);
  if (margins.length === 0) return null;
  return {
    basisPoints: Math.min(...margins),
    atMost: publications.some(({ marginAtMost }) => marginAtMost),
  };
}

/** cm of the closed box of a kit; null: not given. */
const box = {
  width: z.number().nullable(),
  height: z.number().nullable(),
  depth: z.number().nullable(),
};

export const advertisement = z
  .object({
    id,
    product: z.string(),
    brand: z.string(),
    description: z.string(),
    archived: z.boolean(),
    quantity: count,
    asVariations: z.boolean(),
    /** The kit's own name; empty: that of its only part. */
    sku: z.string(),
    /** Of one unit of all parts together, or of the heaviest variation, in kg; null if a part's weight is unknown. */
    weight: z.number().nullable(),
    ...box,
    /** Of one unit of all parts together, or of the most expensive variation. */
    cost: centavos.nullable(),
    components: z.array(part),
    images: z.array(image),
    createdAt: instant,
    updatedAt: instant,
    version,
  })
  .meta({ id: 'Advertisement' });
export type Advertisement = z.output<typeof advertisement>;

const component = z.strictObject({ offer: id, quantity: partQuantity });
const side = z.number().min(0.1, 'too_small').max(200, 'too_big').nullable();

const cap = z.int('not_whole').min(0, 'too_small').max(1_000_000, 'too_big');

/** Of one published variation, before a change of many. */
const capBefore = z.strictObject({ advertisement: id, variationId: id, quantityCap: cap.nullable() });

/** As many as a body can hold. */
export const maxCapsUndone = 10_000;

export const advertisements = entity('advertisements', {
  list: endpoint({
    method: 'GET',
    path: '/advertisements',
    permission: 'advertisements.read',
    summary: 'Advertisements with their publications, by account',
    query: listQuery,
    response: page(listed),
  }),
  export: exportOf('/advertisements/export', 'advertisements.read', [
    'product',
    'brand',
    'quantity',
    'price',
    'margin',
    'marginBound',
    'sold',
    'codes',
    'published',
    'accounts',
    'reasons',
  ]),
  detail: endpoint({
    method: 'GET',
    path: '/advertisements/:id',
    permission: 'advertisements.read',
    summary: 'One advertisement with its composition and images',
    params: idParams,
    response: advertisement,
  }),
  explain: endpoint({
    method: 'GET',
    path: '/advertisements/:id/quantity',
    permission: 'advertisements.read',
    summary:
      'The computation of the sellable quantity: each part with its stock level, cap and own open sales',
    params: idParams,
    response: quantityReasons,
  }),
  create: endpoint({
    method: 'POST',
    path: '/advertisements',
    permission: 'advertisements.create',
    summary:
      'Create an advertisement from one offer, or from several of one warehouse: a kit, or the variations of a product',
    body: z.strictObject({
      product: name,
      brand: oneLine(120).default(''),
      description: text(longestDescription).default(''),
      components: z.array(component).min(1, 'required').max(50, 'too_big'),
      asVariations: z.boolean().default(false),
      sku: oneLine(60).default(''),
      width: side.default(null),
      height: side.default(null),
      depth: side.default(null),
      /** Own images or those of the offered products, in the order shown. */
      images: z.array(id).max(mostPictures, 'too_big').default([]),
    }),
    response: advertisement,
    errors: ['mixed_warehouses', 'offer_not_available', 'no_dropshipping'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/advertisements/:id',
    permission: 'advertisements.update',
    summary:
      'Change text, composition or images of an advertisement, or archive it; publications keep their own composition',
    params: idParams,
    body: z.strictObject({
      product: name.optional(),
      brand: oneLine(120).optional(),
      description: text(longestDescription).optional(),
      components: changeSet(component, z.strictObject({ quantity: partQuantity.optional() })).optional(),
      images: z.array(id).max(mostPictures, 'too_big').optional(),
      sku: oneLine(60).optional(),
      width: side.optional(),
      height: side.optional(),
      depth: side.optional(),
      archived: z.boolean().optional(),
    }),
    response: advertisement,
    errors: ['stale_version', 'mixed_warehouses', 'offer_not_available', 'no_dropshipping'],
  }),
  bulkUpdate: endpoint({
    method: 'PATCH',
    path: '/advertisements',
    permission: 'publications.update',
    summary: 'Put many advertisements on or off sale on every account, cap their quantity, or archive them',
    body: bulkChange(
      z.strictObject({
        onSale: z.boolean().optional(),
        /** Only these of their publications: those that a former act switched, to undo it. */
        publications: z.array(id).max(20_000, 'too_big').optional(),
        /** Null: no cap. */
        quantityCap: cap.nullable().optional(),
        /** Publications stay as they are. */
        archived: z.boolean().optional(),
      }),
    ),
    /** `switched`: publications that are on sale, or off sale, only since this act. */
    response: bulkOutcome.extend({ switched: z.array(id), capped: z.array(capBefore) }),
    touches: ['publications', 'advertisementsPublications'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/advertisements/undo',
    permission: 'publications.update',
    summary: 'Undo a bulk change of caps, for each cap that was not changed since',
    body: z.strictObject({
      left: cap.nullable(),
      rows: z.array(capBefore).min(1, 'required').max(maxCapsUndone, 'too_big'),
    }),
    response: bulkOutcome,
    touches: ['publications', 'advertisementsPublications'],
  }),
  previewPrices: endpoint({
    method: 'POST',
    path: '/advertisements/prices/preview',
    permission: 'publications.update',
    summary: 'Preview the prices that a rule would set, with the fee of each',
    body: repricing,
    response: pricePreview,
    errors: ['marketplace_unavailable'],
  }),
  changePrices: endpoint({
    method: 'POST',
    path: '/advertisements/prices',
    permission: 'publications.update',
    summary: 'Change prices of many publications by a rule, by a job that can be undone',
    body: repricing,
    response: startedRun,
    errors: ['not_published'],
    touches: ['bulkRuns'],
  }),
  previewContent: endpoint({
    method: 'POST',
    path: '/advertisements/content/preview',
    permission: 'publications.update',
    summary: 'Preview a change of title, description, pictures or one attribute of many ads, row by row',
    body: contentPreviewing,
    response: contentPreview,
    errors: ['picture_gone'],
  }),
  changeContent: endpoint({
    method: 'POST',
    path: '/advertisements/content',
    permission: 'publications.update',
    summary:
      'Change title, description, pictures or one attribute of many ads and their publications, by a job that can be undone',
    body: contentChanging,
    response: startedRun,
    errors: ['nothing_to_change', 'picture_gone'],
    touches: ['bulkRuns'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/advertisements/:id',
    permission: 'advertisements.delete',
    summary: 'Remove an advertisement that was never published',
    params: idParams,
    errors: ['state_conflict'],
  }),
});

const variationRow = z
  .object({
    id,
    name: z.string(),
    sku: z.string(),
    gtin: z.string(),
    advertisement: reference,
    publication: reference,
    account: reference,
    price: centavos,
    cost: centavos,
    marginBasisPoints: z.number(),
    /** Null: unknown, and the margin is the highest possible; the same for the freight. */
    fee: centavos.nullable(),
    freight: centavos.nullable(),
    quantity: count,
    pushedQuantity: count.nullable(),
    active: z.boolean(),
    link: z.string(),
  })
  .meta({ id: 'AdvertisementVariationRow' });

export const advertisementsVariations = entity('advertisementsVariations', {
  list: endpoint({
    method: 'GET',
    path: '/advertisements-variations',
    permission: 'publications.read',
    summary: 'Every published variation with its price, margin and quantity',
    query: listQuery,
    response: page(variationRow),
  }),
  /** Filtered like the list of advertisements; an import of ads reads it back. */
  export: exportOf('/advertisements-variations/export', 'publications.read', [
    'publication',
    'account',
    'title',
    'description',
    'category',
    'price',
    'sku',
    'variation',
    'gtin',
    'attributes',
    'composition',
    'weight',
    'width',
    'height',
    'depth',
  ]),
  explain: endpoint({
    method: 'GET',
    path: '/advertisements-variations/:id/quantity',
    permission: 'publications.read',
    summary: 'The computation of a published quantity: parts, caps, the last quantity sent and its answer',
    params: idParams,
    response: quantityReasons,
  }),
});
