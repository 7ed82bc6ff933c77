import { expect, test } from 'vitest';
import { RemoteFailure } from '../../http.ts';
import { payouts } from './payouts.ts';

/** Noon in Sao Paulo, in seconds. */
const noon = (day: string) => Date.parse(`${day}T15:00:00Z`) / 1000;
const escrow = (n: number, day: string, sum: unknown = 10.5) => ({
  ...{ order_sn: `2610${n}`, payout_amount: sum, escrow_release_time: noon(day) },
});
type Page = { escrow_list: unknown; more?: unknown };

const asked: URLSearchParams[] = [];
/** Answers by page of each period. */
const read = (pages: (query: URLSearchParams) => Page, from = '2026-10-01', through = '2026-10-10') => {
  asked.length = 0;
  return payouts.read(
    {
      ...{ remoteUserId: '55667788', siteId: 'BR', tags: [] },
      call(path) {
        const { searchParams } = new URL(path, 'http://path');
        asked.push(searchParams);
        const json = { error: '', message: '', response: pages(searchParams) };
        return Promise.resolve({ status: 200, headers: {}, json });
      },
      download: () => Promise.reject(new Error('not asked for')),
    },
    { from, through },
    false,
  );
};

test('every page of every period is read, and a line on two pages is one', async () => {
  const found = await read(
    (query) => {
      const isFirst = Number(query.get('release_time_from')) < noon('2026-10-14');
      if (!isFirst) return { escrow_list: [escrow(9, '2026-10-20', '-7.25')], more: false };
      return query.get('page_no') === '1'
        ? { escrow_list: [escrow(1, '2026-10-01'), escrow(2, '2026-10-02')], more: true }
        : { escrow_list: [escrow(2, '2026-10-02'), escrow(3, '2026-10-03', 0.1)], more: false };
    },
    '2026-10-01',
    '2026-10-20',
  );
  expect(found).toEqual({
    kind: 'sales',
    sales: [
      { orderId: '26101', day: '2026-10-01', amount: 1050 },
      { orderId: '26102', day: '2026-10-02', amount: 1050 },
      { orderId: '26103', day: '2026-10-03', amount: 10 },
      { orderId: '26109', day: '2026-10-20', amount: -725 },
    ],
  });
  expect(asked.map((query) => [query.get('release_time_from'), query.get('release_time_to')])).toEqual([
    [String(noon('2026-10-01') - 43_200), String(noon('2026-10-15') - 43_201)],
    [String(noon('2026-10-01') - 43_200), String(noon('2026-10-15') - 43_201)],
    [String(noon('2026-10-15') - 43_200), String(noon('2026-10-21') - 43_201)],
  ]);
});

test('a page that cannot be read, says nothing of the next one, or is empty before the last is no answer', async () => {
  const pages: Page[] = [
    { escrow_list: [escrow(1, '2026-10-01', 'x')], more: false },
    { escrow_list: [{ order_sn: '1', payout_amount: 1 }], more: false },
    { escrow_list: [escrow(1, '2026-10-01')] },
    { escrow_list: { items: 1 }, more: false },
    { escrow_list: [], more: true },
  ];
  for (const page of pages) await expect(read(() => page)).rejects.toBeInstanceOf(RemoteFailure);
});
