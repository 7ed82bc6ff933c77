import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { ClaimSubject, MarketplaceClaim } from '#server/outside/marketplaces/conversations.ts';

type Account = { businessId: number; accountId: number };
export type ClaimedSale = { id: number; remoteId: string };

/** Our sales for an id of the marketplace, the first of a cart first; empty while they are not stored here. */
export async function salesOf(
  tx: Tx,
  { businessId, accountId }: Account,
  { what, id }: ClaimSubject,
): Promise<ClaimedSale[]> {
  const by =
    what === 'parcel'
      ? sql`o.shipment_id = ${id}`
      : what === 'order'
        ? sql`o.remote_order_id = ${id}`
        : sql`(o.pack_id = ${id} or o.remote_order_id = ${id})`;
  const { rows } = await sql<ClaimedSale>`select o.id, o.remote_order_id as "remoteId" from orders o
    where o.business_id = ${businessId} and o.account_id = ${accountId} and ${by} order by o.id`.execute(
    tx.db,
  );
  return rows;
}

const namedBy = (units: MarketplaceClaim['units']): string[] => [
  ...new Set(units?.flatMap(({ order }) => order ?? [])),
];

/** The sales of a claim: those that its units name, otherwise all sales of its subject. */
export async function salesOfClaim(
  tx: Tx,
  account: Account,
  { about, units }: Pick<MarketplaceClaim, 'about' | 'units'>,
): Promise<ClaimedSale[]> {
  const found: ClaimedSale[] = [];
  for (const id of namedBy(units)) found.push(...(await salesOf(tx, account, { what: 'order', id })));
  if (found.length > 0) return found.toSorted((one, other) => one.id - other.id);
  return about ? salesOf(tx, account, about) : [];
}

/** Sales that the claim names and that are not stored here. */
export async function unknownSales(
  tx: Tx,
  account: Account,
  { about, units }: Pick<MarketplaceClaim, 'about' | 'units'>,
): Promise<string[]> {
  const named = new Set(namedBy(units));
  if (about?.what === 'order') named.add(about.id);
  const unknown: string[] = [];
  for (const id of named)
    if ((await salesOf(tx, account, { what: 'order', id })).length === 0) unknown.push(id);
  return unknown;
}

/** Stores the sales of a claim and returns those that it no longer covers. Sales whose units were received stay. */
export async function writeClaimSales(
  tx: Tx,
  businessId: number,
  chatId: number,
  sales: readonly ClaimedSale[],
): Promise<number[]> {
  const ids = sales.map(({ id }) => id);
  if (ids.length === 0) return [];
  await sql`insert into claim_sales (business_id, chat_id, order_id)
    select ${businessId}, ${chatId}, id from unnest(${ids}::bigint[]) as id
    on conflict (business_id, chat_id, order_id) do nothing`.execute(tx.db);
  const { rows } = await sql<{ id: number }>`delete from claim_sales where chat_id = ${chatId}
    and received_at is null and order_id <> all(${ids}::bigint[]) returning order_id as id`.execute(tx.db);
  // The claim's own thread replaces the one that the parcel opened.
  await sql`delete from chats p using claim_sales s where s.chat_id = ${chatId} and p.source = 'parcel'
    and p.order_id = s.order_id and p.business_id = s.business_id`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** The sales expect a return while the marketplace says that the parcel is coming. */
export async function followReturn(
  tx: Tx,
  businessId: number,
  claim: MarketplaceClaim,
  sales: readonly ClaimedSale[],
  left: readonly number[],
): Promise<void> {
  const back = claim.return;
  if (!back?.toSeller) return;
  const ids = [...sales.map(({ id }) => id), ...left].toSorted((one, other) => one - other);
  for (const orderId of ids)
    if (back.step === 'ended' || left.includes(orderId))
      await tx.publish('return.dropped', { businessId, orderId });
    else {
      const { trackingCode } = back;
      await tx.publish('return.expected', { businessId, orderId, reason: claim.reason, trackingCode });
    }
}
