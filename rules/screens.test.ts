import { expect, test } from 'vitest';
import { pages } from '#web/pages.ts';
import { visits } from '../e2e/visits.ts';

test('the browser tests walk every built screen', () => {
  const walked = new Set(visits.map(([pattern]) => pattern));
  expect([...walked].sort()).toEqual(pages.map(({ screen }) => screen.pattern).sort());
});
