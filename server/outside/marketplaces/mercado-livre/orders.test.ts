import { expect, test } from 'vitest';
import { z } from 'zod';
import type { UnreadableAnswer } from '../sale.ts';
import type { SellerSession } from '../seller-session.ts';
import { createOrders } from './orders.ts';

const foundPage = z.object({ results: z.array(z.looseObject({ id: z.number() })), paging: z.unknown() });

const now = new Date('2026-11-25T15:30:00.000Z');
const { search } = createOrders({ now: () => now });
const minute = 60_000;

type Known = { id: number; last_updated: string };

/** A seller with this many orders, each changed at these times; filters use hours. */
function sellerOf(orders: readonly Known[], asked: URLSearchParams[] = []): SellerSession {
  return {
    ...{ remoteUserId: '7', siteId: 'MLB', tags: [] },
    async call(path) {
      const query = new URL(path, 'http://marketplace.example').searchParams;
      asked.push(query);
      const hour = (name: string) => query.get(`order.date_last_updated.${name}`)?.slice(0, 13);
      const [from, to] = [hour('from') ?? '', hour('to') ?? '9'];
      const found = orders.filter(({ last_updated: at }) => at.slice(0, 13) >= from && at.slice(0, 13) <= to);
      const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
      const results = query.get('order.status') ? [] : found.slice(offset, offset + limit);
      const paging = { total: query.get('order.status') ? 0 : found.length, offset, limit };
      return { status: 200, headers: {}, json: { results: results.map(rowOf), paging } };
    },
    download: () => Promise.reject(new Error('not asked for')),
  };
}

const rowOf = (order: Known) => ({ ...order, status: 'paid', date_created: order.last_updated });

const changed = (count: number, everyMs: number): Known[] =>
  Array.from({ length: count }, (_, n) => ({
    id: 2_000_000 + n,
    last_updated: new Date(now.getTime() - n * everyMs).toISOString(),
  }));

test('finds every changed order, splitting the search by time if there are too many', async () => {
  const orders = changed(4500, minute);
  const from = new Date(now.getTime() - 4500 * minute);
  const { seen, failures } = await search(sellerOf(orders), from);
  expect(failures).toEqual([]);
  expect(new Set(seen.map(({ remoteId }) => remoteId)).size).toBe(4500);
});

test('reads one hour to its end, and reports more orders than that as a failure', async () => {
  const from = new Date(now.getTime() - 30 * minute);
  const busy = await search(sellerOf(changed(2600, 500)), from);
  expect([busy.seen.length, busy.failures]).toEqual([2600, []]);
  const { failures } = await search(sellerOf(changed(10_001, 100)), from);
  expect(failures).toMatchObject([{ message: expect.stringContaining('more orders') }]);
});

test('takes every order of a search but one that cannot be read, which is set aside under its number', async () => {
  const seller = sellerOf(changed(3, minute));
  const aside: UnreadableAnswer[] = [];
  const spoiled: SellerSession = {
    ...seller,
    setAside: (answer) => aside.push(answer),
    async call(path) {
      const answer = await seller.call(path);
      const { results, paging } = foundPage.parse(answer.json);
      const spoil = (row: { id: number }) => (row.id === 2_000_001 ? { ...row, date_created: 'soon' } : row);
      return { ...answer, json: { results: results.map(spoil), paging } };
    },
  };
  const { seen, failures } = await search(spoiled, new Date(now.getTime() - 10 * minute));
  expect(failures).toEqual([]);
  expect(seen.map(({ remoteId }) => remoteId)).toEqual(['2000000', '2000002']);
  expect(aside).toMatchObject([
    { resource: 'order 2000001', reason: 'unreadable', got: 'date_created: custom' },
  ]);
});
