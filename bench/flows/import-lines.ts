import { Refused } from '../compare.ts';
import { median } from '../figures.ts';
import type { Measure } from '../row.ts';
import { type ImportRun, importSales } from './import-sales.ts';
import { startMachine } from './machine.ts';
import { countStatements } from './sale-statements.ts';
import { makeWorld } from './world.ts';

const rounds = 3;

/** Sales that wait are imported by one worker process, then by two, alternating; every unit is accounted for. */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const world = await makeWorld(machine.app, machine.env, { accounts: 3, shelves: 200, units: 1_000_000 });
    // As the database does by itself within a minute.
    await machine.ask('analyze');
    const count = quick ? 400 : 2000;
    const runs: Record<'one' | 'two', ImportRun[]> = { one: [], two: [] };
    for (let round = 0; round < (quick ? 1 : rounds); round++) {
      runs.one.push(await importSales(machine, world, count, 1));
      runs.two.push(await importSales(machine, world, count, 2));
    }
    await machine.mustHold();
    const all = [...runs.one, ...runs.two];
    if (all.some(({ sales, firm }) => sales !== count || firm !== count))
      throw new Refused('sales not promised');
    const middle = (list: ImportRun[], read: (run: ImportRun) => number) => median(list.map(read));
    const rate = middle(runs.one, (run) => run.perSecond);
    const both = middle(runs.two, (run) => run.perSecond);
    const own = middle(runs.one, (run) => run.serverCpu);
    const database = middle(runs.one, (run) => run.databaseCpu);
    const statements = await countStatements(machine, world);
    return [
      {
        line: 'sale imported, reserved, its pushes queued, per process',
        value: rate,
        goal: 300,
        better: 'higher',
        unit: '/s',
        note: `CPU each ${own.toFixed(2)} ms worker, ${database.toFixed(2)} ms database; 5 calls of the marketplace`,
      },
      {
        line: 'two worker processes on one database',
        value: both / rate,
        goal: 1.7,
        better: 'higher',
        unit: '×',
        note: `${both.toFixed(0)}/s`,
      },
      {
        line: 'statements of a sale, from its notification on',
        value: statements.sale,
        goal: 20,
        better: 'lower',
        unit: 'statements',
        note: `transaction control included; ${statements.fanOut} to find its publications, ${statements.push} for each push`,
      },
    ];
  } finally {
    await machine.stop();
  }
};
