import { sql } from 'kysely';
import { canAct } from '#contract/acts.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { type Centavos, multiplyMoney, sumMoney } from '#contract/money.ts';
import { orderActs } from '#contract/orders/order-states.ts';
import { resultOf, type SaleMoneyFacts } from '#contract/orders/sale-result.ts';
import type { Substitute, substitutes } from '#contract/orders/substitute.ts';
import { findOffers, type Offer } from '#server/advertisements/composition.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ensureTradeLink } from '#server/dropshipping/trade-link.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { moneyFactsOf, orderBase, reachOf } from '#server/orders/order-list.ts';
import { advanceLocked, partsOf } from '#server/orders/sale/advance.ts';
import { partColumns, readOfferPart } from '#server/orders/sale/composition.ts';
import { loadFacts, lockOrder, writeFacts } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { chooseOffers } from './choose-offers.ts';
import { keepMovedSale } from './refused-sale.ts';
import {
  type CandidateRow,
  findCandidates,
  findScorecards,
  hasBeenInvoiced,
  type ScorecardRow,
} from './substitute.queries.ts';

/** The number of alternatives shown. */
const mostShown = 20;

/** Refused or short, and picking has not begun: its units may come from elsewhere. */
function lacksSource(order: OrderRow): boolean {
  const lost = order.refused_at !== null || order.reserve === 'short';
  return lost && canAct(orderActs, 'substitute', order.status) && order.linked && order.picking_by === null;
}

/** Every warehouse that has all parts of the sale, the best match first, then the cheapest. */
export async function listSubstitutes(
  tx: Tx,
  actor: Actor,
  orderId: number,
): Promise<ResponseOf<typeof substitutes.list>> {
  const { order, facts } = await readOwn(tx, actor, orderId);
  if (!lacksSource(order)) return { items: [], invoiced: false };
  if (await hasBeenInvoiced(tx, orderId)) return { items: [], invoiced: true };
  const wanted = (await partsOf(tx, orderId)).map((part) => part.id);
  const found = [...Map.groupBy(await findCandidates(tx, orderId), (row) => row.warehouse_id).values()]
    .flatMap((rows) => {
      const parts = chooseOffers(wanted, rows);
      return parts ? [parts] : [];
    })
    .toSorted((one, other) => rankOf(one) - rankOf(other) || costOf(one) - costOf(other))
    .slice(0, mostShown);
  const suppliers = [...new Set(found.map(([part]) => part?.supplier_id ?? 0))];
  const scorecards = new Map(
    (await findScorecards(tx, suppliers)).map((row) => [row.supplier_id, row] as const),
  );
  return { items: found.map((parts) => viewSubstitute(actor, parts, facts, scorecards)), invoiced: false };
}

/** How many times the whole sale is available. */
function timesOf(parts: readonly CandidateRow[]): number {
  const byOffer = Map.groupBy(parts, (part) => part.offer_id).values();
  return Math.min(
    ...byOffer.map((rows) =>
      Math.floor((rows[0]?.available ?? 0) / rows.reduce((sum, row) => sum + row.quantity, 0)),
    ),
  );
}

const rankOf = (parts: readonly CandidateRow[]) => (parts.every((part) => part.same_gtin) ? 0 : 1);
const costOf = (parts: readonly CandidateRow[]) =>
  sumMoney(parts.map((part) => multiplyMoney(part.price_centavos, part.quantity)));

function viewSubstitute(
  actor: Actor,
  parts: readonly CandidateRow[],
  facts: SaleMoneyFacts,
  scorecards: ReadonlyMap<number, ScorecardRow>,
): Substitute {
  const [first] = parts;
  if (!first) return fail('internal');
  const priced = actorCan(actor, 'prices.read');
  const own = first.supplier_id === actor.businessId;
  const card = scorecards.get(first.supplier_id);
  const matchOf = (sameGtin: boolean) => (sameGtin ? ('gtin' as const) : ('alike' as const));
  return {
    supplier: { id: first.supplier_id, name: first.supplier_name },
    own,
    warehouse: { id: first.warehouse_id, name: first.warehouse },
    city: first.city,
    match: matchOf(parts.every((part) => part.same_gtin)),
    parts: parts.map((part) => ({
      ...{ partId: part.part, quantity: part.quantity, sku: part.sku, available: part.available },
      offer: { id: part.offer_id, name: part.name },
      match: matchOf(part.same_gtin),
      ...(priced && { price: part.price_centavos }),
    })),
    available: timesOf(parts),
    ...(priced && leftOf(facts, costOf(parts))),
    acceptedByHand: !own && (card?.acceptedByHand ?? false),
    scorecard: own || !card ? null : pickScorecard(card),
  };
}

function leftOf(facts: SaleMoneyFacts, cost: Centavos) {
  const { profit, atMost } = resultOf({ ...facts, cost });
  return { cost, margin: profit, marginAtMost: atMost };
}

