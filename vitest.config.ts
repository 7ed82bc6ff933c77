import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const server = {
  include: ['{contract,server,sandbox,rules,tools,bench,fuzz,faults}/**/*.test.ts'],
  globalSetup: ['server/test/cluster.ts'],
};

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: availableParallelism(),
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
