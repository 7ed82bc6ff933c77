import { sql } from 'kysely';
import { multiplyMoney, sumMoney } from '#contract/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ensureTradeLink } from '#server/dropshipping/trade-link.ts';
import type { MarketplaceOrder, MarketplaceSale } from '#server/outside/marketplaces/sale.ts';
import { approvalFacts, isMarketplaceFulfilled, isReady, isUndecided, releaseFacts } from './advance.ts';
import { shipmentFacts } from './apply-shipment.ts';
import { firstReason, isAcceptedByHand, type Objections } from './approval-reason.ts';
import { findOffersOfSales, partColumns, type SoldOffer, sourceOf } from './composition.ts';
import type { OrderRow } from './facts.ts';
import { addFacts, beginDraft, newOrder, type SaleDraft } from './order-draft.ts';
import { lineColumns, remoteFacts } from './remote-facts.ts';
import { type SaleAccount, sourcesOf } from './sale-source.ts';

/**
 * Stores sales of one account that nobody has heard of, in two round trips: what stands behind their lines is read,
 * everything that follows is decided here for either answer of the shelf, and one statement writes it. Answers which
 * were stored; of the others, which are not as simple as that, nothing is written: the long way (`applyStepwise`) leads to
 * the same rows. No two of them may be one sale.
 */
export async function storeNewSales(
  tx: Tx,
  account: SaleAccount,
  sales: readonly MarketplaceSale[],
): Promise<boolean[]> {
  const simple = sales.map(({ orders: [remote, another] }) =>
    remote && !another && remote.phase !== 'canceled' ? remote : null,
  );
  const remotes = simple.filter((remote) => remote !== null);
  if (remotes.length === 0) return sales.map(() => false);
  const found = await findOffersOfSales(
    tx,
    account.id,
    remotes.map(({ lines }) => lines),
  );
  const offersOf = new Map(remotes.map((remote, n) => [remote, found[n] ?? null]));
  const drafts = sales.map((sale, n) => {
    const remote = simple[n];
    return remote ? buildInsert(tx.now(), account, sale, remote, offersOf.get(remote) ?? null) : null;
  });
  const inserts = drafts.filter((draft) => draft !== null);
  const { businessId: sellerId } = account;
  const newSupplierIds = new Set(inserts.flatMap(({ newSupplierId }) => newSupplierId ?? []));
  for (const supplierId of [...newSupplierIds].toSorted((one, other) => one - other))
    await ensureTradeLink(tx, sellerId, supplierId);
  if (inserts.length > 0) {
    const told = JSON.stringify(inserts.map(({ plan }) => plan));
    tx.addsJobs();
    tx.last(sql`select store_sales(${told}::jsonb, ${tx.now()})`.execute(tx.db));
    tx.changed(sellerId, 'orders');
  }
  for (const { fulfillerId } of inserts) if (fulfillerId !== null) tx.changed(fulfillerId, 'checkout');
  return drafts.map((draft) => draft !== null);
}

export async function storeNewSale(tx: Tx, account: SaleAccount, sale: MarketplaceSale): Promise<boolean> {
  const [stored = false] = await storeNewSales(tx, account, [sale]);
  return stored;
}

type SaleInsert = {
  plan: object;
  fulfillerId: number | null;
  /** A supplier with whom the seller has never traded. */
  newSupplierId: number | null;
};

/** What is to be written of a sale, for both answers of the shelf; null where it is not simple. */
function buildInsert(
  now: Date,
  account: SaleAccount,
  sale: MarketplaceSale,
  remote: MarketplaceOrder,
  offers: readonly SoldOffer[] | null,
): SaleInsert | null {
  // Two sales must not pass one credit limit together: that is decided under a lock.
  if (offers?.some(({ terms }) => terms && terms.creditLimit !== null)) return null;
  const known = buildDraft(account, remote, sale, offers, now);
  if (isMarketplaceFulfilled(known.order)) return null;
  const { fulfiller_id: fulfillerId, business_id: sellerId } = known.order;
  const met = withApproval(withReservation(known), offers, now);
  const short = withApproval(withShortage(known), offers, now);
  const link = offers && sourceOf(offers) ? offers : null;
  const plan = {
    order: columnsOf(met.order),
    events: met.events,
    short: { order: shortColumns(short.order), events: short.events },
    lines: remote.lines.map((line, n) => ({
      ...lineColumns(line),
      publication_variation_id: link?.[n]?.publicationVariationId ?? null,
      parts: link?.[n]?.parts.map(partColumns) ?? [],
    })),
    sources: sourcesOf(sale, remote, met.order),
  };
  const strange = fulfillerId !== null && fulfillerId !== sellerId && !offers?.[0]?.terms;
  return { plan, fulfillerId, newSupplierId: strange ? fulfillerId : null };
}

