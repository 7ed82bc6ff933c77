import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Row } from '#server/test/fault-report.ts';
import { figure, none, type ResultLine, writeResults } from '../bench/results.ts';

/** Fault names and their test files. `npm run campaigns` runs the small forms, this command the whole ones. */
const faults: Record<string, string> = {
  kill: 'server/orders/test/kill.test.ts',
  process: 'faults/process/process.test.ts',
  disk: 'faults/process/full-disk.test.ts',
  stop: 'faults/process/stop.test.ts',
  uploads: 'faults/process/upload-memory.test.ts',
  clock: 'faults/process/clock.test.ts',
  sigkill: 'faults/crash-points/sigkill.test.ts',
  notifications: 'faults/notifications/sequences.test.ts',
  'three-marketplaces': 'faults/notifications/marketplaces.test.ts',
  conversations: 'faults/notifications/conversations.test.ts',
  network: 'faults/marketplace/network.test.ts',
  lies: 'faults/marketplace/lies.test.ts',
  connectors: 'faults/marketplace/connectors.test.ts',
  'connector-lies': 'faults/marketplace/connector-lies.test.ts',
  queue: 'faults/queue/lost-answers.test.ts',
  pooler: 'faults/pooler/',
  quarter: 'faults/quarter/quarter.test.ts',
};

const root = join(import.meta.dirname, '..');
const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { small: { type: 'boolean', default: false }, json: { type: 'string' } },
});
const { small } = values;
const unknown = names.filter((name) => !Object.hasOwn(faults, name));
if (unknown.length > 0) {
  console.error(`No such fault: ${unknown.join(', ')}. There are: ${Object.keys(faults).join(', ')}.`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'easy-faults-'));
const rows = join(folder, 'rows');
const files = (names.length > 0 ? names : Object.keys(faults)).map((name) => faults[name] ?? '');
const run = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files, '--maxWorkers=1'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FAULTS_SIZE: small ? 'small' : 'whole', FAULTS_REPORT: rows },
  },
);

console.log('\n| fault | times | lost | doubled | works again after, at most | |\n|---|---|---|---|---|---|');
const passed = existsSync(rows) ? readFileSync(rows, 'utf8').trim().split('\n') : [];
const reports = passed.map((line) => JSON.parse(line) as Row);
for (const { fault, times, backMs, note = '' } of reports) {
  const back = backMs === undefined ? '–' : `${(backMs / 1000).toFixed(2)} s`;
  console.log(`| ${fault} | ${times} | 0 | 0 | ${back} | ${note} |`);
}
rmSync(folder, { recursive: true, force: true });
if (values.json) writeResults(values.json, 'faults', reports.flatMap(linesOfFault));
if (run.status !== 0) console.error('\nA fault without a line did not pass.');
process.exit(run.status ?? 1);

/** A fault that lost or doubled anything has no report. */
function linesOfFault({ fault, times, backMs, note }: Row): ResultLine[] {
  return [
    figure(`${fault}: times`, times, '', note),
    none(`${fault}: lost or doubled`, 0),
    ...(backMs === undefined ? [] : [figure(`${fault}: works again after, at most`, backMs / 1000, 's')]),
  ];
}
