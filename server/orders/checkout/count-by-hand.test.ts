import { beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { brokenInvariants } from '#server/inventory/test/shelf-model.ts';
import { choosePin, comeTo, enrolStation } from '#server/inventory/test/station-factory.ts';
import { confirmParcel, makeBenchSeller } from '#server/orders/test/factory.ts';
import { beginList, listScan } from '#server/orders/test/picking-factory.ts';
import { type Person, testApp } from '#server/test/app.ts';

const app = await testApp();
const at = (id: number) => ({ params: { id } });
const body = { reason: 'etiqueta rasgada' };
let owner: Person;
let administrator: Person;
let packer: Person;
let seller: Person;
let shelf: Shelf;
let sell: (quantity: number) => Promise<number>;

beforeEach(async () => {
  owner = await app.join('supply');
  administrator = await app.hire(owner.businessId, ['administrator']);
  packer = await app.hire(owner.businessId, ['packer']);
  seller = await app.join('sales');
  shelf = await makeShelf(app, owner, 20);
  sell = await makeBenchSeller(app, { supplier: owner, seller, shelf });
});

const allow = (allowed = true) => owner.call(api.business.allowByHand, { body: { allowed } });
const begun = async (quantity: number) => {
  const id = await sell(quantity);
  await packer.call(api.checkout.startPicking, at(id));
  return id;
};

test('counting by hand is off until an owner allows it, and the audit names the person who changed it', async () => {
  expect((await owner.call(api.business.detail)).countsByHand).toBe(false);
  for (const person of [administrator, packer])
    expect((await person.refused(api.business.allowByHand, { body: { allowed: true } })).code).toBe(
      'forbidden',
    );
  const id = await begun(2);
  for (const person of [owner, administrator])
    expect((await person.refused(api.checkout.countByHand, { ...at(id), body })).code).toBe('by_hand_off');
  expect((await allow()).countsByHand).toBe(true);
  const { items } = await owner.call(api.audit.list, { query: { query: 'act:allowByHand' } });
  expect(items).toMatchObject([{ person: { id: owner.userId }, changes: { countsByHand: [false, true] } }]);
  await administrator.call(api.checkout.countByHand, { ...at(id), body });
  await allow(false);
  expect((await owner.refused(api.checkout.countByHand, { ...at(await begun(1)), body })).code).toBe(
    'by_hand_off',
  );
});

test('owners and administrators count missing units with a reason, which both histories show', async () => {
  await allow();
  const id = await begun(3);
  await packer.call(api.checkout.beep, {
    ...at(id),
    body: { code: shelf.sku, clientId: 'one-by-the-scanner' },
  });
  expect((await packer.refused(api.checkout.countByHand, { ...at(id), body })).code).toBe('forbidden');
  expect(
    (await administrator.refused(api.checkout.countByHand, { ...at(id), body: { reason: '  ' } })).code,
  ).toBe('invalid');
  const counted = await administrator.call(api.checkout.countByHand, { ...at(id), body });
  expect(counted).toMatchObject({ beepedCount: 3, status: 'picking' });
  expect((await administrator.refused(api.checkout.countByHand, { ...at(id), body })).code).toBe('line_full');
  await confirmParcel(packer, id);
  expect((await owner.refused(api.checkout.countByHand, { ...at(id), body })).code).toBe('already_packed');
  const reported = { kind: 'counted-by-hand', detail: { ...body, units: 2 } };
  for (const [person, endpoint] of [
    [owner, api.checkout.detail],
    [seller, api.orders.detail],
  ] as const)
    expect((await person.call(endpoint, at(id))).events).toContainEqual(expect.objectContaining(reported));
  const { items } = await owner.call(api.audit.list, { query: { query: 'act:countByHand' } });
  expect(items).toMatchObject([{ person: { id: administrator.userId }, record: String(id) }]);
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

test('counts scans by hand again after a reset; refuses a sale that nobody began', async () => {
  await allow();
  const id = await begun(2);
  await owner.call(api.checkout.countByHand, { ...at(id), body });
  await owner.call(api.checkout.reset, { ...at(id), body: { reason: 'de novo' } });
  await owner.call(api.checkout.countByHand, { ...at(id), body });
  const waiting = await sell(1);
  expect((await owner.refused(api.checkout.countByHand, { ...at(waiting), body })).code).toBe(
    'state_conflict',
  );
  const outsider = await app.join('supply');
  expect((await outsider.refused(api.checkout.countByHand, { ...at(id), body })).code).toBe('not_found');
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

test('in a picking list counts all units of a volume without scans, sale by sale', async () => {
  const sales = [await sell(2), await sell(1)];
  const list = await beginList(packer, sales);
  const wanted = { volumeId: shelf.volumeId, variationId: shelf.variationId, ...body };
  const take = { ...at(list.id), body: wanted };
  expect((await owner.refused(api.picking.takeByHand, take)).code).toBe('by_hand_off');
  await allow();
  expect((await packer.refused(api.picking.takeByHand, take)).code).toBe('forbidden');
  await packer.call(api.picking.beep, listScan(list.id, shelf.sku, shelf.code));
  const none = { ...at(list.id), body: { ...wanted, variationId: shelf.variationId + 1_000_000 } };
  expect((await owner.refused(api.picking.takeByHand, none)).code).toBe('product_not_wanted');
  const after = await administrator.call(api.picking.takeByHand, take);
  expect(after).toMatchObject({ pickedCount: 3, stops: [], emptied: [] });
  const reported = await Promise.all(
    sales.map(async (id) =>
      (await owner.call(api.checkout.detail, at(id))).events
        .filter(({ kind }) => kind === 'counted-by-hand')
        .map(({ detail }) => detail),
    ),
  );
  expect(reported).toEqual([[{ ...body, units: 1 }], [{ ...body, units: 1 }]]);
  await packer.call(api.picking.finish, at(list.id));
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

test('refuses counting by hand by PIN at a station, also for an owner', async () => {
  await allow();
  const id = await begun(1);
  await choosePin(owner);
  const { jar } = await enrolStation(app, owner.businessId, shelf.warehouseId);
  const { here } = await comeTo(app, jar, owner);
  expect((await here.refused(api.checkout.countByHand, { ...at(id), body })).code).toBe('forbidden');
});
