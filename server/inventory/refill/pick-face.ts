import { type SqlBool, sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import { type PickFace, pickFaceFilter, pickFaceSorts } from '#contract/inventory/pick-face.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { isBlind } from '#server/inventory/balance/blind.ts';
import { productFilter } from '#server/inventory/product-filter.ts';
import { isPlace } from '#server/inventory/warehouse/places.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';

const spec = listSpec({
  fields: pickFaceFilter,
  sortedBy: pickFaceSorts,
  sql: {
    warehouse: sql`f.warehouse_id`,
    product: productFilter,
    place: { where: (codes) => sql`l.code in (${sql.join(codes.map((code) => asCode(String(code))))})` },
  },
  search: sql`(p.search || ' ' || fold(v.sku || ' ' || l.code))`,
  sorts: { position: sql`l.code`, product: sql`p.name` },
  required: ['position', 'product'],
  defaultSort: 'position',
  id: sql`f.id`,
});

/** Units of the product at the face, in volumes in use. */
const unitsAt = sql`select coalesce(sum(x.quantity), 0)::int from volumes s
  join volume_lines x on x.business_id = s.business_id and x.volume_id = s.id and x.variation_id = f.variation_id
  where s.business_id = f.business_id and s.position_id = f.position_id and s.state in ('active', 'in_balance') and not s.tote`;

const isCounted = sql<boolean>`exists (select from volumes s where s.business_id = f.business_id
  and s.position_id = f.position_id and s.state = 'in_balance')`;

const selectFaces = (tx: Tx, actor: Actor) =>
  tx.db
    .selectFrom('pick_faces as f')
    .innerJoin('inventory_locations as l', 'l.id', 'f.position_id')
    .innerJoin('warehouses as w', 'w.id', 'f.warehouse_id')
    .innerJoin('product_variations as v', 'v.id', 'f.variation_id')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .where('f.business_id', '=', ownBusiness)
    .where(withinWarehouses(actor, sql`f.warehouse_id`))
    .select([
      'f.id',
      'f.minimum',
      'f.maximum',
      'f.version',
      'f.warehouse_id',
      'w.name as warehouse',
      'f.position_id',
      'l.code as position',
      'f.variation_id',
      'v.name as variation',
      'p.id as product_id',
      'p.name as product',
      'v.sku',
      isBlind(actor)
        ? sql<number | null>`case when ${isCounted} then null else (${unitsAt}) end`.as('units')
        : sql<number | null>`(${unitsAt})`.as('units'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectFaces>['executeTakeFirstOrThrow']>>;

const shape = (row: Row): PickFace => ({
  id: row.id,
  warehouse: { id: row.warehouse_id, name: row.warehouse },
  position: { id: row.position_id, name: row.position },
  product: { id: row.product_id, name: row.product },
  variation: { id: row.variation_id, name: row.variation },
  sku: row.sku,
  minimum: row.minimum,
  maximum: row.maximum,
  units: row.units,
  version: row.version,
});

export async function listPickFaces(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<PickFace>> {
  const found = await listPage(tx, selectFaces(tx, actor), spec, query);
  return { ...found, items: found.items.map(shape) };
}

async function readPickFace(tx: Tx, actor: Actor, id: number): Promise<PickFace> {
  const row = await selectFaces(tx, actor).where('f.id', '=', id).executeTakeFirst();
  return row ? shape(row) : fail('not_found');
}

type Range = { minimum: number; maximum: number };
type NewFace = Range & { positionId: number; variationId: number };

export async function createPickFace(tx: Tx, actor: Actor, body: NewFace): Promise<PickFace> {
  refuseEmptyRange(body);
  const position = await tx.db
    .selectFrom('inventory_locations as l')
    .select(['l.warehouse_id', sql<SqlBool>`${isPlace}`.as('holdsVolumes')])
    .where('l.id', '=', body.positionId)
    .where('l.business_id', '=', ownBusiness)
    .where(withinWarehouses(actor, sql`l.warehouse_id`))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!position) return invalidField('positionId', 'not_found');
  if (!position.holdsVolumes) invalidField('positionId', 'invalid');
  const variation = await tx.db
    .selectFrom('product_variations')
    .select('id')
    .where('id', '=', body.variationId)
    .where('business_id', '=', ownBusiness)
    .executeTakeFirst();
  if (!variation) invalidField('variationId', 'not_found');
  // Among equal lots, units of turnover positions are picked first.
  await tx.db
    .updateTable('inventory_locations')
    .set({ turnover: true, version: sql<number>`version + 1` })
    .where('id', '=', body.positionId)
    .where('turnover', '=', false)
    .execute();
  try {
    const { id } = await tx.db
      .insertInto('pick_faces')
      .values({
        business_id: actor.businessId,
        warehouse_id: position.warehouse_id,
        position_id: body.positionId,
        variation_id: body.variationId,
        minimum: body.minimum,
        maximum: body.maximum,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return await readPickFace(tx, actor, id);
  } catch (error) {
    if (violatedConstraint(error) === 'pick_faces_goods') invalidField('variationId', 'duplicate');
    throw error;
  }
}

function refuseEmptyRange({ minimum, maximum }: Range): void {
  if (minimum >= maximum) invalidField('maximum', 'too_small');
}

export async function updatePickFace(
  tx: Tx,
  actor: Actor,
  id: number,
  range: Range,
  version: number | undefined,
): Promise<PickFace> {
  const before = await readPickFace(tx, actor, id);
  refuseEmptyRange(range);
  const changed = await tx.db
    .updateTable('pick_faces')
    .set({ ...range, version: before.version + 1 })
    .where('id', '=', id)
    .where('version', '=', version ?? before.version)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) fail('stale_version', { facts: { version: before.version } });
  return readPickFace(tx, actor, id);
}

export async function removePickFace(tx: Tx, actor: Actor, id: number): Promise<void> {
  await readPickFace(tx, actor, id);
  await tx.db.deleteFrom('pick_faces').where('id', '=', id).execute();
}
