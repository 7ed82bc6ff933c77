import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { itemOf, sampleOf } from '../../test/sample.ts';
import { isOnGoods, stateOf } from './bench-state.ts';

const parts = [
  itemOf(api.checkout.detail.response, 'parts', {
    ...{ id: 1, sku: 'CAN-1', quantity: 1, beeped: 1 },
    places: [{ volume: 'V00001K', position: 'R01', quantity: 1 }],
  }),
];
const sale = sampleOf(api.checkout.detail.response, {
  ...{ id: 7, status: 'waiting_collect', packedAt: '2026-03-02T12:00:00.000Z', parts },
});
const reset = { at: '', kind: 'packing-reset', actor: 'fulfiller', author: null, statusTo: null, detail: {} };

test.each<[what: string, change: Partial<Checkout>]>([
  ['its label is released', { labelReady: true, document: 'accepted' }],
  ['its label is downloaded', { labelFormats: ['pdf'] }],
  ['its label is printed', { labelPrintedAt: '2026-03-02T12:05:00.000Z' }],
  ['it is collected', { status: 'collected' }],
  ['it is canceled', { status: 'canceled', putBack: true }],
  ['it starts over', { events: [reset] }],
  ['it is another one', { id: 8 }],
])('what was said of a sale is void when %s', (_, change) => {
  expect(stateOf({ ...sale, ...change })).not.toBe(stateOf(sale));
});

test('one more unit in the parcel keeps the last message', () => {
  expect(stateOf({ ...sale, beepedCount: 0 })).toBe(stateOf(sale));
});

test('a code is on the goods by SKU or by volume, never by an empty GTIN', () => {
  for (const code of ['can-1', ' V00001k ']) expect(isOnGoods(sale, code), code).toBe(true);
  for (const code of ['', 'CAN-10', 'R01']) expect(isOnGoods(sale, code), code).toBe(false);
});
