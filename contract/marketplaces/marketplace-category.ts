import { z } from 'zod';
import { margin } from '../advertisements/composition.ts';
import { endpoint, entity } from '../endpoint.ts';
import { centavos, count, opaque } from '../primitives.ts';

/** A category of the marketplace; its id is the marketplace's own. */
export const marketplaceCategory = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Only a leaf can be published in. */
    leaf: z.boolean(),
    path: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .meta({ id: 'MarketplaceCategory' });
export type MarketplaceCategory = z.output<typeof marketplaceCategory>;

export const attributeValueTypes = ['string', 'number', 'number_unit', 'boolean', 'list'] as const;

export const listedValue = z.object({ id: z.string(), name: z.string() }).meta({ id: 'ListedValue' });
export type ListedValue = z.output<typeof listedValue>;

export const categoryAttribute = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Types the marketplace adds later are treated as text. */
    valueType: z.enum(attributeValueTypes),
    required: z.boolean(),
    /** May be a variation attribute of one publication. */
    variation: z.boolean(),
    values: z.array(listedValue),
    /** The marketplace refuses a value that is not in its list. */
    onlyListed: z.literal(true).optional(),
    /** `values` are the first of the list; the endpoint `values` finds the others by their name. */
    longList: z.literal(true).optional(),
    /** The listed value that means none, e.g. no brand. */
    noneValue: z.string().optional(),
    /** The seller can ask the marketplace, on its own site, to add a value to the list. */
    requestable: z.literal(true).optional(),
    units: z.array(z.string()),
    defaultUnit: z.string().nullable(),
    maxLength: z.number().nullable(),
    /** Maximum number of values; absent: one. */
    mostValues: count.optional(),
    /** Requested only if another attribute, which comes before it, has this value. */
    shownWith: z.object({ attribute: z.string(), value: z.string() }).optional(),
  })
  .meta({ id: 'CategoryAttribute' });
export type CategoryAttribute = z.output<typeof categoryAttribute>;

export const categorySettings = marketplaceCategory
  .extend({
    maxTitleLength: count,
    /** Absent: no such limit is known. */
    minTitleLength: count.optional(),
    /** Of the description, or of the title that is sent in its place; absent: no such limit is known. */
    minDescriptionLength: count.optional(),
    maxVariations: count,
    maxPictures: count,
    minimumPrice: centavos,
    /** A wholesale price is at least this percentage of the price of one unit; absent: no such limit is known. */
    leastWholesalePercent: count.optional(),
    attributes: z.array(categoryAttribute),
  })
  .meta({ id: 'CategorySettings' });
export type CategorySettings = z.output<typeof categorySettings>;

export const feeQuote = z
  .object({
    price: centavos,
    basisPoints: count,
    /** Null, like the total, if the fee is unknown: basis points are then meaningless. */
    fixed: centavos.nullable(),
    total: centavos.nullable(),
    /** `unknown`: chosen by the seller; `missing`: the rates of the account are not entered yet. */
    feeFrom: z.enum(['marketplace', 'rates', 'unknown', 'missing']),
    /** The seller's share of the parcel's freight at this price; null if unknown. */
    freight: centavos.nullable(),
    /** The share of the price that the seller pays as tax on a sale today; 0 without a rate. */
    taxBasisPoints: count,
  })
  .meta({ id: 'FeeQuote' });
export type FeeQuote = z.output<typeof feeQuote>;

/** The price at which a margin remains, with fee and freight of that very price; or why there is none. */
const priceQuote = z
  .object({
    quote: feeQuote.nullable(),
    refused: z.enum(['rates_missing', 'too_big']).nullable(),
  })
  .meta({ id: 'PriceQuote' });
export type PriceQuote = z.output<typeof priceQuote>;

const whole = z
  .string()
  .regex(/^\d{1,13}$/, 'not_a_number')
  .transform(Number);
const decimalText = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,3})?$/, 'not_a_number')
  .transform(Number)
  .optional();
const account = z
  .string()
  .regex(/^\d{1,15}$/, 'invalid')
  .transform(Number);
const remoteId = opaque(80).min(1, 'invalid');
const accountParams = z.strictObject({ account });
const categoryParams = z.strictObject({ account, id: remoteId });

/** Inputs of fee and freight besides the price. */
const soldAs = {
  type: z.enum(['premium', 'classic']),
  weight: decimalText,
  width: decimalText,
  height: decimalText,
  depth: decimalText,
  /** A published listing, if its parcel is unknown. */
  listing: opaque(40).optional(),
  /** The seller pays the freight even if not required to. */
  freeShipping: z.literal('true').optional(),
};

const page = {
  permission: 'publications.read',
  errors: ['account_disconnected', 'marketplace_unavailable', 'marketplace_refused'],
} as const;
const categories = z.object({ items: z.array(marketplaceCategory) });

export const marketplacesCategories = entity('marketplacesCategories', {
  list: endpoint({
    ...page,
    method: 'GET',
    path: '/marketplaces-categories/:account',
    summary: 'Top categories of the marketplace of an account',
    params: accountParams,
    response: categories,
  }),
  children: endpoint({
    ...page,
    method: 'GET',
    path: '/marketplaces-categories/:account/:id/children',
    summary: 'Categories below one',
    params: categoryParams,
    response: categories,
  }),
  predict: endpoint({
    ...page,
    method: 'GET',
    path: '/marketplaces-categories/:account/predictions',
    summary: 'Leaf categories that the marketplace suggests for a title',
    params: accountParams,
    query: z.strictObject({ title: opaque(200).min(1, 'required') }),
    response: categories,
  }),
  search: endpoint({
    ...page,
    method: 'GET',
    path: '/marketplaces-categories/:account/search',
    summary: 'Categories that words find, best first; each can be published in',
    params: accountParams,
    query: z.strictObject({ text: opaque(200).min(1, 'required') }),
    response: categories,
  }),
  attributes: endpoint({
    ...page,
    method: 'GET',
    path: '/marketplaces-categories/:account/:id/attributes',
    summary: 'Required and optional attributes of a category, and its limits',
    params: categoryParams,
    response: categorySettings,
  }),
  values: endpoint({
    ...page,
    method: 'GET',
    path: '/marketplaces-categories/:account/:id/attributes/:attribute/values',
    summary: 'Listed values of an attribute whose name contains a text, an equal name first',
    params: categoryParams.extend({ attribute: remoteId }),
    query: z.strictObject({ text: opaque(255).min(1, 'required') }),
    response: z.object({ items: z.array(listedValue) }),
  }),
  fees: endpoint({
    ...page,
    method: 'GET',
    path: '/marketplaces-categories/:account/:id/fees',
    summary: 'The marketplace fee of a price, and the seller’s freight for the closed parcel (kg, cm)',
    params: categoryParams,
    query: z.strictObject({ price: whole, ...soldAs }),
    response: feeQuote,
  }),
  price: endpoint({
    ...page,
    method: 'GET',
    path: '/marketplaces-categories/:account/:id/price',
    summary: 'The price for a margin (basis points of the price) and a cost, with its fee and freight',
    params: categoryParams,
    query: z.strictObject({
      margin: z
        .string()
        .regex(/^-?\d{1,5}$/, 'not_a_number')
        .transform(Number)
        .pipe(margin),
      cost: whole,
      ...soldAs,
    }),
    response: priceQuote,
  }),
});
