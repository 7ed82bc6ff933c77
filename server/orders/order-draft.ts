import { statusOf } from '#contract/orders/order-states.ts';
import type { MarketplaceOrder } from '#server/outside/marketplaces/sale.ts';
import { type ChangeCause, type FactsColumns, factsOf, type OrderRow } from './facts.ts';
import type { SaleAccount } from './sale-source.ts';

/** A sale of a marketplace before anything is known of it but that it is there; its id is not yet drawn. */
export function newOrder(account: SaleAccount, remote: MarketplaceOrder, now: Date): OrderRow {
  return {
    ...orderDefaults,
    id: 0,
    business_id: account.businessId,
    account_id: account.id,
    marketplace: account.marketplace,
    remote_order_id: remote.remoteId,
    buyer_name: remote.buyer.nickname ?? '',
    total_centavos: remote.total,
    purchased_at: remote.purchasedAt,
    line_words: remote.lines.map(({ title, sku }) => `${title} ${sku}`).join(' '),
    created_at: now,
    updated_at: now,
  };
}

const orderDefaults = {
  fulfiller_id: null,
  warehouse_id: null,
  pack_id: null,
  pack_pending: false,
  shipment_id: null,
  buyer: {},
  logistic_type: '',
  payment: 'pending',
  paid_at: null,
  payment_expires_at: null,
  fraud_risk: false,
  remote_updated_at: null,
  interest_centavos: 0,
  discount_centavos: 0,
  reserve: 'none',
  linked: false,
  approval_reason: null,
  approved_reasons: [],
  refused_at: null,
  refused_reason: null,
  document: 'missing',
  document_error: null,
  invoice_file_id: null,
  invoice_key: null,
  label_ready: false,
  label_available_at: null,
  label_file_id: null,
  label_zpl_file_id: null,
  label_printed_at: null,
  shown_at: null,
  released_at: null,
  picking_by: null,
  picking_at: null,
  attempt: 0,
  packed_at: null,
  packed_by: null,
  collected_at: null,
  sent_at: null,
  delivered_at: null,
  shipment_status: '',
  shipment_substatus: '',
  shipment_step: null,
  shipment_progress: 0,
  marketplace_fulfilled: false,
  shipment_updated_at: null,
  shipment_checked_at: null,
  dispatch_limit: null,
  promised_at: null,
  tracking_code: '',
  canceled_at: null,
  canceled_by: null,
  canceled_reason: null,
  remote_cancel: null,
  remote_cancel_error: null,
  return_expected: false,
  put_back: false,
  status: 'waiting_payment',
  search: null,
  version: 1,
} satisfies Partial<OrderRow>;

/** One line of a history that is still to be written. */
export type DraftEvent = {
  fulfiller_id: number | null;
  actor: ChangeCause['actor'];
  kind: string;
  status_from: string | null;
  status_to: string | null;
  detail: object;
};

/** A sale as it would stand, with the history that brought it there: what `writeFacts` does to a row, before there is one. */
export type SaleDraft = { order: OrderRow; events: DraftEvent[] };

/** The history begins with the status the sale has when it is met. */
export function beginDraft(blank: OrderRow, facts: FactsColumns): SaleDraft {
  const order = withStatus({ ...blank, ...facts } as OrderRow);
  const created = eventOf(order, { actor: 'marketplace', kind: 'created' }, null);
  if (order.linked) return { order, events: [created] };
  return {
    order,
    events: [created, eventOf(order, { actor: 'system', kind: 'unlinked' }, order.status)],
  };
}

export function addFacts(draft: SaleDraft, facts: FactsColumns, cause: ChangeCause): SaleDraft {
  const before = draft.order;
  const order = withStatus({ ...before, ...facts, version: before.version + 1 } as OrderRow);
  return { order, events: [...draft.events, eventOf(order, cause, before.status)] };
}

function withStatus(order: OrderRow): OrderRow {
  return { ...order, status: statusOf(factsOf(order)) };
}

function eventOf(order: OrderRow, cause: ChangeCause, before: string | null): DraftEvent {
  const moved = before !== order.status;
  return {
    fulfiller_id: order.fulfiller_id,
    actor: cause.actor,
    kind: cause.kind,
    status_from: moved ? before : null,
    status_to: moved ? order.status : null,
    detail: cause.detail ?? {},
  };
}
