import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import type { NewVolume, NewVolumeLine, Volume, VolumeChange } from '#contract/inventory/volume.ts';
import { refuseExampleVariations } from '#server/business/examples.ts';
import { applyChangeSet } from '#server/db/change-set.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, fail, invalidField } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { lotsOfLines } from '#server/inventory/batch/lot-of-line.ts';
import { findReached, ownBusiness } from '#server/inventory/warehouse/scope.ts';
import { countsBlind, findLines, findVolume } from './volume.queries.ts';
import { recordVolume, writeEvents } from './volume-history.ts';
import { lockOffShelf, lockVolume } from './volume-lock.ts';

export async function readVolume(tx: Tx, actor: Actor, id: number): Promise<Volume> {
  const [found, contents] = await Promise.all([findVolume(tx, actor, id), findLines(tx, [id])]);
  if (!found) fail('not_found');
  const priced = actorCan(actor, 'prices.read');
  const told = countsBlind(actor, found) ? [] : contents;
  const lines = told.map((row) => ({
    id: row.id,
    variation: { id: row.variation_id, name: row.variation_name },
    product: { id: row.product_id, name: row.product_name },
    sku: row.sku,
    gtin: row.gtin,
    quantity: row.quantity,
    pinned: row.pinned,
    lot: lotOf(row),
    ...(priced && { price: row.price_centavos, costCentavos: row.cost_centavos }),
  }));
  return {
    ...found,
    launchedAt: found.launchedAt?.toISOString() ?? null,
    lastCheckAt: found.lastCheckAt?.toISOString() ?? null,
    createdAt: found.createdAt.toISOString(),
    lines,
  };
}

export const lotOf = (row: {
  batch_id: number | null;
  batch_code: string | null;
  expires_on: string | null;
  expired: boolean;
}) =>
  row.batch_id === null
    ? null
    : {
        id: row.batch_id,
        code: row.batch_code ?? '',
        expiresOn: row.expires_on ?? '',
        expired: row.expired,
      };

/** Registers a volume by hand. Its contents cannot be sold before it is launched. */
export async function createVolume(tx: Tx, actor: Actor, body: NewVolume): Promise<Volume> {
  if (!(await findReached(tx, actor, body.warehouseId))) invalidField('warehouseId', 'not_found');
  await refuseForeignVariations(tx, body.lines);
  const lots = await lotsOfLines(tx, actor, body.lines, (index) => `lines.${index}.lot`);
  const lines = body.lines.map((line, index) => ({ ...line, batchId: lots[index] ?? null }));
  const [id = 0] = await insertVolumes(tx, actor, { ...body, name: body.name ?? '', lines }, 1);
  await writeEvents(tx, actor.userId, [id], 'created', {
    reason: body.reason,
    units: body.lines.reduce((sum, line) => sum + line.quantity, 0),
  });
  return readVolume(tx, actor, id);
}

export type VolumeContent = {
  variationId: number;
  quantity: number;
  price?: number | null | undefined;
  batchId: number | null;
  /** Its lot has expired: it becomes stock on hold. */
  expired?: boolean;
};
type Contents = { warehouseId: number; name: string; lines: readonly VolumeContent[] };

/** Volumes with the same contents, each with its own code (`V` and its number, never used again). */
export async function insertVolumes(
  tx: Tx,
  actor: Actor,
  contents: Contents,
  copies: number,
  launched?: Launched,
): Promise<number[]> {
  return insertManyVolumes(
    tx,
    actor,
    Array.from({ length: copies }, () => ({ ...contents, launched })),
  );
}

type Launched = { position_id: number; state: 'active'; launched_at: Date; version?: number };

/** Volumes with their own contents; returns their ids in the same order. */
export async function insertManyVolumes(
  tx: Tx,
  actor: Actor,
  volumes: readonly (Contents & { launched?: Launched | undefined })[],
): Promise<number[]> {
  await refuseExampleVariations(
    tx,
    volumes.flatMap(({ lines }) => lines.map(({ variationId }) => variationId)),
  );
  const made = await tx.db
    .insertInto('volumes')
    .values(
      volumes.map(({ name, warehouseId, launched }) => ({
        business_id: actor.businessId,
        // Replaced at once: the code contains the number, which is known only after the insert.
        code: `?${randomUUID()}`,
        name,
        warehouse_id: warehouseId,
        created_at: tx.now(),
        ...launched,
      })),
    )
    .returning('id')
    .execute();
  const ids = made.map((row) => row.id);
  await tx.db
    .updateTable('volumes')
    .set({ code: sql<string>`'V' || lpad(id::text, greatest(6, length(id::text)), '0')` })
    .where('id', 'in', ids)
    .execute();
  const lines = ids.flatMap((id, index) =>
    (volumes[index]?.lines ?? []).map((line) => lineRow(actor.businessId, id, line)),
  );
  if (lines.length > 0) await tx.db.insertInto('volume_lines').values(lines).execute();
  return ids;
}

