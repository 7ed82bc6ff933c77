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

/** With a process each: they change what all share, or kill it. The others load the product once for each worker. */
const apart = ['{fuzz,faults,bench,tools}/**/*.test.ts', 'server/orders/kill.test.ts'];

const server = {
  include: ['{contract,server,sandbox,rules,tools,bench,fuzz,faults}/**/*.test.ts'],
  globalSetup: ['server/test/cluster.ts'],
};

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than there are processors: each waits for the database now and then.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What another process does is waited for, however busy the machine is.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      { extends: true, test: { name: 'server', ...server, exclude: apart, isolate: false } },
      { extends: true, test: { name: 'apart', ...server, include: apart } },
      {
        extends: true,
        test: {
          name: 'web',
          isolate: false,
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          environment: 'jsdom',
        },
      },
    ],
  },
});
