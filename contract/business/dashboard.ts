import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import type { Role } from '../permissions.ts';
import { centavos, count, id, reference } from '../primitives.ts';

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
  'putBacks',
  'receiptsWaiting',
  'problemsOpen',
  'countsOpen',
  'zeroChecks',
  'countsApproval',
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

/** Kinds of work by role, most important first; other kinds follow in the order above. */
export const firstWork: Partial<Record<Role, readonly TodoKind[]>> = {
  packer: ['shipmentsMine', 'shipmentsLate', 'shipmentsPending'],
  distributor: ['shipmentsLate', 'shipmentsCollect'],
  stockist: ['receiptsWaiting', 'problemsOpen', 'putBacks', 'countsOpen', 'zeroChecks'],
  seller: [
    'questionsWaiting',
    'messagesWaiting',
    'claimsWaiting',
    'ordersLate',
    'invoicesOverdue',
    'invoicesUnpaid',
  ],
};

/** Ways to begin: a sales business sells own stock, offers of suppliers, or both. */
export const ways = { sales: ['ownStock', 'catalogue'], supply: ['supply'] } as const;
export type Way = (typeof ways)[keyof typeof ways][number];

/** First steps of each way, in the order in which they depend on each other, up to the first sale. */
export const firstSteps = {
  ownStock: ['createProduct', 'haveStock', 'connectAccount', 'publish', 'firstSale'],
  catalogue: ['createAdvertisement', 'connectAccount', 'publish', 'firstSale'],
  supply: ['createProduct', 'haveStock', 'bankData', 'firstShipment'],
} as const satisfies Record<Way, readonly string[]>;
export type FirstStep = (typeof firstSteps)[Way][number];

const firstStep = z.object({
  step: z.enum([...new Set(Object.values(firstSteps).flat())]),
  done: z.boolean(),
  /** The record that the step goes on with: a product without stock, an advertisement that is not published. */
  record: id.nullable(),
});

/** A figure is absent if the actor may not read its records. */
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
    /**
     * The ways that are open, one that has been begun before one that has not. Empty once there was a sale (of a supplier: once
     * all are done), and for people who may take none of the steps.
     */
    firstSteps: z.array(
      z.object({ way: z.enum([...ways.sales, ...ways.supply]), steps: z.array(firstStep) }),
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
    summary: 'Counts, open work, and figures of the last 30 days',
    response: dashboardSchema,
  }),
});
