import type { ApprovalReason } from '#contract/orders/order-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { unpaidTotal } from '#server/dropshipping/dropinvoice/accrual.ts';
import { currentCost, partsCost, publishedCost } from '#server/orders/order-cost.ts';
import type { OrderRow } from './order-row.ts';

/** The facts against releasing a sale to the bench. */
export type Objections = {
  packMixesWarehouses: boolean;
  costIncreased: boolean;
  aboveCreditLimit: boolean;
  acceptedByHand: boolean;
};

/** The order in which approvals are requested, one at a time; null if nothing is left to decide. */
export function firstReason(
  order: Pick<OrderRow, 'reserve' | 'released_at' | 'approved_reasons'>,
  found: Objections,
): ApprovalReason | null {
  const approved = (reason: ApprovalReason) => order.approved_reasons.includes(reason);
  if (found.packMixesWarehouses && !approved('mixed-warehouse')) return 'mixed-warehouse';
  if (order.reserve === 'short') return 'stock-short';
  if (order.reserve !== 'firm' || order.released_at) return null;
  // An approved cost is asked about again if it has risen once more.
  if (found.costIncreased) return 'cost-changed';
  if (found.aboveCreditLimit && !approved('credit-limit')) return 'credit-limit';
  return found.acceptedByHand && !approved('manual-accept') ? 'manual-accept' : null;
}

/** Whether sales between these two need the acceptance of the supplier. */
export function isAcceptedByHand(terms: { acceptMode: string; state: string } | null): boolean {
  return terms !== null && (terms.acceptMode === 'manual' || terms.state === 'blocked');
}

/** The open decisions about a paid sale. Reads as the seller. */
export async function nextReason(tx: Tx, order: OrderRow): Promise<ApprovalReason | null> {
  const found: Objections = {
    packMixesWarehouses: await mixesWarehouses(tx, order),
    costIncreased: false,
    aboveCreditLimit: false,
    acceptedByHand: false,
  };
  if (order.reserve !== 'firm' || order.released_at) return firstReason(order, found);
  found.costIncreased = await hasCostIncreased(tx, order);
  const link = await findLink(tx, order);
  if (link) {
    found.aboveCreditLimit = await isAboveLimit(tx, order, link.credit_limit_centavos);
    found.acceptedByHand = isAcceptedByHand({ acceptMode: link.accept_mode, state: link.state });
  }
  return firstReason(order, found);
}

async function mixesWarehouses(tx: Tx, order: OrderRow): Promise<boolean> {
  if (order.pack_id === null || order.released_at) return false;
  const rows = await tx.db
    .selectFrom('orders')
    .select('warehouse_id')
    .distinct()
    .where('account_id', '=', order.account_id)
    .where('pack_id', '=', order.pack_id)
    .where('canceled_at', 'is', null)
    .where('warehouse_id', 'is not', null)
    .execute();
  return rows.length > 1;
}

/** A sale that costs more than expected when it was published (or last approved). A lower cost needs no approval. */
async function hasCostIncreased(tx: Tx, order: OrderRow): Promise<boolean> {
  if (order.fulfiller_id === order.business_id) return false;
  const approved = order.approved_reasons.includes('cost-changed');
  const expected = approved ? await partsCost(tx, order.id) : await publishedCost(tx, order.id);
  return expected !== null && (await currentCost(tx, order.id)) > expected;
}

/** The terms between both sides, locked, so that two sales never exceed one limit together. */
async function findLink(tx: Tx, order: OrderRow) {
  if (order.fulfiller_id === null || order.fulfiller_id === order.business_id) return undefined;
  return tx.db
    .selectFrom('trade_links')
    .select(['accept_mode', 'state', 'credit_limit_centavos'])
    .where('seller_id', '=', order.business_id)
    .where('supplier_id', '=', order.fulfiller_id)
    .forUpdate()
    .executeTakeFirst();
}

/** Exposure: open and closed unpaid invoices and firm reservations, at cost, including this sale. */
async function isAboveLimit(tx: Tx, order: OrderRow, limit: number | null): Promise<boolean> {
  if (limit === null || order.fulfiller_id === null) return false;
  const owed = await unpaidTotal(tx, { sellerId: order.business_id, supplierId: order.fulfiller_id });
  const reserved = await tx.db
    .selectFrom('order_parts as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select((eb) =>
      eb.fn
        .coalesce(eb.fn.sum<number>(eb('p.unit_cost_centavos', '*', eb.ref('p.quantity'))), eb.lit(0))
        .as('total'),
    )
    .where('o.business_id', '=', order.business_id)
    .where('o.fulfiller_id', '=', order.fulfiller_id)
    .where('o.reserve', '=', 'firm')
    .executeTakeFirstOrThrow();
  return owed + reserved.total > limit;
}
