import { z } from 'zod';
import { publicationTypes } from '../advertisements/publication-type.ts';
import { conditions, warrantors } from '../advertisements/sale-terms.ts';
import { centavos, count, reference } from '../primitives.ts';

/** What the marketplace of an account does for its seller: a screen shows no field of what it does not do. */
export const accountCapabilities = z
  .object({
    listingTypes: z.array(z.enum(publicationTypes)).min(1),
    /** Prices of variations may differ in one listing. */
    pricesDiffer: z.boolean(),
    mostPictures: count,
    longestDescription: count,
    /** A listing shows a video by its address or code. */
    takesVideo: z.boolean(),
    /** What a listing may say of the state of its goods; empty: nothing. */
    conditions: z.array(z.enum(conditions)),
    /** Who may stand in for the goods; empty: it says nothing of a warranty. */
    warranties: z.array(z.enum(warrantors)),
    /** Days until goods are dispatched that are made or bought after the sale; null: that cannot be said. */
    handlingDays: z.object({ fewest: count, most: count }).nullable(),
    /** A seller may take the freight over for the buyer; from a price on he has to, null: never. */
    freeShipping: z.object({ obligedFrom: centavos.nullable() }).nullable(),
    quotesFee: z.boolean(),
    quotesFreight: z.boolean(),
    makesLabels: z.boolean(),
    takesQuestions: z.boolean(),
    tellsReputation: z.boolean(),
    /** How the code of an ad looks there. */
    adExample: z.string(),
  })
  .meta({ id: 'AccountCapabilities' });
export type AccountCapabilities = z.output<typeof accountCapabilities>;

export const accountReference = reference.extend({ capabilities: accountCapabilities });
