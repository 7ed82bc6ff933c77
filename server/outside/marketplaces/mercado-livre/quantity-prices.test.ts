import { expect, test } from 'vitest';
import type { SellerSession } from '../seller-session.ts';
import { pushWholesale } from './quantity-prices.ts';

const unit = { id: '1', type: 'standard', amount: 20 };
const promoted = { id: '2', type: 'promotion', amount: 18 };
const from5 = { id: '3', type: 'standard', amount: 17, conditions: { min_purchase_unit: 5 } };
const from10 = { id: '4', type: 'standard', amount: 15, conditions: { min_purchase_unit: 10 } };

/** What is sent to an item that has these prices; null if nothing is. */
async function sentFor(bands: { from: number; price: number }[]) {
  let sent: unknown = null;
  const session: SellerSession = {
    ...{ remoteUserId: '7', siteId: 'MLB', tags: ['business'] },
    call: async (_, { json } = {}) => {
      if (json !== undefined) sent = json;
      return { status: 200, json: { prices: [unit, promoted, from5, from10] }, headers: {} };
    },
    download: async () => ({ bytes: Buffer.alloc(0), contentType: '' }),
  };
  await pushWholesale(session, 'MLB1', bands);
  return sent;
}

test('prices of one unit and unchanged bands are sent with their ids, so that they are not deleted', async () => {
  const sent = await sentFor([
    { from: 5, price: 1700 },
    { from: 10, price: 1400 },
  ]);
  expect(sent).toMatchObject({
    prices: [
      { id: '1' },
      { id: '2' },
      { id: '3' },
      { amount: 14, currency_id: 'BRL', conditions: { min_purchase_unit: 10 } },
    ],
  });
  expect(await sentFor([])).toEqual({ prices: [{ id: '1' }, { id: '2' }] });
});

test('the same bands are not sent again', async () => {
  const same = [
    { from: 5, price: 1700 },
    { from: 10, price: 1500 },
  ];
  expect(await sentFor(same)).toBeNull();
});
