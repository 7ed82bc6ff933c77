import { z } from 'zod';
import { publicationTypes } from '../advertisements/publication-type.ts';
import { count, reference } from '../primitives.ts';

/** What the marketplace of an account does for its seller: a screen shows no field of what it does not do. */
export const accountCapabilities = z
  .object({
    listingTypes: z.array(z.enum(publicationTypes)).min(1),
    mostPictures: count,
    quotesFee: z.boolean(),
    quotesFreight: z.boolean(),
    makesLabels: z.boolean(),
    takesQuestions: z.boolean(),
  })
  .meta({ id: 'AccountCapabilities' });
export type AccountCapabilities = z.output<typeof accountCapabilities>;

export const accountReference = reference.extend({ capabilities: accountCapabilities });
