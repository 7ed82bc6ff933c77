import { type RawBuilder, sql } from 'kysely';
import type { Part } from '#contract/advertisements/advertisement.ts';
import { multiplyMoney, sumMoney } from '#contract/money.ts';
import { isExample } from '#server/business/examples.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Tx } from '#server/db/transaction.ts';
import { isHeldSql, isSoldSql, partQuantitySql } from '#server/dropshipping/offer/quantity-sql.ts';
import { Fault, type FieldCodes, fail } from '#server/fault.ts';

export type Component = { offer: number; quantity: number };

/** Offers as their buyer sees them: withdrawn ones are missing. */
export async function findOffers(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return tx.db
    .selectFrom('dropship_items as d')
    .innerJoin('products as p', 'p.id', 'd.product_id')
    .innerJoin('product_variations as v', 'v.id', 'd.variation_id')
    .select([
      'd.id',
      'd.business_id',
      'd.warehouse_id',
      'd.stock_id',
      'd.price_centavos',
      'd.active',
      'd.product_id',
      'v.sku',
      'v.name as variation_name',
      'p.name as product_name',
    ])
    .select(isExample('product', sql.ref('d.product_id')).as('example'))
    .where('d.id', 'in', [...new Set(ids)])
    .execute();
}
export type Offer = Awaited<ReturnType<typeof findOffers>>[number];

export type ResolvedPart = { offer: Offer; quantity: number };
export type Composition = { parts: ResolvedPart[]; warehouseId: number; supplierId: number; cost: number };

/** The name of an offer in a composition: the product, and the variation if it adds something. */
export function nameOfOffer(offer: Pick<Offer, 'product_name' | 'variation_name'>): string {
  const { product_name: product, variation_name: variation } = offer;
  return variation && variation !== product ? `${product} · ${variation}` : product;
}

/** The offers of a composition, all available and all of one warehouse. `at` is the field that faults name. */
export function resolveComposition(
  offers: readonly Offer[],
  components: readonly Component[],
  at: string,
): Composition {
  if (components.length === 0) fail('no_dropshipping');
  const faults: FieldCodes = {};
  const parts = components.flatMap((component, index) => {
    const offer = offers.find((candidate) => candidate.id === component.offer);
    if (!offer) faults[index] = { offer: 'not_found' };
    else if (components.findIndex((other) => other.offer === component.offer) !== index)
      faults[index] = { offer: 'duplicate' };
    return offer ? [{ offer, quantity: component.quantity }] : [];
  });
  if (Object.keys(faults).length > 0) throw new Fault('invalid', { fields: nest(at, faults) });
  const [first] = parts;
  if (!first) return fail('no_dropshipping');
  if (parts.some(({ offer }) => !offer.active)) fail('offer_not_available');
  if (parts.some(({ offer }) => offer.warehouse_id !== first.offer.warehouse_id)) fail('mixed_warehouses');
  return {
    parts,
    warehouseId: first.offer.warehouse_id,
    supplierId: first.offer.business_id,
    cost: costOf(parts),
  };
}

/** The composition of a publication: an example is not published. */
export function resolvePublished(...from: Parameters<typeof resolveComposition>): Composition {
  const composition = resolveComposition(...from);
  if (composition.parts.some(({ offer }) => offer.example)) fail('example_record');
  return composition;
}

function nest(path: string, fields: FieldCodes): FieldCodes {
  return path.split('.').reduceRight<FieldCodes>((inner, key) => ({ [key]: inner }), fields);
}

export function costOf(parts: readonly ResolvedPart[]): number {
  return sumMoney(parts.map(({ offer, quantity }) => multiplyMoney(offer.price_centavos, quantity)));
}

/** Columns of a stored part, with its name for the time after the offer is withdrawn. */
export function storedPart({ offer, quantity }: ResolvedPart) {
  return {
    dropship_item_id: offer.id,
    supplier_id: offer.business_id,
    quantity,
    product_name: nameOfOffer(offer).slice(0, 200),
    sku: offer.sku,
  };
}

type Quantity = { id: number; quantity: number; revision: number | null; location: string | null };

