import { sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import { type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { variationInUse } from './product.queries.ts';
import {
  itemFaults,
  type PlannedVariation,
  type SavedVariation,
  type VariationPlan,
} from './variation-plan.ts';
import { pushOwnOffers } from './write-costs.ts';

export async function readSavedVariations(
  tx: Tx,
  actor: Actor,
  productId: number,
): Promise<SavedVariation[]> {
  const rows = await tx.db
    .selectFrom('product_variations')
    .select(['id', 'name', 'sku', 'gtin', 'attributes', 'cost_centavos'])
    .where('business_id', '=', actor.businessId)
    .where('product_id', '=', productId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, attributes: row.attributes as Record<string, string> }));
}

/** Refuses what only the database can tell: a SKU that is taken, or a variation that stock, a volume or an offer uses. */
export async function checkVariations(
  tx: Tx,
  actor: Actor,
  productId: number | null,
  plan: VariationPlan,
): Promise<void> {
  const faults = itemFaults();
  const skus = plan.rows.filter((row) => row.recoded).map((row) => asCode(row.sku));
  if (skus.length > 0) {
    const taken = await tx.db
      .selectFrom('product_variations')
      .select('sku_key')
      .where('business_id', '=', actor.businessId)
      .where('sku_key', 'in', skus)
      .$if(productId !== null, (query) => query.where('product_id', '<>', productId ?? 0))
      .execute();
    for (const row of plan.rows)
      if (row.recoded && taken.some(({ sku_key: key }) => key === asCode(row.sku)))
        faults.put(row, { sku: 'sku_taken' });
  }
  if (plan.removed.length > 0) {
    const used = await tx.db
      .selectFrom('product_variations as v')
      .select('v.id')
      .where('v.id', 'in', plan.removed)
      .where(variationInUse)
      .execute();
    for (const { id } of used)
      faults.put({ group: 'remove', key: String(plan.removed.indexOf(id)) }, { id: 'in_use' });
  }
  faults.refuse();
}

/** Writes a validated plan with one statement per kind of change; returns the ids of the rows in their order. */
export async function writeVariations(
  tx: Tx,
  actor: Actor,
  productId: number,
  plan: VariationPlan,
): Promise<number[]> {
  const ids = await writePlans(tx, actor, [{ productId, plan }]);
  return plan.rows.map((row) => row.id ?? ids.shift() ?? fail('internal'));
}

export type PlanOfProduct = { productId: number; plan: VariationPlan };
type PlacedVariation = PlannedVariation & { productId: number };

/** Writes the validated plans of many products; returns the ids of new rows in the order of plans and rows. */
export async function writePlans(tx: Tx, actor: Actor, plans: readonly PlanOfProduct[]): Promise<number[]> {
  const rows = plans.flatMap(({ productId, plan }) => plan.rows.map((row) => ({ ...row, productId })));
  const created = rows.filter((row) => row.id === null);
  const updated = rows.filter((row) => row.id !== null && row.changed);
  // Two variations may exchange their codes: uniqueness is checked after all rows are written.
  const exchanging = updated.some((row) => row.recoded);
  try {
    if (exchanging)
      await sql`set constraints product_variations_business_id_sku_key,
        product_variations_product_id_attributes_key deferred`.execute(tx.db);
    await removeRows(
      tx,
      plans.flatMap(({ plan }) => plan.removed),
    );
    await updateRows(tx, updated);
    const ids = await insertRows(tx, actor, created);
    if (exchanging) await sql`set constraints all immediate`.execute(tx.db);
    return ids;
  } catch (error) {
    // A concurrent request took the code between the check and the write.
    if (violatedConstraint(error) === 'product_variations_business_id_sku_key') fail('sku_taken');
    throw error;
  }
}

async function removeRows(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .deleteFrom('product_variations')
    .where('id', 'in', [...ids])
    .execute();
}

async function insertRows(tx: Tx, actor: Actor, rows: readonly PlacedVariation[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const inserted = await tx.db
    .insertInto('product_variations')
    .values(
      rows.map((row) => ({
        business_id: actor.businessId,
        product_id: row.productId,
        name: row.name,
        sku: row.sku,
        gtin: row.gtin,
        attributes: JSON.stringify(row.attributes),
        cost_centavos: row.cost_centavos,
      })),
    )
    .returning('id')
    .execute();
  return inserted.map(({ id }) => id);
}

async function updateRows(tx: Tx, rows: readonly PlacedVariation[]): Promise<void> {
  if (rows.length === 0) return;
  await pushOwnOffers(
    tx,
    rows.map(({ id, cost_centavos: cost }) => ({ id, cost })),
  );
  const values = rows.map(({ id, productId, name, sku, gtin, attributes, cost_centavos }) => ({
    id,
    product_id: productId,
    name,
    sku,
    gtin,
    attributes,
    cost_centavos,
  }));
  await sql`update product_variations v set name = n.name, sku = n.sku, gtin = n.gtin, attributes = n.attributes,
      cost_centavos = n.cost_centavos, version = v.version + 1
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as n (id bigint, product_id bigint, name text, sku text, gtin text, attributes jsonb, cost_centavos bigint)
    where v.id = n.id and v.product_id = n.product_id`.execute(tx.db);
}
