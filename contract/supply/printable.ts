import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { locales } from '../messages/locale.ts';
import { centavos, count, id, instant, name, shownAddress, text, typedDay } from '../primitives.ts';
import { lineAnswer, maxLines } from './supply-request-line.ts';
import { supplyRequestStates } from './supply-request-states.ts';

const line = z
  .object({
    id,
    product: z.string(),
    sku: z.string(),
    gtin: z.string(),
    supplierSku: z.string(),
    quantity: count,
    quantityPerVolume: count,
    volumes: count,
    /** Of the answers that the buyer took; null: as ordered. */
    confirmedQuantity: count.nullable(),
    confirmedOn: z.string().nullable(),
    /** Present if the buyer includes prices. */
    priceCentavos: centavos.optional(),
    totalCentavos: centavos.optional(),
    answer: lineAnswer.omit({ id: true }).nullable(),
  })
  .meta({ id: 'PrintableLine' });

const printable = z
  .object({
    number: z.number(),
    locale: z.enum(locales),
    state: z.enum(supplyRequestStates),
    buyer: z.object({ name: z.string(), document: z.string() }),
    supplier: z.object({ name: z.string(), document: z.string(), ...shownAddress }),
    warehouse: z.object({ name: z.string(), ...shownAddress }),
    estimatedDelivery: z.string().nullable(),
    approvedAt: instant,
    notes: z.string(),
    totalProducts: count,
    totalCentavos: centavos.optional(),
    /** Until the delivery arrives, or it is canceled. */
    takesAnswers: z.boolean(),
    lines: z.array(line),
  })
  .meta({ id: 'PrintableRequest' });

/** Anybody with the address; a wrong address is answered like every other wrong one. */
const params = z.strictObject({ uuid: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) });

/** A supply request as its vendor sees it: without an account, by an address that cannot be guessed. */
export const printableRequests = entity('printableRequests', {
  detail: endpoint({
    method: 'GET',
    path: '/printable-supply-requests/:uuid',
    permission: 'public',
    summary: 'An approved supply request for printing, open to anyone with its address',
    params,
    response: printable,
    limit: { max: 120, seconds: 60, by: 'address' },
  }),
  answer: endpoint({
    method: 'POST',
    path: '/printable-supply-requests/:uuid/answers',
    permission: 'public',
    summary:
      'Answer a supply request as its vendor, by line with quantity and day; the buyer accepts or declines',
    params,
    body: z.strictObject({
      name,
      lines: z
        .array(
          z.strictObject({
            lineId: id,
            quantity: z.int('not_whole').min(0, 'too_small').max(1_000_000, 'too_big'),
            deliveryOn: typedDay.nullable().optional(),
            note: text(300).optional(),
          }),
        )
        .min(1, 'required')
        .max(maxLines, 'too_big'),
    }),
    response: printable,
    errors: ['state_conflict'],
    limit: { max: 60, seconds: 60, by: 'address' },
  }),
});

export type PrintableRequest = z.output<typeof printable>;
export type PrintableLine = z.output<typeof line>;
export type VendorAnswer = z.output<typeof printableRequests.answer.body>;
