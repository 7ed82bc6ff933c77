import { sql } from 'kysely';
import { foldText } from '#contract/business/import/cell.ts';
import { asCode } from '#contract/codes.ts';
import { isExample } from '#server/business/examples.ts';
import {
  type CheckedRow,
  created,
  type ImportRule,
  type Prepared,
  type ReadRow,
  wrong,
} from '#server/business/import/import-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { findAsking, lotKey, readLots } from '#server/inventory/batch/lot-of-line.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { type OpeningVolume, openVolumes } from './open-volumes.ts';

type Row = ReadRow<'volumes'>;
type Known = {
  variations: ReadonlyMap<string, number>;
  examples: ReadonlySet<number>;
  places: ReadonlyMap<string, ReadonlyMap<string, { id: number; code: string; warehouseId: number }>>;
  asking: ReadonlySet<number>;
  lots: Map<string, { expiresOn: string }>;
};

/** Imports opening stock: volumes that are already in their positions. */
export const volumeImport: ImportRule<'volumes'> = {
  touches: ['volumes', 'stock', 'warehouses', 'inventoryLocations', 'dropshipItems', 'batches'],
  fills: ['stock', 'volumes', 'volume_lines', 'volume_events', 'ledger_entries', 'batches'],
  async prepare(tx, actor, rows, { file }): Promise<Prepared> {
    const known = await readKnown(tx, actor, rows);
    const checked: CheckedRow[] = [];
    const volumes = new Map<string, OpeningVolume>();
    for (const row of rows) {
      const { line, values } = row;
      const placed = placeRow(row, known);
      checked.push(placed.row);
      if (!placed.content) continue;
      const { position, ...content } = placed.content;
      const name = values.volume ?? '';
      const key = name ? `${position.id} ${foldText(name)}` : `line ${line}`;
      const { warehouseId, id, code } = position;
      const volume = volumes.get(key) ?? { name, warehouseId, position: { id, code }, lines: [] };
      volume.lines.push(content);
      volumes.set(key, volume);
    }
    return {
      rows: checked,
      write: async () => {
        await openVolumes(tx, actor, [...volumes.values()], file.slice(0, 200));
      },
    };
  },
};

function placeRow({ line, values }: Row, known: Known) {
  const errors: CheckedRow['errors'] = {};
  const variationId = known.variations.get(asCode(values.sku));
  if (variationId === undefined) errors.sku = 'sku_unknown';
  else if (known.examples.has(variationId)) errors.sku = 'example_record';
  const places = known.places.get(foldText(values.warehouse));
  const position = places?.get(asCode(values.position));
  if (!places) errors.warehouse = 'warehouse_unknown';
  else if (!position) errors.position = 'position_unknown';
  const lot = variationId === undefined ? null : lotOf(variationId, values, known);
  if (lot && 'errors' in lot) Object.assign(errors, lot.errors);
  if (Object.keys(errors).length > 0 || variationId === undefined || !position)
    return { row: wrong(line, errors) };
  const { quantity, price = null } = values;
  return {
    row: created(line),
    content: {
      variationId,
      quantity,
      price,
      position,
      ...(lot && 'lot' in lot && { lot: lot.lot }),
    },
  };
}

/** The lot of a row; a known lot may be named without its day. */
function lotOf(variationId: number, values: Row['values'], { asking, lots }: Known) {
  const { lot: code, expires } = values;
  if (code === undefined) {
    if (expires !== undefined) return { errors: { lot: 'lot_incomplete' as const } };
    return asking.has(variationId) ? { errors: { lot: 'lot_required' as const } } : null;
  }
  const key = lotKey(variationId, code);
  const expiresOn = expires ?? lots.get(key)?.expiresOn;
  if (expiresOn === undefined) return { errors: { expires: 'lot_incomplete' as const } };
  const before = lots.get(key);
  if (before && before.expiresOn !== expiresOn) return { errors: { expires: 'lot_differs' as const } };
  lots.set(key, { expiresOn });
  return { lot: { code, expiresOn } };
}

async function readKnown(tx: Tx, actor: Actor, rows: readonly Row[]): Promise<Known> {
  const skus = [...new Set(rows.map(({ values }) => asCode(values.sku)))];
  const variations = await tx.db
    .selectFrom('product_variations')
    .select(['id', 'sku', isExample('product', sql.ref('product_id')).as('example')])
    .where('business_id', '=', actor.businessId)
    .where(sql<boolean>`sku_key = any(${skus}::text[])`)
    .execute();
  const codes = [...new Set(rows.map(({ values }) => asCode(values.position)))];
  const places = await tx.db
    .selectFrom('warehouses as w')
    .leftJoin('inventory_locations as l', (join) =>
      join.onRef('l.warehouse_id', '=', 'w.id').on(sql<boolean>`upper(l.code) = any(${codes}::text[])`),
    )
    .select(['w.id as warehouseId', 'w.name', 'l.id', 'l.code'])
    .where('w.business_id', '=', actor.businessId)
    .where(withinWarehouses(actor, sql`w.id`))
    .execute();
  const byName = new Map<string, Map<string, { id: number; code: string; warehouseId: number }>>();
  for (const { name, id, code, warehouseId } of places) {
    const here = byName.get(foldText(name)) ?? new Map();
    byName.set(foldText(name), here);
    if (id !== null && code !== null) here.set(asCode(code), { id, code, warehouseId });
  }
  const ids = variations.map(({ id }) => id);
  const [asking, lots] = await Promise.all([findAsking(tx, ids), readLots(tx, ids)]);
  return {
    variations: new Map(variations.map(({ id, sku }) => [asCode(sku), id])),
    examples: new Set(variations.filter(({ example }) => example).map(({ id }) => id)),
    places: byName,
    asking,
    lots: new Map(lots),
  };
}
