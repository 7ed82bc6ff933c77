import { parseArgs } from 'node:util';
import { endOnSignals } from './place.ts';
import { printComparisons, printMachine, printRows } from './print.ts';
import { linesOf, writeResults } from './results.ts';
import { isReached } from './row.ts';
import { type BenchOptions, runBench } from './run.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    only: { type: 'string' },
    json: { type: 'string' },
    keep: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    quick: { type: 'boolean', default: false },
  },
});

const options: BenchOptions = {
  rows: Number(values.rows),
  only: values.only?.split(',').map((name) => name.trim().toLowerCase()) ?? [],
  quick: values.quick,
  pace: { seconds: values.quick ? 0.4 : Number(values.seconds), rounds: 3 },
  ...(values.keep && { keep: values.keep }),
  log: (line) => console.error(`  ${line}`),
};

endOnSignals();
console.log(printMachine());
const { rows, comparisons, refused } = await runBench(options);
if (comparisons.length > 0) console.log(`\n${printComparisons(comparisons)}`);
console.log(`\n${printRows(rows)}\n`);
console.log(`${rows.filter(isReached).length} of ${rows.length} reached. ${printMachine()}`);
for (const reason of refused) console.error(`No figure: ${reason}`);
if (values.json) writeResults(values.json, 'bench', linesOf(rows));
process.exit(refused.length > 0 ? 1 : 0);
