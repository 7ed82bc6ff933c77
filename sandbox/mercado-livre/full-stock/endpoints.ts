import type { Answer } from '../../answer.ts';
import { later } from '../../clock.ts';
import type { Fields } from '../../reading.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { get, notFound, ok, pageOf, refuse } from '../endpoint.ts';
import { availableIn, unavailableIn, viewUnavailable } from './inventory.ts';
import type { Inventory, StockOperation } from './record.ts';

const DAY_MS = 24 * 3_600_000;
const USUAL_DAYS = 15;
const MOST_DAYS = 60;

const ownInventory = (call: Call): Inventory => {
  const id = call.params.id ?? '';
  if (!/^[A-Z]{4}\d{5}$/.test(id))
    throw refuse(400, 'validation_error', 'The field inventory_id has an invalid value');
  const inventory = call.world.market.inventories[id];
  if (inventory === undefined)
    throw refuse(404, 'seller_product_not_found', `Inventory not found with id: ${id}`);
  if (inventory.seller_id !== call.caller.id)
    throw refuse(403, 'forbidden', `User ${call.caller.id} cannot access to seller_product ${id}`);
  return inventory;
};

const referencesOf = (call: Call, inventory: Inventory): Fields[] =>
  Object.values(call.world.market.items).flatMap((item): Fields[] => {
    if (item.inventory_id === inventory.id) return [{ type: 'item', id: item.id, variation_id: null }];
    return item.variations
      .filter((variation) => variation.inventory_id === inventory.id)
      .map((variation) => ({ type: 'item', id: item.id, variation_id: variation.id }));
  });

const showStock = (call: Call): Answer => {
  const inventory = ownInventory(call);
  const available = availableIn(call.world, inventory);
  const unavailable = unavailableIn(inventory);
  return ok({
    inventory_id: inventory.id,
    total: available + unavailable,
    available_quantity: available,
    not_available_quantity: unavailable,
    not_available_detail: viewUnavailable(
      inventory.unavailable,
      call.query.include_attributes === 'conditions',
    ),
    external_references: referencesOf(call, inventory),
  });
};

const viewOperation = (inventory: Inventory, operation: StockOperation): Fields => {
  const unavailable = operation.unavailable.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    id: operation.id,
    seller_id: inventory.seller_id,
    inventory_id: inventory.id,
    date_created: `${operation.date_created.slice(0, 19)}Z`,
    type: operation.type,
    detail: { available_quantity: operation.change, not_available_detail: [] },
    result: {
      total: operation.available + unavailable,
      available_quantity: operation.available,
      not_available_quantity: unavailable,
      not_available_detail: viewUnavailable(operation.unavailable, false),
    },
    external_references:
      operation.shipment_id === null ? [] : [{ type: 'shipment_id', value: String(operation.shipment_id) }],
  };
};

const dayIn = (call: Call, name: string, fallback: Date): Date => {
  const asked = call.query[name];
  if (asked === undefined) return fallback;
  const day = new Date(asked);
  if (Number.isNaN(day.getTime())) throw refuse(400, 'validation_error', `Invalid ${name}: ${asked}`);
  return day;
};

/** Whole days, of which the last counts. */
const periodIn = (call: Call): { from: string; to: string } => {
  const now = call.world.clock.now();
  const end = later(dayIn(call, 'date_to', now), call.query.date_to === undefined ? 0 : DAY_MS);
  const from = dayIn(call, 'date_from', later(end, -USUAL_DAYS * DAY_MS));
  if (end.getTime() - from.getTime() > (MOST_DAYS + 1) * DAY_MS)
    throw refuse(400, 'validation_error', `The date range cannot be greater than ${MOST_DAYS} days`);
  return { from: from.toISOString(), to: end.toISOString() };
};

const searchOperations = (call: Call): Answer => {
  const { query, caller, world } = call;
  if (query.seller_id !== String(caller.id))
    throw refuse(403, 'forbidden', 'The caller is not authorized to access this resource');
  const wanted = query.inventory_id?.split(',') ?? [];
  if (wanted.length === 0) throw refuse(400, 'validation_error', 'The field inventory_id is required');
  const { from, to } = periodIn(call);
  const shipment = query['external_references.shipment_id'];
  const found = Object.values(world.market.inventories)
    .filter((inventory) => inventory.seller_id === caller.id && wanted.includes(inventory.id))
    .flatMap((inventory) => inventory.operations.map((operation) => ({ inventory, operation })))
    .filter(
      ({ operation }) =>
        operation.date_created >= from &&
        operation.date_created <= to &&
        (query.type === undefined || operation.type === query.type.toUpperCase()) &&
        (shipment === undefined || String(operation.shipment_id) === shipment),
    )
    .toSorted((one, other) => other.operation.id - one.operation.id);
  const { limit } = pageOf({ limit: query.limit ?? '100' }, 100, 1_000);
  const start = Number(Buffer.from(query.scroll ?? '', 'base64url').toString()) || 0;
  const next = start + limit;
  return ok({
    paging: {
      total: found.length,
      scroll: next < found.length ? Buffer.from(String(next)).toString('base64url') : '',
    },
    results: found.slice(start, next).map(({ inventory, operation }) => viewOperation(inventory, operation)),
    filters: [],
    available_filters: [],
    sort: [],
    available_sorts: [],
  });
};

const showOperation = (call: Call): Answer => {
  for (const inventory of Object.values(call.world.market.inventories)) {
    const found = inventory.operations.find(({ id }) => String(id) === call.params.id);
    if (found === undefined) continue;
    if (inventory.seller_id !== call.caller.id)
      throw refuse(403, 'forbidden', 'The caller is not authorized to access this resource');
    return ok(viewOperation(inventory, found));
  }
  throw notFound(`Operation not found with id: ${call.params.id}`);
};

export const fullStockEndpoints: Endpoint[] = [
  get('/inventories/:id/stock/fulfillment', showStock),
  get('/stock/fulfillment/operations/search', searchOperations),
  get('/stock/fulfillment/operations/:id', showOperation),
];
