import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { colored, makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import { connectSeller, drain, marketApp, remoteItems } from '#server/marketplaces/test/factory.ts';

const { app, sandbox } = await marketApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = await connectSeller(seller);
const { publications, virtualProducts } = api;
const place = makeWarehouse(supplier);

const offered = async (quantity: number, price: number) =>
  makeOffer(supplier, await makeShelf(app, supplier, quantity, place), price);
const [cup, plate, bowl] = [await offered(9, 1000), await offered(4, 2000), await offered(12, 500)];
const parts = (cups: number) => [
  { offer: cup.id, quantity: cups },
  { offer: plate.id, quantity: 1 },
];

/** Two colors, of which the first is made of two cups and a plate. */
async function published(name: string, black: ReturnType<typeof parts>) {
  const advertisement = await makeAdvertisement(seller, [cup]);
  const variations = [{ ...colored('Preto', cup, 9990), components: black }, colored('Branco', bowl, 9990)];
  const { id } = await publish(seller, advertisement, account.id, cup, { name, variations });
  await drain(app);
  return id;
}

test('publications of a kit are listed and follow its change: parts, cost, margin, and the quantity at the marketplace', async () => {
  const follows = await published('Kit que segue', parts(2));
  const stays = await published('Kit de outra conta', parts(1));
  const closed = await published('Kit encerrado', parts(2));
  await seller.call(publications.close, { params: { id: closed } });
  await drain(app);
  const kit = await seller.call(virtualProducts.create, {
    body: { name: 'Kit Café', sku: 'KIT-SEGUE', components: parts(2) },
  });
  const detail = (id: number) => seller.call(publications.detail, { params: { id } });
  const followers = async () =>
    (await seller.call(virtualProducts.followers, { params: { id: kit.id } })).items;
  const shown = async (id: number) => {
    const ids = (await detail(id)).variations.map(({ remoteItem }) => remoteItem);
    const item = (await remoteItems(sandbox)).find((one) => ids.includes(one.id));
    return item?.variations.map((one) => one.available);
  };
  const before = await detail(follows);
  expect(await followers()).toEqual([
    {
      ...{ id: before.variations[0]?.id, variation: 'Preto', quantity: 4, price: 9990 },
      publication: { id: follows, name: 'Kit que segue' },
      ...{ advertisement: before.advertisement, account: { id: account.id, name: before.account.name } },
      marginBasisPoints: before.variations[0]?.marginBasisPoints,
      ...{ fee: before.variations[0]?.fee, freight: before.variations[0]?.freight },
    },
  ]);
  const untouched = await detail(stays);
  expect(await shown(follows)).toEqual([4, 12]);

  await seller.call(virtualProducts.update, {
    params: { id: kit.id },
    body: {
      components: {
        create: [{ offer: bowl.id, quantity: 2 }],
        update: { [kit.components[0]?.id ?? 0]: { quantity: 3 } },
        remove: [],
      },
    },
    version: kit.version,
  });
  const [black, white] = (await detail(follows)).variations;
  expect(black).toMatchObject({ cost: 6000, price: 9990, quantity: 3 });
  expect(black?.components.map(({ offer, quantity }) => [offer.id, quantity])).toEqual([
    [cup.id, 3],
    [plate.id, 1],
    [bowl.id, 2],
  ]);
  expect(black?.marginBasisPoints).toBeLessThan(before.variations[0]?.marginBasisPoints ?? 0);
  expect(white).toEqual(before.variations[1]);
  expect((await followers()).map(({ id, quantity }) => [id, quantity])).toEqual([[black?.id, 3]]);
  await drain(app);
  expect(await shown(follows)).toEqual([3, 12]);
  const after = await detail(stays);
  expect(after.variations).toEqual(untouched.variations);
  expect((await detail(closed)).variations[0]).toMatchObject({ cost: 4000 });
  // Another business sees none of them.
  const refused = await supplier.refused(virtualProducts.followers, { params: { id: kit.id } });
  expect(refused.code).toBe('not_found');
});
