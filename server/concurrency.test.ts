import { expect, test } from 'vitest';
import { mapConcurrently } from './concurrency.ts';

test('runs at most the limit at a time and returns results in the order of the items', async () => {
  let running = 0;
  let most = 0;
  const results = await mapConcurrently([5, 1, 4, 2, 3], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    running -= 1;
    return item * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
});

test('rejects with the error of an item', async () => {
  const failing = mapConcurrently([1, 2], 2, async (item) => {
    if (item === 2) throw new Error('second');
  });
  await expect(failing).rejects.toThrow('second');
});
