import { join } from 'node:path';
import { createVitest, type Reporter, type TestCase, type TestModule } from 'vitest/node';
import { root } from '../../rules/files.ts';
import { patchedFiles, patching } from './patch.ts';
import { sourcePlants } from './plants.ts';

/** A bug by its place in the list, or its detector without it. */
export type Task = { index: number; planted: boolean };
/** `red`: the test itself failed; `broken`: it did not reach its assertion, which proves nothing. */
export type Outcome = { state: 'red' | 'green' | 'broken'; seconds: number; said: string };
export type Word = 'ready' | 'done' | Outcome;

/**
 * Runs the given detectors one after the other in one process: the module server, the cluster and node_modules are
 * loaded once; the product's modules are evaluated again for each, one of them with its bug.
 */
const parent = process.send?.bind(process);
if (!parent) throw new Error('started by run.ts only');
const tell = (word: Word) => parent(word);
process.chdir(root);

let cases: TestCase[] = [];
let began = performance.now();
const reporter: Reporter = {
  onTestCaseResult: (test) => {
    if (test.result().state !== 'skipped') cases.push(test);
  },
  onTestModuleEnd: (module) => {
    tell(outcomeOf(module));
    began = performance.now();
    cases = [];
  },
};

const vitest = await createVitest(
  {
    root,
    config: false,
    watch: false,
    include: ['{contract,server,rules,faults}/**/*.test.ts'],
    globalSetup: ['server/test/cluster.ts'],
    setupFiles: [join(import.meta.dirname, 'setup.ts')],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    // Modules with a bug must not be cached on disk.
    fsModuleCache: false,
    reporters: [reporter],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    sequence: {
      sequencer: class {
        sort = <T>(files: T[]) => files;
        shard = <T>(files: T[]) => files;
      },
    },
  },
  { plugins: [patching(sourcePlants.map(({ patch }) => patch))] },
);

process.on('message', (tasks: Task[]) => void runAll(tasks));
process.on('disconnect', () => void vitest.close().then(() => process.exit(0)));
tell('ready');

async function runAll(tasks: Task[]): Promise<void> {
  const project = vitest.getRootProject();
  const forms = ({ index }: Task) =>
    patchedFiles(plantOf(index).patch).map((file) => ({ path: join(root, file), form: String(index) }));
  project.provide(
    'planted',
    tasks.map((task) => (task.planted ? forms(task) : [])),
  );
  began = performance.now();
  await vitest.runTestSpecifications(
    tasks.map(({ index }) => {
      const { file, test } = plantOf(index).detector;
      const names = test.split(' | ').map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      const testNamePattern = new RegExp(names.join('|'));
      return project.createSpecification(join(root, file), { testNamePattern });
    }),
  );
  tell('done');
}

function plantOf(index: number) {
  const plant = sourcePlants[index];
  if (!plant) throw new Error(`no bug ${index}`);
  return plant;
}

function outcomeOf(module: TestModule): Outcome {
  const failed = cases.find((test) => test.result().state === 'failed');
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
  const broken = [...module.errors(), ...suites];
  const said = failed?.result().errors?.[0]?.message ?? broken[0]?.message ?? '';
  const state = failed ? 'red' : broken.length > 0 || cases.length === 0 ? 'broken' : 'green';
  return { state, seconds: (performance.now() - began) / 1000, said: said.split('\n')[0] ?? '' };
}
