import { sql } from 'kysely';
import { type BulkOutcome, outcomeOf } from '#contract/bulk.ts';
import type {
  dropshipItems,
  NewOffer,
  OfferBulk,
  OfferChange,
} from '#contract/dropshipping/dropship-item.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { databaseCode, type Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findReached, ownBusiness } from '#server/inventory/warehouse/scope.ts';
import { writeCosts } from '#server/products/write-costs.ts';
import { findOffer, findSelectedOffers } from './dropship-item.queries.ts';
import { insertOffers } from './insert-offers.ts';
import { columnsOfOffer, offerColumns } from './offer-columns.ts';
import { offerPrice, sellsToItself } from './own-goods.ts';
import { setBuffers } from './safety-buffer.ts';

export async function readOffer(tx: Tx, actor: Actor, id: number) {
  return (await findOffer(tx, actor, id)) ?? fail('not_found');
}

/** Offers one variation from one warehouse; there is one offer for that pair. */
export async function createOffer(tx: Tx, actor: Actor, body: NewOffer) {
  const variation = await tx.db
    .selectFrom('product_variations')
    .select(['product_id', 'cost_centavos'])
    .where('id', '=', body.variationId)
    .where('business_id', '=', ownBusiness)
    .executeTakeFirst();
  if (!variation) invalidField('variationId', 'not_found');
  if (!(await findReached(tx, actor, body.warehouseId))) invalidField('warehouseId', 'not_found');
  const { price, fault, learned } = offerPrice(actor, variation.cost_centavos, body.price);
  if (fault) invalidField('price', fault);
  if (learned) await writeCosts(tx, actor, [{ id: body.variationId, cost: price }]);
  const [id] = await insertOffers(tx, actor, [{ ...body, productId: variation.product_id, price }]);
  const offer = await readOffer(tx, actor, id ?? fail('offer_exists'));
  if (!body.buffer) return offer;
  await setBuffers(tx, [{ stock: offer.stockId, buffer: body.buffer }]);
  return readOffer(tx, actor, offer.id);
}

/** Pushes the publications of the offer and refreshes open screens. */
export async function updateOffer(
  tx: Tx,
  actor: Actor,
  id: number,
  body: OfferChange,
  version: number | undefined,
) {
  const before = await readOffer(tx, actor, id);
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  if (body.price !== undefined) await setOwnCost(tx, actor, before, body.price);
  const written = await writeOffers(tx, [{ id, ...body, version: before.version }]);
  if (written.length === 0) fail('stale_version');
  tx.noteChange('priceCentavos', before.price, body.price ?? before.price);
  tx.noteChange('active', before.active, body.active ?? before.active);
  tx.noteChange('buffer', before.buffer, body.buffer ?? before.buffer);
  return readOffer(tx, actor, id);
}

/** One change for many offers. */
export async function updateOffers(
  tx: Tx,
  actor: Actor,
  { change, ...selection }: OfferBulk,
): Promise<ResponseOf<typeof dropshipItems.bulkUpdate>> {
  // The cost of own goods belongs to each product, so one price for many is refused.
  if (change.price !== undefined && sellsToItself(actor)) invalidField('change.price', 'own_cost');
  const found = await findSelectedOffers(tx, actor, selection);
  const before = await lockTerms(tx, found);
  const written = await writeOffers(
    tx,
    found.map((id) => ({ id, ...change })),
  );
  const { active, ...terms } = change;
  return {
    ...outcomeOf(selection.ids ?? found, written),
    switched: before.filter((row) => (active ?? row.active) !== row.active).map(({ id }) => id),
    changed: before
      .filter((row) => undone.some((term) => (terms[term] ?? row[term]) !== row[term]))
      .map(({ active: _, version, ...row }) => ({ ...row, version: version + 1 })),
  };
}

/** The price entered for own goods becomes the cost of a product without one; a price other than a known cost is refused. */
async function setOwnCost(
  tx: Tx,
  actor: Actor,
  { variation, cost }: { variation: { id: number }; cost?: number | null | undefined },
  asked: number,
): Promise<void> {
  if (!sellsToItself(actor)) return;
  const { price, fault, learned } = offerPrice(actor, cost ?? null, asked);
  if (fault) invalidField('price', fault);
  if (learned) await writeCosts(tx, actor, [{ id: variation.id, cost: price }]);
}

