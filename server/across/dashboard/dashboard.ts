import { sql } from 'kysely';
import {
  type Dashboard,
  type FirstStep,
  firstSteps,
  firstWork,
  type TodoKind,
  todoKinds,
  type Way,
  ways,
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
  const scope: DashboardScope = { businessId, userId, now, today, reach, goodsReach, actor };
  const may = (permission: Permission) => actorCan(actor, permission);
  const sells = may('orders.create');
  const first = addDays(today, 1 - daysDrawn);
  const figures = await readFigures(tx, scope);
  const days = await readDays(tx, scope, first, startOfDay(first));
  const packs = actor.businessType === 'supply' || figures.offers > 0;
  const priced = may('prices.read');
  return {
    counts: countsOf(actor, figures),
    begun: figures.isDone.firstSale || figures.isDone.haveStock || figures.isDone.publish,
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
  createProduct: 'products.create',
  haveStock: 'warehouses.create',
  connectAccount: 'accounts.read',
  createAdvertisement: 'advertisements.create',
  publish: 'publications.create',
  firstSale: 'orders.create',
  bankData: 'bank-account.update',
  firstShipment: 'companies.accept',
};

/** The step by which one sees that a way has been begun. */
const beginsWith: Record<Way, FirstStep> = {
  ownStock: 'createProduct',
  catalogue: 'createAdvertisement',
  supply: 'createProduct',
};

/** Own goods that are published tick nothing of the way that sells from a supplier, and the other way round. */
function factOf(step: FirstStep, way: Way) {
  if (step !== 'publish') return step;
  return way === 'catalogue' ? 'publishOffered' : 'publishOwn';
}

function firstStepsOf(actor: Actor, figures: Figures): Dashboard['firstSteps'] {
  const { isDone, unstocked, unpublished } = figures;
  // A seller who enters every sale manually needs no account and no publication.
  if (isDone.firstSale) return [];
  const recordOf = (step: FirstStep) =>
    step === 'haveStock' ? unstocked : step === 'publish' ? unpublished : null;
  const open = ways[actor.businessType]
    .map((way) => ({
      way,
      steps: firstSteps[way]
        .filter((step) => actorCan(actor, stepPermission[step]))
        .map((step) => ({ step, done: isDone[factOf(step, way)], record: recordOf(step) })),
    }))
    .filter(({ steps }) => steps.length > 0);
  if (open.every(({ steps }) => steps.every(({ done }) => done))) return [];
  const begun = ({ way }: (typeof open)[number]) => Number(isDone[beginsWith[way]]);
  return open.toSorted((one, other) => begun(other) - begun(one));
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
  putBacks: (actor) => actorCan(actor, 'returns.receive'),
  receiptsWaiting: (actor) => actorCan(actor, 'receiving.advance'),
  problemsOpen: (actor) =>
    actorCan(actor, 'reported-problems.solve') && actorCan(actor, 'supply-requests.read'),
  countsOpen: (actor) => actorCan(actor, 'balances.start'),
  countsApproval: (actor) => actorCan(actor, 'balances.approve'),
  zeroChecks: (actor) => actorCan(actor, 'balances.start'),
  shipmentsPending: (actor) => actorCan(actor, 'checkout.read'),
  shipmentsMine: (actor) => actorCan(actor, 'checkout.pack'),
  shipmentsCollect: (actor) => actorCan(actor, 'checkout.dispatch'),
};

/** The work of the actor's roles first, then the rest. */
function inOrderOf({ roles }: Actor): readonly TodoKind[] {
  return [...new Set([...roles.flatMap((role) => firstWork[role] ?? []), ...todoKinds])];
}

function todoOf(actor: Actor, figures: Figures): Dashboard['todo'] {
  return inOrderOf(actor)
    .filter((kind) => meant[kind](actor))
    .flatMap((kind): Dashboard['todo'] =>
      kind === 'shipmentsPending'
        ? figures.pending.map(({ id, name, count }) => ({ kind, count, warehouse: { id, name } }))
        : [{ kind, count: figures[kind], warehouse: null }],
    )
    .filter(({ count }) => count > 0);
}
