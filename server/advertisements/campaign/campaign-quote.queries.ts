import { sql } from 'kysely';
import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { baseQuery, type LinkedAd, shownPrice, variationsOfAd } from './campaign-ad.queries.ts';

/** Fees may change, so that a quote is repeated after this time. */
const quotedMinutes = 24 * 60;

type Unquoted = { id: number; price: number; linked: LinkedAd };

/** Linked ads of a campaign whose shown price has no current quote. */
export async function findUnquoted(tx: Tx, campaignId: number, most: number): Promise<Unquoted[]> {
  const rows = await baseQuery(tx)
    .where('a.campaign_id', '=', campaignId)
    .where(sql<boolean>`${shownPrice} is not null and (a.quoted_centavos is distinct from ${shownPrice}
      or a.quoted_at <= ${addMinutes(tx.now(), -quotedMinutes)})`)
    .where(sql<boolean>`exists (select from ${variationsOfAd})`)
    .orderBy('a.id')
    .limit(most)
    .execute();
  return rows.flatMap(({ id, shown_price: price, linked }) =>
    price !== null && linked ? [{ id, price, linked }] : [],
  );
}

type Quote = { price: number; fee: number | null; freight: number | null };

export async function storeQuote(tx: Tx, id: number, { price, fee, freight }: Quote): Promise<void> {
  await tx.db
    .updateTable('campaign_ads')
    .set({ quoted_centavos: price, fee_centavos: fee, freight_centavos: freight, quoted_at: tx.now() })
    .where('id', '=', id)
    .execute();
}
