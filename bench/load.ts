import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runLoad } from './load/run.ts';
import { describeMachine, rowsOf } from './load/verdict.ts';
import { endOnSignals } from './place.ts';
import { printMachine, printRows } from './print.ts';
import { isReached, type Row } from './row.ts';
import { toJson } from './run.ts';
import type { SeedOptions } from './seed/plan.ts';

/** 500 businesses with 5,000 people signed in, half a million sales, three million entries of the ledger. */
const fullSeed = {
  rows: 20_000,
  orders: 100_000,
  businesses: 500,
  small: { products: 100, orders: 1610 },
  users: 5000,
};
/** The same businesses and people, a fifth of the rows. */
const smallSeed = {
  rows: 10_000,
  orders: 20_000,
  businesses: 500,
  small: { products: 40, orders: 300 },
  users: 5000,
};

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string' },
    webs: { type: 'string' },
    small: { type: 'boolean', default: false },
    ci: { type: 'boolean', default: false },
    keep: { type: 'string' },
    json: { type: 'string' },
  },
});

/** On a machine that is not kept quiet: a rate it can hold, and only what does not depend on its speed decides. */
const ciRatePerProcessor = 30;

const processors = availableParallelism();
const usualRate = values.ci ? ciRatePerProcessor * processors : processors >= 4 ? 1000 : 600;
const seed: Omit<SeedOptions, 'url'> = values.small ? smallSeed : fullSeed;

endOnSignals();
console.log(printMachine());
const outcome = await runLoad({
  seconds: Number(values.minutes) * 60,
  perSecond: Number(values.rate ?? usualRate),
  webs: Number(values.webs ?? Math.max(1, Math.floor(processors / 2))),
  seed,
  ...(values.keep && { keep: values.keep }),
  log: (line) => console.log(`  ${line}`),
});
const rows = rowsOf(outcome);
console.log(`\n${printRows(rows)}\n\n${describeMachine(outcome)}`);
if (values.json) writeFileSync(values.json, toJson(rows));
const decisive = values.ci ? rows.filter(isOfSoundness) : rows;
process.exit(decisive.every(isReached) ? 0 : 1);

/** Errors, invariants, forgotten transactions: right or wrong on any machine. */
function isOfSoundness({ line }: Row): boolean {
  return /errors|invariants|idle in transaction/.test(line);
}
