import { z } from 'zod';
import { orderStatuses } from '../orders/order-states.ts';
import { count, id, instant, reference } from '../primitives.ts';
import { guardStates } from './margin-change.ts';
import { syncError } from './sync-error.ts';

/** What one part of a composition lets be sold. */
const partReasons = z
  .object({
    offer: reference,
    sku: z.string(),
    supplier: reference.nullable(),
    /** Of it in one unit that is sold. */
    perUnit: count,
    /** What its shelf can promise; null where the offer was withdrawn. */
    sellable: count.nullable(),
    /** The terms of it, of one's own shelf: sellable = onHand − reserved − soft − hold − buffer, never below 0. */
    terms: z
      .object({
        stockId: id,
        onHand: z.number(),
        reserved: z.number(),
        soft: z.number(),
        hold: z.number(),
        buffer: z.number(),
      })
      .nullable(),
    /** The most that its offer shows. */
    cap: count.nullable(),
    active: z.boolean(),
    /** Kept back by the supplier until invoices are paid. */
    held: z.boolean(),
    /** Units that can be made of it, and whether no other part makes fewer. */
    makes: count,
    isScarcest: z.boolean(),
    /** Own open sales that hold units of it, newest first (at most 50), and of how many units in all. */
    sales: z.array(
      z.object({ id, quantity: count, kind: z.enum(['soft', 'firm']), status: z.enum(orderStatuses) }),
    ),
    salesUnits: count,
  })
  .meta({ id: 'PartReasons' });
export type PartReasons = z.output<typeof partReasons>;

/** Why a quantity is what it is: of an advertisement, of a variation as it is published, of a kit, of offers of the catalogue. */
const reasons = z
  .object({
    name: z.string(),
    quantity: count,
    /** Its parts are sold apart from each other: what can be sold is their sum. */
    asVariations: z.boolean(),
    parts: z.array(partReasons),
    published: z
      .object({
        account: reference,
        active: z.boolean(),
        guard: z.enum(guardStates).nullable(),
        /** How much of it is shown at most. */
        quantityCap: count.nullable(),
        pushedQuantity: count.nullable(),
        pushedAt: instant.nullable(),
        fulfilledByMarketplace: z.boolean(),
        syncError: syncError.nullable(),
      })
      .nullable(),
    /** Where it is published (at most 20), with what was sent last and what was answered; none of a published variation. */
    places: z.array(
      z.object({
        /** The variation as it is published. */
        id,
        name: z.string(),
        account: reference,
        pushedQuantity: count.nullable(),
        pushedAt: instant.nullable(),
        syncError: syncError.nullable(),
      }),
    ),
  })
  .meta({ id: 'QuantityReasons' });
/** Named, so that the compiler writes its name wherever the whole API is written down. */
export interface QuantityReasons extends z.output<typeof reasons> {}
export interface GivenReasons extends z.input<typeof reasons> {}
export const quantityReasons: z.ZodType<QuantityReasons, GivenReasons> = reasons;