/** What the marketplace said, and where the goods would come from. */
function buildDraft(
  account: SaleAccount,
  remote: MarketplaceOrder,
  sale: MarketplaceSale,
  offers: readonly SoldOffer[] | null,
  now: Date,
): SaleDraft {
  const blank = newOrder(account, remote, now);
  const draft = beginDraft(blank, { ...remoteFacts(blank, remote), ...(offers && sourceOf(offers)) });
  const { shipment } = sale;
  if (!shipment || draft.order.shipment_id !== shipment.shipmentId) return draft;
  const change = shipmentFacts(draft.order, shipment);
  if (!change) return draft;
  return addFacts(draft, change.facts, { actor: 'marketplace', kind: change.kind, detail: change.detail });
}

const needsStock = ({ linked, fulfiller_id: fulfiller, payment }: OrderRow) =>
  linked && fulfiller !== null && payment !== 'refunded';

/** The shelf has everything: soft while unpaid, firm once paid. */
function withReservation(draft: SaleDraft): SaleDraft {
  if (!needsStock(draft.order)) return draft;
  const reserve = draft.order.payment === 'approved' ? 'firm' : 'soft';
  return addFacts(draft, { reserve }, { actor: 'system', kind: `reserved-${reserve}` });
}

function withShortage(draft: SaleDraft): SaleDraft {
  if (!needsStock(draft.order)) return draft;
  return addFacts(draft, { reserve: 'short' }, { actor: 'system', kind: 'stock-short' });
}

/** Asks for approval where somebody has to decide, else the bench gets it. */
function withApproval(draft: SaleDraft, offers: readonly SoldOffer[] | null, now: Date): SaleDraft {
  if (!isUndecided(draft.order)) return draft;
  const reason = firstReason(draft.order, objectionsTo(draft.order, offers ?? []));
  if (reason !== null)
    return addFacts(draft, approvalFacts(draft.order, reason, now), {
      actor: 'system',
      kind: 'approval-asked',
      detail: { reason },
    });
  if (!isReady(draft.order, now)) return draft;
  return addFacts(draft, releaseFacts(draft.order, now), { actor: 'system', kind: 'released' });
}

/** What speaks against a sale that has no siblings and whose prices and terms have just been read. */
function objectionsTo(order: OrderRow, offers: readonly SoldOffer[]): Objections {
  const none = {
    packMixesWarehouses: false,
    costIncreased: false,
    aboveCreditLimit: false,
    acceptedByHand: false,
  };
  if (order.fulfiller_id === order.business_id) return none;
  const asked = sumMoney(
    offers.flatMap(({ parts }) => parts.map((part) => multiplyMoney(part.unitCost, part.quantity))),
  );
  const expected = sumMoney(
    offers.map(({ publishedCost, quantity }) => multiplyMoney(publishedCost, quantity)),
  );
  const terms = offers[0]?.terms ?? null;
  return { ...none, costIncreased: asked > expected, acceptedByHand: isAcceptedByHand(terms) };
}

/** JSON is text where a query takes it, and itself inside a plan; what is null is left out. */
function columnsOf(order: OrderRow): object {
  const { buyer } = order;
  const told = Object.entries(order).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(told), buyer: typeof buyer === 'string' ? JSON.parse(buyer) : buyer };
}

/** By what a sale differs when the shelf has too little. */
function shortColumns(order: OrderRow): object {
  const { reserve, approval_reason, shown_at, released_at, status, version } = order;
  return { reserve, approval_reason, shown_at, released_at, status, version };
}
