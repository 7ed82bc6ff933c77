import { type Kysely, sql } from 'kysely';
import type { BulkSelection } from '#contract/bulk.ts';
import { dropshipItemFilter, dropshipItemSorts } from '#contract/dropshipping/dropship-item.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { type ListSpec, listPage, listSpec, withoutFields } from '#server/db/list.ts';
import { prepared } from '#server/db/prepared.ts';
import { findSelected } from '#server/db/selection.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { DB } from '#server/db/types.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { isBeingCounted, isBlind } from '#server/inventory/balance/blind.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { firstImage, offerName } from './offer-sql.ts';

const available = sql<number>`least(d.quantity_cap, s.sellable)`;

const spec = listSpec({
  fields: dropshipItemFilter,
  sortedBy: dropshipItemSorts,
  sql: {
    name: sql`${offerName}`,
    sku: sql`v.sku`,
    warehouse: sql`d.warehouse_id`,
    product: sql`d.product_id`,
    active: sql`d.active`,
    linked: sql`d.linked_only`,
    price: sql`d.price_centavos`,
    available,
  },
  search: sql`(p.search || ' ' || v.search)`,
  matches: { list: 'variations', ids: sql`d.variation_id`, fields: ['sku'] },
  sorts: {
    name: sql`p.name`,
    price: sql`d.price_centavos`,
    available,
    cap: sql`d.quantity_cap`,
    updated: sql`d.updated_at`,
    created: sql`d.id`,
  },
  required: ['name', 'price', 'available', 'cap', 'updated', 'created'],
  changedAt: sql`d.updated_at`,
  defaultSort: '-created',
  id: sql`d.id`,
  around: `select page.*, (sold ->> page."stockId"::text)::int as publications
    from publications_by_stock(array(select "stockId" from page)) as sold cross join page`,
});

/** `blind`: quantities of volumes that are being counted are hidden. */
type Reader = Pick<Actor, 'warehouseIds'> & { blind: boolean };
const everything: Reader = { warehouseIds: null, blind: false };
const readerOf = (actor: Actor): Reader => ({ warehouseIds: actor.warehouseIds, blind: isBlind(actor) });
const readsAll = ({ warehouseIds, blind }: Reader) => warehouseIds === null && !blind;

/** Left joins, although each row exists, let the database skip tables that a count does not use. */
function selectOffers(db: Kysely<DB>, actor: Reader) {
  return db
    .selectFrom('dropship_items as d')
    .leftJoin('product_variations as v', 'v.id', 'd.variation_id')
    .leftJoin('products as p', 'p.id', 'd.product_id')
    .leftJoin('warehouses as w', 'w.id', 'd.warehouse_id')
    .leftJoin('stock as s', 's.id', 'd.stock_id')
    .where('d.business_id', '=', ownBusiness)
    .where(withinWarehouses(actor, sql`d.warehouse_id`))
    .select([
      'd.id',
      offerName.as('name'),
      'd.product_id',
      sql<string>`p.name`.as('product_name'),
      'd.variation_id',
      sql<string>`v.name`.as('variation_name'),
      sql<string>`v.sku`.as('sku'),
      sql<string>`v.gtin`.as('gtin'),
      firstImage.as('image_id'),
      'd.warehouse_id',
      sql<string>`w.name`.as('warehouse_name'),
      'd.stock_id as stockId',
      'd.quantity_cap as quantityCap',
      sql<number>`s.buffer`.as('buffer'),
      sql<number>`s.sellable`.as('sellable'),
      available.as('available'),
      actor.blind ? isBeingCounted.as('untold') : sql<boolean>`false`.as('untold'),
      'd.price_centavos',
      'v.cost_centavos',
      'd.active',
      'd.linked_only as linkedOnly',
      'd.example',
      'd.created_at as createdAt',
      'd.updated_at as updatedAt',
      'd.version',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOffers>['executeTakeFirstOrThrow']>> & {
  publications: number;
};

function shape(row: Row, priced: boolean) {
  const { price_centavos, cost_centavos, image_id, untold, ...rest } = row;
  return {
    ...rest,
    ...(untold && { sellable: null, available: null }),
    product: { id: row.product_id, name: row.product_name },
    variation: { id: row.variation_id, name: row.variation_name },
    warehouse: { id: row.warehouse_id, name: row.warehouse_name },
    image: image_id === null ? null : { id: image_id },
    ...(priced && { price: price_centavos, cost: cost_centavos }),
  };
}

/** The row as its reader may see it: without prices or, for blind counters, without units. */
const specFor = (actor: Actor): ListSpec =>
  withoutFields(spec, [
    ...(actorCan(actor, 'prices.read') ? [] : ['price']),
    ...(isBlind(actor) ? ['available'] : []),
  ]);

/** Offers that a bulk act names or finds. */
export function findSelectedOffers(tx: Tx, actor: Actor, selection: BulkSelection): Promise<number[]> {
  return findSelected(tx, selectOffers(tx.db, readerOf(actor)), specFor(actor), selection);
}

const allOffers = (tx: Tx) => selectOffers(tx.db, everything).$castTo<Row>();

export async function listOffers(tx: Tx, actor: Actor, query: ListQuery) {
  const priced = actorCan(actor, 'prices.read');
  const reader = readerOf(actor);
  const offers = readsAll(reader) ? allOffers : selectOffers(tx.db, reader).$castTo<Row>();
  const page = await listPage(tx, offers, specFor(actor), query);
  return { ...page, items: page.items.map((row) => shape(row, priced)) };
}

const selectOffer = (db: Kysely<DB>, actor: Reader, id: number) =>
  selectOffers(db, actor)
    .where('d.id', '=', id)
    .select(sql<number>`count_publications(d.stock_id)`.as('publications'));
const anyOffer = prepared((db, { id }: { id: number }) => selectOffer(db, everything, id));

export async function findOffer(tx: Tx, actor: Actor, id: number) {
  const reader = readerOf(actor);
  const [row] = readsAll(reader)
    ? await anyOffer(tx, { id })
    : await selectOffer(tx.db, reader, id).execute();
  return row && shape(row, actorCan(actor, 'prices.read'));
}
