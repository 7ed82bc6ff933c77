import { z } from 'zod';
import { publicationTypes } from '../advertisements/publication-type.ts';
import { conditions, warrantors } from '../advertisements/sale-terms.ts';
import { centavos, count, reference } from '../primitives.ts';

/** Capabilities of an account's marketplace: screens hide fields that it does not support. */
export const accountCapabilities = z
  .object({
    listingTypes: z.array(z.enum(publicationTypes)).min(1),
    /** Prices of variations may differ in one listing. */
    pricesDiffer: z.boolean(),
    /** Variations of one listing may have a parcel each; otherwise the largest is that of all of them. */
    packagesDiffer: z.boolean(),
    mostPictures: count,
    /** Every account of the marketplace has the same categories. */
    sharesCategories: z.boolean(),
    longestDescription: count,
    /** A listing shows a video by its address or code. */
    takesVideo: z.boolean(),
    /** Conditions of goods that a listing may have; empty: none. */
    conditions: z.array(z.enum(conditions)),
    /** Providers of a warranty; empty: no warranty field. */
    warranties: z.array(z.enum(warrantors)),
    /** Days until dispatch of goods that are made or bought after the sale; null: not supported. */
    handlingDays: z.object({ fewest: count, most: count }).nullable(),
    /** A seller may pay the buyer's freight; from a price on it is required, null: never. */
    freeShipping: z.object({ obligedFrom: centavos.nullable() }).nullable(),
    /** Stock is kept by location, and each location may have the stock of other warehouses. */
    originStock: z.boolean(),
    /** The name of the marketplace's service that stores and ships goods of the seller; null: it has none. */
    fulfillment: z.string().nullable(),
    quotesFee: z.boolean(),
    quotesFreight: z.boolean(),
    makesLabels: z.boolean(),
    takesQuestions: z.boolean(),
    tellsReputation: z.boolean(),
    /** Campaigns that ads join and leave: invitations of the marketplace, discounts of the seller, or none. */
    campaignKinds: z.enum(['none', 'own', 'both']),
    /** Lower prices of larger purchases, at most so many, for everyone or for companies; null: none. */
    wholesale: z.object({ mostBands: count, buyers: z.enum(['everyone', 'companies']) }).nullable(),
    /** How the code of an ad looks there. */
    adExample: z.string(),
  })
  .meta({ id: 'AccountCapabilities' });
export type AccountCapabilities = z.output<typeof accountCapabilities>;

export const accountReference = reference.extend({ capabilities: accountCapabilities });
