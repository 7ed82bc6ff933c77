import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Pace } from './compare.ts';
import { measureHttp } from './http-lines.ts';
import { openPlace } from './place.ts';
import { printComparisons, printMachine, printRows } from './print.ts';
import type { Row } from './row.ts';

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

const pace: Pace = values.quick
  ? { seconds: 0.4, rounds: 3 }
  : { seconds: Number(values.seconds), rounds: 3 };
const names = values.only?.split(',').map((name) => name.trim().toLowerCase());
/** `--only products,start`: lines whose name has one of these in it. */
const wanted = (line: string) => !names || names.some((name) => line.toLowerCase().includes(name));
const log = (line: string) => console.error(`  ${line}`);

const rows: Row[] = [];
const refused: string[] = [];

console.log(printMachine());
const place = await openPlace({ rows: Number(values.rows) }, values.keep);
try {
  const http = await measureHttp(place, pace, wanted, log);
  if (http.comparisons.length > 0) console.log(`\n${printComparisons(http.comparisons)}`);
  rows.push(...http.rows);
  refused.push(...http.refused);
} finally {
  await place.stop();
}
console.log(`\n${printRows(rows)}\n\n${printMachine()}`);
for (const reason of refused) console.error(`No figure for ${reason}`);
if (refused.length > 0) process.exitCode = 1;
else if (values.json) writeFileSync(values.json, toJson(rows));

function toJson(found: readonly Row[]): string {
  const plain = found.map(({ line, value, goal, better }) => ({ line, value, goal, better }));
  return `${JSON.stringify({ rows: plain }, null, 2)}\n`;
}
