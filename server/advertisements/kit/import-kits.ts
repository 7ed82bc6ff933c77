import { sql } from 'kysely';
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
import { insertOffers, type PlacedOffer } from '#server/dropshipping/offer/insert-offers.ts';
import {
  type KnownOffer,
  type KnownVariation,
  lockOffers,
  variationsOfSkus,
} from '#server/dropshipping/offer/offered-rows.ts';
import { offerPrice } from '#server/dropshipping/offer/own-goods.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { compositionKey, findKitsBySku } from './kit.queries.ts';
import { createKit } from './kit.ts';

type Row = ReadRow<'kits'>;
type Part = { variation: KnownVariation; quantity: number };
type PlannedKit = { sku: string; name: string; warehouseId: number; parts: Part[] };

/**
 * Kits with their components: rows with one SKU are one kit, which is made whole or not at all. A kit that exists with
 * these components is unchanged; one with others is changed on its own page, because its listings follow it.
 */
export const kitImport: ImportRule<'kits'> = {
  touches: ['virtualProducts', 'dropshipItems', 'advertisements'],
  fills: ['virtual_products', 'virtual_product_components'],
  async prepare(tx, actor, rows): Promise<Prepared> {
    const known = await readKnown(tx, actor, rows);
    const checked: CheckedRow[] = [];
    const planned: PlannedKit[] = [];
    const compositions = new Set(known.compositions);
    for (const group of Map.groupBy(rows, ({ values }) => asCode(values.sku)).values()) {
      const found = planKit(actor, group, known, compositions);
      checked.push(...found.rows);
      if (found.kit) planned.push(found.kit);
    }
    return { rows: checked, write: () => writeKits(tx, actor, planned) };
  },
};

type Known = Awaited<ReturnType<typeof readKnown>>;

async function readKnown(tx: Tx, actor: Actor, rows: readonly Row[]) {
  const skus = [...new Set(rows.map(({ values }) => asCode(values.sku)))];
  const variations = await variationsOfSkus(
    tx,
    actor,
    rows.map(({ values }) => asCode(values.component)),
  );
  const kits = await findKitsBySku(tx, skus);
  const [offers, names, compositions] = await Promise.all([
    lockOffers(
      tx,
      actor,
      [...variations.values()].map(({ id }) => id),
    ),
    namesOfProducts(tx, actor, skus),
    readCompositions(tx),
  ]);
  return {
    variations,
    names,
    offers: Map.groupBy(offers, (offer) => offer.variation_id),
    bySku: new Map(kits.map((kit) => [asCode(kit.sku), compositions.get(kit.id) ?? ''])),
    compositions: compositions.values(),
  };
}

/** Names of products that have the code of a kit: other systems list kits among their products. */
async function namesOfProducts(tx: Tx, actor: Actor, skus: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.db
    .selectFrom('product_variations as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['v.sku', 'p.name'])
    .where('v.business_id', '=', actor.businessId)
    .where(sql<boolean>`v.sku_key = any(${skus}::text[])`)
    .execute();
  return new Map(rows.map(({ sku, name }) => [asCode(sku), name]));
}

/** The compositions of all kits, by variations and quantities instead of offers. */
async function readCompositions(tx: Tx): Promise<Map<number, string>> {
  const rows = await tx.db
    .selectFrom('virtual_products as k')
    .innerJoin('virtual_product_components as c', 'c.virtual_product_id', 'k.id')
    .innerJoin('dropship_items as d', 'd.id', 'c.dropship_item_id')
    .select(['k.id', 'd.variation_id as offer', 'c.quantity'])
    .where('k.business_id', '=', sql<number>`app_business()`)
    .where('k.archived', '=', false)
    .execute();
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, parts]) => [id, compositionKey(parts)]));
}

