import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { measureOverload } from './load/overload.ts';
import { runLoad } from './load/run.ts';
import { measureSignIns } from './load/sign-ins.ts';
import { describeMachine, rowsOf } from './load/verdict.ts';
import { endOnSignals } from './place.ts';
import { printMachine, printRows } from './print.ts';
import { linesOf, writeResults } from './results.ts';
import { isReached, type Row } from './row.ts';
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
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});

/** On a shared machine: a rate it can hold, and only lines that do not depend on its speed decide. */
const ciRatePerProcessor = 30;

const processors = availableParallelism();
const usualRate = values.ci ? ciRatePerProcessor * processors : processors >= 4 ? 1000 : 600;
const seed: Omit<SeedOptions, 'url'> = values.small ? smallSeed : fullSeed;

/** Steps instead of the mix: `--only overload`, `--only logins`; `--quick` takes seconds and shows less. */
const steps = { overload: measureOverload, logins: measureSignIns };
const log = (line: string) => console.log(`  ${line}`);

endOnSignals();
console.log(printMachine());
const rows = values.only ? await measureSteps(values.only) : await measureMix();
if (values.json) writeResults(values.json, 'load', linesOf(rows));
const decisive = values.ci ? rows.filter(isOfSoundness) : rows;
process.exit(decisive.every(isReached) ? 0 : 1);

async function measureSteps(names: string): Promise<Row[]> {
  const found: Row[] = [];
  const { quick, keep } = values;
  for (const name of names.split(',')) {
    if (name !== 'overload' && name !== 'logins') throw new Error(`no such step: ${name}`);
    found.push(...(await steps[name]({ quick, log, ...(keep && { keep }) })));
  }
  console.log(`\n${printRows(found)}`);
  return found;
}

async function measureMix(): Promise<Row[]> {
  const outcome = await runLoad({
    seconds: Number(values.minutes) * 60,
    perSecond: Number(values.rate ?? usualRate),
    webs: Number(values.webs ?? Math.max(1, Math.floor(processors / 2))),
    seed,
    ...(values.keep && { keep: values.keep }),
    log,
  });
  const found = rowsOf(outcome);
  console.log(`\n${printRows(found)}\n\n${describeMachine(outcome)}`);
  return found;
}

/** Errors, invariants, forgotten transactions: right or wrong on any machine. */
function isOfSoundness({ line }: Row): boolean {
  return /errors|invariants|idle in transaction|neither granted nor refused/.test(line);
}
