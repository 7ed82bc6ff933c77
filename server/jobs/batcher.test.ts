import { expect, test } from 'vitest';
import { type BatchScope, createBatcher } from './batcher.ts';

function watch(most = 3) {
  const runs: (readonly number[])[] = [];
  const open: (() => void)[] = [];
  const double = createBatcher<BatchScope, number, number>(most, async (_context, _key, items) => {
    runs.push(items);
    await new Promise<void>((resolve) => open.push(resolve));
    if (items.includes(13)) throw new Error('unlucky');
    return items.map((item) => item * 2);
  });
  const letGo = async () => {
    for (const go of open.splice(0)) go();
    for (let n = 0; n < 10; n++) await Promise.resolve();
  };
  return { runs, double, letGo };
}

test('items that arrive during a run wait for the next one and run together, up to the limit', async () => {
  const { runs, double, letGo } = watch();
  const batchScope = {};
  const all = Promise.all([1, 2, 3, 4, 5].map((n) => double({ batchScope }, 7, n)));
  expect(runs).toEqual([[1]]);
  await letGo();
  expect(runs).toEqual([[1], [2, 3, 4]]);
  await letGo();
  await letGo();
  expect(await all).toEqual([2, 4, 6, 8, 10]);
  expect(runs).toEqual([[1], [2, 3, 4], [5]]);
});

test('another key, another process and an item without a scope do not wait', async () => {
  const { runs, double, letGo } = watch();
  const batchScope = {};
  const all = Promise.all([
    double({ batchScope }, 7, 1),
    double({ batchScope }, 8, 2),
    double({ batchScope: {} }, 7, 3),
    double({}, 7, 4),
    double({}, 7, 5),
  ]);
  expect(runs).toEqual([[1], [2], [3], [4], [5]]);
  await letGo();
  expect(await all).toEqual([2, 4, 6, 8, 10]);
});

test('an item that fails does so alone, and the next run starts with all items', async () => {
  const { runs, double, letGo } = watch();
  const batchScope = {};
  const settled = Promise.allSettled([1, 12, 13, 14].map((n) => double({ batchScope }, 7, n)));
  await letGo();
  await letGo();
  expect(runs).toEqual([[1], [12, 13, 14], [12], [13], [14]]);
  await letGo();
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  const later = double({ batchScope }, 7, 6);
  await letGo();
  expect(await later).toBe(12);
});
