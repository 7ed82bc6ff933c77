import { afterAll, beforeAll, expect, test } from 'vitest';
import { report } from '#server/test/fault-report.ts';
import { enumerate } from './enumerate.ts';
import { watchPoints } from './life.ts';
import type { UseCase } from './run.ts';
import type { Stage } from './stage.ts';

/** `CRASH_POINTS=all` takes every statement of each use case; otherwise a sample of those of money and stock. */
const whole = process.env.CRASH_POINTS === 'all';
const every = whole ? 1 : 30;

/**
 * A test for each use case: wherever the process dies, repeating the request ends in the undisturbed state.
 * `moneyAndStock`: the use cases of every campaign, by name.
 */
export function enumerateAll<Cast>(
  stage: Stage & { cast: Cast },
  useCases: readonly UseCase<Cast>[],
  moneyAndStock: readonly string[],
): void {
  const chosen = useCases.filter(({ name }) => whole || moneyAndStock.includes(name));
  if (chosen.length < moneyAndStock.length) throw new Error('a name is of no use case');
  let release = () => {};
  beforeAll(() => {
    release = watchPoints();
  });
  afterAll(() => release());

  test.each(chosen)(
    '$name: a crash at any point is repaired by repeating',
    { timeout: 600_000 },
    async (useCase) => {
      const { found, points, crashes, states, seconds } = await enumerate(stage, useCase, every);
      const note = `${points} points, ${states} states, ${seconds.toFixed(1)} s`;
      console.log(`${useCase.name}: ${crashes} crashes, ${note}, ${found.length} wrong`);
      expect(found).toEqual([]);
      expect(points).toBeGreaterThan(3);
      report({ fault: `crash: ${useCase.name}`, times: crashes, note });
    },
  );
}
