import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { type Caller, control, type Receiver } from '../testing.ts';
import { callerIn, offer, plate, startStore, storeControl, twoPlaceStore } from './testing.ts';

let sandbox: Sandbox;
let call: Caller;
let receiver: Receiver;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ receiver, sandbox, close } = await startStore(twoPlaceStore));
  // Locations are written with a scope of their own.
  await storeControl(sandbox, 'POST', '/application', {
    scopes: ['write_products', 'write_orders', 'write_locations'],
  });
  call = await callerIn(sandbox, twoPlaceStore);
});
afterAll(() => close());
afterEach(async () => {
  await control(sandbox, 'POST', '/reset', { keepGrants: true });
  receiver.received.length = 0;
});

const places = async (): Promise<Fields[]> => (await call('GET', '/locations')).list;

const galpao = (changes: Fields = {}): Fields => ({
  name: { pt_BR: 'Galpão', es_AR: 'Galpón', en_US: 'Warehouse' },
  address: {
    zipcode: '50060004',
    street: 'Rua da Aurora',
    number: '10',
    city: 'Recife',
    province: { code: 'PE', name: 'Pernambuco' },
    region: { code: 'NE', name: 'Nordeste' },
    country: { code: 'BR', name: 'Brasil' },
  },
  ...changes,
});

describe('locations', () => {
  it('names are by language, and the address says where it is', async () => {
    const [first] = await places();
    expect(first).toMatchObject({
      name: { pt_BR: 'Loja do Recife' },
      store_id: String(twoPlaceStore),
      priority: 0,
      is_default: true,
      address: { city: 'Recife', province: { code: 'PE' }, country: { code: 'BR' } },
    });
    expect((await call('GET', `/locations/${first?.id}`)).body).toEqual(first);
    expect((await call('GET', '/locations/01NOWHERE')).status).toBe(404);
  });

  it('an application opens, changes and closes a location, and is notified of each', async () => {
    for (const event of ['created', 'updated', 'deleted'])
      await call('POST', '/webhooks', { event: `location/${event}`, url: receiver.url });
    const made = await call('POST', '/locations', galpao());
    expect(made).toMatchObject({ status: 201, body: { priority: 2, is_default: false } });
    const path = `/locations/${made.body.id}`;
    await call('PUT', path, galpao({ name: { pt_BR: 'Galpão novo' } }));
    expect((await call('GET', path)).body.name).toMatchObject({ pt_BR: 'Galpão novo' });
    expect((await call('DELETE', path)).status).toBe(204);
    expect(await places()).toHaveLength(2);
    await expect
      .poll(() => receiver.received.map((body) => fieldsOf(body)))
      .toEqual(
        ['created', 'updated', 'deleted'].map((event) => ({
          store_id: String(twoPlaceStore),
          event: `location/${event}`,
          id: made.body.id,
        })),
      );
  });

  it('refuses a location without a name or an address, and closing the default one', async () => {
    const refused = await call('POST', '/locations', { name: {}, address: { city: 'Recife' } });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body)).toEqual(
      expect.arrayContaining(['name', 'address.zipcode', 'address.country']),
    );
    const [first] = await places();
    expect((await call('DELETE', `/locations/${first?.id}`)).status).toBe(422);
  });

  it('refuses closing a location while a variant has a level there', async () => {
    const { body: made } = await call('POST', '/locations', galpao());
    const { product, variant } = await offer(call, plate());
    expect(listOf(variant.inventory_levels)).toHaveLength(3);
    expect((await call('DELETE', `/locations/${made.id}`)).status).toBe(422);
    await call('DELETE', `/products/${product.id}`);
    expect((await call('DELETE', `/locations/${made.id}`)).status).toBe(204);
  });

  it('priorities are given for all locations, and the first one becomes the default', async () => {
    const [first, second] = await places();
    const one = [{ id: second?.id, priority: 0 }];
    expect((await call('PATCH', '/locations/priorities', one)).status).toBe(422);
    const twice = [...one, { id: first?.id, priority: 0 }];
    expect((await call('PATCH', '/locations/priorities', twice)).status).toBe(422);
    const both = [...one, { id: first?.id, priority: 1 }];
    expect((await call('PATCH', '/locations/priorities', both)).list).toEqual(both);
    expect(await places()).toMatchObject([
      { id: first?.id, priority: 1, is_default: false },
      { id: second?.id, priority: 0, is_default: true },
    ]);
    const chosen = await call('PATCH', `/locations/${first?.id}/chosen-as-default`, {});
    expect(chosen.body).toMatchObject({ id: first?.id, priority: 0, is_default: true });
    expect((await call('PATCH', `/locations/${first?.id}/chosen-as-default`, {})).status).toBe(422);
  });

  it('stock without a location is that of the first one by priority, in every form of the call', async () => {
    const { product, variant } = await offer(call, plate());
    const [, second] = await places();
    await call('PATCH', `/locations/${second?.id}/chosen-as-default`, {});
    await call('POST', `/products/${product.id}/variants/stock`, {
      action: 'replace',
      value: 8,
      id: variant.id,
    });
    const levels = `/locations/${second?.id}/inventory-levels?variant_id=${variant.id}`;
    expect((await call('GET', levels)).body).toMatchObject({
      total: 1,
      page: 1,
      per_page: 1,
      results: [{ variant_id: String(variant.id), location_id: second?.id, stock: 8 }],
    });
  });

  it('a sale leaves from the location with the lowest priority, and its parcel names it', async () => {
    const { product } = await offer(call, plate({ variants: [{ price: 30, stock: 0, sku: 'P' }] }));
    const [first, second] = await places();
    const [variant] = (await call('GET', `/products/${product.id}/variants`)).list;
    await call('PUT', `/products/${product.id}/variants/${variant?.id}`, {
      inventory_levels: [
        { location_id: first?.id, stock: 4 },
        { location_id: second?.id, stock: 9 },
      ],
    });
    await call('PATCH', `/locations/${second?.id}/chosen-as-default`, {});
    const { body } = await storeControl(sandbox, 'POST', '/purchases', {
      productId: product.id,
      quantity: 2,
    });
    const id = fieldsOf(body.order).id;
    const [parcel] = (await call('GET', `/orders/${id}/fulfillment-orders`)).list;
    expect(parcel).toMatchObject({ assigned_location: { location_id: second?.id } });
  });

  it('a merchant opens and closes a location by the control API, and the page shows it', async () => {
    const { status, body } = await storeControl(sandbox, 'POST', `/stores/${twoPlaceStore}/locations`, {
      name: 'Depósito de Olinda',
    });
    expect(status).toBe(201);
    expect(await (await fetch(`${sandbox.url}/control`)).text()).toContain('Depósito de Olinda');
    const act = (name: string) =>
      storeControl(sandbox, 'POST', `/stores/${twoPlaceStore}/locations/${body.id}/${name}`);
    expect((await act('default')).status).toBe(204);
    expect((await act('remove')).status).toBe(409);
    expect((await places())[2]).toMatchObject({ id: body.id, is_default: true });
  });

  it('a fault spoils an answer of the locations like any other', async () => {
    await storeControl(sandbox, 'POST', '/faults', { kind: 'error-500', path: '/locations*', times: 1 });
    expect((await call('GET', '/locations')).status).toBe(500);
    expect((await call('GET', '/locations')).status).toBe(200);
  });
});
