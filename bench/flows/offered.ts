import type { Machine } from './machine.ts';

/** The id of an inserted row. */
export async function insertOne({ ask }: Machine, text: string, values: unknown[]): Promise<number> {
  return Number((await ask<{ id: number }>(text, values))[0]?.id);
}

/** A warehouse of a supplier with one product on its shelf, and the offer of it. */
export async function makeOffered(machine: Machine, supplierId: number, sku: string) {
  const idOf = (text: string, values: unknown[]) => insertOne(machine, text, values);
  const warehouseId = await idOf(
    `insert into warehouses (business_id, name, created_at) values ($1, 'Galpão', now()) returning id`,
    [supplierId],
  );
  const productId = await idOf(
    `insert into products (business_id, name, created_at, updated_at) values ($1, 'Caneca', now(), now()) returning id`,
    [supplierId],
  );
  const variationId = await idOf(
    `insert into product_variations (business_id, product_id, name, sku) values ($1, $2, 'Azul', $3) returning id`,
    [supplierId, productId, sku],
  );
  const stockId = await idOf(
    `insert into stock (business_id, variation_id, warehouse_id) values ($1, $2, $3) returning id`,
    [supplierId, variationId, warehouseId],
  );
  const offerId = await idOf(
    `insert into dropship_items (business_id, product_id, variation_id, stock_id, warehouse_id, quantity_cap, price_centavos, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 100, 2000, now(), now()) returning id`,
    [supplierId, productId, variationId, stockId, warehouseId],
  );
  return { warehouseId, productId, variationId, stockId, offerId };
}
