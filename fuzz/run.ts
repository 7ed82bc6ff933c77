import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Report } from './campaign.ts';
import { kinds } from './mutation.ts';

// `npm run fuzz -- --requests 1000000 --seed 7`: the campaign of `npm run campaigns`, as long as one likes. The seed repeats it.
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Part of an endpoint's name: only those. */
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
  },
});
const reports = mkdtempSync(join(tmpdir(), 'easy-fuzz-'));
console.log(`${values.requests} requests, seed ${values.seed}`);
const run = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', `--maxWorkers=${values.workers}`, 'fuzz/part-'],
  {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_REQUESTS: values.requests,
      FUZZ_SEED: values.seed,
      FUZZ_ONLY: values.only,
      FUZZ_REPORTS: reports,
    },
  },
);
const parts = readdirSync(reports).map(
  (file) => JSON.parse(readFileSync(join(reports, file), 'utf8')) as Report,
);
rmSync(reports, { recursive: true });

const total = (count: (part: Report) => number) => parts.reduce((sum, part) => sum + count(part), 0);
console.log('\n| kind | 2xx | 4xx | 5xx |\n|---|---:|---:|---:|');
for (const kind of kinds) {
  const columns = ['2xx', '4xx', '5xx'].map((column) => total((part) => part.kinds[kind]?.[column] ?? 0));
  console.log(`| ${kind} | ${columns.join(' | ')} |`);
}
const slowest = parts
  .map((part) => part.slowest)
  .toSorted((one, other) => other.milliseconds - one.milliseconds)[0];
const never = (parts[0]?.neverAccepted ?? []).filter((name) =>
  parts.every((part) => part.neverAccepted.includes(name)),
);
console.log(
  `\n${total((part) => part.requests)} requests in ${Math.max(...parts.map((part) => part.seconds))} s a part`,
);
console.log(`slowest: ${slowest?.milliseconds} ms, ${slowest?.endpoint}`);
console.log(
  `memory grew by at most ${Math.max(...parts.map((part) => part.grownMegabytes))} MB in a process`,
);
console.log(`never answered 2xx: ${never.join(', ') || 'none'}`);
console.log(`findings: ${total((part) => part.findings.length)}`);
process.exit(run.status ?? 1);