const pickScorecard = ({ sales, dated, onTime, refused, short }: ScorecardRow) => ({
  ...{ sales, dated, onTime, refused, short },
});

async function readOwn(
  tx: Tx,
  actor: Actor,
  orderId: number,
): Promise<{ order: OrderRow; facts: SaleMoneyFacts }> {
  const found = await orderBase(tx, reachOf(actor)).where('o.id', '=', orderId).executeTakeFirst();
  if (!found) return fail('not_found');
  return { order: await loadFacts(tx, orderId), facts: moneyFactsOf(found) };
}

/**
 * Ships the sale from elsewhere: its parts become the new offers at their current price, which the seller has seen and
 * so approved; they are reserved in the same transaction or nothing happens. The supplier before is notified that the
 * sale is over for them.
 */
export async function takeSubstitute(
  tx: Tx,
  actor: Actor,
  orderId: number,
  { parts: chosen }: BodyOf<typeof substitutes.take>,
): Promise<void> {
  const order = await lockOrder(tx, orderId, sql`business_id = ${actor.businessId}`);
  if (order.canceled_at) fail('order_canceled');
  if (!lacksSource(order) || (await hasBeenInvoiced(tx, orderId))) fail('state_conflict');
  const offers = await findChosen(tx, order, chosen);
  const [source] = offers.values();
  if (!source) return fail('offer_not_available');
  if ([...offers.values()].some((offer) => offer.warehouse_id !== source.warehouse_id))
    fail('mixed_warehouses');
  if (source.business_id !== actor.businessId)
    await ensureTradeLink(tx, actor.businessId, source.business_id);
  await keepMovedSale(tx, order);
  await moveParts(tx, order, offers);
  const before = order.fulfiller_id;
  const moved = await writeFacts(tx, order, factsFrom(source), {
    actor: 'seller',
    userId: actor.userId,
    kind: 'substituted',
    detail: { from: await nameOf(tx, before), to: await nameOf(tx, source.business_id) },
  });
  if (before !== null && before !== source.business_id) tx.changed(before, 'checkout');
  const after = await advanceLocked(tx, moved);
  if (after.reserve === 'short') fail('insufficient_stock');
}

/** A sale with another source is as if just paid: nothing is decided, shown or printed yet. */
const factsFrom = (source: Offer) => ({
  fulfiller_id: source.business_id,
  warehouse_id: source.warehouse_id,
  refused_at: null,
  refused_reason: null,
  reserve: 'none' as const,
  approval_reason: null,
  approved_reasons: ['cost-changed'],
  released_at: null,
  shown_at: null,
  label_file_id: null,
  label_zpl_file_id: null,
  label_printed_at: null,
});

/** The offer of each part: only shown offers may be taken, and together no more than each has. */
async function findChosen(
  tx: Tx,
  order: OrderRow,
  chosen: BodyOf<typeof substitutes.take>['parts'],
): Promise<Map<number, Offer>> {
  const candidates = await findCandidates(tx, order.id);
  const offers = new Map(
    (
      await findOffers(
        tx,
        chosen.map(({ offer }) => offer),
      )
    ).map((offer) => [offer.id, offer]),
  );
  const found = new Map<number, Offer>();
  const left = new Map<number, number>();
  for (const part of await partsOf(tx, order.id)) {
    const wanted = chosen.find((one) => one.partId === part.id);
    const offer = wanted && offers.get(wanted.offer);
    const shown = candidates.find((row) => row.part === part.id && row.offer_id === wanted?.offer);
    if (!offer || !shown) return fail('offer_not_available');
    const rest = (left.get(offer.id) ?? shown.available) - part.quantity;
    if (rest < 0) return fail('insufficient_stock');
    left.set(offer.id, rest);
    found.set(part.id, offer);
  }
  return found;
}

async function moveParts(tx: Tx, order: OrderRow, offers: ReadonlyMap<number, Offer>): Promise<void> {
  for (const part of await partsOf(tx, order.id)) {
    const offer = offers.get(part.id);
    const taken = offer && (await readOfferPart(tx, offer.business_id, offer.id));
    if (!taken) return fail('offer_not_available');
    await tx.db
      .updateTable('order_parts')
      .set({ fulfiller_id: taken.supplierId, ...partColumns({ ...taken, quantity: part.quantity }) })
      .where('id', '=', part.id)
      .execute();
    await tx.db
      .updateTable('order_lines')
      .set({ fulfiller_id: taken.supplierId })
      .where('id', '=', part.line_id)
      .execute();
  }
}

async function nameOf(tx: Tx, businessId: number | null): Promise<string> {
  const row = await tx.db
    .selectFrom('businesses')
    .select('name')
    .where('id', '=', businessId ?? 0)
    .executeTakeFirst();
  return row?.name ?? '';
}
