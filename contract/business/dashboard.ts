import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { centavos, count, reference } from '../primitives.ts';

/** Work that waits for somebody, the most urgent first. */
export const todoKinds = [
  'ordersLate',
  'shipmentsLate',
  'accountsDisconnected',
  'authorizationsEnding',
  'reputationsAtRisk',
  'invoicesOverdue',
  'bankMissing',
  'ordersRefused',
  'claimsWaiting',
  'questionsWaiting',
  'messagesWaiting',
  'ordersShort',
  'ordersApproval',
  'shipmentsApproval',
  'ordersUnlinked',
  'ordersWithoutDocument',
  'shipmentsPending',
  'shipmentsMine',
  'shipmentsCollect',
  'publicationsFaulty',
  'proofs',
  'invoicesUnpaid',
  'offersEmpty',
  'partnersRequested',
] as const;
export type TodoKind = (typeof todoKinds)[number];

/** First steps of a new business, in the order in which they depend on each other. */
export const firstSteps = {
  sales: ['connectAccount', 'createAdvertisement', 'publish', 'firstSale'],
  supply: ['createWarehouse', 'createLocation', 'createProduct', 'launchVolume', 'createOffer', 'bankData'],
} as const;
export type FirstStep = (typeof firstSteps)[keyof typeof firstSteps][number];

/** Each figure is absent where the actor may not read what it counts. */
export const dashboardSchema = z
  .object({
    counts: z.object({
      advertisements: count.optional(),
      products: count.optional(),
      images: count.optional(),
      volumes: count.optional(),
      /** Supply requests that are not attended or canceled. */
      supplyRequests: count.optional(),
      /** Offers: a supplier's own, or those a seller advertises. */
      dropshippings: count.optional(),
      /** Active trade links: dropshippers of a supplier, suppliers of a seller. */
      partners: count.optional(),
      dropinvoices: count.optional(),
    }),
    /**
     * There have been goods or sales: without them nobody has worked, which also tells people who may take none of the
     * first steps.
     */
    begun: z.boolean(),
    /** Empty once all are done, and for people who may take none of them. */
    firstSteps: z.array(
      z.object({ step: z.enum([...firstSteps.sales, ...firstSteps.supply]), done: z.boolean() }),
    ),
    /** Only what there is: no entry has a count of zero. */
    todo: z.array(z.object({ kind: z.enum(todoKinds), count, warehouse: reference.nullable() })),
    /** The last 30 days, today included. */
    days: z.array(
      z.object({
        day: z.string(),
        /** Sales bought that day and not canceled, and their value. */
        sales: count.optional(),
        salesCentavos: centavos.optional(),
        /** Parcels packed in the actor's warehouses, their invoiced value, and those packed by the actor. */
        packed: count.optional(),
        packedCentavos: centavos.optional(),
        packedByMe: count.optional(),
      }),
    ),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.output<typeof dashboardSchema>;

/** Resource `dashboard`: the home of a business, as far as the actor reaches. */
export const dashboard = entity('dashboard', {
  detail: endpoint({
    method: 'GET',
    path: '/dashboard',
    permission: 'dashboard.read',
    summary: 'Counts, what needs doing now, and how the last 30 days went',
    response: dashboardSchema,
  }),
});
