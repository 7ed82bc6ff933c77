import { once } from 'node:events';
import { type CliOptions, createVitest } from 'vitest/node';
import { root } from '../../rules/files.ts';
import { patching } from './patch.ts';
import type { SourcePlant } from './plant.ts';

export type Task = { plant: SourcePlant; planted: boolean };
/** `red`: the test itself failed; `broken`: it never came to its point, which proves nothing. */
export type Outcome = { state: 'red' | 'green' | 'broken'; seconds: number; said: string };

/** Runs one detector, with what the parent asks to be planted. */
const parent = process.send?.bind(process);
if (!parent) throw new Error('started by run.ts only');
process.chdir(root);
const [{ plant, planted }] = (await once(process, 'message')) as [Task];
const options: CliOptions = {
  root,
  config: false,
  watch: false,
  include: ['{contract,server,rules,faults}/**/*.test.ts'],
  globalSetup: ['server/test/cluster.ts'],
  pool: 'forks',
  // What was loaded with a bug in it must not be found on disk by anybody.
  fsModuleCache: false,
  reporters: [{}],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};
const vitest = await createVitest(options, {
  plugins: [patching(planted ? plant.patch : undefined)],
});

const began = performance.now();
const escaped = plant.detector.test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
vitest.setGlobalTestNamePattern(new RegExp(escaped));
const wanted = await vitest.globTestSpecifications([plant.detector.file]);
const { testModules } = await vitest.runTestSpecifications(wanted, false);
const tests = testModules
  .flatMap((module) => [...module.children.allTests()])
  .filter((test) => test.result().state !== 'skipped');
const failed = tests.filter((test) => test.result().state === 'failed');
const broken = testModules.flatMap((module) => module.errors());
const said = failed[0]?.result().errors?.[0]?.message ?? broken[0]?.message ?? '';
const state = failed.length > 0 ? 'red' : broken.length > 0 || tests.length === 0 ? 'broken' : 'green';
const outcome: Outcome = {
  state,
  seconds: (performance.now() - began) / 1000,
  said: said.split('\n')[0] ?? '',
};
parent(outcome);
await vitest.close();
process.exit(0);
