import { parentPort, workerData } from 'node:worker_threads';
import { attacks, type Pattern } from './patterns.ts';

// Matches each pattern against increasingly long texts. Reports each pattern before it starts, in case the match
// never ends.
const slow = 50;
const tries = 3;

function timeOf({ source, flags }: Pattern, text: string): number {
  const begun = performance.now();
  new RegExp(source, flags.replace('g', '')).test(text);
  return performance.now() - begun;
}

/** The fastest of some tries, 0 once one is fast, because the machine may have other work. */
function bestOf(pattern: Pattern, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < tries; attempt++) {
    best = Math.min(best, timeOf(pattern, text));
    if (best <= slow) return 0;
  }
  return best;
}

for (const pattern of workerData as Pattern[]) {
  parentPort?.postMessage({ trying: pattern });
  let worst = 0;
  for (const length of [30, 1000, 10_000]) {
    for (const text of attacks(pattern, length)) {
      worst = Math.max(worst, bestOf(pattern, text));
      if (worst > slow) break;
    }
    if (worst > slow) break;
  }
  parentPort?.postMessage({ tried: pattern, worst });
}
