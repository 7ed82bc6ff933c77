import { api } from '#contract/index.ts';
import type { LotFields } from '#contract/inventory/batch.ts';
import type { App } from '#server/app.ts';
import { ensureStock } from '#server/inventory/ledger.ts';
import type { Person } from '#server/test/app.ts';

let serial = 0;

/** A product with one variation, in a business; for tests. */
export async function makeVariation(app: App, businessId: number, name = `Product ${++serial}`) {
  return app.database.transact({ businessId }, async (tx) => {
    const product = await tx.db
      .insertInto('products')
      .values({ business_id: businessId, name, created_at: tx.now(), updated_at: tx.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const variation = await tx.db
      .insertInto('product_variations')
      .values({
        business_id: businessId,
        product_id: product.id,
        name: '',
        sku: `SKU-${++serial}`,
        cost_centavos: 1500,
      })
      .returning(['id', 'sku'])
      .executeTakeFirstOrThrow();
    return { productId: product.id, variationId: variation.id, sku: variation.sku };
  });
}

export type Shelf = Awaited<ReturnType<typeof makeShelf>>;

/** A new warehouse with one position. */
export async function makeWarehouse(owner: Person, name = `Warehouse ${++serial}`) {
  const warehouse = await owner.call(api.warehouses.create, { body: { name } });
  const { items } = await owner.call(api.inventoryLocations.create, {
    body: { warehouseId: warehouse.id, prefix: 'A', initialIndex: 1, finalIndex: 2 },
  });
  return {
    warehouseId: warehouse.id,
    positionId: items[0]?.id ?? 0,
    otherPositionId: items[1]?.id ?? 0,
  };
}

/** A volume with these quantities, tagged and launched. */
export async function makeVolume(
  owner: Person,
  place: { warehouseId: number; positionId: number },
  lines: { variationId: number; quantity: number; lot?: LotFields }[],
) {
  const volume = await owner.call(api.volumes.create, {
    body: { warehouseId: place.warehouseId, reason: 'opening stock', lines },
  });
  await owner.call(api.volumes.tag, { params: { id: volume.id }, body: { code: volume.code } });
  return owner.call(api.volumes.launch, {
    params: { id: volume.id },
    body: { positionId: place.positionId },
  });
}

/** A new product with `quantity` units in stock, and the volume that contains them. */
export async function makeShelf(app: App, owner: Person, quantity = 10, place = makeWarehouse(owner)) {
  const where = await place;
  const variation = await makeVariation(app, owner.businessId);
  const volume = await makeVolume(owner, where, [{ variationId: variation.variationId, quantity }]);
  const stockId = await app.database.transact({ businessId: owner.businessId }, (tx) =>
    ensureStock(tx, owner.businessId, variation.variationId, where.warehouseId),
  );
  return {
    ...where,
    ...variation,
    stockId,
    volumeId: volume.id,
    code: volume.code,
    lineId: volume.lines[0]?.id ?? 0,
  };
}

/** An active offer of stock. Own goods of a sales business get that cost first, because their price equals their cost. */
export async function makeOffer(owner: Person, shelf: Shelf, price = 2990, quantityCap = 1000) {
  const { type } = await owner.call(api.business.detail);
  if (type === 'sales')
    await owner.call(api.products.update, {
      params: { id: shelf.productId },
      body: { variations: { update: { [shelf.variationId]: { costCentavos: price } } } },
    });
  return owner.call(api.dropshipItems.create, {
    body: { variationId: shelf.variationId, warehouseId: shelf.warehouseId, quantityCap, price },
  });
}
