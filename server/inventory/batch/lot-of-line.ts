import { sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import type { LotFields } from '#contract/inventory/batch.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';

export type NamedLine = { variationId: number; lot?: LotFields | undefined };

/**
 * The lot of each line, created if it is new; null if the product requires none and the person named none. `path` is the
 * path of a line in errors.
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
  for (const [index, { variationId, lot }] of lines.entries())
    if (!lot && asking.has(variationId)) invalidField(path(index), 'required');
  const named = lines.flatMap(({ variationId, lot }) => (lot ? [{ variationId, ...lot }] : []));
  const ids = await findOrMake(tx, actor, named);
  return lines.map(({ variationId, lot }) => (lot ? (ids.get(lotKey(variationId, lot.code)) ?? null) : null));
}

/** Lot codes are compared without case and surrounding spaces. */
export const lotKey = (variationId: number, code: string) => `${variationId} ${asCode(code)}`;

/** Variations whose product requires lots. */
export async function findAsking(tx: Tx, variationIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.db
    .selectFrom('product_variations as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select('v.id')
    .where(sql<boolean>`v.id = any(${[...variationIds]}::bigint[])`)
    .where('p.asks_lots', '=', true)
    .execute();
  return new Set(rows.map((row) => row.id));
}

type NamedLot = LotFields & { variationId: number };

/** A lot has one expiry day: the same code with another day is a misread label. */
async function findOrMake(tx: Tx, actor: Actor, lots: readonly NamedLot[]): Promise<Map<string, number>> {
  if (lots.length === 0) return new Map();
  const rows = lots.map(({ variationId, code, expiresOn }) => ({
    variation: variationId,
    code: code.trim(),
    expires: expiresOn,
  }));
  await sql`insert into batches (business_id, variation_id, code, expires_on, created_at)
    select distinct on (variation, upper(code)) ${actor.businessId}::bigint, variation, code, expires, ${tx.now()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (variation bigint, code text, expires date)
    order by variation, upper(code)
    on conflict (business_id, variation_id, code_key) do nothing`.execute(tx.db);
  const known = await readLots(
    tx,
    lots.map(({ variationId }) => variationId),
  );
  for (const { variationId, code, expiresOn } of lots) {
    const lot = known.get(lotKey(variationId, code));
    if (lot && lot.expiresOn !== expiresOn)
      fail('lot_differs', { facts: { code, expiresOn: lot.expiresOn } });
  }
  tx.changed(actor.businessId, 'batches');
  return new Map([...known].map(([key, { id }]) => [key, id]));
}

/** Lots by variation and code. */
export async function readLots(tx: Tx, variationIds: readonly number[]) {
  const rows = await tx.db
    .selectFrom('batches')
    .select(['id', 'variation_id', 'code', 'expires_on'])
    .where(sql<boolean>`variation_id = any(${[...variationIds]}::bigint[])`)
    .execute();
  return new Map(
    rows.map((row) => [lotKey(row.variation_id, row.code), { id: row.id, expiresOn: row.expires_on }]),
  );
}
