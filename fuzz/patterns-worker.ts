import { parentPort, workerData } from 'node:worker_threads';
import { attacks, type Pattern } from './patterns.ts';

// Matches each pattern against longer and longer texts; says which one it is about to try, in case it never comes back.
const slow = 250;

function timeOf({ source, flags }: Pattern, text: string): number {
  const begun = performance.now();
  new RegExp(source, flags.replace('g', '')).test(text);
  return performance.now() - begun;
}

for (const pattern of workerData as Pattern[]) {
  parentPort?.postMessage({ trying: pattern });
  let worst = 0;
  for (const length of [30, 1000, 10_000]) {
    for (const text of attacks(pattern, length)) {
      // The better of two: this machine may have other work.
      worst = Math.max(worst, timeOf(pattern, text) > slow ? timeOf(pattern, text) : 0);
      if (worst > slow) break;
    }
    if (worst > slow) break;
  }
  parentPort?.postMessage({ tried: pattern, worst });
}
