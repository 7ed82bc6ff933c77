import { sql } from 'kysely';
import { z } from 'zod';
import type { Job, Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { type AccountSession, jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { enqueueForAccounts } from '#server/marketplaces/connected-accounts.ts';
import { type KnownParcel, parcelColumns, shipmentFacts } from '#server/orders/sale/apply-shipment.ts';
import { CircuitOpenError } from '#server/outside/circuit.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import { isMarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import { enqueueShipment } from './fetch-order.ts';
import { sweepQueue } from './sweep.ts';

/**
 * Each has its own round, so that many parcels in transit do not hide those before dispatch, nor the other way round.
 */
const readTo = {
  pre_dispatch: 'pre_dispatch_parcels_read_to',
  in_transit: 'in_transit_parcels_read_to',
} as const;
const rounds = ['pre_dispatch', 'in_transit'] as const;

/** A step is a job: it can be interrupted, and jobs enqueued meanwhile get their turn. */
const stepSize = 50;
/** Of one round in one sweep; the next one begins with the rest. */
const mostSteps = 6;
/** Parcels per call to the marketplace. */
const calls = 4;

/** Task `orders.sweep-parcels`: for each connected account, parcels that moved without a notification. */
export async function sweepParcels(job: JobContext): Promise<void> {
  await enqueueForAccounts(job, (account) =>
    rounds.map((round) => stepJob({ ...account, round, steps: mostSteps })),
  );
}

const step = z.object({
  businessId: z.number(),
  accountId: z.number(),
  round: z.enum(rounds),
  steps: z.number(),
});
type Step = z.output<typeof step>;

function stepJob(payload: Step): Job {
  return {
    task: 'orders.sweep-parcels-step',
    payload,
    key: `sweep-parcels:${payload.accountId}:${payload.round}`,
    queue: sweepQueue(payload.accountId),
    maxAttempts: 8,
    // Usually nothing happened to thousands of parcels, so notifications and pushes come first.
    priority: 10,
  };
}

/**
 * Task `orders.sweep-parcels-step`: only compares, and enqueues a fetch of parcels with changes, which applies them.
 */
export async function sweepParcelsStep(job: JobContext, input: unknown): Promise<void> {
  const { businessId, accountId, round, steps } = step.parse(input);
  const found = await job.inBusiness(businessId, async (tx) => {
    const from = await roundOf(tx, accountId, round);
    return from === null ? null : { from, parcels: await parcelsAfter(tx, accountId, round, from) };
  });
  if (!found) return;
  const { from, parcels } = found;
  const moved =
    parcels.length === 0
      ? []
      : await withAccount(jobAccountContext(job, businessId), accountId, (session) =>
          findMoved(session, parcels, round),
        );
  const isOver = parcels.length < stepSize;
  const to = isOver ? 0 : (parcels.at(-1)?.id ?? 0);
  if (to === from && moved.length === 0) return;
  await job.inBusiness(businessId, async (tx) => {
    for (const shipmentId of moved) enqueueShipment(tx, { businessId, accountId, shipmentId });
    await tx.db
      .updateTable('marketplace_accounts')
      .set({ [readTo[round]]: to })
      .where('id', '=', accountId)
      .execute();
    if (!isOver && steps > 1) tx.enqueue(stepJob({ businessId, accountId, round, steps: steps - 1 }));
  });
}

/** The last sale of the previous step, 0 at the start of a round; null for an account that is not connected. */
async function roundOf(tx: Tx, accountId: number, round: Step['round']): Promise<number | null> {
  const account = await tx.db
    .selectFrom('marketplace_accounts')
    .select(['state', readTo[round]])
    .where('id', '=', accountId)
    .executeTakeFirst();
  return account?.state === 'connected' ? account[readTo[round]] : null;
}

type OpenParcel = KnownParcel & { id: number; shipment_id: string | null };

/** Sales whose parcel is not dispatched or not delivered yet. */
async function parcelsAfter(
  tx: Tx,
  accountId: number,
  round: Step['round'],
  from: number,
): Promise<OpenParcel[]> {
  return (
    tx.db
      .selectFrom('orders')
      .select(['id', 'shipment_id', ...parcelColumns])
      .where('account_id', '=', accountId)
      // Written as in the index of open parcels.
      .where(
        sql<boolean>`(sent_at is not null) = ${sql.lit(round === 'in_transit')} and shipment_id is not null
          and status not in ('complete', 'canceled')`,
      )
      .where('id', '>', from)
      .orderBy('id')
      .limit(stepSize)
      .execute()
  );
}

/** Of these sales, the parcels that are newer at the marketplace; one that it cannot answer for is read again. */
async function findMoved(
  session: AccountSession,
  sales: readonly OpenParcel[],
  round: Step['round'],
): Promise<string[]> {
  const parcels = [...Map.groupBy(sales, (sale) => sale.shipment_id ?? '')];
  const moved: string[] = [];
  const look = async () => {
    for (let next = parcels.shift(); next; next = parcels.shift()) {
      const [shipmentId, known] = next;
      if (await hasNews(session, shipmentId, known, round)) moved.push(shipmentId);
    }
  };
  await Promise.all(Array.from({ length: calls }, look));
  return moved;
}

async function hasNews(
  session: AccountSession,
  shipmentId: string,
  known: readonly KnownParcel[],
  round: Step['round'],
): Promise<boolean> {
  try {
    // In transit there is no dispatch limit any more.
    const found = await session.marketplace.parcels.read(session, shipmentId, {
      withLimit: round === 'pre_dispatch',
      withFreight: false,
    });
    return found !== null && known.some((sale) => shipmentFacts(sale, found.parcel, null) !== null);
  } catch (error) {
    const isItsOwn = error instanceof RemoteFailure || isMarketplaceError(error);
    if (!isItsOwn || error instanceof CircuitOpenError) throw error;
    return true;
  }
}
