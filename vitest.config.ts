import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { campaignFiles } from './tools/campaign-list.ts';
import { quickLaws as laws } from './tools/laws.ts';

/** Each of these files has a process of its own: it kills or changes what other tests share. */
const campaigns = campaignFiles.map((path) => `${path}*.test.ts`);
const apart = ['tools/**/*.test.ts'];

/** Files with a process of their own begin first, because they take longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => (project.name === 'apart' ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

const globalSetup = ['server/test/cluster.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than there are processors: each waits for the database now and then.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // For what hangs: on a machine three times too busy the longest set-up was seen to take more than a minute.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // What another process does is waited for, however busy the machine is.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'campaigns', include: campaigns, globalSetup } },
      { extends: true, test: { name: 'apart', include: apart, exclude: campaigns, globalSetup } },
      { extends: true, test: { name: 'laws', isolate: false, include: laws } },
      {
        extends: true,
        test: {
          name: 'server',
          isolate: false,
          include: ['{contract,server,sandbox,rules}/**/*.test.ts'],
          exclude: [...campaigns, ...laws],
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
          setupFiles: ['web/test/empty-page.ts'],
        },
      },
    ],
  },
});
