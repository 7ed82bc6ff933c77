import { sql } from 'kysely';
import type {
  Publication,
  PublicationVariation,
  publications,
} from '#contract/advertisements/publication.ts';
import { definedOf } from '#contract/defined.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { startTrade } from '#server/advertisements/advertisement.ts';
import { type Composition, findOffers, resolvePublished } from '#server/advertisements/composition.ts';
import type { Priced, PriceRequest } from '#server/advertisements/pricing.ts';
import { decidedPackageSql } from '#server/advertisements/size/package-sql.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, type FieldCodes, fail } from '#server/fault.ts';
import { insertComponents, insertVariation } from './publication-create.ts';

export type VariationChanges = BodyOf<typeof publications.update>['variations'];
type Group = 'create' | 'update';

/** A variation as it will be, and its field in the body. */
export type NextVariation = Pick<PublicationVariation, 'name' | 'sku' | 'gtin' | 'attributes' | 'active'> &
  // Its package is its own, not the one that the marketplace gets.
  PriceRequest & {
    /** null: not saved yet. */
    id: number | null;
    place: readonly [Group, string];
    /** A person set the price: a floor accepts the resulting margin. */
    decides: boolean;
    /** Its new composition; null if it stays. */
    composition: Composition | null;
  };

/** Compositions that the change contains, by their place in it. */
export type Compositions = ReadonlyMap<string, Composition>;
const placeKey = (group: Group, key: string | number) => `${group}.${key}`;

/** The offers of new or changed compositions; all variations of a publication come from one warehouse. */
export async function composeChanges(
  tx: Tx,
  current: Publication,
  warehouseId: number,
  changes: VariationChanges,
): Promise<Compositions> {
  const wanted = [
    ...Object.entries(changes?.update ?? {}).flatMap(([id, { components }]) =>
      components ? [{ place: placeKey('update', id), components }] : [],
    ),
    ...(changes?.create ?? []).map(({ components, tempId }, index) => ({
      place: placeKey('create', tempId ?? index),
      components,
    })),
  ];
  const offers = await findOffers(
    tx,
    wanted.flatMap(({ components }) => components.map(({ offer }) => offer)),
  );
  const found = new Map(
    wanted.map(({ place, components }) => [
      place,
      resolvePublished(offers, components, `variations.${place}.components`),
    ]),
  );
  const stays = current.variations.some(
    ({ id }) => !found.has(placeKey('update', id)) && !changes?.remove?.includes(id),
  );
  const warehouses = new Set([...found.values()].map((composition) => composition.warehouseId));
  if (stays) warehouses.add(warehouseId);
  if (warehouses.size > 1) fail('mixed_warehouses');
  return found;
}

/** Values that the marketplace never changes, and variations that do not exist. */
export function checkFrozenVariations(current: Publication, changes: VariationChanges): void {
  const faults: { update: FieldCodes; remove: FieldCodes } = { update: {}, remove: {} };
  const savedOf = (id: number) => current.variations.find((variation) => variation.id === id);
  for (const [id, change] of Object.entries(changes?.update ?? {})) {
    const saved = savedOf(Number(id));
    if (!saved) faults.update[id] = { id: 'not_found' };
    else if (
      change.attributes &&
      saved.remoteItem &&
      JSON.stringify(change.attributes) !== JSON.stringify(saved.attributes)
    )
      faults.update[id] = { attributes: 'invalid' };
  }
  for (const [index, id] of (changes?.remove ?? []).entries()) {
    const saved = savedOf(id);
    if (!saved) faults.remove[index] = 'not_found';
    // A variation on sale is taken off sale by its switch, because buyers may be paying for it.
    else if (saved.remoteItem) faults.remove[index] = 'invalid';
  }
  const found = Object.entries(faults).filter(([, group]) => Object.keys(group).length > 0);
  if (found.length > 0) throw new Fault('invalid', { fields: { variations: Object.fromEntries(found) } });
}

