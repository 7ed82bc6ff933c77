import { expect, test } from 'vitest';
import type { SellerSession } from '../seller-session.ts';
import { campaigns, readRunning } from './campaigns.ts';

/** A seller whose calls have these answers, by the path without its query. */
function sellerWith(answers: Readonly<Record<string, unknown>>): SellerSession {
  return {
    ...{ remoteUserId: '7', siteId: 'MLB', tags: [] },
    call: async (path) => ({ status: 200, json: answers[path.split('?')[0] ?? ''], headers: {} }),
    download: async () => ({ bytes: Buffer.alloc(0), contentType: '' }),
  };
}

const listed = (more: object) => ({
  ...{ id: 'C-1', type: 'DEAL', status: 'started', name: 'Semana da Casa' },
  ...{ start_date: '2026-11-20T00:00:00', finish_date: '2026-11-27T23:59:59' },
  ...more,
});
const list = async (row: object) => {
  const [found] = await campaigns.list(
    sellerWith({ '/seller-promotions/users/7': { results: [row], paging: { total: 1 } } }),
  );
  return found;
};

test('a time without a zone is that of the site', async () => {
  expect(await list(listed({}))).toMatchObject({
    startsAt: new Date('2026-11-20T03:00:00Z'),
    endsAt: new Date('2026-11-28T02:59:59Z'),
  });
  expect(await list(listed({ finish_date: '2026-11-27T23:59:59Z' }))).toMatchObject({
    endsAt: new Date('2026-11-27T23:59:59Z'),
  });
});

test.each([
  ['DEAL', { kind: 'deal', sellerSetsPrice: true, canJoin: true, canLeave: true }],
  ['DOD', { kind: 'day_deal', sellerSetsPrice: true, canJoin: true, canLeave: false }],
  ['SMART', { kind: 'cofunded', sellerSetsPrice: false, canJoin: true, canLeave: true }],
  ['LIGHTNING', { kind: 'lightning', canJoin: false, canLeave: false }],
  ['VOLUME', { kind: 'volume', canJoin: false }],
  ['OF_TOMORROW', { kind: 'other', canJoin: false }],
])('%s', async (type, traits) => {
  expect(await list(listed({ type }))).toMatchObject(traits);
});

const item = (more: object) => ({
  ...{ id: 'C-1', type: 'SMART', status: 'started', price: 80, original_price: 100 },
  ...more,
});
const running = (...rows: object[]) =>
  readRunning(sellerWith({ '/seller-promotions/items/MLB1': rows }), 'MLB1', 8000);

test('the marketplace pays its percentage of the price before the campaign', async () => {
  expect(await running(item({ meli_percentage: 7.5 }))).toMatchObject({ marketplacePays: 750 });
  expect(await running(item({}))).toMatchObject({ marketplacePays: null });
  expect(await running(item({ type: 'DEAL' }))).toMatchObject({ marketplacePays: 0 });
});

test('of several running promotions the one with the price that buyers pay counts', async () => {
  const coupon = item({ type: 'SELLER_COUPON_CAMPAIGN', name: 'Cupom', price: 0 });
  const other = item({ name: 'Outra', price: 85 });
  expect(await running(coupon, other, item({ name: 'Esta' }))).toMatchObject({ name: 'Esta' });
  expect(await running(coupon)).toBeNull();
});

test('the price of a candidate is a suggestion if the seller sets it, and the price otherwise', async () => {
  const adOf = async (type: string) => {
    const rows = [{ id: 'MLB1', status: 'candidate', price: 80, original_price: 100 }];
    const seller = sellerWith({ '/seller-promotions/promotions/C-1/items': { results: rows, paging: [] } });
    for await (const [ad] of campaigns.ads(seller, { id: 'C-1', type, state: 'running' })) return ad;
    return undefined;
  };
  expect(await adOf('DEAL')).toMatchObject({ price: null, suggested: 8000 });
  expect(await adOf('SMART')).toMatchObject({ price: 8000, suggested: null });
  expect(await adOf('VOLUME')).toMatchObject({ price: null, suggested: null });
});
