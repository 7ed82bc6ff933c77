import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumMoney } from '#contract/money.ts';
import { sampleNfe } from '#server/orders/test/nfe-sample.ts';
import { readNfe } from '#server/outside/nfe/nfe.ts';
import { extrasOf, landedCosts } from './landed-cost.ts';

const none = { freight: 0, insurance: 0, other: 0, taxes: 0, discount: 0, relief: 0 };
const item = { counts: true, extras: none };
const sample = (change: object) =>
  readNfe(
    sampleNfe({
      cnpj: '11444777000161',
      number: 7,
      issuedAt: new Date('2026-11-21T14:00:00.000Z'),
      total: 1000,
      product: 'Caneca',
      quantity: 1,
      buyer: { document: '52998224725', name: 'Casa', zip: '01310100' },
      ...change,
    }),
  );

it('charges of a line are its own if the document states them, otherwise a share by the price of its goods', async () => {
  const more = [{ code: '2', product: 'Prato', quantity: 1, total: 2000 }];
  const spread = await sample({ more, extras: { vFrete: 100, vDesc: 10 } });
  if (typeof spread === 'string') throw new Error(spread);
  expect(landedCosts(spread)).toEqual([1030, 2060]);
  const lines = more.map((line) => ({ ...line, extras: { vFrete: 100, vSeg: 5 } }));
  const own = await sample({ more: lines, extras: { vFrete: 100, vSeg: 5 } });
  if (typeof own === 'string') throw new Error(own);
  expect(landedCosts(own)).toEqual([1000, 2105]);
  expect(extrasOf(own)).toEqual({ charges: 105, discount: 0 });
});

it('landed costs of the lines add up to the total of the document, to the centavo, for all prices', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 40 }),
      fc.record({ freight: amount, insurance: amount, other: amount, taxes: amount, discount: amount }),
      (prices, read) => {
        const extras = { ...read, relief: 0 };
        const items = prices.map((total) => ({ ...item, total }));
        const total =
          sumMoney(prices) + read.freight + read.insurance + read.other + read.taxes - read.discount;
        expect(sumMoney(landedCosts({ items, extras, total }))).toBe(total);
        expect(extrasOf({ items, extras, total }).discount).toBe(read.discount);
      },
    ),
  );
});
