import type { FastifyInstance } from 'fastify';
import { availableIn, unavailableIn } from '../mercado-livre/full-stock/inventory.ts';
import { leaveFull, storeInFull } from '../mercado-livre/full-stock/moves.ts';
import type { Inventory, Unavailable } from '../mercado-livre/full-stock/record.ts';
import { userProductChanged } from '../mercado-livre/item-stock.ts';
import type { Item } from '../mercado-livre/market.ts';
import { sellerById } from '../mercado-livre/market.ts';
import { openStore, storesOf } from '../mercado-livre/stores.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, isFields, isOn, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';

/** Places with stock at Mercado Livre: the marketplace's own warehouse, and stores of the sellers. */

const viewInventory = (world: World, inventory: Inventory) => ({
  inventoryId: inventory.id,
  itemId: inventory.item_id,
  variationId: inventory.variation_id,
  userProductId: inventory.user_product_id,
  available: availableIn(world, inventory),
  unavailable: unavailableIn(inventory),
});

const unavailableFrom = (value: unknown): Unavailable[] | null =>
  Array.isArray(value)
    ? value.filter(isFields).map((entry) => ({
        status: textOf(entry.status) ?? 'damaged',
        quantity: numberOf(entry.quantity) ?? 0,
        condition: textOf(entry.condition),
      }))
    : null;

/**
 * Body: `{ quantity, variationId?, flex?, unavailable?: [{ status, quantity, condition? }] }`: the goods in the
 * marketplace's warehouse afterwards. Null if there is no such item, or no such variation of it.
 */
export const putIntoFull = (world: World, id: string, body: Fields) => {
  const item = world.market.items[id];
  const quantity = numberOf(body.quantity);
  if (item === undefined || quantity === null || quantity < 0) return null;
  const stored = storeInFull(world, item, {
    variationId: numberOf(body.variationId),
    quantity: Math.trunc(quantity),
    flex: isOn(body.flex),
    unavailable: unavailableFrom(body.unavailable),
  });
  return stored === null ? null : viewInventory(world, stored);
};

export const takeOutOfFull = (world: World, id: string): Item | null => {
  const item = world.market.items[id];
  if (item === undefined) return null;
  leaveFull(world, item);
  return item;
};

/** Every variation keeps its quantity, which is in the marketplace's warehouse from now on. */
export const storeAll = (world: World, item: Item, quantity: number | null): void => {
  const variations = item.variations.length === 0 ? [null] : item.variations;
  for (const variation of variations)
    storeInFull(world, item, {
      variationId: variation?.id ?? null,
      quantity: quantity ?? (variation ?? item).available_quantity,
      flex: item.shipping.flex === true,
      unavailable: null,
    });
};

/** Body: `{ description?, street?, number?, city?, zip? }`. */
export const openStoreOf = (world: World, id: number, body: Fields) => {
  const seller = sellerById(world.market, id);
  return seller === null ? null : openStore(world, seller, body);
};

/** Body: units by store id. The seller moves units between their stores. */
export const moveBetweenStores = (world: World, id: string, body: Fields): boolean => {
  const product = world.market.userProducts[world.market.items[id]?.user_product_id ?? ''];
  if (product === undefined) return false;
  for (const location of product.locations)
    location.quantity = numberOf(body[location.store_id ?? '']) ?? location.quantity;
  userProductChanged(world, product);
  return true;
};

const idIn = (params: unknown): string => textOf(fieldsOf(params).id) ?? '';

export const mountStockPlaces = (app: FastifyInstance, world: World, api: string): void => {
  app.get(`${api}/inventories`, () =>
    Object.values(world.market.inventories).map((inventory) => viewInventory(world, inventory)),
  );
  app.post(`${api}/items/:id/full`, (request, reply) => {
    const stored = putIntoFull(world, idIn(request.params), fieldsOf(request.body));
    return stored ?? reply.status(404).send({ error: 'not-found' });
  });
  app.delete(`${api}/items/:id/full`, (request, reply) => {
    const item = takeOutOfFull(world, idIn(request.params));
    return reply.status(item === null ? 404 : 204).send();
  });
  app.post(`${api}/items/:id/levels`, (request, reply) => {
    const isMoved = moveBetweenStores(world, idIn(request.params), fieldsOf(request.body));
    return reply.status(isMoved ? 204 : 404).send();
  });
  app.get(`${api}/sellers/:id/stores`, (request, reply) => {
    const seller = sellerById(world.market, Number(idIn(request.params)));
    return seller === null ? reply.status(404).send({ error: 'not-found' }) : storesOf(seller);
  });
  app.post(`${api}/sellers/:id/stores`, (request, reply) => {
    const store = openStoreOf(world, Number(idIn(request.params)), fieldsOf(request.body));
    return reply.status(store === null ? 404 : 201).send(store ?? { error: 'not-found' });
  });
};
