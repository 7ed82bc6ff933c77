import { expect, test } from 'vitest';
import { RemoteFailure } from '../../http.ts';
import { reputation } from './reputation.ts';

const seller = '182440771';
const metric = (value: number, rate: number, excluded?: unknown) => ({
  ...{ period: '60 days', value, rate },
  excluded,
});

/** As the public page has it. */
const reported = (changes: Record<string, unknown> = {}, metrics: Record<string, unknown> = {}) => ({
  id: Number(seller),
  nickname: 'LOJA',
  seller_reputation: {
    ...{ level_id: '5_green', power_seller_status: 'gold' },
    transactions: { total: 260, completed: 244, canceled: 16, period: 'historic' },
    metrics: {
      sales: { period: '60 days', completed: 244 },
      claims: metric(3, 0.0123),
      delayed_handling_time: metric(20, 0.0912),
      cancellations: metric(0, 0),
      ...metrics,
    },
    ...changes,
  },
});

const asked: string[] = [];
const read = (json: unknown, siteId = 'MLB') =>
  reputation.read({
    ...{ remoteUserId: seller, siteId, tags: [] },
    call(path) {
      asked.push(path);
      return Promise.resolve({ status: 200, headers: {}, json });
    },
    download: () => Promise.reject(new Error('not asked for')),
  });

test("reads figures as percent, each with the limits of its measure and the marketplace's period", async () => {
  const found = await read(reported());
  expect(asked.at(-1)).toBe(`/users/${seller}`);
  expect(found).toMatchObject({
    level: { known: 'green', told: '5_green' },
    medal: { known: 'gold', told: 'gold' },
    ...{ protection: null, sales: 244, days: 60, limitsPublishedOn: '2025-08-11' },
  });
  expect(found.figures.map(({ measure, value, cases }) => [measure, value, cases])).toEqual([
    ['claims', 1.23, 3],
    ['cancellations', 0, 0],
    ['late_dispatch', 9.12, 20],
  ]);
  expect(found.figures[2]?.limits).toEqual([
    { comparator: '<=', value: 6, allows: 'leader' },
    { comparator: '<=', value: 10, allows: 'green' },
    { comparator: '<=', value: 18, allows: 'yellow' },
    { comparator: '<=', value: 22, allows: 'orange' },
  ]);
});

test('shows the real values of a protected seller next to 0', async () => {
  const found = await read(
    reported(
      { real_level: '2_orange', protection_end_date: '2026-12-20T00:00:00.000-04:00' },
      { claims: metric(0, 0, { real_value: 12, real_rate: 0.0492 }) },
    ),
  );
  expect(found.protection).toEqual({
    until: new Date('2026-12-20T04:00:00.000Z'),
    level: { known: 'orange', told: '2_orange' },
  });
  expect(found.figures[0]).toMatchObject({ value: 0, cases: 0, real: { value: 4.92, cases: 12 } });
  expect(found.figures[1]?.real).toBeNull();
});

test('shows no level with too few sales, an unknown level as it is, and no invented figure', async () => {
  const few = await read(
    reported({ level_id: null, power_seller_status: null, metrics: { sales: { completed: 4 } } }),
  );
  expect(few).toMatchObject({ level: null, medal: null, figures: [], sales: 4, days: null });
  const strange = await read(
    reported({ level_id: '6_blue', power_seller_status: 'titanium' }, { claims: null }),
  );
  expect(strange).toMatchObject({
    level: { known: null, told: '6_blue' },
    medal: { known: null, told: 'titanium' },
  });
  expect(strange.figures.map(({ measure }) => measure)).toEqual(['cancellations', 'late_dispatch']);
  const elsewhere = await read(reported(), 'MLA');
  expect(elsewhere.figures.flatMap(({ limits }) => limits)).toEqual([]);
  expect(elsewhere.limitsPublishedOn).toBeNull();
});

test.each([
  ['nothing', null],
  ['no reputation', { id: Number(seller) }],
  ['another seller', { ...reported(), id: 7 }],
  ['a level that is no word', reported({ level_id: 5 })],
  ['no level at all', { id: seller, seller_reputation: { metrics: {} } }],
  ['a rate above all sales', reported({}, { claims: metric(3, 1.23) })],
  ['a rate below none', reported({}, { cancellations: metric(0, -0.1) })],
  ['a rate that is text', reported({}, { claims: { value: 3, rate: '0.01' } })],
  ['part of a sale', reported({}, { claims: metric(1.5, 0.01) })],
  ['a metric without its value', reported({}, { claims: { rate: 0.01 } })],
  ['a protection without the truth', reported({}, { claims: metric(0, 0, { real_value: 4 }) })],
  ['an end that is no time', reported({ real_level: '1_red', protection_end_date: 'soon' })],
])('%s is a failure of the outside, never a good figure', async (_what, json) => {
  await expect(read(json)).rejects.toBeInstanceOf(RemoteFailure);
});
