import { z } from 'zod';
import { orderStatuses } from '../orders/order-states.ts';
import { count, id, instant, reference } from '../primitives.ts';
import { guardStates } from './margin-change.ts';
import { syncError } from './sync-error.ts';

/** The quantity that one part of a composition allows. */
const partReasons = z
  .object({
    offer: reference,
    sku: z.string(),
    supplier: reference.nullable(),
    /** Of it in one unit that is sold. */
    perUnit: count,
    /** The sellable quantity of its stock level; null if the offer was withdrawn. */
    sellable: count.nullable(),
    /** The terms of one's own stock level: sellable = onHand − reserved − soft − hold − buffer, never below 0. */
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
    /** Units that it allows, and whether it is the scarcest part. */
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

/** The reasons for a quantity: of an advertisement, of a published variation, of a kit, of offers of the catalogue. */
const reasons = z
  .object({
    name: z.string(),
    quantity: count,
    /** Its parts are sold separately: the sellable quantity is their sum. */
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
    /** Its publications (at most 20), with the last sent quantity and its answer; none for a published variation. */
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
