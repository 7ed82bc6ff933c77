import { z } from 'zod';
import { centavos, count, id, instant, oneLine, price, quantity, reference, text } from '../primitives.ts';

/** `2 × 4 + 1 × 2`: the full volumes of a quantity, and the one with the rest. */
export function volumesText({
  quantity,
  quantityPerVolume,
}: {
  quantity: number;
  quantityPerVolume: number;
}): string {
  const [full, rest] = [Math.floor(quantity / quantityPerVolume), quantity % quantityPerVolume];
  return [full > 0 && `${full} × ${quantityPerVolume}`, rest > 0 && `1 × ${rest}`]
    .filter(Boolean)
    .join(' + ');
}

/** More than a truck brings. */
export const maxLines = 1000;

/** A vendor's last answer to a line. */
export const lineAnswer = z
  .object({
    id,
    name: z.string(),
    at: instant,
    quantity: count,
    deliveryOn: z.string().nullable(),
    note: z.string(),
    /** Null: the buyer has not decided. */
    taken: z.boolean().nullable(),
  })
  .meta({ id: 'LineAnswer' });

export const requestLine = z
  .object({
    id,
    variation: reference,
    product: reference,
    sku: z.string(),
    gtin: z.string(),
    supplierSku: z.string(),
    /** Null for a blind counter. */
    quantity: count.nullable(),
    quantityPerVolume: count,
    /** Volumes that the quantity fills; null as above. */
    volumes: count.nullable(),
    /** Of accepted vendor answers: quantity and date. Null: as ordered, or as above. */
    confirmedQuantity: count.nullable(),
    confirmedOn: z.string().nullable(),
    /** The vendor's last answer to it, from the printed request. */
    answer: lineAnswer.nullable(),
    /** ¤ Of one unit; rounded if a document has the total. */
    priceCentavos: centavos.optional(),
    /** ¤ Of all units. */
    totalCentavos: centavos.optional(),
    /** ¤ The last three prices paid, the newest first. */
    lastPrices: z.array(z.object({ priceCentavos: centavos, at: instant, supplier: z.string() })).optional(),
    /** ¤ Difference of the price from their mean, in basis points; null without former prices. */
    differenceBasisPoints: z.number().nullable().optional(),
  })
  .meta({ id: 'SupplyRequestLine' });

export const newLine = z.strictObject({
  variationId: id,
  supplierSku: oneLine(60).optional(),
  quantity,
  quantityPerVolume: quantity.default(1),
  priceCentavos: price,
});
export const lineChange = z.strictObject({
  supplierSku: oneLine(60).optional(),
  quantity: quantity.optional(),
  quantityPerVolume: quantity.optional(),
  priceCentavos: price.optional(),
});

/** A pasted row or a row of a sheet: texts that the server parses. */
export const typedRow = z.strictObject({
  code: text(60),
  quantity: text(20),
  quantityPerVolume: text(20).optional(),
  price: text(30).optional(),
});
export const rowFaults = ['unknown_code', 'several', 'twice', 'quantity', 'per_volume', 'price'] as const;
export const understoodRow = z
  .object({
    row: count,
    code: z.string(),
    fault: z.enum(rowFaults).nullable(),
    line: z
      .object({
        variation: reference,
        sku: z.string(),
        supplierSku: z.string(),
        quantity: count,
        quantityPerVolume: count,
        /** From the row, else the last one paid to the supplier, else the cost. */
        priceCentavos: centavos.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'SupplyRequestSheetRow' });

export type RequestLine = z.output<typeof requestLine>;
export type NewRequestLine = z.output<typeof newLine>;
export type RequestLineChange = z.output<typeof lineChange>;
export type TypedRow = z.output<typeof typedRow>;
export type UnderstoodRow = z.output<typeof understoodRow>;
export type LineAnswer = z.output<typeof lineAnswer>;
