import { sql } from 'kysely';
import { foldText } from '#contract/business/import/cell.ts';
import { asCode } from '#contract/codes.ts';
import {
  type CheckedRow,
  created,
  type ImportRule,
  type Prepared,
  type ReadRow,
  wrong,
} from '#server/business/import/import-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { findAsking } from '#server/inventory/batch/lot-of-line.ts';
import { createWarehouse } from '#server/inventory/warehouse/warehouse.ts';
import { inherit, parentOf, withoutParentCells } from '#server/products/import/family.ts';
import { writeCosts } from '#server/products/write-costs.ts';
import { type KnownVariation, readOffered } from './offered-rows.ts';
import { createWithStock } from './opening-stock.ts';
import { offerPrice, sellsToItself } from './own-goods.ts';

type Row = ReadRow<'stock'>;
type Line = {
  variationId: number;
  quantity: number;
  price?: number;
  /** The cost of a variation that had none. */
  learned?: number;
};
type Known = {
  variations: ReadonlyMap<string, KnownVariation>;
  warehouses: ReadonlyMap<string, number>;
  /** Units by variation and warehouse. */
  units: ReadonlyMap<string, number>;
  asking: ReadonlySet<number>;
  /** Variations that a warehouse offers already, at a price of its own. */
  offered: ReadonlySet<string>;
};

/**
 * Imports the units that another system counts as stock of variations without any. A row with the current units changes
 * nothing; another number is refused, because only a count may correct it.
 */
export const stockImport: ImportRule<'stock'> = {
  touches: [
    'stock',
    'volumes',
    'warehouses',
    'inventoryLocations',
    'dropshipItems',
    'dropshipping',
    'products',
  ],
  family: { withoutParentCells, parentOf, inherit },
  fills: ['stock', 'volumes', 'volume_lines', 'volume_events', 'ledger_entries', 'dropship_items'],
  async prepare(tx, actor, rows): Promise<Prepared> {
    const known = await readKnown(tx, actor, rows);
    const checked: CheckedRow[] = [];
    const lines = new Map<string, Line[]>();
    for (const row of rows) {
      const found = stockRow(actor, row, known);
      checked.push(found.row);
      if (!found.stock) continue;
      const place = found.warehouse ?? '';
      lines.set(place, [...(lines.get(place) ?? []), found.stock]);
    }
    return { rows: checked, write: () => writeStock(tx, actor, lines, known.warehouses) };
  },
};

const unchanged = (line: number): CheckedRow => ({ line, fate: 'unchanged', changes: {}, errors: {} });

function stockRow(
  actor: Actor,
  { line, values }: Row,
  known: Known,
): { row: CheckedRow; warehouse?: string | undefined; stock?: Line } {
  const { quantity, warehouse } = values;
  // The row of a product whose variations have their own rows has no units.
  if (values.parent !== undefined && asCode(values.parent) === asCode(values.sku))
    return { row: unchanged(line) };
  // Some systems leave the quantity empty where they count none.
  if (quantity === undefined) return { row: unchanged(line) };
  const variation = known.variations.get(asCode(values.sku));
  if (!variation) return { row: wrong(line, { sku: 'sku_unknown' }) };
  if (variation.example) return { row: wrong(line, { sku: 'example_record' }) };
  const fault = faultOfPlace(actor, warehouse, known);
  if (fault) return { row: wrong(line, { warehouse: fault }) };
  const id = placeOf(warehouse, known);
  const units = known.units.get(`${variation.id} ${id}`) ?? 0;
  if (units === quantity) return { row: unchanged(line) };
  if (units > 0) return { row: wrong(line, { quantity: 'stock_differs' }) };
  if (known.asking.has(variation.id)) return { row: wrong(line, { sku: 'lot_required' }) };
  const asked = sellsToItself(actor) ? values.cost : values.price;
  const offer = offerPrice(actor, variation.cost_centavos, asked);
  if (offer.fault === 'required' && !known.offered.has(`${variation.id} ${id}`))
    return { row: wrong(line, { [sellsToItself(actor) ? 'cost' : 'price']: 'required' }) };
  // A known cost is changed only by the import of products or prices.
  const price = offer.price ?? variation.cost_centavos ?? undefined;
  return {
    row: created(line),
    warehouse,
    stock: {
      variationId: variation.id,
      quantity,
      ...(price !== undefined && { price }),
      ...(variation.cost_centavos === null && values.cost !== undefined && { learned: values.cost }),
    },
  };
}

/** The only warehouse if a row names none; null if it does not exist yet. */
function placeOf(warehouse: string | undefined, { warehouses }: Known): number | null {
  if (warehouse !== undefined) return warehouses.get(foldText(warehouse)) ?? null;
  return [...warehouses.values()][0] ?? null;
}

/** Creates a missing warehouse if the person has the permission. */
function faultOfPlace(actor: Actor, warehouse: string | undefined, known: Known) {
  if (warehouse === undefined && known.warehouses.size > 1) return 'required' as const;
  const isMissing = placeOf(warehouse, known) === null;
  return isMissing && !actorCan(actor, 'warehouses.create') ? ('warehouse_unknown' as const) : null;
}

async function readKnown(tx: Tx, actor: Actor, rows: readonly Row[]): Promise<Known> {
  const { variations, warehouses, ids, offers } = await readOffered(tx, actor, rows);
  const [asking, stock] = await Promise.all([
    findAsking(tx, ids),
    tx.db
      .selectFrom('stock')
      .select(['variation_id', 'warehouse_id', 'on_hand'])
      .where('business_id', '=', actor.businessId)
      .where(sql<boolean>`variation_id = any(${ids}::bigint[])`)
      .execute(),
  ]);
  const units = new Map(stock.map((row) => [`${row.variation_id} ${row.warehouse_id}`, row.on_hand]));
  const offered = new Set(offers.map((offer) => `${offer.variation_id} ${offer.warehouse_id}`));
  return { variations, warehouses, units, asking, offered };
}

async function writeStock(
  tx: Tx,
  actor: Actor,
  lines: ReadonlyMap<string, Line[]>,
  warehouses: ReadonlyMap<string, number>,
): Promise<void> {
  const made = new Map(warehouses);
  for (const [name, stock] of lines) {
    if (name !== '' && !made.has(foldText(name)))
      made.set(foldText(name), (await createWarehouse(tx, actor, { name })).id);
    const warehouseId = name === '' ? [...made.values()][0] : made.get(foldText(name));
    await writeCosts(
      tx,
      actor,
      stock.flatMap(({ variationId, learned }) =>
        learned === undefined ? [] : [{ id: variationId, cost: learned }],
      ),
    );
    const units = stock.map(({ learned: _, ...line }) => line);
    const place = warehouseId === undefined ? {} : { warehouseId };
    await createWithStock(tx, actor, { lines: units, ...place }, actor.locale);
  }
}
