import type { EndpointDefinition } from '#contract/endpoint.ts';
import { asBusiness } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import type { Actor } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { jobAccountContext } from '#server/marketplaces/account-access.ts';
import { loadFacts } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import { isMarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import { storeFetched } from './fetch-order.ts';

export type SellerCall = Pick<RemoteCall<EndpointDefinition>, 'outside' | 'env' | 'clock' | 'transact'>;
type BenchCall = SellerCall & Pick<RemoteCall<EndpointDefinition>, 'read'>;

/** Acts on the seller's side of a sale from the bench: the seller's account is called, and nothing of it is shown. */
function sellerContext(call: SellerCall): JobContext {
  return {
    outside: call.outside,
    env: call.env,
    clock: call.clock,
    attempt: 1,
    maxAttempts: 1,
    inBusiness: (businessId, work) => call.transact((tx) => asBusiness(tx, businessId, () => work(tx))),
    unscoped: (work) => call.transact(work),
  };
}

export function sellerAccount(call: SellerCall, order: OrderRow) {
  return jobAccountContext(sellerContext(call), order.business_id);
}

/**
 * Reads the sale at its marketplace before the bench does something irreversible. A sale canceled there stops the
 * bench; so does one that cannot be read.
 */
export async function refreshSale(call: BenchCall, actor: Actor, orderId: number): Promise<OrderRow> {
  const order = await call.read((tx) => loadFacts(tx, orderId));
  if (order.fulfiller_id !== actor.businessId && order.business_id !== actor.businessId) fail('not_found');
  if (order.account_id === null || order.remote_order_id === null) return stopIfCanceled(order);
  await askAgain(call, order);
  return stopIfCanceled(await call.read((tx) => loadFacts(tx, orderId)));
}

/** Stores the marketplace's current state of a sale; a sale without marketplace needs no call. */
export async function askAgain(call: SellerCall, order: OrderRow): Promise<void> {
  const { business_id: businessId, account_id: accountId, remote_order_id: remoteOrderId } = order;
  if (accountId === null || remoteOrderId === null) return;
  await ask(() => readAgain(sellerContext(call), { businessId, accountId, remoteOrderId }));
}

/**
 * The same for a seller who is about to cancel: the marketplace would refuse to cancel a shipped parcel after its units
 * were released. A sale whose account was removed is the seller's decision alone.
 */
export async function refreshOwnSale(call: BenchCall, actor: Actor, orderId: number): Promise<void> {
  const order = await call.read((tx) => loadFacts(tx, orderId));
  const { business_id: businessId, account_id: accountId, remote_order_id: remoteOrderId } = order;
  if (businessId !== actor.businessId) fail('not_found');
  if (accountId === null || remoteOrderId === null || order.canceled_at) return;
  const context = sellerContext(call);
  try {
    await ask(() => readAgain(context, { businessId, accountId, remoteOrderId }));
  } catch (error) {
    if (
      !(error instanceof Fault && error.cause instanceof Fault && error.cause.code === 'account_disconnected')
    )
      throw error;
  }
}

/** The state of the parcel is required; billing data and the dispatch time are not. */
async function readAgain(job: JobContext, sale: Parameters<typeof storeFetched>[1]): Promise<void> {
  const missing = await storeFetched(job, sale);
  const parcel = missing.find(({ part }) => part === 'parcel');
  if (parcel) throw parcel.error;
}

async function ask(question: () => Promise<void>): Promise<void> {
  try {
    await question();
  } catch (error) {
    const outside = error instanceof RemoteFailure || isMarketplaceError(error) || error instanceof Fault;
    if (outside) fail('upstream_unknown', { cause: error });
    throw error;
  }
}

function stopIfCanceled(order: OrderRow): OrderRow {
  if (order.canceled_at || order.return_expected)
    fail('order_canceled', { facts: { reason: order.canceled_reason ?? '' } });
  return order;
}
