import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A minute each: begun last, one of them would run alone at the end. */
const isLong = ({ moduleId }: TestSpecification) => /\/(faults|fuzz)\/|\/kill\.test\.ts$/.test(moduleId);

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const server = {
  include: ['{contract,server,sandbox,rules,tools,bench,fuzz,faults}/**/*.test.ts'],
  globalSetup: ['server/test/cluster.ts'],
};

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What another process does is waited for, however busy the machine is.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      { extends: true, test: { name: 'server', ...server } },
      {
        extends: true,
        test: { name: 'web', include: ['web/**/*.test.ts', 'web/**/*.test.tsx'], environment: 'jsdom' },
      },
    ],
  },
});
