import { Refused } from '../compare.ts';
import { median } from '../figures.ts';
import type { Measure } from '../row.ts';
import { type HotRun, sellAll, takeBare } from './hot-shelf.ts';
import { startMachine } from './machine.ts';
import { countBy, makeWorld } from './world.ts';

/** As many as a worker has jobs. */
const hands = 40;
const rounds = 3;

/**
 * Three sellers sell one stock row at once, and a tenth of the sales must be short; next to a bare row, alternating.
 */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  const count = quick ? 500 : 3000;
  const units = Math.floor(count * 0.9);
  const ours: HotRun[] = [];
  const bare: HotRun[] = [];
  try {
    for (let round = -1; round < rounds; round++) {
      const world = await makeWorld(machine.app, machine.env, { accounts: 3, shelves: 1, units });
      // As the database does by itself within a minute.
      await machine.ask('analyze');
      const run = await sellAll(machine, world, count, hands);
      const limit = await takeBare(machine.databaseUrl, count, hands);
      await machine.mustHold();
      const { firm = 0, short = 0 } = await countBy(machine, world, 'reserve');
      if (firm !== units || short !== count - units)
        throw new Refused(`${units} units, ${count} sales: ${firm} promised, ${short} short`);
      if (round < 0) continue;
      ours.push(run);
      bare.push(limit);
    }
  } finally {
    await machine.stop();
  }
  const limit = median(bare.map((run) => run.perSecond));
  return [
    {
      line: 'one hot shelf row, sales stored and promised',
      value: median(ours.map((run) => run.perSecond)),
      goal: 800,
      better: 'higher',
      unit: '/s',
      note: `one process, ${hands} at a time, exact (${units} of ${count}); bare update of one row ${limit.toFixed(0)}/s`,
    },
    {
      line: 'one hot shelf row, p99',
      value: median(ours.map((run) => run.p99)),
      goal: 250,
      better: 'lower',
      unit: 'ms',
      note: `${hands} at a time`,
    },
  ];
};
