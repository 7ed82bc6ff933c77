import { expect, test } from 'vitest';
import { RemoteFailure } from '../../http.ts';
import { reputation } from './reputation.ts';

const metric = (id: number, now: unknown, more: Record<string, unknown> = {}) => ({
  ...{ metric_id: id, metric_type: 1, metric_name: `metric ${id}`, current_period: now },
  ...{ last_period: 1, unit: 2, target: { value: 10, comparator: '<' } },
  ...more,
});

const answerOf = (metrics: unknown, overall: unknown = { rating: 3, fulfillment_failed: 1 }) => ({
  ...{ error: '', message: '' },
  response: { overall_performance: overall, metric_list: metrics },
});

const asked: string[] = [];
const read = (json: unknown) =>
  reputation.read({
    ...{ remoteUserId: '55667788', siteId: 'BR', tags: [] },
    call(path) {
      asked.push(path);
      return Promise.resolve({ status: 200, headers: {}, json });
    },
    download: () => Promise.reject(new Error('not asked for')),
  });

test('metrics are read with their targets, in their units, and the period before', async () => {
  const found = await read(
    answerOf([
      metric(1, 4.25),
      metric(4, 1.5, { unit: 4, target: { value: 2, comparator: '<=' } }),
      metric(22, 4.7, { unit: 1, metric_name: 'Shop Rating', target: { value: 4, comparator: '>=' } }),
      metric(42, 0, { last_period: null }),
    ]),
  );
  expect(asked.at(-1)).toBe('/api/v2/account_health/get_shop_performance?shop_id=55667788');
  expect(found).toMatchObject({
    level: { known: 'good', told: '3' },
    ...{ medal: null, protection: null, limitsPublishedOn: null },
  });
  expect(found.figures).toMatchObject([
    { code: '1', measure: 'late_dispatch', unit: 'percent', value: 4.25, cases: null, before: 1 },
    { code: '4', measure: 'preparation_time', unit: 'days', value: 1.5 },
    { code: '22', measure: 'rating', name: 'Shop Rating', unit: 'number', value: 4.7 },
    { code: '42', measure: 'cancellations', value: 0, before: null },
  ]);
  expect(found.figures[2]?.limits).toEqual([{ comparator: '>=', value: 4, allows: null }]);
});

test('shows unknown values as they are or leaves them out, and missing ones are not 0', async () => {
  const found = await read(
    answerOf(
      [
        metric(99, 7, { unit: 9, target: { value: 3, comparator: '~' } }),
        metric(3, null),
        { metric_id: 'one', current_period: 0 },
        metric(43, 'none'),
        metric(1, 140),
      ],
      { rating: 7 },
    ),
  );
  expect(found.level).toEqual({ known: null, told: '7' });
  expect(found.figures).toMatchObject([
    { code: '99', measure: 'other', name: 'metric 99', unit: 'unknown', value: 7, limits: [] },
    { code: '3', measure: 'non_fulfilment', value: null },
  ]);
});

test.each([
  ['nothing', null],
  ['no answer', { error: '' }],
  ['no list', answerOf(undefined)],
  ['a list that is none', answerOf({})],
  ['no rating', answerOf([metric(1, 2)], {})],
  ['a rating that is text', answerOf([metric(1, 2)], { rating: 'good' })],
  ['metrics of which none can be read', answerOf([{ metric_id: 1, current_period: '2 %' }, 7])],
  ['a metric twice', answerOf([metric(1, 2), metric(1, 30)])],
])('%s is a failure of the outside, never a good figure', async (_what, json) => {
  await expect(read(json)).rejects.toBeInstanceOf(RemoteFailure);
});
