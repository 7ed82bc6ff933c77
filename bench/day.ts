import { parseArgs } from 'node:util';
import { runDay } from './day/run.ts';
import { endOnSignals } from './place.ts';
import { printFigure, printMachine, printRows } from './print.ts';
import { linesOf, writeResults } from './results.ts';
import { isReached } from './row.ts';

/**
 * Eight hours of a warehouse of ten people; `--small` is one hour of it. The faster a day runs, the more of it is spent
 * on waiting for answers: at thirty seconds in one, 0.1 s is three.
 */
const whole = { sales: 2000, trucks: 40, hours: 8, products: 200, compress: 30 };
const small = { sales: 200, trucks: 4, hours: 1, products: 60, compress: 60 };

const { values } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    compress: { type: 'string' },
    json: { type: 'string' },
  },
});
const size = values.small ? small : whole;

endOnSignals();
console.log(printMachine());
const { figures, rows } = await runDay({
  ...size,
  ...(values.compress && { compress: Number(values.compress) }),
  log: (line) => console.log(`  ${line}`),
});
console.log(`\n${figures.map(printFigure).join('\n')}\n\n${printRows(rows)}`);
if (values.json) writeResults(values.json, 'day', [...figures, ...linesOf(rows)]);
process.exit(rows.every(isReached) ? 0 : 1);