const quantitiesOfPublication = prepared((db, { id }: { id: number }) => ({
  compile: () =>
    sql<Quantity>`
    select v.id,
      case when ${isSoldSql} then least(coalesce(min(${partQuantitySql}), 0), v.quantity_cap) else 0 end::int as quantity,
      case when bool_and(s.id is not null) then sum(s.revision)::bigint end as revision,
      (select l.remote_id from account_locations l join publications p on p.account_id = l.account_id
        where l.business_id = app_business() and p.id = v.publication_id and l.warehouse_id = min(d.warehouse_id)) as location
    from publication_variations v
    left join publication_components c on c.publication_variation_id = v.id
    left join dropship_items d on d.id = c.dropship_item_id
    left join stock s on s.id = c.stock_id
    where v.publication_id = ${id}
    group by v.id`.compile(db),
}));

/** The parts of a variation are of one warehouse: its whole quantity is at the location of that; null: the default. */
export type Quantities = Map<number, Omit<Quantity, 'id'>>;

/** Of all variations of a publication. */
export async function publicationQuantities(tx: Tx, id: number): Promise<Quantities> {
  const rows = await quantitiesOfPublication(tx, { id });
  return new Map(rows.map(({ id: variation, ...found }) => [variation, found]));
}

/** The quantities of compositions that are not stored yet, in their order. */
export async function shownQuantities(
  tx: Tx,
  compositions: readonly (readonly ResolvedPart[])[],
): Promise<number[]> {
  const parts = compositions.flatMap((composition, n) =>
    composition.map(({ offer, quantity }) => ({ n, offer: offer.id, quantity })),
  );
  const { rows } = await sql<{ n: number; quantity: number }>`
    select c.n, min(${partQuantitySql})::int as quantity
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as c (n integer, offer bigint, quantity integer)
      left join dropship_items d on d.id = c.offer left join stock s on s.id = d.stock_id
    group by c.n`.execute(tx.db);
  const found = new Map(rows.map((row) => [row.n, row.quantity]));
  return compositions.map((_, n) => found.get(n) ?? 0);
}

type ComposedTable = 'advertisement_components' | 'publication_components' | 'virtual_product_components';

/** A part as JSON; `c` is its row, `d` its offer, `s` the stock of the offer and `b` its supplier. */
const partJson = sql<Part>`json_build_object('id', c.id,
    'offer', json_build_object('id', c.dropship_item_id, 'name', c.product_name), 'sku', c.sku,
    'supplier', case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end,
    'warehouseId', d.warehouse_id, 'quantity', c.quantity, 'price', d.price_centavos, 'available', ${partQuantitySql},
    'active', coalesce(d.active, false), 'held', ${isHeldSql})`;

const partsFrom = (table: ComposedTable) => sql`${sql.table(table)} c
    left join dropship_items d on d.id = c.dropship_item_id
    left join stock s on s.id = d.stock_id
    left join businesses b on b.id = c.supplier_id`;

const ownerOf = {
  advertisement_components: sql`c.advertisement_id`,
  publication_components: sql`c.publication_variation_id`,
  virtual_product_components: sql`c.virtual_product_id`,
};

/** Parts of stored compositions for display, by the id of their owner. */
export async function listParts(
  tx: Tx,
  table: ComposedTable,
  ownerIds: readonly number[],
): Promise<Map<number, Part[]>> {
  if (ownerIds.length === 0) return new Map();
  const owner = ownerOf[table];
  const { rows } = await sql<{ owner_id: number; part: Part }>`
    select ${owner} as owner_id, ${partJson} as part from ${partsFrom(table)}
    where ${owner} in (${sql.join([...ownerIds])}) order by c.id`.execute(tx.db);
  const parts = new Map<number, Part[]>();
  for (const { owner_id, part } of rows) parts.set(owner_id, [...(parts.get(owner_id) ?? []), part]);
  return parts;
}

/** The parts of one owner, for a statement that reads it completely. */
export const partsSql = (table: ComposedTable, owner: RawBuilder<unknown>) => sql<Part[]>`coalesce((
  select json_agg(${partJson} order by c.id) from ${partsFrom(table)} where ${ownerOf[table]} = ${owner}), '[]')`;
