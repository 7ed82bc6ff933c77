import { z } from 'zod';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { type AccountContext, jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import type { NotificationEvent } from '#server/marketplaces/notification-event.ts';
import { forgetParked, parkAll } from '#server/marketplaces/parked-answers.ts';
import { applyShipment } from '#server/orders/sale/apply-shipment.ts';
import { applyFetched } from '#server/orders/sale/apply-together.ts';
import type { MarketplaceSale, MissingPart } from '#server/outside/marketplaces/sale.ts';
import type { SaleAccount } from './sale-source.ts';

/** Processes a notification about an order. */
export async function processOrder(
  job: JobContext,
  { businessId, accountId, id }: NotificationEvent,
): Promise<void> {
  await fetchSale(job, { businessId, accountId, remoteOrderId: id });
}

/** Processes a notification about a parcel. */
export async function processShipment(
  job: JobContext,
  { businessId, accountId, id }: NotificationEvent,
): Promise<void> {
  await fetchShipment(job, { businessId, accountId, shipmentId: id });
}

const salePayload = z.object({ businessId: z.number(), accountId: z.number(), remoteOrderId: z.string() });
type SaleName = z.output<typeof salePayload>;
const shipmentPayload = z.object({ businessId: z.number(), accountId: z.number(), shipmentId: z.string() });

export function enqueueFetch(tx: Tx, sale: SaleName): void {
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

/** After this many attempts a partial answer is accepted. */
const patientTries = 4;

/** Task `orders.fetch`. Parts that could not be read with the order are read again, after the sale is stored. */
export async function fetchSale(job: JobContext, input: unknown): Promise<void> {
  retryFor(await storeFetched(job, salePayload.parse(input)));
}

/** Reads a sale at its marketplace and stores it; returns the parts that could not be read. */
export async function storeFetched(
  job: JobContext,
  { businessId, accountId, remoteOrderId }: SaleName,
): Promise<readonly MissingPart[]> {
  const context = jobAccountContext(job, businessId);
  return withAccount(context, accountId, async (session) => {
    const sale = await parking(context, accountId, () =>
      session.marketplace.orders.read(session, remoteOrderId, { acceptPartial: job.attempt >= patientTries }),
    );
    if (!sale) return [];
    const account: SaleAccount = { id: accountId, businessId, marketplace: session.marketplaceId };
    const { missing = [], ...reported } = sale;
    await applyFetched(job, accountId, { account, sale: reported });
    if (session.hasParkedAnswers)
      await context.transact((tx) => forgetParked(tx, accountId, resourcesOf(sale)));
    await parkAll(
      context,
      accountId,
      missing.map(({ error }) => error),
    );
    return missing;
  });
}

const resourcesOf = ({ orders, shipment, billing }: MarketplaceSale) => [
  ...orders.flatMap(({ remoteId, packId }) => [`order ${remoteId}`, ...(packId ? [`pack ${packId}`] : [])]),
  ...(billing !== undefined ? orders.map(({ remoteId }) => `billing of order ${remoteId}`) : []),
  ...(shipment ? [`shipment ${shipment.shipmentId}`] : []),
];

async function parking<T>(context: AccountContext, accountId: number, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    await parkAll(context, accountId, [error]);
    throw error;
  }
}

/** Task `orders.fetch-shipment`. A parcel without a stored sale brings its sales. */
export async function fetchShipment(job: JobContext, input: unknown): Promise<void> {
  const { businessId, accountId, shipmentId } = shipmentPayload.parse(input);
  const context = jobAccountContext(job, businessId);
  await withAccount(context, accountId, async (session) => {
    const { parcels } = session.marketplace;
    const found = await parking(context, accountId, () => parcels.read(session, shipmentId));
    if (!found) return;
    const { parcel, missing } = found;
    if (session.hasParkedAnswers)
      await context.transact((tx) => forgetParked(tx, accountId, [`shipment ${shipmentId}`]));
    const account: SaleAccount = { id: accountId, businessId, marketplace: session.marketplaceId };
    if (await job.inBusiness(businessId, (tx) => applyShipment(tx, account, parcel)))
      return retryFor(missing);
    for (const remoteOrderId of await parcels.ordersOf(session, shipmentId))
      await fetchSale(job, { businessId, accountId, remoteOrderId });
  });
}

function retryFor([first]: readonly MissingPart[]): void {
  if (first) throw first.error;
}
