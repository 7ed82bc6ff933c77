import { fail } from '#server/fault.ts';
import { withAccount } from '#server/marketplaces/account-access.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { sellerAccount } from '#server/orders/sync/upstream.ts';
import type { LabelFormat } from '#server/outside/marketplaces/capabilities.ts';
import type { Parcels } from '#server/outside/marketplaces/sales-port.ts';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import type { LabelCall } from './print-label.ts';

type Labels = { files: Buffer[]; refused: Map<string, string> };

/** Labels of sales of one account, as many per call as the marketplace allows; a parcel without one gets a reason. */
export async function labelsOfAccount(
  call: LabelCall,
  orders: readonly OrderRow[],
  format: LabelFormat,
): Promise<Labels> {
  const [first] = orders;
  const labels: Labels = { files: [], refused: new Map() };
  if (!first) return labels;
  // Sales of one pack leave in one parcel.
  const parcels = [...new Set(orders.map((order) => order.shipment_id ?? ''))];
  await withAccount(sellerAccount(call, first), first.account_id ?? 0, async (session) => {
    const { marketplace } = session;
    const ask = marketplace.parcels.labels ?? fail('label_refused');
    const { labelBatch } = marketplace.capabilities(session.tags);
    for (let at = 0; at < parcels.length; at += labelBatch)
      await fetchLabelBatch(ask, session, parcels.slice(at, at + labelBatch), format, labels);
  });
  return labels;
}

/** A parcel without a label fails the whole call, so the others are requested again without it. */
async function fetchLabelBatch(
  ask: NonNullable<Parcels['labels']>,
  session: SellerSession,
  parcels: readonly string[],
  format: LabelFormat,
  labels: Labels,
): Promise<void> {
  let open = [...parcels];
  while (open.length > 0) {
    const answer = await ask(session, open, format);
    if (answer.kind === 'labels') {
      labels.files.push(answer.bytes);
      return;
    }
    const named = answer.parcels.filter(({ parcelId }) => open.includes(parcelId));
    const refused = named.length > 0 ? named : open.map((parcelId) => ({ parcelId, reason: answer.reason }));
    for (const { parcelId, reason } of refused) labels.refused.set(parcelId, reason || answer.reason);
    open = open.filter((parcelId) => !labels.refused.has(parcelId));
  }
}