function planKit(
  actor: Actor,
  rows: readonly Row[],
  known: Known,
  taken: Set<string>,
): { rows: CheckedRow[]; kit?: PlannedKit } {
  const sku = rows[0]?.values.sku ?? '';
  const refuse = (errors: CheckedRow['errors']) => ({ rows: rows.map(({ line }) => wrong(line, errors)) });
  const parts = rows.flatMap(({ values }): Part[] => {
    const variation = known.variations.get(asCode(values.component));
    return variation ? [{ variation, quantity: values.quantity }] : [];
  });
  if (parts.length < rows.length)
    return {
      rows: rows.map(({ line, values }) =>
        known.variations.has(asCode(values.component))
          ? wrong(line, { sku: 'kit_incomplete' })
          : wrong(line, { component: 'sku_unknown' }),
      ),
    };
  const composition = compositionKey(
    parts.map(({ variation, quantity }) => ({ offer: variation.id, quantity })),
  );
  const before = known.bySku.get(asCode(sku));
  if (before === composition)
    return { rows: rows.map(({ line }) => ({ line, fate: 'unchanged', changes: {}, errors: {} })) };
  if (before !== undefined) return refuse({ sku: 'kit_differs' });
  if (taken.has(composition)) return refuse({ sku: 'kit_taken' });
  const warehouseId = warehouseOf(parts, known.offers);
  const unoffered = rows.filter((_, index) => !canBeOffered(actor, parts[index], warehouseId, known.offers));
  if (warehouseId === null || unoffered.length > 0)
    return {
      rows: rows.map((row) =>
        warehouseId === null || unoffered.includes(row)
          ? wrong(row.line, { component: 'offer_unknown' })
          : wrong(row.line, { sku: 'kit_incomplete' }),
      ),
    };
  taken.add(composition);
  const named = rows.find(({ values }) => values.name !== undefined)?.values.name;
  const name = (named ?? known.names.get(asCode(sku)) ?? sku).slice(0, 120);
  return { rows: rows.map(({ line }) => created(line)), kit: { sku, name, warehouseId, parts } };
}

type Offers = ReadonlyMap<number, readonly KnownOffer[]>;

/** The warehouse that offers most of the parts; null if none offers any. */
function warehouseOf(parts: readonly Part[], offers: Offers): number | null {
  const counted = new Map<number, number>();
  for (const { variation } of parts)
    for (const { warehouse_id: id } of offers.get(variation.id) ?? [])
      counted.set(id, (counted.get(id) ?? 0) + 1);
  const [most] = [...counted].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}

const isOffered = ({ variation }: Part, warehouseId: number, offers: Offers) =>
  (offers.get(variation.id) ?? []).some((offer) => offer.warehouse_id === warehouseId);

/** Own goods without units have no offer yet; its price will be their cost. */
function canBeOffered(
  actor: Actor,
  part: Part | undefined,
  warehouseId: number | null,
  offers: Offers,
): boolean {
  if (!part || warehouseId === null) return false;
  if (isOffered(part, warehouseId, offers)) return true;
  const { price } = offerPrice(actor, part.variation.cost_centavos, undefined);
  return price !== undefined && actorCan(actor, 'dropship-items.create');
}

/** An offer that stock may be put into without a limit. */
const noCap = 1_000_000;

async function writeKits(tx: Tx, actor: Actor, kits: readonly PlannedKit[]): Promise<void> {
  const variationIds = [...new Set(kits.flatMap(({ parts }) => parts.map(({ variation }) => variation.id)))];
  const missing = kits.flatMap(({ warehouseId, parts }) =>
    parts.flatMap(({ variation }): PlacedOffer[] => {
      const { price } = offerPrice(actor, variation.cost_centavos, undefined);
      const place = { variationId: variation.id, productId: variation.product_id, warehouseId };
      return price === undefined ? [] : [{ ...place, price, quantityCap: noCap }];
    }),
  );
  const unique = new Map(missing.map((offer) => [`${offer.variationId} ${offer.warehouseId}`, offer]));
  await insertOffers(tx, actor, [...unique.values()]);
  const offers = await lockOffers(tx, actor, variationIds);
  const offerOf = new Map(offers.map((offer) => [`${offer.variation_id} ${offer.warehouse_id}`, offer.id]));
  for (const { sku, name, warehouseId, parts } of kits)
    await createKit(tx, actor, {
      ...{ sku, name, title: '', weight: null, width: null, height: null, depth: null },
      components: parts.map(({ variation, quantity }) => ({
        offer: offerOf.get(`${variation.id} ${warehouseId}`) ?? 0,
        quantity,
      })),
    });
}
