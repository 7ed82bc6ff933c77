import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Pattern } from './patterns.ts';

type Told = { trying: Pattern } | { tried: Pattern; worst: number };

/** The slow ones among them; one that hangs is slow, and the rest are tried by another worker. */
export async function slowOf(patterns: readonly Pattern[]): Promise<string[]> {
  const slow: string[] = [];
  let left = [...patterns];
  while (left.length > 0) {
    const rest = left;
    left = await new Promise<Pattern[]>((resolve, reject) => {
      const worker = new Worker(join(import.meta.dirname, 'patterns-worker.ts'), { workerData: rest });
      let current = 0;
      const give = () => {
        slow.push(`${rest[current]?.at} ${rest[current]?.source} hangs`);
        resolve(rest.slice(current + 1));
        void worker.terminate();
      };
      let timer = setTimeout(give, 3000);
      worker.on('message', (told: Told) => {
        clearTimeout(timer);
        timer = setTimeout(give, 3000);
        if ('trying' in told) return;
        if (told.worst > 0) slow.push(`${told.tried.at} ${told.tried.source} ${Math.round(told.worst)} ms`);
        current += 1;
      });
      worker.on('error', reject);
      worker.on('exit', () => {
        clearTimeout(timer);
        resolve([]);
      });
    });
  }
  return slow;
}
