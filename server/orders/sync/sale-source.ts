import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { isOlder, isOldNews } from '#server/orders/sale/remote-facts.ts';
import type {
  MarketplaceOrder,
  MarketplaceParcel,
  MarketplaceSale,
} from '#server/outside/marketplaces/sale.ts';
import type { Sealer } from '#server/seal.ts';

/** The account of a sale, and its marketplace. */
export type SaleAccount = { id: number; businessId: number; marketplace: string };

export type SourceKind = 'order' | 'shipment' | 'sla' | 'pack' | 'billing';

export type Source = { kind: SourceKind; body: unknown };

/** The answers about one of the sales that were fetched together, without those older than what `order` contains. */
export function sourcesOf(sale: MarketplaceSale, remote: MarketplaceOrder, order: OrderRow): Source[] {
  const { shipment, billing } = sale;
  return [
    ...(isOlder(order, remote) ? [] : [{ kind: 'order' as const, body: remote.raw }]),
    ...(billing ? [{ kind: 'billing' as const, body: billing }] : []),
    ...(shipment && order.shipment_id === shipment.shipmentId ? parcelSources(shipment, order) : []),
  ];
}

export function parcelSources(shipment: MarketplaceParcel, order: OrderRow): Source[] {
  if (isOldNews(order, shipment)) return [];
  const { raw, rawSla } = shipment;
  return [{ kind: 'shipment', body: raw }, ...(rawSla ? [{ kind: 'sla' as const, body: rawSla }] : [])];
}

/** An answer in its stored form; `digest` tells whether it changed without decrypting it. */
export type SealedSource = { sealed: string; digest: string };

/** Each marketplace returns the buyer's document in a different answer, so all answers are stored encrypted. */
export function sealSource(sealer: Sealer, body: unknown): SealedSource {
  const text = JSON.stringify(body);
  return { sealed: sealer.seal('billing-info', text), digest: sealer.digest('billing-digest', text) };
}

export function openSource(sealer: Sealer, { sealed }: SealedSource): unknown {
  return JSON.parse(sealer.unseal('billing-info', sealed));
}

/** Answers about a sale whose buyer was erased are deleted, because they name the buyer. */
export async function forgetSources(tx: Tx, orderId: number): Promise<void> {
  await sql`update order_sources set body = ${JSON.stringify(sealSource(tx.sealer, null))}::jsonb
    where order_id = ${orderId}`.execute(tx.db);
}

/**
 * Stores the marketplace's answers unchanged, the latest of each kind, and billing data in our terms. An equal one is
 * not written again, and none of an erased buyer.
 */
export async function keepSources(
  tx: Tx,
  reported: readonly { order: OrderRow; sources: readonly Source[] }[],
): Promise<void> {
  const kept = reported.filter(({ order }) => order.buyer_erased_at === null);
  const rows = kept.flatMap(({ order, sources }) =>
    sources.map(({ kind, body }) => ({
      kind,
      body: sealSource(tx.sealer, body),
      business_id: order.business_id,
      order_id: order.id,
    })),
  );
  await sql`
    insert into order_sources as kept (business_id, order_id, kind, body, received_at)
    select s.business_id, s.order_id, s.kind, s.body, ${tx.now()}::timestamptz
    from jsonb_populate_recordset(null::order_sources, ${JSON.stringify(rows)}::jsonb) s
    on conflict (order_id, kind) do update set body = excluded.body, received_at = excluded.received_at
    where kept.body->'digest' is distinct from excluded.body->'digest'`.execute(tx.db);
}