export function mergeVariations(
  current: Publication,
  changes: VariationChanges,
  compositions: Compositions,
  decides: boolean,
): NextVariation[] {
  const kept = current.variations
    .filter(({ id }) => !changes?.remove?.includes(id))
    .map((saved): NextVariation => {
      const { marginBasisPoints, price, components: _, ...rest } = changes?.update?.[saved.id] ?? {};
      const composition = compositions.get(placeKey('update', saved.id)) ?? null;
      const { name, sku, gtin, attributes, active, package: own } = { ...saved, ...definedOf(rest) };
      const request =
        price === undefined && marginBasisPoints !== undefined
          ? { marginBasisPoints }
          : { price: price ?? saved.price };
      return {
        ...{ id: saved.id, place: ['update', String(saved.id)], composition },
        ...{ name, sku, gtin, attributes, active, package: own, ...request },
        decides: decides && (price !== undefined || marginBasisPoints !== undefined || composition !== null),
        cost: composition?.cost ?? saved.cost,
      };
    });
  const added = (changes?.create ?? []).map(({ tempId, components: _, ...item }, index): NextVariation => {
    const key = String(tempId ?? index);
    const composition = compositions.get(placeKey('create', key)) ?? null;
    const cost = composition?.cost ?? 0;
    return { ...item, id: null, place: ['create', key], decides: true, composition, cost };
  });
  return [...kept, ...added];
}

/** Faults by the index of the variation → its field in the body. */
export function faultsAt(next: readonly NextVariation[]) {
  return (faults: FieldCodes): FieldCodes => {
    const placed: Record<Group, FieldCodes> = { create: {}, update: {} };
    for (const [index, codes] of Object.entries(faults)) {
      const [group, key] = next[Number(index)]?.place ?? (['update', index] as const);
      placed[group][key] = codes;
    }
    return {
      variations: Object.fromEntries(
        Object.entries(placed).filter(([, group]) => Object.keys(group).length > 0),
      ),
    };
  };
}

async function removeVariations(tx: Tx, publicationId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .deleteFrom('publication_variations')
    .where('publication_id', '=', publicationId)
    .where('id', 'in', [...ids])
    .execute();
}

/** One statement for variations that stay; those with other goods, and new ones, follow one by one. */
export async function storeVariations(
  tx: Tx,
  businessId: number,
  publicationId: number,
  removed: readonly number[],
  next: readonly NextVariation[],
  prices: readonly Priced[],
): Promise<void> {
  await removeVariations(tx, publicationId, removed);
  const rows = next.flatMap(({ composition, place: _, ...variation }, index) => {
    const priced = prices[index];
    return priced ? [{ ...variation, ...priced, moved: composition !== null }] : [];
  });
  // With other goods it follows other stock rows: earlier acknowledgements do not apply to them.
  await sql`update publication_variations v set name = n.name, sku = n.sku, gtin = n.gtin, attributes = n.attributes,
      active = n.active, price_centavos = n.price, margin_basis_points = n."marginBasisPoints" + n."taxBasisPoints", fee_centavos = n.fee,
      freight_centavos = n.freight, weight = (n.package ->> 'weight')::numeric,
      width = (n.package ->> 'width')::numeric, height = (n.package ->> 'height')::numeric,
      depth = (n.package ->> 'depth')::numeric,
      decided = case when n.decides then json_build_object('cost', n.cost, 'fee', n.fee, 'freight', n.freight,
        'margin', n."marginBasisPoints", 'taxBasisPoints', n."taxBasisPoints", 'package', ${decidedPackageSql(sql`n.package`, sql`v.publication_id`)})::jsonb else v.decided end,
      cost_centavos = n.cost, version = v.version + 1,
      synced_quantity = case when n.moved then null else v.synced_quantity end,
      synced_revision = case when n.moved then null else v.synced_revision end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, name text, sku text, gtin text,
      attributes jsonb, active boolean, package jsonb, price bigint, "marginBasisPoints" integer, "taxBasisPoints" integer, fee bigint, freight bigint, cost bigint,
      moved boolean, decides boolean)
    where v.id = n.id and v.publication_id = ${publicationId}`.execute(tx.db);
  for (const [index, variation] of next.entries()) {
    const { composition, id } = variation;
    const priced = prices[index];
    if (!composition || !priced) continue;
    if (id === null) await insertVariation(tx, businessId, publicationId, variation, composition, priced);
    else {
      await tx.db.deleteFrom('publication_components').where('publication_variation_id', '=', id).execute();
      await insertComponents(tx, businessId, id, composition);
    }
    await startTrade(tx, businessId, composition);
  }
}
