import { sql } from 'kysely';
import type { LotFields } from '#contract/inventory/batch.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';

export type NamedLine = { variationId: number; lot?: LotFields | undefined };

/**
 * The lot of each line, made where nobody has named it before; null where neither the product asks for one nor the
 * person gave one. `path` names the field of a line.
 */
export async function lotsOfLines(
  tx: Tx,
  actor: Actor,
  lines: readonly NamedLine[],
  path: (index: number) => string,
): Promise<(number | null)[]> {
  const asking = await findAsking(
    tx,
    lines.map((line) => line.variationId),
  );
  const found: (number | null)[] = [];
  for (const [index, { variationId, lot }] of lines.entries()) {
    if (lot) found.push(await findOrMake(tx, actor, variationId, lot));
    else if (asking.has(variationId)) invalidField(path(index), 'required');
    else found.push(null);
  }
  return found;
}

async function findAsking(tx: Tx, variationIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.db
    .selectFrom('product_variations as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select('v.id')
    .where(sql<boolean>`v.id = any(${[...variationIds]}::bigint[])`)
    .where('p.asks_lots', '=', true)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** One lot of a product has one expiry: the same code with another day is a misread label. */
async function findOrMake(tx: Tx, actor: Actor, variationId: number, lot: LotFields): Promise<number> {
  await tx.db
    .insertInto('batches')
    .values({
      business_id: actor.businessId,
      variation_id: variationId,
      code: lot.code,
      expires_on: lot.expiresOn,
      created_at: tx.now(),
    })
    .onConflict((conflict) => conflict.columns(['business_id', 'variation_id', 'code']).doNothing())
    .execute();
  const known = await tx.db
    .selectFrom('batches')
    .select(['id', 'expires_on'])
    .where('variation_id', '=', variationId)
    .where('code', '=', lot.code)
    .executeTakeFirstOrThrow();
  if (known.expires_on !== lot.expiresOn)
    fail('lot_differs', { facts: { code: lot.code, expiresOn: known.expires_on } });
  tx.changed(actor.businessId, 'batches');
  return known.id;
}
