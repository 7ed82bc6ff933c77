import { sql } from 'kysely';
import { multiplyMoney, sumMoney } from '#contract/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ensureTradeLink } from '#server/dropshipping/trade-link.ts';
import { newOrder } from '#server/orders/order-defaults.ts';
import { keepSources, type SaleAccount, sourcesOf } from '#server/orders/sync/sale-source.ts';
import type { MarketplaceOrder, MarketplaceSale } from '#server/outside/marketplaces/sale.ts';
import { freightShareOf, shipmentFacts } from './apply-shipment.ts';
import { isAcceptedByHand, type Objections } from './approval-reason.ts';
import { documentFacts } from './buyer-document.ts';
import { findOffersOfSales, partColumns, type SoldOffer, sourceOf } from './composition.ts';
import { addEvent, addFacts, draftOf, orderJson, type SaleDraft } from './facts.ts';
import type { OrderRow } from './order-row.ts';
import { lineColumns, remoteFacts } from './remote-facts.ts';
import { statusOf } from './status.ts';

/** One order of a sale that is not stored yet. */
export type NewOrder = { remote: MarketplaceOrder; sale: MarketplaceSale };

/** A stored order with its unwritten history, and the offers behind its lines if all of them are known. */
export type StoredOrder = NewOrder & { draft: SaleDraft; offers: readonly SoldOffer[] | null };

/**
 * Stores new orders of one account, one or a thousand: rows, lines, parts and history, each by one statement.
 * Reservation, approval and release follow in `advance`, as for every other sale; it writes the drafts.
 */
export async function insertOrders(
  tx: Tx,
  account: SaleAccount,
  orders: readonly NewOrder[],
): Promise<StoredOrder[]> {
  if (orders.length === 0) return [];
  const found = await findOffersOfSales(
    tx,
    account.id,
    orders.map(({ remote }) => remote.lines),
  );
  const fulfilled = await findFulfilled(tx, orders, found);
  const drafted = orders.map((order, n) => {
    const offers = found[n] ?? null;
    const isThere = (offer: SoldOffer) => fulfilled.has(offer.publicationVariationId);
    const isFulfilled = !order.sale.shipment && offers !== null && offers.length > 0 && offers.every(isThere);
    return {
      ...order,
      offers: offers && sourceOf(offers) ? offers : null,
      draft: draftOrder(tx, account, order, offers, isFulfilled),
    };
  });
  await ensureTradeLinks(tx, account.businessId, drafted);
  const ids = await insertRows(
    tx,
    'orders',
    drafted.map(({ draft: { order } }) => orderJson(order, Object.keys(order).filter(isWritten))),
  );
  for (const [n, { draft }] of drafted.entries()) giveId(draft, ids[n] ?? 0);
  await insertLines(tx, drafted);
  await keepSources(
    tx,
    drafted.map(({ draft, sale, remote }) => ({
      order: draft.order,
      sources: sourcesOf(sale, remote, draft.order),
    })),
  );
  return drafted;
}

/**
 * Of the sales whose parcel is not known yet: the ads that the marketplace ships from its own warehouse. Such a sale
 * reserves nothing here, unless its parcel leaves from here after all.
 */
