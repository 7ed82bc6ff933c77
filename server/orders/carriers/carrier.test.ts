import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { carrierByRule, hasCodeFormat } from '#contract/orders/own-carrier.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { shipmentFacts } from '#server/orders/sale/apply-shipment.ts';
import { makeBenchSeller, packSale, remoteShipment } from '#server/orders/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp({ LOG_LEVEL: 'silent' });
const supplier = await app.join('supply');
const seller = await app.join('sales');
const shelf = await makeShelf(app, supplier, 50);
const makeSale = await makeBenchSeller(app, { supplier, seller, shelf });
const weekdays = ['18:00', '', '', '', '', '', ''];
const of = (name: string, changes: object = {}) => ({
  ...{ name, service: '', trackingLink: '', codeFormat: '', cutoffs: weekdays, ...changes },
});
const sedex = of('Correios', {
  service: 'SEDEX',
  trackingLink: 'https://rastreio.example.com/ver?codigo={codigo}',
  codeFormat: 'aa 000000000 aa',
});

test('a carrier is added, changed and removed; its name is one, and its link has a place for the code', async () => {
  const { id, version } = await supplier.call(api.carriers.create, { body: sedex });
  expect(await supplier.refused(api.carriers.create, { body: { ...sedex, name: 'CORREIOS' } })).toMatchObject(
    {
      errors: { name: [{ code: 'duplicate' }] },
    },
  );
  const wrong = {
    ...sedex,
    name: 'Outra',
    trackingLink: 'http://example.com/x',
    cutoffs: ['25:00', ...weekdays.slice(1)],
  };
  const refused = await supplier.refused(api.carriers.create, { body: wrong });
  expect(refused.errors).toMatchObject({
    trackingLink: [{ code: 'tracking_link_invalid' }],
    cutoffs: { 0: [{ code: 'time_invalid' }] },
  });
  const change = { params: { id }, body: { ...sedex, service: 'PAC' }, version };
  expect(await supplier.call(api.carriers.update, change)).toMatchObject({
    service: 'PAC',
    codeFormat: 'AA000000000AA',
  });
  expect((await supplier.refused(api.carriers.update, change)).code).toBe('stale_version');
  const stranger = await app.join('supply');
  expect((await stranger.refused(api.carriers.remove, { params: { id } })).code).toBe('not_found');
  await supplier.call(api.carriers.remove, { params: { id } });
  expect(await supplier.call(api.carriers.list)).toEqual({ items: [] });
});

test('a sent parcel has the carrier of its code, or the chosen one, and the seller follows its link', async () => {
  await supplier.call(api.carriers.create, { body: sedex });
  const jad = await supplier.call(api.carriers.create, {
    body: of('Jadlog', { trackingLink: 'https://jad.example.com/{codigo}', codeFormat: '00000000' }),
  });
  const moto = await supplier.call(api.carriers.create, { body: of('Motoboy') });
  const send = async (trackingCode: string, carrierId?: number | null) => {
    const id = await ready();
    await supplier.call(api.checkout.send, {
      params: { id },
      body: { trackingCode, ...(carrierId !== undefined && { carrierId }) },
    });
    const { carrierName, trackingUrl } = await seller.call(api.orders.detail, { params: { id } });
    return { carrierName, trackingUrl };
  };
  expect(await send('AA123456785BR')).toEqual({
    carrierName: 'Correios · SEDEX',
    trackingUrl: 'https://rastreio.example.com/ver?codigo=AA123456785BR',
  });
  expect(await send('12345678')).toMatchObject({ carrierName: 'Jadlog' });
  expect(await send('MOTO-0001')).toEqual({ carrierName: '', trackingUrl: '' });
  expect(await send('12345678', moto.id)).toEqual({ carrierName: 'Motoboy', trackingUrl: '' });
  expect(await send('12345678', null)).toEqual({ carrierName: '', trackingUrl: '' });
  const id = await ready();
  const body = { trackingCode: 'AA123456785BR', carrierId: jad.id };
  expect(await supplier.refused(api.checkout.send, { params: { id }, body })).toMatchObject({
    errors: { trackingCode: [{ code: 'tracking_format' }] },
    facts: { format: '00000000' },
  });
});

test('the rule names no carrier if two fit, and prefers the name that the store gave', () => {
  const [one, two, plain] = [
    { name: 'Correios', codeFormat: 'AA000000000AA' },
    { name: 'Loggi', codeFormat: 'AA*********AA' },
    { name: 'Retira', codeFormat: '' },
  ] as const;
  const rule = (code: string, logisticType = '') =>
    carrierByRule([one, two, plain], { code, logisticType })?.name ?? null;
  expect(rule('AA12345678XBR')).toBe('Loggi');
  expect(rule('AA123456785BR')).toBeNull();
  expect(rule('AA123456785BR', ' correios ')).toBe('Correios');
  expect(rule('99', 'Retira')).toBe('Retira');
  expect(rule('99')).toBeNull();
  expect(hasCodeFormat({ codeFormat: 'LP-000' }, 'LP-12X')).toBe(false);
});

test('the pile of a carrier has its pick-up time of today, and a link ends when the store gives another code', async () => {
  app.clock.set('2026-12-06T15:00:00.000Z');
  const id = await ready();
  const set = (columns: object) =>
    app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db.updateTable('orders').set(columns).where('id', '=', id).execute(),
    );
  await set({ logistic_type: 'CORREIOS' });
  const cutoffOf = async () =>
    (await supplier.call(api.checkout.piles)).piles.find(({ carrier }) => carrier.logisticType === 'CORREIOS')
      ?.cutoff;
  expect(await cutoffOf()).toBe('18:00');
  app.clock.set('2026-12-07T15:00:00.000Z');
  expect(await cutoffOf()).toBeNull();
  const sale = await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
  const known = { ...sale, tracking_code: 'AA123456785BR', tracking_url: 'https://rastreio.example.com/1' };
  const linkAfter = (trackingCode: string) =>
    shipmentFacts(known, remoteShipment({ trackingCode }), null)?.facts.tracking_url;
  expect(linkAfter('BB123456785BR')).toBe('');
  expect(linkAfter('AA123456785BR')).toBeUndefined();
});

/** A packed sale without a marketplace, which waits for its carrier. */
async function ready(): Promise<number> {
  const id = await makeSale(1);
  await packSale(supplier, id, shelf.sku, 1);
  return id;
}
