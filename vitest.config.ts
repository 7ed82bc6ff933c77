import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { campaignFiles } from './tools/campaign-list.ts';

/** With a process each: they change what all share, or kill it. The others load the product once for each worker. */
const campaigns = Object.values(campaignFiles)
  .flat()
  .map((path) => `${path}*.test.ts`);
const apart = ['tools/**/*.test.ts'];

/** What takes long begins first: begun last, one would run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => {
      const campaign = Object.values(campaignFiles)
        .flat()
        .findIndex((path) => moduleId.includes(path));
      return project.name === 'campaigns' ? campaign : project.name === 'apart' ? 100 : 101;
    };
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
      {
        extends: true,
        test: {
          name: 'server',
          isolate: false,
          include: ['{contract,server,sandbox,rules}/**/*.test.ts'],
          exclude: campaigns,
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
