import { z } from 'zod';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { type AccountSession, jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import type { Notice } from '#server/marketplaces/topics.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import { MercadoLivreError } from '#server/outside/marketplaces/mercado-livre/client.ts';
import { applyShipment } from './apply-shipment.ts';
import { applyFetched } from './apply-together.ts';
import { type SealedBilling, sealBilling } from './billing.ts';
import { type RemoteOrder, readOrder, remoteId } from './remote-order.ts';
import { type RemoteShipment, readShipment } from './remote-shipment.ts';
import type { SaleAccount } from './sale-source.ts';

const marketplace = 'mercado-livre';

/** Topic `orders_v2`: `/orders/{id}`. */
export async function processOrder(job: JobContext, notice: Notice): Promise<void> {
  const id = /\/orders\/(\d{1,19})(?:$|[/?])/.exec(notice.resource)?.[1];
  if (!id) return;
  await fetchSale(job, { businessId: notice.businessId, accountId: notice.accountId, remoteOrderId: id });
}

/** Topic `shipments`: `/shipments/{id}`. */
export async function processShipment(job: JobContext, notice: Notice): Promise<void> {
  const id = /\/shipments\/(\d{1,19})(?:$|[/?])/.exec(notice.resource)?.[1];
  if (!id) return;
  await fetchShipment(job, { businessId: notice.businessId, accountId: notice.accountId, shipmentId: id });
}

const salePayload = z.object({ businessId: z.number(), accountId: z.number(), remoteOrderId: z.string() });
const shipmentPayload = z.object({ businessId: z.number(), accountId: z.number(), shipmentId: z.string() });

export function enqueueFetch(
  tx: Tx,
  sale: { businessId: number; accountId: number; remoteOrderId: string },
): void {
  tx.enqueue({ task: 'orders.fetch', payload: sale, key: `fetch:${sale.accountId}:${sale.remoteOrderId}` });
}

export function enqueueShipment(
  tx: Tx,
  parcel: { businessId: number; accountId: number; shipmentId: string },
): void {
  tx.enqueue({
    task: 'orders.fetch-shipment',
    payload: parcel,
    key: `fetch-shipment:${parcel.accountId}:${parcel.shipmentId}`,
  });
}

/** Task `orders.fetch`. */
export async function fetchSale(job: JobContext, input: unknown): Promise<void> {
  const { businessId, accountId, remoteOrderId } = salePayload.parse(input);
  await withAccount(jobAccountContext(job, businessId), accountId, async (session) => {
    const first = await readRemoteOrder(job, session, remoteOrderId);
    if (!first) return;
    const [siblings, shipment, billing] = await Promise.all([
      readSiblings(job, session, first),
      first.shipmentId ? readRemoteShipment(session, first.shipmentId) : null,
      first.phase === 'paid' ? readBilling(job, session, first) : undefined,
    ]);
    const orders = [first, ...siblings];
    const account: SaleAccount = { id: accountId, businessId, marketplace };
    await applyFetched(job, accountId, { account, sale: { orders, shipment, billing } });
  });
}

/** Task `orders.fetch-shipment`. A parcel of no sale we know brings its sales. */
export async function fetchShipment(job: JobContext, input: unknown): Promise<void> {
  const { businessId, accountId, shipmentId } = shipmentPayload.parse(input);
  await withAccount(jobAccountContext(job, businessId), accountId, async (session) => {
    const shipment = await readRemoteShipment(session, shipmentId);
    if (!shipment) return;
    const account: SaleAccount = { id: accountId, businessId, marketplace };
    if (await job.inBusiness(businessId, (tx) => applyShipment(tx, account, shipment))) return;
    for (const remoteOrderId of await readOrdersOfShipment(session, shipmentId))
      await fetchSale(job, { businessId, accountId, remoteOrderId });
  });
}

/** Tries after which a partial answer is taken for what it is. */
const patientTries = 4;

async function readRemoteOrder(
  job: JobContext,
  session: AccountSession,
  id: string,
): Promise<RemoteOrder | null> {
  const answer = await orNull(() => session.call(`/orders/${id}`));
  if (!answer) return null;
  // 206: parts are missing, and missing is not empty.
  if (answer.status === 206 && job.attempt < patientTries)
    throw new RemoteFailure(`order ${id} is incomplete`);
  const order = understood(() => readOrder(answer.json), `order ${id}`);
  if (order.remoteId !== id) throw new RemoteFailure(`asked for order ${id}, got ${order.remoteId}`);
  if (order.sellerId !== session.remoteUserId)
    throw new RemoteFailure(`order ${id} is of seller ${order.sellerId}`);
  return order;
}

const pack = z.looseObject({ orders: z.array(z.looseObject({ id: remoteId })) });

/** The other orders of a cart: all are stored together, so that none is released before the pack is known. */
async function readSiblings(
  job: JobContext,
  session: AccountSession,
  first: RemoteOrder,
): Promise<RemoteOrder[]> {
  if (!first.packId) return [];
  const answer = await orNull(() => session.call(`/packs/${first.packId}`));
  const ids = pack.safeParse(answer?.json).data?.orders.map(({ id }) => id) ?? [];
  const siblings: RemoteOrder[] = [];
  for (const id of ids.filter((other) => other !== first.remoteId)) {
    const sibling = await readRemoteOrder(job, session, id);
    if (sibling) siblings.push(sibling);
  }
  return siblings;
}

/** `withLimit: false` saves the call for the moment by which it has to be handed over, which is unknown then. */
export async function readRemoteShipment(
  session: AccountSession,
  id: string,
  { withLimit } = { withLimit: true },
): Promise<RemoteShipment | null> {
  const [answer, sla] = await Promise.all([
    orNull(() => session.call(`/shipments/${id}`, { headers: { 'x-format-new': 'true' } })),
    withLimit ? orNull(() => session.call(`/shipments/${id}/sla`)) : null,
  ]);
  if (!answer) return null;
  const shipment = understood(() => readShipment(answer.json, sla?.json), `shipment ${id}`);
  if (shipment.shipmentId !== id)
    throw new RemoteFailure(`asked for shipment ${id}, got ${shipment.shipmentId}`);
  return withLimit ? shipment : { ...shipment, dispatchLimit: null };
}

/** It names the buyer's document, so that nothing but its sealed form goes any further. */
async function readBilling(
  { env }: JobContext,
  session: AccountSession,
  order: RemoteOrder,
): Promise<SealedBilling | undefined> {
  if (!order.buyer.billingId) return undefined;
  const path = `/orders/billing-info/${session.siteId}/${order.buyer.billingId}`;
  const answer = await orNull(() => session.call(path));
  return answer ? sealBilling(env.secretKey, answer.json) : undefined;
}

const items = z.array(z.looseObject({ order_id: remoteId.nullish() }));

async function readOrdersOfShipment(session: AccountSession, shipmentId: string): Promise<string[]> {
  const answer = await orNull(() => session.call(`/shipments/${shipmentId}/items`));
  const ids = items.safeParse(answer?.json).data?.flatMap(({ order_id }) => order_id ?? []) ?? [];
  return [...new Set(ids)];
}

/** Not there, or not ours to see: an answer, and no reason to ask again. */
async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof MercadoLivreError && (error.status === 404 || error.status === 403)) return null;
    throw error;
  }
}

/** An answer of another shape is a failure of the outside: tried again, never half believed. */
function understood<T>(read: () => T, what: string): T {
  try {
    return read();
  } catch (error) {
    throw new RemoteFailure(`unreadable ${what}`, { cause: error });
  }
}