/** The fields of a bulk change that can be undone. */
const undone = ['price', 'quantityCap', 'buffer'] as const;
type Terms = Record<'id' | 'version' | (typeof undone)[number], number> & { active: boolean };

/** The current values, locked. */
async function lockTerms(tx: Tx, ids: readonly number[]): Promise<Terms[]> {
  const { rows } = await sql<Terms>`select d.id, d.version, d.price_centavos as price,
      d.quantity_cap as "quantityCap", s.buffer, d.active from dropship_items d join stock s on s.id = d.stock_id
    where d.business_id = app_business() and d.id = any(${ids}::bigint[])
    order by d.id for update of d`.execute(tx.db);
  return rows;
}

/** Undoes a bulk change of each offer that was not changed since. */
export async function undoOffers(
  tx: Tx,
  actor: Actor,
  { rows }: BodyOf<typeof dropshipItems.undo>,
): Promise<BulkOutcome> {
  const ids = rows.map(({ id }) => id);
  const found = new Set(await findSelectedOffers(tx, actor, { ids }));
  const written = await writeOffers(
    tx,
    rows.filter(({ id }) => found.has(id)),
  );
  return outcomeOf(
    ids,
    written,
    [...found].map((id) => ({ id, code: 'changed_since' })),
  );
}

type ChangedOffer = OfferChange & {
  id: number;
  /** If given, the offer is changed only if it still has this version. */
  version?: number;
};

/** Writes separate changes of many offers; returns the ids that were written. */
export async function writeOffers(tx: Tx, changes: readonly ChangedOffer[]): Promise<number[]> {
  const rows = changes.map(({ id, version, ...change }) => ({ id, version, ...columnsOfOffer(change) }));
  const given = Object.values(offerColumns).map(
    (column) => sql`${sql.ref(column)} = coalesce(${sql.ref(`n.${column}`)}, ${sql.ref(`d.${column}`)})`,
  );
  const { rows: written } = await sql<{ id: number; stock_id: number }>`
    update dropship_items d set ${sql.join(given)}, updated_at = ${tx.now()}::timestamptz, version = d.version + 1
    from jsonb_populate_recordset(null::dropship_items, ${JSON.stringify(rows)}::jsonb) n
    where d.id = n.id and d.business_id = app_business() and (n.version is null or n.version = d.version)
    returning d.id, d.stock_id`.execute(tx.db);
  const stockOf = new Map(written.map((row) => [row.id, row.stock_id]));
  await setBuffers(
    tx,
    changes.flatMap(({ id, buffer }) => {
      const stock = stockOf.get(id);
      return stock === undefined || buffer === undefined ? [] : [{ stock, buffer }];
    }),
  );
  const stockIds = [...stockOf.values()];
  await tx.publish('stock.changed', { stockIds });
  await notifySellers(tx, stockIds);
  return written.map((row) => row.id);
}

async function notifySellers(tx: Tx, stockIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ business_id: number }>`select distinct business_id
    from publications_of_stock(${stockIds}::bigint[])`.execute(tx.db);
  for (const row of rows) {
    tx.changed(row.business_id, 'dropshipping');
    tx.changed(row.business_id, 'advertisements');
  }
}

/** An offer that advertisements or sales use cannot be removed; it can be deactivated. */
export async function removeOffer(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { stockId: stock } = await readOffer(tx, actor, id);
  const { rows } = await sql<{ used: boolean }>`select offer_in_use(${id}::bigint) as used`.execute(tx.db);
  if (rows[0]?.used) fail('offer_in_use');
  try {
    // The stock level is locked first, in the order of a sale, whose parts refer to the offer.
    await setBuffers(tx, [{ stock, buffer: 0 }]);
    await tx.db.deleteFrom('dropship_items').where('id', '=', id).execute();
  } catch (error) {
    if (databaseCode(error) === '23503') fail('offer_in_use', { cause: error });
    throw error;
  }
}
