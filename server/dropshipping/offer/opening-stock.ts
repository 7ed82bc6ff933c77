import { sql } from 'kysely';
import type { dropshipItems, OpeningStock } from '#contract/dropshipping/dropship-item.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type Locale, messages } from '#contract/messages/index.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, type FieldCodes, fail, invalidField } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { openVolumes } from '#server/inventory/volume/open-volumes.ts';
import { createLocations } from '#server/inventory/warehouse/inventory-location.ts';
import { isPlace } from '#server/inventory/warehouse/places.ts';
import { findReached, ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { createWarehouse } from '#server/inventory/warehouse/warehouse.ts';
import { writeCosts } from '#server/products/write-costs.ts';
import { insertOffers } from './insert-offers.ts';
import { offerPrice } from './own-goods.ts';

type Line = OpeningStock['lines'][number];
type Place = { id: number; name: string };

/** New offers of stock that a person has just entered sell all of it. */
const noCap = 1_000_000;

/**
 * Adds units that the business has: one volume per variation, in the first position of the warehouse, offered for sale.
 * A missing warehouse, position or offer is created with the permission of its own endpoint.
 */
export async function createWithStock(
  tx: Tx,
  actor: Actor,
  body: OpeningStock,
  locale: Locale,
): Promise<ResponseOf<typeof dropshipItems.createWithStock>> {
  // Without the lock, two simultaneous first entries would each create a warehouse.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`opening stock ${actor.businessId}`}, 0))`.execute(
    tx.db,
  );
  const words = messages[locale].dropshipping.openingStock;
  const known = await findWarehouse(tx, actor, body.warehouseId);
  const lines = await readLines(tx, actor, body.lines, known?.id ?? null);
  const warehouse = known ?? (await makeWarehouse(tx, actor, words.warehouse));
  const position = await firstPosition(tx, actor, warehouse.id);
  const missing = lines.filter(({ offered }) => !offered);
  if (missing.length > 0) need(actor, 'dropship-items.create');
  await writeCosts(
    tx,
    actor,
    lines.flatMap(({ variationId, learned }) =>
      learned === null ? [] : [{ id: variationId, cost: learned }],
    ),
  );
  await insertOffers(
    tx,
    actor,
    missing.map(({ variationId, productId, price }) => ({
      ...{ variationId, productId, price },
      warehouseId: warehouse.id,
      quantityCap: noCap,
    })),
  );
  const volumeIds = await openVolumes(
    tx,
    actor,
    lines.map(({ variationId, quantity, cost, lot }) => ({
      name: '',
      warehouseId: warehouse.id,
      position: { id: position.id, code: position.name },
      lines: [{ variationId, quantity, price: cost, ...(lot && { lot }) }],
    })),
    words.reason,
    (index) => `lines.${index}.lot`,
  );
  const volumes = await tx.db
    .selectFrom('volumes')
    .select(['id', 'code as name'])
    .where('id', 'in', volumeIds)
    .orderBy('id')
    .execute();
  const offers = await findOffers(tx, lines, warehouse.id);
  tx.noteRecords(offers);
  tx.noteChange(
    'quantity',
    null,
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
  );
  return { warehouse, position, volumes, offers };
}

function need(actor: Actor, permission: Permission): void {
  if (!actorCan(actor, permission)) fail('forbidden');
}

/** The given warehouse, or the only one in reach; null if there is none yet. */
async function findWarehouse(tx: Tx, actor: Actor, id: number | undefined): Promise<Place | null> {
  if (id !== undefined) return (await findReached(tx, actor, id)) ?? invalidField('warehouseId', 'not_found');
  const [only, other] = await tx.db
    .selectFrom('warehouses')
    .select(['id', 'name'])
    .where('business_id', '=', ownBusiness)
    .where(withinWarehouses(actor, sql`id`))
    .orderBy('id')
    .limit(2)
    .execute();
  if (other) invalidField('warehouseId', 'required');
  return only ?? null;
}

async function makeWarehouse(tx: Tx, actor: Actor, name: string): Promise<Place> {
  need(actor, 'warehouses.create');
  const { id } = await createWarehouse(tx, actor, { name });
  return { id, name };
}

/** The first position on the walk in which volumes are stored. */
async function firstPosition(tx: Tx, actor: Actor, warehouseId: number): Promise<Place> {
  const found = await tx.db
    .selectFrom('inventory_locations as l')
    .select(['l.id', 'l.code as name'])
    .where('l.warehouse_id', '=', warehouseId)
    .where(isPlace)
    .orderBy('l.walk')
    .orderBy('l.id')
    .limit(1)
    .executeTakeFirst();
  if (found) return found;
  need(actor, 'locations.create');
  const [made] = await createLocations(tx, actor, {
    warehouseId,
    prefix: 'A',
    initialIndex: 1,
    finalIndex: 1,
  });
  return made ? { id: made.id, name: made.code } : fail('internal');
}

type Placed = Line & {
  productId: number;
  offered: boolean;
  /** Of a new offer. */
  price: number;
  /** The cost of a unit; null if unknown. */
  cost: number | null;
  /** The cost of own goods that had none. */
  learned: number | null;
};

/** Reads the variations of the lines; all invalid lines are reported at once. */
async function readLines(
  tx: Tx,
  actor: Actor,
  lines: readonly Line[],
  warehouseId: number | null,
): Promise<Placed[]> {
  const ids = lines.map(({ variationId }) => variationId);
  const rows = await tx.db
    .selectFrom('product_variations as v')
    .select(['v.id', 'v.product_id', 'v.cost_centavos as cost'])
    .select(
      sql<boolean>`exists (select from dropship_items d where d.variation_id = v.id
        and d.warehouse_id = ${warehouseId}::bigint)`.as('offered'),
    )
    .where('v.business_id', '=', ownBusiness)
    .where(sql<boolean>`v.id = any(${ids}::bigint[])`)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  const faults: Record<number, FieldCodes> = {};
  const placed = lines.flatMap((line, index): Placed[] => {
    const row = known.get(line.variationId);
    if (!row || ids.indexOf(line.variationId) < index) {
      faults[index] = { variationId: row ? 'duplicate' : 'not_found' };
      return [];
    }
    const { cost, offered, product_id: productId } = row;
    if (offered) return [{ ...line, productId, offered, price: 0, cost, learned: null }];
    const asked = offerPrice(actor, cost, line.price);
    if (asked.fault) {
      faults[index] = { price: asked.fault };
      return [];
    }
    const learned = asked.learned ? asked.price : null;
    return [{ ...line, productId, offered, price: asked.price, cost: learned ?? cost, learned }];
  });
  if (Object.keys(faults).length > 0) throw new Fault('invalid', { fields: { lines: faults } });
  return placed;
}

/** In the order of the lines. */
async function findOffers(tx: Tx, lines: readonly Line[], warehouseId: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('dropship_items')
    .select(['id', 'variation_id'])
    .where('business_id', '=', ownBusiness)
    .where('warehouse_id', '=', warehouseId)
    .where(sql<boolean>`variation_id = any(${lines.map((line) => line.variationId)}::bigint[])`)
    .execute();
  const ofVariation = new Map(rows.map((row) => [row.variation_id, row.id]));
  return lines.map(({ variationId }) => ofVariation.get(variationId) ?? fail('internal'));
}
