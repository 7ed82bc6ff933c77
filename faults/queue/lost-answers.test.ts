import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { report, sized } from '#server/test/fault-report.ts';
import type { Loss } from './database-wire.ts';
import { openPlace, type Place } from './place.ts';
import { statements } from './statements.ts';

const kinds = Object.keys(statements);
const places = sized(3, 12);
/** Between two losses in one place: the next look for jobs without a heartbeat, or the end of a statement, fits in. */
const pauseMs = { cut: 2500, silence: 12_000 };
/** Whole: 300 cuts of each kind of statement, 300 silences over all of them. Small: each kind is cut once. */
const losses = { cut: sized(Math.ceil(kinds.length / 3), 25 * kinds.length), silence: sized(2, 25) };
/** Heartbeat, a look that is itself lost, and the next one. */
const limitMs = 30_000;

/**
 * Loses answers while jobs are added and finished, until all are done; returns the longest time without progress of one
 * job.
 */
async function suffer(place: Place, loss: Loss, meant: readonly string[]): Promise<number> {
  let longest = 0;
  let over = false;
  const watching = (async () => {
    while (!over || (await place.left()) > 0) {
      longest = Math.max(longest, await place.longestSilence());
      await delay(100);
    }
  })();
  const working = (async () => {
    while (!over) {
      await place.add();
      await delay(100);
    }
  })();
  try {
    for (const kind of meant) {
      await place.strike(loss, kind);
      await delay(pauseMs[loss]);
    }
  } finally {
    over = true;
  }
  await Promise.all([working, watching]);
  return longest;
}

test.each<Loss>(['cut', 'silence'])(
  'the answer to a statement of the queue is lost (%s): no job stays in nobody’s hand',
  async (loss) => {
    const opened = await Promise.all(Array.from({ length: places }, openPlace));
    onTestFinished(() => Promise.all(opened.map(({ stop }) => stop())).then(() => undefined));
    const each = losses[loss];
    const plans = opened.map((place, at) => ({
      place,
      meant: Array.from({ length: each }, (_, n) => kinds[(at * each + n) % kinds.length] ?? ''),
    }));
    const silences = await Promise.all(plans.map(({ place, meant }) => suffer(place, loss, meant)));
    const longest = Math.max(...silences);
    expect(longest).toBeLessThan(limitMs);
    expect(opened.map((place) => place.neverRun())).toEqual(opened.map(() => 0));
    for (const place of opened) await expect.poll(place.isListening, { timeout: limitMs }).toBe(true);
    const struck = plans.flatMap(({ meant }) => meant);
    const count = (kind: string) => struck.filter((one) => one === kind).length;
    const note = [...new Set(struck)].map((kind) => `${count(kind)} × ${kind}`).join(', ');
    report({ fault: `answer to the queue lost (${loss})`, times: struck.length, backMs: longest, note });
  },
  3_000_000,
);
