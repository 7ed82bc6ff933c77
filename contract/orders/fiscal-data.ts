import { z } from 'zod';
import { isIdsOrQuery, isSeen, notIdsOrQuery, notSeen, selected } from '../bulk.ts';
import { centavos, count, id, instant, reference } from '../primitives.ts';

/** JSON has a sale with its lines and goods; a sheet has a row for each of the goods. */
export const fiscalFormats = ['xlsx', 'json'] as const;
export type FiscalFormat = (typeof fiscalFormats)[number];

export const fiscalDataOfMany = z
  .strictObject({ ...selected, format: z.enum(fiscalFormats) })
  .refine(isIdsOrQuery, notIdsOrQuery)
  .refine(isSeen, notSeen);

/** Of the ICMS, as an NF-e states it of the addressee: with a registration, exempt from one, or no taxpayer. */
export const taxpayerKinds = ['taxpayer', 'exempt', 'not_taxpayer'] as const;
export type TaxpayerKind = (typeof taxpayerKinds)[number];

/** What an invoice needs and nobody has reported, in the order of the panel. */
export const fiscalGaps = [
  'document',
  'name',
  'taxpayer',
  'address',
  'street',
  'number',
  'neighborhood',
  'city',
  'state',
  'zip',
  'composition',
  'ncm',
  'origin',
  'unit',
  'amounts',
] as const;
export type FiscalGap = (typeof fiscalGaps)[number];

export const fiscalAddress = z
  .object({
    street: z.string(),
    number: z.string(),
    complement: z.string(),
    neighborhood: z.string(),
    city: z.string(),
    /** `BA`; `EX` abroad. */
    state: z.string(),
    zip: z.string(),
    /** ISO 3166-1 alpha-2. */
    country: z.string(),
  })
  .meta({ id: 'FiscalAddress' });
export type FiscalAddress = z.output<typeof fiscalAddress>;

const buyer = z
  .object({
    name: z.string(),
    /** CPF or CNPJ without punctuation; null if unknown. */
    document: z.string().nullable(),
    /** An identification that is neither, with its kind: `RG 12.345.678-9`. */
    otherDocument: z.string().nullable(),
    /** Null of a company whose registration is unknown; a person without one is no taxpayer. */
    taxpayer: z.enum(taxpayerKinds).nullable(),
    stateRegistration: z.string(),
    /** For the invoice; the delivery address if the marketplace reports no other one. */
    billingAddress: fiscalAddress.nullable(),
    isBilledToDelivery: z.boolean(),
    delivery: fiscalAddress.extend({ name: z.string() }).nullable(),
  })
  .meta({ id: 'FiscalBuyer' });
export type FiscalBuyer = z.output<typeof buyer>;

/** One product of a line: a kit has several, and the amount of its line is split by their costs. */
const goods = z
  .object({
    /** Of an own product; null if a supplier owns it. */
    product: reference.nullable(),
    name: z.string(),
    sku: z.string(),
    gtin: z.string(),
    ncm: z.string(),
    cest: z.string(),
    /** 0 to 8, as in an NF-e; null if unknown. */
    origin: z.int().nullable(),
    unit: z.string(),
    quantity: count,
    totalCentavos: centavos,
  })
  .meta({ id: 'FiscalGoods' });
export type FiscalGoods = z.output<typeof goods>;

const line = z
  .object({
    title: z.string(),
    variation: z.string(),
    sku: z.string(),
    quantity: count,
    unitPriceCentavos: centavos,
    totalCentavos: centavos,
    goods: z.array(goods),
  })
  .meta({ id: 'FiscalLine' });
export type FiscalLine = z.output<typeof line>;

/** What the issuer of an invoice needs of a sale. */
export const fiscalData = z
  .object({
    id,
    remoteOrderId: z.string().nullable(),
    packId: z.string().nullable(),
    /** The store's own number; empty: it has none. */
    storeNumber: z.string(),
    marketplace: z.string().nullable(),
    account: z.string().nullable(),
    purchasedAt: instant,
    /** The data of the buyer was erased then. */
    erasedAt: instant.nullable(),
    /** Null if it was erased. */
    buyer: buyer.nullable(),
    lines: z.array(line),
    totals: z.object({
      goodsCentavos: centavos,
      /** The seller's own discount; null if unknown. */
      discountCentavos: centavos.nullable(),
      /** Freight that the buyer pays to the seller; null if unknown. */
      freightCentavos: centavos.nullable(),
      /** Goods and freight without the discount. */
      totalCentavos: centavos,
    }),
    gaps: z.array(z.enum(fiscalGaps)),
  })
  .meta({ id: 'FiscalData' });
export type FiscalData = z.output<typeof fiscalData>;
