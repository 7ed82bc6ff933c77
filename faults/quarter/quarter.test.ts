import { test } from 'vitest';
import { report, sized } from '#server/test/fault-report.ts';
import { runQuarter } from './run.ts';

/** 240 in the campaigns, 1,000 by `npm run faults -- quarter`. */
const sales = sized(240, 1000);
/** The seed of every run, and one of the environment. */
const seeds = [20_260_701, ...(process.env.FAULTS_SEED ? [Number(process.env.FAULTS_SEED)] : [])];

test.each(seeds)(
  'a quarter of sales at three marketplaces closes to the centavo: seed %d',
  {
    // 240 sales on two processors that others use as well: 90 s.
    timeout: 1_200_000,
  },
  async (seed) => {
    const lines = await runQuarter({ seed, sales });
    report({ fault: 'quarter of payouts', times: sales, note: `${lines} lines of reports, seed ${seed}` });
  },
);
