import { expect, test } from 'vitest';
import type { Translate } from '../i18n.ts';
import { owner } from '../ui/render-screen.tsx';
import { recordsFor } from './palette-records.ts';

const t = ((key: string, values?: { number: number }) =>
  key === 'sale' ? `Venda ${values?.number}` : key) as Translate<'palette'>;
const sales = recordsFor(owner, t).find(({ key }) => key === '/orders');
const sale = {
  id: 7,
  invoiceKey: '35261112345678000199550010000012341000012349',
  remoteOrderId: '2000003508897200',
  packId: '2000004419900311',
  trackingCode: 'AB123456789BR',
  buyerName: 'Maria Santos',
  items: '1 × Caneca',
};
const labelFor = (words: string, one: object = sale) => sales?.entry(one, words).label;

test('a sale leads with its name, followed by the number that was searched', () => {
  expect(labelFor('3508897')).toBe('Venda 7 · 2000003508897200 · Maria Santos');
  expect(labelFor('44199003')).toBe('Venda 7 · 2000004419900311 · Maria Santos');
  expect(labelFor('ab1234')).toBe('Venda 7 · AB123456789BR · Maria Santos');
});

test('a sale is found by the number or the access key of its NF-e, and shows the number', () => {
  const wrote = ((key: string, values?: { number: number | string }) =>
    key === 'nfe' ? `NF-e ${values?.number}` : `Venda ${values?.number}`) as Translate<'palette'>;
  const found = recordsFor(owner, wrote).find(({ key }) => key === '/orders');
  for (const words of ['1234', '000.001.234', sale.invoiceKey]) {
    expect(found?.entry(sale, words)).toMatchObject({ exact: true });
    expect(found?.entry(sale, words).label).toMatch(/· NF-e 1234$/);
  }
  expect(found?.entry(sale, '123').label).not.toMatch(/NF-e/);
  expect(found?.entry({ ...sale, invoiceKey: null }, '1234').exact).toBe(false);
});

test("a sale found by its buyer shows its name and the marketplace's number, if it has one", () => {
  expect(labelFor('maria')).toBe('Venda 7 · 2000003508897200 · Maria Santos');
  const manual = { ...sale, remoteOrderId: null, packId: null, trackingCode: '' };
  expect(labelFor('maria', manual)).toBe('Venda 7 · Maria Santos');
});

test('an advertisement found by its code shows the code', () => {
  const ads = recordsFor(owner, t).find(({ key }) => key === '/advertisements');
  const publications = [{ code: null }, { code: 'MLB4000000019' }];
  const ad = { id: 4, product: 'Garrafa Térmica', brand: 'Nascente', publications };
  expect(ads?.entry(ad, '4000000019').label).toBe('MLB4000000019 · Garrafa Térmica');
  expect(ads?.entry(ad, 'garrafa').label).toBe('Garrafa Térmica');
});

test('searches advertisements by the EAN of their parts, and by words', () => {
  const ads = recordsFor(owner, t).find(({ key }) => key === '/advertisements');
  expect(ads?.queryOf?.('7891000315507')).toBe('gtin:7891000315507');
  expect(ads?.queryOf?.('7891000315')).toBe('7891000315');
});

test('products come before the sales that contain them; a complete number of a sale comes first', () => {
  const keys = recordsFor(owner, t).map(({ key }) => key);
  expect(keys.indexOf('/advertisements')).toBeLessThan(keys.indexOf('/orders'));
  expect(keys.indexOf('/products')).toBeLessThan(keys.indexOf('/orders'));
  const exact = (words: string) => sales?.entry(sale, words).exact;
  expect(['CAN-01', '200000350889720', '2000003508897200', 'ab123456789br', '7'].map(exact)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});

test('finds offers of suppliers by complete SKU and EAN and opens them in the catalogue', () => {
  const offers = recordsFor(owner, t).find(({ key }) => key === '/dropshipping');
  const offer = { id: 9, name: 'Caneca', sku: 'CAN-01', gtin: '7891000100103', supplier: { name: 'Serra' } };
  expect(offers?.entry(offer, '7891000100103')).toEqual({
    id: 9,
    label: 'Caneca · Serra',
    hint: 'CAN-01 · 7891000100103',
    to: '/dropshipping/products?offer=9',
    exact: true,
  });
  expect(offers?.entry(offer, 'can-0').exact).toBe(false);
});
