import { sql } from 'kysely';
import { statusOf } from '#contract/orders/order-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import type {
  MarketplaceOrder,
  MarketplaceParcel,
  MarketplaceSale,
} from '#server/outside/marketplaces/sale.ts';
import { advanceLocked } from './advance.ts';
import { moveParcel } from './apply-shipment.ts';
import { cancelSale } from './cancel.ts';
import { linkOrder } from './composition.ts';
import { type FactsColumns, factsOf, type OrderRow, recordEvent, writeFacts } from './facts.ts';
import { storeNewSale, storeNewSales } from './new-sale.ts';
import { isOlder, lineColumns, remoteFacts } from './remote-facts.ts';
import { keepSources, type SaleAccount, sourcesOf } from './sale-source.ts';

export async function applyOrder(
  tx: Tx,
  account: SaleAccount,
  order: MarketplaceOrder,
  shipment: MarketplaceParcel | null = null,
): Promise<void> {
  await applySale(tx, account, { orders: [order], shipment });
}

/**
 * Brings our sales to what the marketplace said, in one transaction, as the seller. Every sale is stored; what is older
 * than what is known changes nothing, so number and order of notifications do not matter.
 */
export async function applySale(tx: Tx, account: SaleAccount, sale: MarketplaceSale): Promise<void> {
  const first = sale.orders[0];
  if (!first) return;
  await lockGroups(tx, account, [groupOf(first)]);
  const known = await lockKnown(tx, account, sale.orders);
  if (known.length === 0 && (await storeNewSale(tx, account, sale))) return;
  await applyStepwise(tx, account, sale, known);
}

/** The long way: fact by fact, each with its lock and its line of history. */
export async function applyStepwise(
  tx: Tx,
  account: SaleAccount,
  sale: MarketplaceSale,
  known: readonly OrderRow[],
): Promise<void> {
  const met: OrderRow[] = [];
  for (const remote of sale.orders) {
    const row = known.find((candidate) => candidate.remote_order_id === remote.remoteId);
    const order = row ? await updateSale(tx, row, remote) : await storeSale(tx, account, remote);
    await keepSources(tx, order, sourcesOf(sale, remote, order));
    const parcel = order.shipment_id === sale.shipment?.shipmentId ? sale.shipment : undefined;
    met.push(parcel ? await moveParcel(tx, order, parcel) : order);
  }
  // A sibling that waits for its pack may be free now, or no longer.
  const siblings = known.filter((row) => !met.some(({ id }) => id === row.id));
  for (const order of [...met, ...siblings].toSorted((one, other) => one.id - other.id))
    await advanceLocked(tx, order);
}

/**
 * Two notifications of one pack, or of one sale not yet stored, are taken one after the other. Several locks are taken
 * in one order everywhere.
 */
async function lockGroups(tx: Tx, account: SaleAccount, groups: readonly string[]): Promise<void> {
  const names = groups.map((group) => `sale:${account.id}:${group}`);
  await sql`select pg_advisory_xact_lock(key)
    from (select hashtextextended(name, 0) as key from unnest(${names}::text[]) name order by 1) keys`.execute(
    tx.db,
  );
}

const groupOf = ({ packId, remoteId }: MarketplaceOrder) => packId ?? remoteId;

/**
 * Stores those of the sales that nobody has heard of, together; answers the others, which have to be applied each in a
 * transaction of its own.
 */
export async function insertNewOrders(
  tx: Tx,
  account: SaleAccount,
  sales: readonly MarketplaceSale[],
): Promise<MarketplaceSale[]> {
  const groups = new Map<string, MarketplaceSale>();
  for (const sale of sales) {
    const [first] = sale.orders;
    if (first && !groups.has(groupOf(first))) groups.set(groupOf(first), sale);
  }
  await lockGroups(tx, account, [...groups.keys()]);
  const { rows } = await sql<{ remote_order_id: string; pack_id: string | null }>`
    select remote_order_id, pack_id from orders where account_id = ${account.id}
      and (remote_order_id = any (${[...groups.keys()]}::text[]) or pack_id = any (${[...groups.keys()]}::text[])
        or remote_order_id = any (${sales.flatMap(({ orders }) => orders.map(({ remoteId }) => remoteId))}::text[]))`.execute(
    tx.db,
  );
  const known = new Set(rows.flatMap(({ remote_order_id, pack_id }) => [remote_order_id, pack_id]));
  const unheard = [...groups].filter(
    ([group, { orders }]) => !known.has(group) && !orders.some(({ remoteId }) => known.has(remoteId)),
  );
  const candidates = unheard.map(([, sale]) => sale);
  const stored = await storeNewSales(tx, account, candidates);
  const done = new Set(candidates.filter((_, n) => stored[n]));
  return sales.filter((sale) => !done.has(sale));
}

