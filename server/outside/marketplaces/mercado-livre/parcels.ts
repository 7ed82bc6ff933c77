import { z } from 'zod';

import type { Centavos } from '#contract/money.ts';
import { beside, orNull, understood } from '../answers.ts';
import { type MarketplaceParcel, type MissingPart, OtherResource } from '../sale.ts';
import type { Parcels } from '../sales-port.ts';
import type { SellerSession } from '../seller-session.ts';
import { MercadoLivreError } from './client.ts';
import { readLabel, readLabels } from './label.ts';
import { remoteId } from './order.ts';
import { readFreightCost, readParcel } from './parcel.ts';

export const parcels: Parcels = {
  read: readParcelOf,
  ordersOf: readOrdersOf,
  sendDocument,
  arrange: null,
  label: readLabel,
  labels: readLabels,
  report: null,
};

export async function readParcelOf(
  session: SellerSession,
  id: string,
  { withLimit, withFreight } = { withLimit: true, withFreight: true },
): Promise<{ parcel: MarketplaceParcel; missing: MissingPart[] } | null> {
  const missing: MissingPart[] = [];
  const [answer, sla, freight] = await Promise.all([
    orNull(() => session.call(`/shipments/${id}`, { headers: { 'x-format-new': 'true' } })),
    withLimit ? beside('limit', missing, () => orNull(() => session.call(`/shipments/${id}/sla`))) : null,
    withFreight ? beside('freight', missing, () => readCosts(session, id)) : null,
  ]);
  if (!answer) return null;
  const parcel = understood(() => readParcel(answer.json, sla?.json, freight ?? null), `shipment ${id}`);
  if (parcel.shipmentId !== id)
    throw new OtherResource(`shipment ${id}`, 'other_resource', parcel.shipmentId);
  return { parcel: withLimit ? parcel : { ...parcel, dispatchLimit: null }, missing };
}

async function readCosts(session: SellerSession, id: string): Promise<Centavos | null> {
  const answer = await orNull(() => session.call(`/shipments/${id}/costs`));
  return (
    answer && understood(() => readFreightCost(answer.json, session.remoteUserId), `costs of shipment ${id}`)
  );
}

const items = z.array(z.looseObject({ order_id: remoteId.nullish() }));

async function readOrdersOf(session: SellerSession, id: string): Promise<string[]> {
  const answer = await orNull(() => session.call(`/shipments/${id}/items`));
  const ids = items.safeParse(answer?.json).data?.flatMap(({ order_id }) => order_id ?? []) ?? [];
  return [...new Set(ids)];
}

const stored = z.looseObject({ fiscal_key: z.string() });
/** Refused because there is one already: ours, from a try whose answer was lost, or another. */
const already = new Set(['shipment_invoice_already_saved', 'duplicated_fiscal_key']);

async function sendDocument(
  session: SellerSession,
  id: string,
  { bytes, key }: { bytes: Buffer; key: string },
): Promise<string | null> {
  const path = `/shipments/${id}/invoice_data/?siteId=${session.siteId}`;
  try {
    await session.call(path, { method: 'POST', raw: { bytes, contentType: 'application/xml' } });
    return null;
  } catch (error) {
    if (!(error instanceof MercadoLivreError) || error.retryable) throw error;
    if (!already.has(error.code)) return error.code;
    // The parcel may have no document at all: then it is another's that has this key.
    const answer = await orNull(() => session.call(path));
    return stored.safeParse(answer?.json).data?.fiscal_key === key ? null : error.code;
  }
}
