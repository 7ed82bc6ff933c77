import type { BodyOf } from '#contract/endpoint.ts';
import { multiplyMoney, sumMoney } from '#contract/money.ts';
import type { VirtualProduct, virtualProducts } from '#contract/products/virtual-product.ts';
import { startTrade } from '#server/advertisements/advertisement.ts';
import { changeComponents } from '#server/advertisements/change-components.ts';
import {
  type Component,
  type Composition,
  findOffers,
  listParts,
  resolveComposition,
  storedPart,
} from '#server/advertisements/composition.ts';
import { enqueueMeasure } from '#server/advertisements/publication/publication-queue.ts';
import { type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { followKit } from './follow-kit.ts';
import {
  compositionKey,
  findFollowers,
  findKits,
  hasTwin,
  type KitRow,
  lockKit,
  storedParts,
} from './kit.queries.ts';

type Created = BodyOf<typeof virtualProducts.create>;
type Changed = BodyOf<typeof virtualProducts.update>;

/** Kits for display; the cost of their parts is shown to people who may read prices. */
export async function viewKits(tx: Tx, actor: Actor, rows: readonly KitRow[]): Promise<VirtualProduct[]> {
  const priced = actorCan(actor, 'prices.read');
  const parts = await listParts(
    tx,
    'virtual_product_components',
    rows.map(({ id }) => id),
  );
  return rows.map(({ created_at, updated_at, ...row }) => {
    const components = parts.get(row.id) ?? [];
    const costs = components.flatMap(({ price, quantity }) =>
      price === null ? [] : multiplyMoney(price, quantity),
    );
    const cost = costs.length === components.length ? sumMoney(costs) : null;
    return {
      ...row,
      components: priced ? components : components.map(({ price: _price, ...part }) => part),
      quantity: components.length === 0 ? 0 : Math.min(...components.map(({ available }) => available)),
      ...(priced && { cost }),
      createdAt: created_at.toISOString(),
      updatedAt: updated_at.toISOString(),
    };
  });
}

export async function readKit(tx: Tx, actor: Actor, id: number): Promise<VirtualProduct> {
  const [kit] = await viewKits(tx, actor, await findKits(tx, [id]));
  return kit ?? fail('not_found');
}

export async function createKit(tx: Tx, actor: Actor, body: Created): Promise<VirtualProduct> {
  const { components, ...fields } = body;
  const composition = await composeOf(tx, components);
  await startTrade(tx, actor.businessId, composition);
  const { id } = await tx.db
    .insertInto('virtual_products')
    .values({ business_id: actor.businessId, ...fields, created_at: tx.now(), updated_at: tx.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTwin);
  const parts = composition.parts.map((part) => ({
    ...storedPart(part),
    business_id: actor.businessId,
    virtual_product_id: id,
  }));
  await tx.db.insertInto('virtual_product_components').values(parts).execute();
  await refuseSameParts(tx, id);
  return readKit(tx, actor, id);
}

/**
 * Its publications follow in the same transaction, so that a kit and its publications always have the same composition.
 */
export async function updateKit(
  tx: Tx,
  actor: Actor,
  id: number,
  body: Changed,
  version: number | undefined,
): Promise<VirtualProduct> {
  const row = await lockKit(tx, id);
  if (row?.business_id !== actor.businessId) return fail('not_found');
  if (version !== undefined && version !== row.version)
    fail('stale_version', { facts: { version: row.version } });
  const { components, ...fields } = body;
  if (components) {
    const before = await storedParts(tx, id);
    await changeParts(tx, actor, id, components);
    const after = await storedParts(tx, id);
    const composition = await composeOf(tx, after);
    await startTrade(tx, actor.businessId, composition);
    if (compositionKey(before) !== compositionKey(after))
      await followKit(tx, actor.businessId, before, composition);
  }
  await tx.db
    .updateTable('virtual_products')
    .set((set) => ({ ...fields, updated_at: tx.now(), version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
    .catch(refuseTwin);
  if (components || body.archived === false) await refuseSameParts(tx, id);
  // Another box, or other parts: the parcel changes.
  for (const { publication_id } of await findFollowers(tx, await storedParts(tx, id)))
    enqueueMeasure(tx, actor.businessId, publication_id);
  return readKit(tx, actor, id);
}

export async function removeKit(tx: Tx, actor: Actor, id: number): Promise<void> {
  const gone = await tx.db
    .deleteFrom('virtual_products')
    .where('id', '=', id)
    .where('business_id', '=', actor.businessId)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) fail('not_found');
}

/** Of two kits with the same parts it would be unclear which one an advertisement follows. */
async function refuseSameParts(tx: Tx, id: number): Promise<void> {
  if (await hasTwin(tx, id, await storedParts(tx, id)))
    throw new Fault('invalid', { fields: { components: 'kit_taken' } });
}

async function composeOf(tx: Tx, components: readonly Component[]): Promise<Composition> {
  const offers = await findOffers(
    tx,
    components.map(({ offer }) => offer),
  );
  return resolveComposition(offers, components, 'components');
}

async function changeParts(
  tx: Tx,
  actor: Actor,
  kitId: number,
  changes: NonNullable<Changed['components']>,
): Promise<void> {
  const saved = await storedParts(tx, kitId);
  await changeComponents(tx, changes, {
    ids: saved.map((row) => row.id),
    async insert(part) {
      const made = await tx.db
        .insertInto('virtual_product_components')
        .values({ ...storedPart(part), business_id: actor.businessId, virtual_product_id: kitId })
        .onConflict((conflict) => conflict.columns(['virtual_product_id', 'dropship_item_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return made !== undefined;
    },
    setQuantity: (id, quantity) =>
      tx.db.updateTable('virtual_product_components').set({ quantity }).where('id', '=', id).execute(),
    remove: (id) => tx.db.deleteFrom('virtual_product_components').where('id', '=', id).execute(),
  });
}

function refuseTwin(error: unknown): never {
  if (violatedConstraint(error) === 'virtual_products_sku') fail('sku_taken', { cause: error });
  throw error;
}