/** The sales we know of this group, locked in id order, pack siblings included. */
async function lockKnown(tx: Tx, account: SaleAccount, orders: MarketplaceOrder[]): Promise<OrderRow[]> {
  const packs = [...new Set(orders.flatMap(({ packId }) => packId ?? []))];
  return tx.db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', account.id)
    .where((eb) =>
      eb.or([
        eb(
          'remote_order_id',
          'in',
          orders.map((order) => order.remoteId),
        ),
        ...(packs.length > 0 ? [eb('pack_id', 'in', packs)] : []),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

async function storeSale(tx: Tx, account: SaleAccount, remote: MarketplaceOrder): Promise<OrderRow> {
  const made = await tx.db
    .insertInto('orders')
    .values({
      business_id: account.businessId,
      account_id: account.id,
      marketplace: account.marketplace,
      remote_order_id: remote.remoteId,
      buyer_name: remote.buyer.nickname ?? '',
      total_centavos: remote.total,
      purchased_at: remote.purchasedAt,
      line_words: remote.lines.map(({ title, sku }) => `${title} ${sku}`).join(' '),
      status: 'waiting_payment',
      created_at: tx.now(),
      updated_at: tx.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx.db
    .insertInto('order_lines')
    .values(
      remote.lines.map((line) => ({
        business_id: account.businessId,
        order_id: made.id,
        ...lineColumns(line),
      })),
    )
    .execute();
  const linked = await linkOrder(tx, made);
  const facts = { ...remoteFacts(made, remote), ...linked };
  return closeIfCanceled(tx, await startHistory(tx, made, facts), remote);
}

/** The first write of a sale: its history begins with the status it has, not with the one it was inserted under. */
async function startHistory(tx: Tx, made: OrderRow, facts: FactsColumns): Promise<OrderRow> {
  const status = statusOf(factsOf({ ...made, ...facts } as OrderRow));
  const order = await tx.db
    .updateTable('orders')
    .set({ ...facts, status })
    .where('id', '=', made.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordEvent(tx, order, { actor: 'marketplace', kind: 'created' }, null);
  if (!order.linked)
    await recordEvent(tx, order, { actor: 'system', kind: 'unlinked' }, statusOf(factsOf(order)));
  return order;
}

async function updateSale(tx: Tx, order: OrderRow, remote: MarketplaceOrder): Promise<OrderRow> {
  if (isOlder(order, remote)) return order;
  const facts = remoteFacts(order, remote);
  const kind = eventOf(order, remote);
  const changed = kind !== null || differs(order, facts);
  const written = changed
    ? await writeFacts(tx, order, facts, { actor: 'marketplace', kind: kind ?? 'updated' })
    : order;
  return closeIfCanceled(tx, written, remote);
}

/** What the history calls it; null where only details moved. */
function eventOf(order: OrderRow, remote: MarketplaceOrder): string | null {
  if (remote.phase === 'paid' && order.payment === 'pending') return 'paid';
  if (remote.fraudRisk && !order.fraud_risk) return 'fraud-risk';
  return null;
}

function differs(order: OrderRow, facts: FactsColumns): boolean {
  return Object.entries(facts).some(([column, value]) => {
    const before = order[column as keyof OrderRow];
    const [one, other] = [before, value].map((side) => (side instanceof Date ? side.getTime() : side));
    return one !== other;
  });
}

async function closeIfCanceled(tx: Tx, order: OrderRow, remote: MarketplaceOrder): Promise<OrderRow> {
  if (remote.phase !== 'canceled') return order;
  return cancelSale(tx, order, {
    by: 'marketplace',
    userId: null,
    reason: remote.cancel ? remote.cancel.reason || remote.cancel.by : '',
  });
}
