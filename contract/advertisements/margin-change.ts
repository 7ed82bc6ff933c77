import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { centavos, count, id, idParams, instant, listQuery, page, reference } from '../primitives.ts';

/** The act below the margin floor: another price, quantity 0, or a warning to the seller. */
export const floorActions = ['reprice', 'hold', 'warn'] as const;
export type FloorAction = (typeof floorActions)[number];

export const marginFloor = z
  .object({
    /** Of the price, after cost, fee, freight and tax. */
    basisPoints: z.int('not_whole').min(-10_000, 'too_small').max(9_000, 'too_big'),
    action: z.enum(floorActions),
  })
  .meta({ id: 'MarginFloor' });
export type MarginFloor = z.output<typeof marginFloor>;

/** Null takes the floor away: of a publication, that of its account holds then. */
export const floorBody = z.strictObject({ floor: marginFloor.strict().nullable() });

/** The values of a variation that are below its floor. */
export const guardStates = ['warned', 'held'] as const;
export type GuardState = (typeof guardStates)[number];

/**
 * `tax`: the rate of the tax on sales; `size`: freight of a parcel whose product or kit was measured again; `promotion`: a campaign or a discount lowers the
 * price that buyers pay; `wholesale`: a wholesale price does.
 */
export const marginCauses = [
  'cost',
  'fee',
  'freight',
  'tax',
  'size',
  'floor',
  'promotion',
  'wholesale',
] as const;
export type MarginCause = (typeof marginCauses)[number];
export const marginOutcomes = ['repriced', 'held', 'warned', 'released'] as const;
export type MarginOutcome = (typeof marginOutcomes)[number];

export const marginChangeFilter = {
  name: { kind: 'text' },
  account: { kind: 'id' },
  publication: { kind: 'id' },
  cause: { kind: 'choice', values: marginCauses },
  outcome: { kind: 'choice', values: marginOutcomes },
  undone: { kind: 'flag' },
  changed: { kind: 'day' },
} as const satisfies FilterFields;
export const marginChangeSorts = ['changed', 'name'] as const;

export const marginTerms = z
  .object({
    price: centavos,
    cost: centavos,
    /** Null: unknown, and the margin is the highest possible; the same for the freight. */
    fee: centavos.nullable(),
    freight: centavos.nullable(),
    /** The rate of the tax on a sale. */
    taxBasisPoints: count,
    margin: z.number(),
  })
  .meta({ id: 'MarginTerms' });
export type MarginTerms = z.output<typeof marginTerms>;

export const marginChange = z
  .object({
    id,
    changedAt: instant,
    advertisement: reference,
    publication: reference,
    account: reference,
    variation: reference,
    cause: z.enum(marginCauses),
    outcome: z.enum(marginOutcomes),
    floorBasisPoints: z.number(),
    before: marginTerms,
    after: marginTerms,
    /** Its price, hold or warning is still in effect and can be undone. */
    canUndo: z.boolean(),
    undoneAt: instant.nullable(),
    /** Whose price is below the floor now; accepting the margin lasts until its end. Null: that of no promotion. */
    promotion: z
      .object({
        /** Empty if the marketplace does not name it. */
        name: z.string(),
        to: instant.nullable(),
        /** The ad of a campaign that leaves it here (`campaigns-ads`); null: only at the marketplace. */
        ad: id.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'MarginChange' });
export type MarginChange = z.output<typeof marginChange>;

/** Resource `margin-changes`: automatic changes by a margin floor, with their reason. */
export const marginChanges = entity('marginChanges', {
  list: endpoint({
    method: 'GET',
    path: '/margin-changes',
    permission: 'publications.read',
    summary: 'Publications that were repriced, held, warned of or released because of their margin floor',
    query: listQuery,
    response: page(marginChange),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/margin-changes/:id/undo',
    permission: 'publications.update',
    summary:
      'Undo a repricing, hold or warning and accept the resulting margin; in a promotion, until it ends or changes',
    params: idParams,
    response: marginChange,
    errors: [
      'state_conflict',
      'account_disconnected',
      'publication_closed',
      'marketplace_unavailable',
      'marketplace_refused',
      'offer_not_available',
      'wholesale_above_price',
    ],
    touches: ['publications', 'advertisements', 'advertisementsPublications'],
  }),
});
