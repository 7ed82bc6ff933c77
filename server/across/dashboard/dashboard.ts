import { sql } from 'kysely';
import {
  type Dashboard,
  type FirstStep,
  firstSteps,
  type TodoKind,
  todoKinds,
} from '#contract/business/dashboard.ts';
import { addDays, dayOf, startOfDay } from '#contract/dates.ts';
import { dropinvoiceActs } from '#contract/dropshipping/dropinvoice-states.ts';
import { orderActs } from '#contract/orders/order-states.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { isBlind } from '#server/inventory/balance/blind.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { type DashboardScope, type Figures, readDays, readFigures } from './dashboard.queries.ts';

const daysDrawn = 30;

/** The home page of a business: counts, what needs attention, trends; only what the actor may read. */
export async function readDashboard(tx: Tx, actor: Actor): Promise<Dashboard> {
  const now = tx.now();
  const today = dayOf(now);
  const { businessId, userId } = actor;
  const reach = withinWarehouses(actor, sql`o.warehouse_id`);
  const goodsReach = withinWarehouses(actor, sql`warehouse_id`);
  const scope: DashboardScope = { businessId, userId, now, today, reach, goodsReach };
  const figures = await readFigures(tx, scope);
  const first = addDays(today, 1 - daysDrawn);
  const days = await readDays(tx, scope, first, startOfDay(first));
  const may = (permission: Permission) => actorCan(actor, permission);
  const sells = may('orders.create');
  const packs = actor.businessType === 'supply' || figures.offers > 0;
  const priced = may('prices.read');
  return {
    counts: countsOf(actor, figures),
    begun: figures.isDone.firstSale || figures.isDone.launchVolume || figures.isDone.publish,
    firstSteps: firstStepsOf(actor, figures),
    todo: todoOf(actor, figures),
    days: days.map((row) => ({
      day: row.day,
      ...(sells && { sales: row.sales, salesCentavos: row.salesCentavos }),
      ...(packs && { packed: row.packed, packedByMe: row.packedByMe }),
      ...(packs && priced && actor.businessType === 'supply' && { packedCentavos: row.packedCentavos }),
    })),
  };
}

function countsOf(actor: Actor, figures: Figures): Dashboard['counts'] {
  const { advertisements, products, images, volumes, partners, dropinvoices } = figures;
  const may = (permission: Permission) => actorCan(actor, permission);
  const sales = actor.businessType === 'sales';
  return {
    ...(may('advertisements.read') && { advertisements }),
    ...(may('products.read') && { products }),
    ...(may('images.read') && { images }),
    ...(may('volumes.read') && { volumes }),
    ...(may('supply-requests.read') && { supplyRequests: figures.supplyRequests }),
    ...((sales ? may('dropshipping.read') : may('dropship-items.read')) && {
      dropshippings: sales ? figures.advertisedOffers : figures.offers,
    }),
    ...(may('companies.read') && { partners }),
    ...(may('dropinvoices.read') && { dropinvoices }),
  };
}

/** Permission for a step; people without it do not see the step. */
const stepPermission: Record<FirstStep, Permission> = {
  connectAccount: 'accounts.read',
  createAdvertisement: 'advertisements.create',
  publish: 'publications.create',
  firstSale: 'orders.create',
  createWarehouse: 'warehouses.create',
  createLocation: 'locations.create',
  createProduct: 'products.create',
  launchVolume: 'volumes.create',
  createOffer: 'dropship-items.create',
  bankData: 'bank-account.update',
};

function firstStepsOf(actor: Actor, { isDone }: Figures): Dashboard['firstSteps'] {
  // A seller who enters every sale manually needs no account and no publication.
  if (isDone.firstSale) return [];
  const steps = firstSteps[actor.businessType]
    .filter((step) => actorCan(actor, stepPermission[step]))
    .map((step) => ({ step, done: isDone[step] }));
  return steps.every(({ done }) => done) ? [] : steps;
}

/** The audience of a kind of work. A sale of one's own stock appears twice: as a sale, and at the bench. */
const meant: Record<TodoKind, (actor: Actor) => boolean> = {
  ordersLate: (actor) => actorCan(actor, 'orders.create'),
  ordersRefused: (actor) => actorCan(actor, 'orders.create'),
  questionsWaiting: (actor) => actorCan(actor, 'presales.answer'),
  messagesWaiting: (actor) => actorCan(actor, 'chats.answer'),
  claimsWaiting: (actor) => actorCan(actor, 'postsales.answer'),
  ordersShort: (actor) => actorCan(actor, 'orders.create'),
  ordersApproval: (actor) => actorCan(actor, 'orders.create'),
  ordersUnlinked: (actor) => actorCan(actor, 'orders.create'),
  ordersWithoutDocument: (actor) => actorCan(actor, 'orders.create'),
  authorizationsEnding: (actor) => actorCan(actor, 'accounts.read'),
  accountsDisconnected: (actor) => actorCan(actor, 'accounts.read'),
  reputationsAtRisk: (actor) => actorCan(actor, 'accounts.read'),
  publicationsFaulty: (actor) => actorCan(actor, 'publications.read'),
  invoicesOverdue: (actor) => actorCan(actor, 'dropinvoices.read'),
  invoicesUnpaid: (actor) => actorCan(actor, dropinvoiceActs.pay.permission),
  proofs: (actor) => actorCan(actor, dropinvoiceActs.approve.permission),
  bankMissing: (actor) => actorCan(actor, 'bank-account.read'),
  // A person who counts blind does not see the remaining quantity.
  offersEmpty: (actor) =>
    actorCan(actor, 'dropship-items.read') && actor.businessType === 'supply' && !isBlind(actor),
  partnersRequested: (actor) => actorCan(actor, 'companies.accept'),
  shipmentsLate: (actor) => !actorCan(actor, 'orders.create') && actorCan(actor, 'checkout.read'),
  shipmentsApproval: (actor) => actorCan(actor, orderActs.accept.permission),
  shipmentsPending: (actor) => actorCan(actor, 'checkout.read'),
  shipmentsMine: (actor) => actorCan(actor, 'checkout.pack'),
  shipmentsCollect: (actor) => actorCan(actor, 'checkout.dispatch'),
};

function todoOf(actor: Actor, figures: Figures): Dashboard['todo'] {
  return todoKinds
    .filter((kind) => meant[kind](actor))
    .flatMap((kind): Dashboard['todo'] =>
      kind === 'shipmentsPending'
        ? figures.pending.map(({ id, name, count }) => ({ kind, count, warehouse: { id, name } }))
        : [{ kind, count: figures[kind], warehouse: null }],
    )
    .filter(({ count }) => count > 0);
}
