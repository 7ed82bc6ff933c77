import { expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { noTaxCodes } from '#contract/products/tax-codes.ts';
import { makeAdvertisement, publish, shopeeContent } from '#server/advertisements/test/factory.ts';
import { applySheet, sendSheet } from '#server/business/test/import-factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, drain, marketApp } from '#server/marketplaces/test/factory.ts';
import type { Person } from '#server/test/app.ts';

/** The stand-in takes all codes or none. */
const { app, sandbox } = await marketApp({ APP_URL: 'http://localhost:3000' });
app.clock.set(systemClock.now().toISOString());
const seller = await app.join('sales');
const account = await connectSeller(seller, 55_667_788, 'shopee');

const codes = {
  ...{ ncm: '69120000', cest: '', origin: 0, csosn: '102' },
  ...{ cfopSameState: '5102', cfopOtherState: '6108', taxUnit: 'UN' },
};
const items = z.array(z.object({ item_name: z.string(), tax_info: z.looseObject({}).nullable() }));
const taxOf = async (name: string) =>
  items.parse(await sandbox.control('GET', '/shopee/items')).find((item) => item.item_name === name)
    ?.tax_info;

const mugOf = (name: string) => ({
  name,
  ...shopeeContent,
});

/** A mug of this business on sale at the shop, its product with these codes. */
async function onSale(owner: Person, name: string, known: Partial<typeof codes>) {
  const shelf = await makeShelf(app, owner, 9);
  const change = (body: Partial<typeof codes>) =>
    owner.call(api.products.update, { params: { id: shelf.productId }, body });
  await change(known);
  const offer = await makeOffer(owner, shelf, 2000);
  const ad = await makeAdvertisement(seller, [offer]);
  await publish(seller, ad, account.id, offer, mugOf(name));
  await drain(app);
  return { shelf, change };
}

test('the codes of an own product are sent with its ad, and follow it', async () => {
  const { change } = await onSale(seller, 'Caneca com nota', codes);
  const reported = { ncm: '69120000', origin: '0', csosn: '102', measure_unit: 'UN' };
  const cfops = { same_state_cfop: '5102', diff_state_cfop: '6108' };
  expect(await taxOf('Caneca com nota')).toEqual({ ...reported, ...cfops });
  await change({ ncm: '70133700', cest: '1403200' });
  await drain(app);
  expect(await taxOf('Caneca com nota')).toEqual({ ...reported, ...cfops, ncm: '70133700', cest: '1403200' });
});

test('incomplete codes stay here until they are complete', async () => {
  const { change } = await onSale(seller, 'Caneca pela metade', { ncm: '69120000' });
  expect(await taxOf('Caneca pela metade')).toBeNull();
  await change(codes);
  await drain(app);
  expect(await taxOf('Caneca pela metade')).toMatchObject({ ncm: '69120000', csosn: '102' });
});

test('a kit of products with different codes is sent none', async () => {
  const one = await makeShelf(app, seller, 9);
  const other = await makeShelf(app, seller, 9, Promise.resolve(one));
  const code = (id: number, ncm: string) =>
    seller.call(api.products.update, { params: { id }, body: { ...codes, ncm } });
  await code(one.productId, '69120000');
  await code(other.productId, '70133700');
  const offers = [await makeOffer(seller, one, 2000), await makeOffer(seller, other, 3000)] as const;
  const ad = await makeAdvertisement(seller, [...offers]);
  await publish(seller, ad, account.id, offers[0], {
    ...mugOf('Kit de dois'),
    variations: [
      {
        ...{ name: '', sku: 'KIT-2', gtin: '', attributes: [], price: 9990, active: true },
        components: offers.map(({ id }) => ({ offer: id, quantity: 1 })),
      },
    ],
  });
  await drain(app);
  expect(await taxOf('Kit de dois')).toBeNull();
});

test('codes of an imported file follow as well', async () => {
  const { shelf } = await onSale(seller, 'Caneca da planilha', codes);
  const { name } = await seller.call(api.products.detail, { params: { id: shelf.productId } });
  const sheet = Buffer.from(`Produto;SKU;NCM\n${name};${shelf.sku};70133700\n`);
  await applySheet(app, seller, (await sendSheet(app, seller, 'products', sheet)).id);
  await drain(app);
  expect(await taxOf('Caneca da planilha')).toMatchObject({ ncm: '70133700' });
});

test("the codes of a supplier's product belong to the supplier’s document", async () => {
  await onSale(await app.join('supply'), 'Caneca de outro', codes);
  expect(await taxOf('Caneca de outro')).toBeNull();
});

test('a product stores its codes; refuses an invalid one, and a change by the warehouse', async () => {
  const { shelf, change } = await onSale(seller, 'Caneca com códigos', {});
  expect(await seller.call(api.products.detail, { params: { id: shelf.productId } })).toMatchObject(
    noTaxCodes,
  );
  expect(await change({ ...codes, cest: '1403200' })).toMatchObject({ ...codes, cest: '1403200' });
  const wrong = {
    ncm: '6912',
    cest: '1',
    origin: 9,
    csosn: '10',
    cfopSameState: '5.102',
    taxUnit: 'UNIDADE',
  };
  const refused = await seller.refused(api.products.update, { params: { id: shelf.productId }, body: wrong });
  expect(Object.keys(refused.errors ?? {}).toSorted()).toEqual(Object.keys(wrong).toSorted());
  const stockist = await app.hire(seller.businessId, ['stockist']);
  const forbidden = await stockist.refused(api.products.update, {
    params: { id: shelf.productId },
    body: { ncm: '70133700' },
  });
  expect(forbidden.code).toBe('forbidden');
});
