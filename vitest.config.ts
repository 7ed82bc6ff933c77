import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** With a process each: they change what all share, or kill it. The others load the product once for each worker. */
const apart = ['{fuzz,faults,bench,tools}/**/*.test.ts', 'server/orders/kill.test.ts'];
const isApart = ({ project }: TestSpecification) => project.name === 'apart';

/** Many of them take a minute: begun last, one would run alone at the end. */
class ApartFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isApart), ...sorted.filter((file) => !isApart(file))];
  }
}

const globalSetup = ['server/test/cluster.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than there are processors: each waits for the database now and then.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: ApartFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What another process does is waited for, however busy the machine is.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      { extends: true, test: { name: 'apart', include: apart, globalSetup } },
      {
        extends: true,
        test: {
          name: 'server',
          isolate: false,
          include: ['{contract,server,sandbox,rules}/**/*.test.ts'],
          exclude: apart,
          globalSetup,
        },
      },
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
