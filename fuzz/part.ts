import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCampaign } from './campaign.ts';
import { endpoints, makeWorld } from './world.ts';

export const parts = 4;
const inCampaigns = 100_000;

/** One of the equal parts of a campaign, on its own database; `npm run fuzz` sets `FUZZ_*`. */
export async function runPart(part: number): Promise<void> {
  const {
    FUZZ_REQUESTS = String(inCampaigns),
    FUZZ_SEED = '20261121',
    FUZZ_REPORTS,
    FUZZ_ONLY = '',
  } = process.env;
  const list = endpoints.filter(({ name }) => name.includes(FUZZ_ONLY));
  const seed = Number(FUZZ_SEED) * parts + part;
  const report = await runCampaign(await makeWorld(), Math.ceil(Number(FUZZ_REQUESTS) / parts), seed, list);
  const { findings, kinds: _kinds, answers: _answers, neverAccepted: _never, ...line } = report;
  console.log(`fuzz part ${part}: ${JSON.stringify(line)}`);
  if (FUZZ_REPORTS) {
    mkdirSync(FUZZ_REPORTS, { recursive: true });
    writeFileSync(join(FUZZ_REPORTS, `part-${part}.json`), JSON.stringify(report));
  }
  const told = findings
    .slice(0, 30)
    .map(({ endpoint, faults, curl }) => `${endpoint}: ${faults.join('; ')}\n  ${curl}`);
  if (told.length > 0) throw new Error(`seed ${FUZZ_SEED}, part ${part}:\n${told.join('\n')}`);
}
