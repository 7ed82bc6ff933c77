import { expect, test } from 'vitest';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { isOnGoods, stateOf } from './bench-state.ts';

const sale: Checkout = {
  id: 7,
  status: 'waiting_collect',
  late: false,
  dispatchLimit: null,
  changed: false,
  change: null,
  purchasedAt: '2026-03-02T12:00:00.000Z',
  seller: { id: 1, name: 'Loja' },
  warehouse: { id: 3, name: 'Centro' },
  marketplace: null,
  remoteOrderId: null,
  packId: null,
  logisticType: '',
  buyerName: 'Carla',
  items: '1 × Caneca',
  unitCount: 1,
  beepedCount: 1,
  labelReady: false,
  document: 'missing',
  declaration: null,
  approvalReason: null,
  trackingCode: '',
  pickingBy: null,
  packedAt: '2026-03-02T12:00:00.000Z',
  sentAt: null,
  parts: [
    {
      id: 1,
      product: 'Caneca',
      sku: 'CAN-1',
      gtin: '',
      imageId: null,
      quantity: 1,
      beeped: 1,
      places: [{ volume: 'V00001K', position: 'R01', quantity: 1 }],
    },
  ],
  documentError: null,
  hasInvoice: false,
  labelPrintedAt: null,
  parcelLabelAt: null,
  waitsForLabel: false,
  labelFormats: [],
  labelAvailableAt: null,
  canceledAt: null,
  canceledReason: null,
  putBack: false,
  leftUnpacked: false,
  marketplaceReportsShipping: false,
  packmates: [],
  refusedReason: null,
  resetRefusal: null,
  events: [],
};
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
