import type { MarginChange, MarginTerms, marginChanges } from '#contract/advertisements/margin-change.ts';
import {
  lockPublication,
  publicationChanged,
} from '#server/advertisements/publication/publication.queries.ts';
import { enqueuePush } from '#server/advertisements/publication/publication-queue.ts';
import { hasPriceEach } from '#server/advertisements/publication/publication-rules.ts';
import { updatePublication } from '#server/advertisements/publication/publication-update.ts';
import { parseBands } from '#server/advertisements/wholesale/wholesale-bands.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import { acceptMargin, setGuard } from './guard.queries.ts';
import { findMarginChange, type MarginChangeRow, viewMarginChange } from './margin-change.queries.ts';

/**
 * Restores a price as if the seller had typed it, or ends a hold or a warning. In each case the seller accepts the
 * margin.
 */
export async function undoMarginChange(call: RemoteCall<typeof marginChanges.undo>): Promise<MarginChange> {
  const { params } = call;
  const row = await call.read(async (tx) => standing(tx, params.id));
  if (row.outcome !== 'repriced')
    return call.conclude(async (tx) => {
      await lockPublication(tx, row.publication_id);
      await standing(tx, params.id);
      await acceptHere(tx, row);
      return settled(tx, row, true);
    });
  const isOne = hasPriceEach(call.outside, placeOf(row));
  const update = await call.read((tx) => formerPrices(tx, row, isOne));
  let undone: MarginChange | undefined;
  await updatePublication({
    ...call,
    params: { id: row.publication_id },
    version: undefined,
    body: { variations: { update } },
    hasFields: false,
    conclude: async <T>(store: (tx: Tx) => Promise<T>) => {
      const stored: T[] = [];
      undone = await call.conclude(async (tx) => {
        await standing(tx, params.id);
        stored.push(await store(tx));
        return settled(tx, row, isOne);
      });
      return stored[0] ?? fail('state_conflict');
    },
  });
  return undone ?? fail('state_conflict');
}

const placeOf = (row: MarginChangeRow) => ({
  pricePerVariation: row.price_per_variation,
  wholesale: parseBands(row.wholesale),
  account: { marketplace: row.account_marketplace, tags: row.account_tags },
});

async function standing(tx: Tx, id: number): Promise<MarginChangeRow> {
  const row = (await findMarginChange(tx, id)) ?? fail('not_found');
  if (!row.stands) fail('state_conflict');
  return row;
}

/** One price for all is restored for all. */
async function formerPrices(
  tx: Tx,
  row: MarginChangeRow,
  isOne: boolean,
): Promise<Record<string, { price: number }>> {
  const { price } = row.before as MarginTerms;
  const ids = isOne
    ? [row.variation_id]
    : (
        await tx.db
          .selectFrom('publication_variations')
          .select('id')
          .where('publication_id', '=', row.publication_id)
          .execute()
      ).map(({ id }) => id);
  return Object.fromEntries(ids.map((id) => [id, { price }]));
}

async function acceptHere(tx: Tx, row: MarginChangeRow): Promise<void> {
  await acceptMargin(tx, row.publication_id, row.variation_id);
  await setGuard(tx, row.variation_id, null);
  enqueuePush(tx, row.business_id, row.publication_id);
  publicationChanged(tx, row.business_id);
}

async function settled(tx: Tx, row: MarginChangeRow, isOne: boolean): Promise<MarginChange> {
  await tx.db
    .updateTable('margin_changes')
    .set({ undone_at: tx.now() })
    .where('publication_id', '=', row.publication_id)
    // One price for all was raised for all at that moment.
    .$if(isOne, (rows) => rows.where('id', '=', row.id))
    .$if(!isOne, (rows) => rows.where('changed_at', '=', row.changed_at).where('outcome', '=', 'repriced'))
    .execute();
  tx.changed(row.business_id, 'marginChanges');
  return viewMarginChange((await findMarginChange(tx, row.id)) ?? fail('not_found'));
}
