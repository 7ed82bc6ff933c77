import { sql } from 'kysely';
import { multiplyMoney, sumMoney } from '#contract/money.ts';
import type { ApprovalReason } from '#contract/orders/order-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ensureTradeLink } from '#server/dropshipping/trade-link.ts';
import { approvalFacts, isFull, isReady, isUndecided, releaseFacts } from './advance.ts';
import type { RemoteSale } from './apply-order.ts';
import { shipmentFacts } from './apply-shipment.ts';
import { addFacts, beginDraft, blankOrder, type SaleDraft } from './blank-order.ts';
import { findSoldOffers, partColumns, type SoldOffer, sourceOf } from './composition.ts';
import type { OrderRow } from './facts.ts';
import { lineColumns, remoteFacts } from './remote-facts.ts';
import type { RemoteOrder } from './remote-order.ts';
import { type SaleAccount, sourcesOf } from './sale-source.ts';

/**
 * Stores a sale that nobody has heard of, in two round trips: what stands behind its lines is read, everything that
 * follows is decided here for either answer of the shelf, and one statement writes it. False, with nothing written,
 * where it is not as simple as that: the long way (`applySale`) leads to the same rows.
 */
export async function storeNewSale(tx: Tx, account: SaleAccount, sale: RemoteSale): Promise<boolean> {
  const [remote, another] = sale.orders;
  if (!remote || another || remote.phase === 'canceled') return false;
  const offers = await findSoldOffers(tx, account.id, remote.lines);
  // Two sales must not pass one credit limit together: that is decided under a lock.
  if (offers?.some(({ terms }) => terms && terms.creditLimit !== null)) return false;
  const known = drawUp(account, remote, sale, offers, tx.now());
  if (isFull(known.order)) return false;
  const { fulfiller_id: fulfillerId, business_id: sellerId } = known.order;
  if (fulfillerId !== null && fulfillerId !== sellerId && !offers?.[0]?.terms)
    await ensureTradeLink(tx, sellerId, fulfillerId);
  const now = tx.now();
  const met = decide(secure(known), offers, now);
  const short = decide(lack(known), offers, now);
  const link = offers && sourceOf(offers) ? offers : null;
  const plan = {
    order: columnsOf(met.order),
    events: met.events,
    short: { order: columnsOf(short.order), events: short.events },
    lines: remote.lines.map((line, n) => ({
      ...lineColumns(line),
      publication_variation_id: link?.[n]?.publicationVariationId ?? null,
      parts: link?.[n]?.parts.map(partColumns) ?? [],
    })),
    sources: sourcesOf(sale, remote, met.order),
  };
  tx.last(sql`select store_sale(${JSON.stringify(plan)}::jsonb, ${now})`.execute(tx.db));
  tx.changed(sellerId, 'orders');
  if (fulfillerId !== null) tx.changed(fulfillerId, 'checkout');
  return true;
}

/** What the marketplace said, and where the goods would come from. */
function drawUp(
  account: SaleAccount,
  remote: RemoteOrder,
  sale: RemoteSale,
  offers: readonly SoldOffer[] | null,
  now: Date,
): SaleDraft {
  const blank = blankOrder(account, remote, now);
  const draft = beginDraft(blank, { ...remoteFacts(blank, remote), ...(offers && sourceOf(offers)) });
  const { shipment } = sale;
  if (!shipment || draft.order.shipment_id !== shipment.shipmentId) return draft;
  const change = shipmentFacts(draft.order, shipment);
  if (!change) return draft;
  return addFacts(draft, change.facts, { actor: 'marketplace', kind: change.kind, detail: change.detail });
}

const wantsShelf = ({ linked, fulfiller_id: fulfiller, payment }: OrderRow) =>
  linked && fulfiller !== null && payment !== 'refunded';

/** The shelf has everything: soft while unpaid, firm once paid. */
function secure(draft: SaleDraft): SaleDraft {
  if (!wantsShelf(draft.order)) return draft;
  const reserve = draft.order.payment === 'approved' ? 'firm' : 'soft';
  return addFacts(draft, { reserve }, { actor: 'system', kind: `reserved-${reserve}` });
}

function lack(draft: SaleDraft): SaleDraft {
  if (!wantsShelf(draft.order)) return draft;
  return addFacts(draft, { reserve: 'short' }, { actor: 'system', kind: 'stock-short' });
}

/** Asks for approval where somebody has to decide, else the bench gets it. */
function decide(draft: SaleDraft, offers: readonly SoldOffer[] | null, now: Date): SaleDraft {
  if (!isUndecided(draft.order)) return draft;
  const reason = firstReason(draft.order, offers ?? []);
  if (reason !== null)
    return addFacts(draft, approvalFacts(draft.order, reason, now), {
      actor: 'system',
      kind: 'approval-asked',
      detail: { reason },
    });
  if (!isReady(draft.order, now)) return draft;
  return addFacts(draft, releaseFacts(draft.order, now), { actor: 'system', kind: 'released' });
}

/** As `nextReason`, of a sale that has no siblings and whose prices and terms have just been read. */
function firstReason(order: OrderRow, offers: readonly SoldOffer[]): ApprovalReason | null {
  if (order.reserve === 'short') return 'stock-short';
  if (order.reserve !== 'firm' || order.fulfiller_id === order.business_id) return null;
  const asked = sumMoney(
    offers.flatMap(({ parts }) => parts.map((part) => multiplyMoney(part.unitCost, part.quantity))),
  );
  const reckoned = sumMoney(
    offers.map(({ publishedCost, quantity }) => multiplyMoney(publishedCost, quantity)),
  );
  if (asked > reckoned) return 'cost-changed';
  const terms = offers[0]?.terms;
  return terms && (terms.acceptMode === 'manual' || terms.state === 'blocked') ? 'manual-accept' : null;
}

/** JSON is text where a query takes it, and itself inside a plan. */
function columnsOf(order: OrderRow): object {
  const { buyer } = order;
  return { ...order, buyer: typeof buyer === 'string' ? JSON.parse(buyer) : buyer };
}
