import { messages } from '#contract/messages/index.ts';
import type { Locale } from '#contract/messages/locale.ts';
import type { LabelHindrance } from '#contract/orders/parcel-label.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lockAtBench } from '#server/orders/checkout/lock-at-bench.ts';
import { hasOwnLabel, writeFacts } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import type { Label } from './label.ts';
import { drawOwn, type LabelCall } from './print-label.ts';

/**
 * Our label goes onto a parcel whose channel has none yet; `why` is the reason that the packer saw. A document or label
 * that has arrived meanwhile is used instead; only a request for the label shows whether the marketplace would answer
 * now.
 */
export async function printParcelLabel(tx: Tx, actor: Actor, id: number, why: LabelHindrance): Promise<void> {
  const { order } = await lockAtBench(tx, actor, id, 'printParcelLabel');
  if (hasOwnLabel(order) || !stillHinders(order, why)) fail('label_at_hand');
  const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'parcel-label-printed' } as const;
  await writeFacts(tx, order, { parcel_label_at: tx.now() }, { ...cause, detail: { why } });
}

function stillHinders(order: OrderRow, why: LabelHindrance): boolean {
  if (order.label_printed_at) return false;
  if (why !== 'invoice_required') return true;
  return order.document !== 'accepted' && order.document !== 'not_required';
}

/** The label of a parcel that was given ours, on paper, in the language of the person who prints it. */
export async function drawParcelLabel(call: LabelCall, order: OrderRow, locale: Locale): Promise<Label> {
  if (!order.parcel_label_at) fail('label_not_ready');
  const { title, text } = messages[locale].orders.parcelLabel;
  const number = order.remote_order_id ? `${order.marketplace ?? ''} ${order.remote_order_id}`.trim() : '';
  return drawOwn(call, order, { title, text: [text, number].filter(Boolean).join(' ') });
}
