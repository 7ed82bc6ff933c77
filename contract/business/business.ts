import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { businessTypes, supplierSwitchNames } from '../permissions.ts';
import { businessDocument, instant, name } from '../primitives.ts';
import { proofSettings } from './proof-settings.ts';
import { salesTaxes } from './sales-tax.ts';

/** The data of a business that a person sees before joining it. */
export const businessOwnFields = { id: z.number(), name: z.string(), type: z.enum(businessTypes) };

const profile = z
  .object({
    ...businessOwnFields,
    /** CPF or CNPJ, bare. */
    document: z.string(),
    /** From when on everybody in the business needs a second step; null: not required. */
    twoStepFrom: instant.nullable(),
    /** Owners and administrators may count goods without scanning them, with a reason. */
    countsByHand: z.boolean(),
    /** Weight and photos of parcels at the bench of its warehouses. */
    parcelProof: proofSettings,
    /** Pickers scan the place of the cart after each unit; otherwise they may. */
    cartPlacesRequired: z.boolean(),
    /** Additional permissions of the supplier role: deciding on proofs of payment, changing the bank data. */
    supplierMay: z.array(z.enum(supplierSwitchNames)),
    /** Taxes that a seller pays on sales, the newest first; for readers of prices. */
    salesTaxes: salesTaxes.optional(),
    createdAt: instant,
    version: z.number(),
  })
  .meta({ id: 'Business' });

export const business = entity('business', {
  create: endpoint({
    method: 'POST',
    path: '/business',
    permission: 'signed-in',
    summary: 'Create another business owned by the caller; the session stays in the current one',
    body: z.strictObject({ name, type: z.enum(businessTypes, 'choose_one'), document: businessDocument }),
    response: z.object(businessOwnFields),
    touches: ['auth'],
    limit: { max: 10, seconds: 60, by: 'session' },
  }),
  detail: endpoint({
    method: 'GET',
    path: '/business',
    permission: 'business.read',
    summary: 'The current business',
    response: profile,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/business',
    permission: 'business.update',
    summary: 'Change name or invoicing document; the type is fixed',
    body: z.strictObject({ name: name.optional(), document: businessDocument.optional() }),
    response: profile,
    errors: ['stale_version'],
    touches: ['auth'],
  }),
  allowByHand: endpoint({
    method: 'PATCH',
    path: '/business/by-hand',
    permission: 'business.secure',
    summary: 'Allow owners and administrators to count goods without scanning, or not',
    body: z.strictObject({ allowed: z.boolean() }),
    response: profile,
  }),
  proveParcels: endpoint({
    method: 'PATCH',
    path: '/business/parcel-proof',
    permission: 'business.update',
    summary:
      'Set whether parcels are weighed and photographed at the bench, and the tolerance of their weight',
    body: z.strictObject({ parcelProof: proofSettings }),
    response: profile,
    touches: ['checkout'],
  }),
  requireCartPlaces: endpoint({
    method: 'PATCH',
    path: '/business/cart-places',
    permission: 'business.update',
    summary: 'Set whether the place of the cart has to be scanned after each unit that is picked',
    body: z.strictObject({ required: z.boolean() }),
    response: profile,
    touches: ['picking'],
  }),
  taxSales: endpoint({
    method: 'PATCH',
    path: '/business/sales-taxes',
    permission: 'business.update',
    summary:
      'Set the taxes that a seller pays on sales, by day of purchase; the results of sales and the margins of ads count them',
    body: z.strictObject({ salesTaxes }),
    response: profile,
    errors: ['forbidden'],
    touches: [
      ...(['orders', 'profits', 'homeSales', 'advertisements', 'advertisementsPublications'] as const),
      ...(['advertisementsVariations', 'publications', 'campaignsAds', 'virtualProducts'] as const),
    ],
  }),
  leaveToSupplier: endpoint({
    method: 'PATCH',
    path: '/business/supplier-role',
    permission: 'business.secure',
    fresh: true,
    summary: 'Allow the supplier role to decide proofs of payment or to edit bank data, or not',
    body: z.strictObject({
      supplierMay: z.array(z.enum(supplierSwitchNames, 'choose_one')).max(2, 'too_big'),
    }),
    response: profile,
    errors: ['forbidden'],
    touches: ['auth'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/business/end',
    permission: 'business.secure',
    fresh: true,
    summary: 'End the business; requires its name and no open records that others depend on',
    body: z.strictObject({ name }),
    errors: ['business_busy'],
    touches: ['auth'],
  }),
  requireTwoStep: endpoint({
    method: 'PATCH',
    path: '/business/two-step',
    permission: 'business.secure',
    fresh: true,
    summary: 'Require two-step sign-in of everyone in the business after a number of days, or not',
    body: z.strictObject({
      required: z.boolean(),
      /** Days until it applies; each colleague without a second step gets a mail. */
      days: z.number().int('not_whole').min(0, 'too_small').max(90, 'too_big').default(7),
    }),
    response: profile,
    touches: ['auth'],
  }),
});

export type BusinessProfile = z.output<typeof profile>;
