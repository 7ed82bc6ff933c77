import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { centavos, count, id, idParams, instant, opaque, shownAddress, text } from '../primitives.ts';

export const declarationStates = ['issued', 'canceled'] as const;

/** Sender and recipient on the paper. */
const party = z.object({ name: z.string(), document: z.string(), ...shownAddress });

export const declarationItem = z.object({ name: z.string(), quantity: count, valueCentavos: centavos });

/** The content of the paper, as issued. Centavos, kilograms; null if a weight is unknown. */
const declarationDetail = z
  .object({
    id,
    number: count,
    state: z.enum(declarationStates),
    orderId: z.number(),
    remoteOrderId: z.string().nullable(),
    sender: party,
    recipient: party,
    items: z.array(declarationItem),
    totalCentavos: centavos,
    weightKg: z.number().nullable(),
    /** Key of the electronic declaration that was issued elsewhere. */
    dceKey: z.string().nullable(),
    issuedAt: instant,
    canceledAt: instant.nullable(),
    cancelReason: z.string().nullable(),
  })
  .meta({ id: 'ContentDeclaration' });
export type ContentDeclaration = z.output<typeof declarationDetail>;

/** The current one of a sale's parcel. */
export const declarationOfSale = z.object({ id, number: count, dceKey: z.string().nullable() });
export type DeclarationOfSale = z.output<typeof declarationOfSale>;

/** Remainder of weights 2 to 9 from the right, as in every key of a fiscal document. */
function checkDigit(digits: string): number {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

/** 44 digits of a DC-e: positions 21 and 22 are the document type (99). */
export function isDceKey(value: string): boolean {
  return (
    /^\d{44}$/.test(value) &&
    value.slice(20, 22) === '99' &&
    checkDigit(value.slice(0, 43)) === Number(value[43])
  );
}

const dceKey = opaque(80)
  .transform((value) => value.replace(/\D/g, ''))
  .refine((value) => value === '' || isDceKey(value), 'dce_key_invalid');

/** Resource `content-declarations`: papers of parcels without NF-e. Numbered by seller, canceled, never deleted. */
export const contentDeclarations = entity('contentDeclarations', {
  create: endpoint({
    method: 'POST',
    path: '/content-declarations',
    permission: 'content-declarations.create',
    summary: 'Issue the content declaration of a sale that needs no NF-e; a sale has one at a time',
    body: z.strictObject({ orderId: id }),
    response: declarationDetail,
    errors: ['declaration_needs_invoice', 'state_conflict', 'order_canceled', 'not_found'],
    touches: ['orders', 'checkout'],
  }),
  detail: endpoint({
    method: 'GET',
    path: '/content-declarations/:id',
    permission: 'content-declarations.read',
    summary: 'One content declaration, for printing',
    params: idParams,
    response: declarationDetail,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/content-declarations/:id',
    permission: 'content-declarations.create',
    summary:
      'Store the key of an electronic declaration (DC-e) that was issued elsewhere; an empty key removes it',
    params: idParams,
    body: z.strictObject({ dceKey }),
    response: declarationDetail,
    errors: ['state_conflict'],
    touches: ['orders', 'checkout'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/content-declarations/:id/cancel',
    permission: 'content-declarations.cancel',
    summary: 'Cancel a content declaration; its number is not used again',
    params: idParams,
    body: z.strictObject({ reason: text(150, 1) }),
    response: declarationDetail,
    errors: ['state_conflict'],
    touches: ['orders', 'checkout'],
  }),
});
