import { beforeAll, describe, expect, test } from 'vitest';
import type { Publication } from '#contract/advertisements/publication.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import {
  colored,
  draftPublication,
  makeAdvertisement,
  publish,
} from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drain,
  drainLater,
  marketApp,
  misbehave,
  remoteItems,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';

const { app, sandbox } = await marketApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');
const legacy = await connectSeller(seller, remoteSellers.legacy);
const family = await connectSeller(seller, remoteSellers.userProduct);
const { publications } = api;
const place = makeWarehouse(supplier);

type Offer = Awaited<ReturnType<typeof makeOffer>>;
type Changes = NonNullable<BodyInputOf<typeof publications.update>['variations']>;

const offerOf = async (quantity: number, price = 2990, where = place) =>
  makeOffer(supplier, await makeShelf(app, supplier, quantity, where), price);
const detail = (id: number) => seller.call(publications.detail, { params: { id } });
const change = (id: number, variations: Changes) =>
  seller.call(publications.update, { params: { id }, body: { variations } });
const refused = (id: number, variations: Changes) =>
  seller.refused(publications.update, { params: { id }, body: { variations } });
const items = async (found: Publication) => {
  const ids = new Set(found.variations.map(({ remoteItem }) => remoteItem));
  return (await remoteItems(sandbox)).filter((item) => ids.has(item.id));
};

async function published(account: number, offers: readonly [string, Offer][]) {
  const [[, first]] = offers as [[string, Offer]];
  const advertisement = await makeAdvertisement(seller, [first]);
  const { variations: _, ...draft } = await draftPublication(seller, account, first);
  const variations = offers.map(([color, offer]) => colored(color, offer));
  const made = await publish(seller, advertisement, account, first, { ...draft, variations });
  await drain(app);
  return detail(made.id);
}

let blue: Offer;
let red: Offer;
let green: Offer;
beforeAll(async () => {
  [blue, red, green] = [await offerOf(4), await offerOf(6), await offerOf(9)];
});

describe('another variation', () => {
  test('another variation in one item with variations is added to it once, also if the answer was lost', async () => {
    const before = await published(legacy.id, [
      ['Azul', blue],
      ['Vermelho', red],
    ]);
    const path = '/items/*/variations';
    await misbehave(sandbox, { kind: 'error-500', applied: true, method: 'POST', path, times: 1 });
    await change(before.id, { create: [colored('Verde', green)] });
    for (let n = 0; n < 3; n++) await drainLater(app);
    const after = await detail(before.id);
    expect(after).toMatchObject({ state: 'active', syncError: null, syncing: false });
    expect(after.variations.map(({ name, pushedQuantity }) => [name, pushedQuantity])).toEqual([
      ['Azul', 4],
      ['Vermelho', 6],
      ['Verde', 9],
    ]);
    const [item, ...others] = await items(after);
    expect(others).toEqual([]);
    expect(item?.available).toBe(19);
    expect(new Set(after.variations.map(({ remoteItem }) => remoteItem))).toEqual(new Set([item?.id]));
  });

  test('another variation of a user product is one more item, also if its stock arrives later', async () => {
    const before = await published(family.id, [
      ['Azul', blue],
      ['Vermelho', red],
    ]);
    const few = await offerOf(1);
    await change(before.id, {
      create: [colored('Verde', green, 6490), colored('Amarelo', few, 5990, 2)],
    });
    await drain(app);
    const after = await detail(before.id);
    expect(after.variations.map(({ remoteItem }) => remoteItem !== null)).toEqual([true, true, true, false]);
    expect(after.syncError).toMatchObject({ kind: 'waiting', code: 'no_stock' });
    expect((await items(after)).map(({ available }) => available).sort()).toEqual([4, 6, 9]);
    // Not at the marketplace yet: it can still be removed.
    await change(before.id, { remove: [after.variations[3]?.id ?? 0] });
    await drain(app);
    expect((await detail(before.id)).variations).toHaveLength(3);
  });

  test('another variation refuses a duplicate, another price in one item and a missing attribute, at the variation', async () => {
    const before = await published(legacy.id, [
      ['Azul', blue],
      ['Vermelho', red],
    ]);
    const twice = await refused(before.id, { create: [{ ...colored('Azul', green), tempId: 'a' }] });
    expect(twice.errors).toMatchObject({
      variations: { create: { a: { attributes: [{ code: 'duplicate' }] } } },
    });
    const dearer = await refused(before.id, { create: [colored('Verde', green, 6990)] });
    expect(dearer.errors).toMatchObject({
      variations: { create: { 0: { price: [{ code: 'prices_differ' }] } } },
    });
    const bare = await refused(before.id, { create: [{ ...colored('Verde', green), attributes: [] }] });
    const blank = await refused(before.id, { create: [colored('', green)] });
    for (const { errors } of [bare, blank])
      expect(errors).toMatchObject({
        variations: { create: { 0: { attributes: [{ code: 'required' }] } } },
      });
  });
});

describe('another composition', () => {
  test('another composition with another offer takes its cost and stock; sales and pushes use it', async () => {
    const before = await published(legacy.id, [['Azul', blue]]);
    const [variation] = before.variations;
    const dear = await offerOf(7, 3990, makeWarehouse(supplier));
    const id = variation?.id ?? 0;
    const changed = await change(before.id, {
      update: { [id]: { components: [{ offer: dear.id, quantity: 2 }] } },
    });
    expect(changed.variations[0]).toMatchObject({ id, price: 5990, cost: 7980, quantity: 3 });
    expect(changed.variations[0]?.marginBasisPoints).toBeLessThan(0);
    await drain(app);
    const after = await detail(before.id);
    expect(after).toMatchObject({ syncing: false, syncError: null });
    expect((await items(after))[0]?.available).toBe(3);
  });

  test('another composition of one variation only cannot be from another warehouse', async () => {
    const before = await published(family.id, [
      ['Azul', blue],
      ['Vermelho', red],
    ]);
    const elsewhere = await offerOf(7, 2990, makeWarehouse(supplier));
    const [first, second] = before.variations.map(({ id }) => id);
    const moved = { components: [{ offer: elsewhere.id, quantity: 1 }] };
    expect(await refused(before.id, { update: { [first ?? 0]: moved } })).toMatchObject({
      code: 'mixed_warehouses',
    });
    const both = await change(before.id, { update: { [first ?? 0]: moved, [second ?? 0]: moved } });
    expect(both.variations.map(({ quantity }) => quantity)).toEqual([7, 7]);
    const unknown = await refused(before.id, {
      update: { [first ?? 0]: { components: [{ offer: 999_999, quantity: 1 }] } },
    });
    expect(unknown.errors).toMatchObject({
      variations: { update: { [first ?? 0]: { components: { 0: { offer: [{ code: 'not_found' }] } } } } },
    });
  });

  test('another composition refuses to remove a variation that is on sale, or the last one', async () => {
    const before = await published(legacy.id, [['Azul', blue]]);
    const [variation] = before.variations;
    const gone = await refused(before.id, { remove: [variation?.id ?? 0, 999_999] });
    expect(gone.errors).toMatchObject({
      variations: { remove: { 0: [{ code: 'invalid' }], 1: [{ code: 'not_found' }] } },
    });
  });
});
