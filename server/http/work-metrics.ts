import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#server/db/transaction.ts';

type Figure = { figure: string; task: string; value: number };

/** A scrape within this time gets the former figures. */
const freshMs = 5000;

/** What waits in the queue and what is late, for all businesses together, and the disk of the data folder. */
export function addWorkMetrics(registry: Registry, database: Database, dataDir: string): void {
  const figures = fresh(() => readFigures(database));
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    set: (gauge: Gauge, found: Figure[]) => void,
  ) =>
    new Gauge({
      ...{ name, help, labelNames, registers: [registry] },
      async collect() {
        const found = await figures();
        this.reset();
        set(this, found);
      },
    });
  const one = (name: string, help: string, figure: string) =>
    gauge(name, help, [], (to, found) => {
      const value = found.find((each) => each.figure === figure)?.value;
      // Without a value the line is missing: zero would mean that nothing is late.
      if (value === undefined) to.remove();
      else to.set(value);
    });
  gauge('easy_jobs', 'Jobs of the queue by state: due, running, or later', ['state'], (to, found) => {
    for (const { figure, value } of found)
      if (figure === 'due' || figure === 'running' || figure === 'later') to.set({ state: figure }, value);
  });
  gauge(
    'easy_jobs_parked',
    'Jobs that failed for the last time and wait for a person',
    ['task'],
    (to, found) => {
      for (const { figure, task, value } of found) if (figure === 'parked') to.set({ task }, value);
    },
  );
  one('easy_jobs_oldest_due_seconds', 'How long the oldest due job has waited', 'oldest_seconds');
  one(
    'easy_schedules_age_seconds',
    'Since when no worker has looked for scheduled tasks',
    'schedule_seconds',
  );
  one(
    'easy_account_sweep_age_seconds',
    'Age of the oldest sweep among connected marketplace accounts',
    'sweep_seconds',
  );
  one('easy_stock_drifts', 'Open differences that nightly recounts of the stock found', 'drifts');
  for (const [name, help, free] of [
    ['easy_data_disk_free_bytes', 'Free on the disk of DATA_DIR', true],
    ['easy_data_disk_bytes', 'Size of the disk of DATA_DIR', false],
  ] as const)
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        const { bavail, blocks, bsize } = await statfs(dataDir);
        this.set((free ? bavail : blocks) * bsize);
      },
    });
}

/** Nothing while the database does not answer: the other metrics say why. */
async function readFigures(database: Database): Promise<Figure[]> {
  try {
    return await database.transact(null, async (tx) => {
      const { rows } = await sql<Figure>`select figure, task, value from queue_figures()
        union all select figure, '', value from business_figures(${tx.now()})`.execute(tx.db);
      return rows;
    });
  } catch {
    return [];
  }
}

function fresh<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > freshMs) last = { at: performance.now(), answer: read() };
    return last.answer;
  };
}