function lineRow(businessId: number, volumeId: number, line: VolumeContent) {
  return {
    business_id: businessId,
    volume_id: volumeId,
    variation_id: line.variationId,
    quantity: line.quantity,
    price_centavos: line.price ?? null,
    batch_id: line.batchId,
    expired: line.expired ?? false,
  };
}

/** The business's own variations, each once; suppliers' offers are readable but cannot be stored. */
async function refuseForeignVariations(tx: Tx, lines: readonly NewVolumeLine[]): Promise<void> {
  const known = new Set(
    (
      await tx.db
        .selectFrom('product_variations')
        .select('id')
        .where('business_id', '=', ownBusiness)
        .where(
          'id',
          'in',
          lines.map((line) => line.variationId),
        )
        .execute()
    ).map((row) => row.id),
  );
  const seen = new Set<number>();
  for (const [index, { variationId }] of lines.entries()) {
    if (!known.has(variationId)) invalidField(`lines.${index}.variationId`, 'not_found');
    if (seen.has(variationId)) invalidField(`lines.${index}.variationId`, 'duplicate');
    seen.add(variationId);
  }
}

/** Changes name, test mark and contents of a volume that is not launched yet. */
export async function updateVolume(
  tx: Tx,
  actor: Actor,
  id: number,
  body: VolumeChange,
  version: number | undefined,
): Promise<Volume> {
  const volume = await lockVolume(tx, actor, id, 'change');
  if (version !== undefined && version !== volume.version)
    fail('stale_version', { facts: { version: volume.version } });
  await applyChangeSet('lines', body.lines, {
    ids: new Set(volume.lines.map((line) => line.id)),
    create: (line) => addLine(tx, actor, id, line),
    update: async (lineId, change) => {
      if (Object.keys(change).length === 0) return;
      const { variationId = 0 } = volume.lines.find((line) => line.id === lineId) ?? {};
      const [batchId] = change.lot
        ? await lotsOfLines(tx, actor, [{ variationId, lot: change.lot }], () => 'lot')
        : [];
      await tx.db
        .updateTable('volume_lines')
        .set({
          ...(batchId && { batch_id: batchId }),
          ...(change.quantity !== undefined && { quantity: change.quantity }),
          ...(change.price !== undefined && { price_centavos: change.price }),
        })
        .where('id', '=', lineId)
        .execute();
    },
    remove: async (lineId) => {
      await tx.db.deleteFrom('volume_lines').where('id', '=', lineId).execute();
    },
  });
  if ((await findLines(tx, [id])).length === 0) invalidField('lines', 'required');
  const { lines: _, ...fields } = body;
  await recordVolume(tx, actor.userId, id, 'changed', {}, fields);
  return readVolume(tx, actor, id);
}

async function addLine(tx: Tx, actor: Actor, volumeId: number, line: NewVolumeLine): Promise<void> {
  const own = await tx.db
    .selectFrom('product_variations')
    .select('id')
    .where('business_id', '=', ownBusiness)
    .where('id', '=', line.variationId)
    .executeTakeFirst();
  if (!own) invalidField('variationId', 'not_found');
  await refuseExampleVariations(tx, [line.variationId]);
  const [batchId = null] = await lotsOfLines(tx, actor, [line], () => 'lot');
  const made = await tx.db
    .insertInto('volume_lines')
    .values(lineRow(actor.businessId, volumeId, { ...line, batchId }))
    .onConflict((conflict) => conflict.columns(['volume_id', 'variation_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new Fault('invalid', { fields: { variationId: 'duplicate' } });
}

export async function replicateVolume(tx: Tx, actor: Actor, id: number, copies: number) {
  const volume = await lockVolume(tx, actor, id, 'replicate');
  const ids = await insertVolumes(tx, actor, volume, copies);
  await writeEvents(tx, actor.userId, ids, 'replicated', { source: volume.code });
  const made = await tx.db
    .selectFrom('volumes')
    .select(['id', 'code as name'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return { items: made };
}

/** Confirms by scanning the printed label that it belongs to this volume. */
export async function tagVolume(tx: Tx, actor: Actor, id: number, code: string): Promise<void> {
  const volume = await lockOffShelf(tx, actor, id, 'tag');
  if (asCode(code) !== volume.code) invalidField('code', 'invalid');
  await recordVolume(tx, actor.userId, id, 'tagged', {}, { state: 'tagged' });
}

export async function voidVolume(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockOffShelf(tx, actor, id, 'void');
  await recordVolume(tx, actor.userId, id, 'voided', {}, { state: 'voided', position_id: null });
}