async function findFulfilled(
  tx: Tx,
  orders: readonly NewOrder[],
  offers: readonly (readonly SoldOffer[] | null)[],
): Promise<ReadonlySet<number>> {
  const asked = orders.flatMap(({ sale }, n) =>
    sale.shipment ? [] : (offers[n] ?? []).map((offer) => offer.publicationVariationId),
  );
  if (asked.length === 0) return new Set();
  const rows = await tx.db
    .selectFrom('publication_variations')
    .select('id')
    .where('id', 'in', [...new Set(asked)])
    .where('fulfilled_by_marketplace', '=', true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The reported facts, and the warehouse. The history begins with the status at that moment. */
function draftOrder(
  tx: Tx,
  account: SaleAccount,
  { remote, sale }: NewOrder,
  offers: readonly SoldOffer[] | null,
  isFulfilled: boolean,
): SaleDraft {
  const blank = { ...newOrder(account, remote, tx.now()), marketplace_fulfilled: isFulfilled };
  const known = {
    ...blank,
    ...remoteFacts(blank, remote),
    ...documentFacts(tx.sealer, blank, sale.buyerDocument),
    ...(offers && sourceOf(offers)),
  } as OrderRow;
  const draft = draftOf({ ...known, status: statusOf(known) });
  addEvent(draft, { actor: 'marketplace', kind: 'created' }, null);
  if (!known.linked) addEvent(draft, { actor: 'system', kind: 'unlinked' }, draft.order.status);
  const { shipment } = sale;
  const change =
    shipment && known.shipment_id === shipment.shipmentId
      ? shipmentFacts(known, shipment, freightShareOf(sale, remote.remoteId))
      : null;
  if (change)
    addFacts(draft, change.facts, { actor: 'marketplace', kind: change.kind, detail: change.detail });
  return draft;
}

const isWritten = (column: string) => column !== 'id' && column !== 'search';

/** The row is stored as drafted; only its history is still unwritten. */
function giveId(draft: SaleDraft, id: number): void {
  draft.order = { ...draft.order, id };
  draft.stored = draft.order;
  draft.events = draft.events.map((event) => ({ ...event, order_id: id }));
}

/** Both sides see each other's name only through their trade link. */
async function ensureTradeLinks(tx: Tx, sellerId: number, orders: readonly StoredOrder[]): Promise<void> {
  const newSupplierIds = orders.flatMap(({ draft, offers }) => {
    const { fulfiller_id: supplierId } = draft.order;
    return supplierId !== null && supplierId !== sellerId && !offers?.[0]?.terms ? [supplierId] : [];
  });
  for (const supplierId of [...new Set(newSupplierIds)].toSorted((one, other) => one - other))
    await ensureTradeLink(tx, sellerId, supplierId);
}

async function insertLines(tx: Tx, orders: readonly StoredOrder[]): Promise<void> {
  const lines = orders.flatMap(({ draft: { order }, remote, offers }) =>
    remote.lines.map((line, n) => ({ order, line, offer: offers?.[n] })),
  );
  const sides = ({ id, business_id, fulfiller_id }: OrderRow) => ({
    order_id: id,
    business_id,
    fulfiller_id,
  });
  const ids = await insertRows(
    tx,
    'order_lines',
    lines.map(({ order, line, offer }) => ({
      ...sides(order),
      purchased_at: order.purchased_at,
      ...lineColumns(line),
      publication_variation_id: offer?.publicationVariationId ?? null,
    })),
  );
  await insertRows(
    tx,
    'order_parts',
    lines.flatMap(({ order, offer }, n) =>
      (offer?.parts ?? [])
        .toSorted((one, other) => one.stockId - other.stockId)
        .map((part) => ({ ...sides(order), line_id: ids[n], ...partColumns(part) })),
    ),
  );
}

/**
 * Inserts rows of one table by one statement, all with the columns of the first; returns their ids in the given order.
 */
async function insertRows(
  tx: Tx,
  table: 'orders' | 'order_lines' | 'order_parts',
  rows: readonly object[],
): Promise<number[]> {
  const [first] = rows;
  if (!first) return [];
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  const { rows: made } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality r (value, n),
      jsonb_populate_record(null::${sql.table(table)}, r.value) order by r.n returning id`.execute(tx.db);
  return made.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** The approval facts of a sale whose prices and terms have just been read; null if more has to be read for that. */
export function objectionsOf({ draft: { order }, offers, sale }: StoredOrder): Objections | null {
  // Two sales must not exceed one credit limit together: that is decided under a lock.
  if (sale.orders.length > 1 || offers?.some(({ terms }) => terms && terms.creditLimit !== null)) return null;
  const isOwn = order.fulfiller_id === order.business_id;
  const asked = sumMoney(
    (offers ?? []).flatMap(({ parts }) => parts.map((part) => multiplyMoney(part.unitCost, part.quantity))),
  );
  const expected = sumMoney(
    (offers ?? []).map(({ publishedCost, quantity }) => multiplyMoney(publishedCost, quantity)),
  );
  return {
    packMixesWarehouses: false,
    costIncreased: !isOwn && asked > expected,
    aboveCreditLimit: false,
    acceptedByHand: !isOwn && isAcceptedByHand(offers?.[0]?.terms ?? null),
  };
}
