import { z } from 'zod';
import { endpoint, type Files } from '../endpoint.ts';
import { centavos, count, id, instant, quantity, reference } from '../primitives.ts';

/** One NF-e; its layout holds no more lines than a request may have. */
export const invoiceFile = { max: 1, maxBytes: 1_048_576, accept: 'xml' } as const satisfies Files;
/** Why an NF-e is not a purchase of goods, besides errors of the file. */
export const vendorNfeFaults = [
  'return_note',
  'no_purchase',
  'own_note',
  'no_items',
  'too_many_items',
  'amounts_invalid',
  'quantities_invalid',
  'goods_total_differs',
  'total_differs',
] as const;
export type VendorNfeFault = (typeof vendorNfeFaults)[number];

/** A lot in a document; its day is null if the document has none. */
export const invoiceLot = z
  .object({ code: z.string(), expiresOn: z.string().nullable(), units: count.nullable() })
  .meta({ id: 'VendorInvoiceLot' });

export const invoiceFaults = [
  'invoice_required',
  'invoice_invalid',
  'invoice_for_other',
  'invoice_received_before',
  'payload_too_large',
  'unsupported_media_type',
] as const;

const readInvoice = z
  .object({
    key: z.string(),
    number: z.string(),
    issuedAt: instant,
    totalCentavos: centavos,
    chargesCentavos: centavos,
    discountCentavos: centavos,
    issuer: z.object({ document: z.string(), name: z.string(), city: z.string(), state: z.string() }),
    /** Null: not a known vendor. */
    supplier: reference.nullable(),
    /** Requests of the supplier that the goods may be of. */
    requests: z.array(z.object({ id, number: z.number() })),
    items: z.array(
      z.object({
        position: count,
        name: z.string(),
        code: z.string(),
        gtin: z.string(),
        /** As the document has it: how many of which unit. */
        sold: z.object({ quantity: z.number().nullable(), unit: z.string() }),
        /** In stock units; null if the document is not certain, and a person is asked. */
        units: count.nullable(),
        unitsPerVolume: count.nullable(),
        priceCentavos: centavos.nullable(),
        costCentavos: centavos,
        /** The own product with its codes; null if there is none. */
        variation: reference.nullable(),
        lots: z.array(invoiceLot),
      }),
    ),
  })
  .meta({ id: 'ReadVendorInvoice' });

/** Acts of the entity `supplyRequests`: a request is created from an NF-e that arrived without one. */
export const invoiceEndpoints = <Request extends z.ZodType>(request: Request) => ({
  readInvoice: endpoint({
    method: 'POST',
    path: '/supply-requests/read-invoice',
    permission: 'supply-requests.create',
    summary: 'Read the NF-e XML of a vendor: its issuer and goods; nothing is stored',
    files: invoiceFile,
    response: readInvoice,
    errors: invoiceFaults,
  }),
  createFromInvoice: endpoint({
    method: 'POST',
    path: '/supply-requests/from-invoice',
    permission: 'supply-requests.create',
    summary:
      'Create a pending request from an NF-e that arrived without one; registers its vendor if asked to',
    body: z.strictObject({
      warehouseId: id,
      registerSupplier: z.boolean().default(false),
      /** Products of lines with unknown codes and units of lines without them, by their position. */
      items: z
        .array(
          z.strictObject({
            position: z.int().min(0).max(999, 'too_big'),
            variationId: id.optional(),
            units: quantity.optional(),
          }),
        )
        .max(1000, 'too_big')
        .default([]),
    }),
    files: invoiceFile,
    response: request,
    errors: [...invoiceFaults, 'supplier_unknown'],
    touches: ['suppliers'],
  }),
});

export type InvoiceLot = z.output<typeof invoiceLot>;
export type ReadVendorInvoice = z.output<typeof readInvoice>;
