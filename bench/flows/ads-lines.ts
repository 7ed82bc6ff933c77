import { makeStaff } from '#server/business/test/factory.ts';
import { Refused } from '../compare.ts';
import type { Measure } from '../row.ts';
import { startMachine } from './machine.ts';
import { createSender, importSheet } from './sheet-lines.ts';
import { makeWorld } from './world.ts';

const publications = 5000;

/** The exported sheet of 5,000 publications, each with another price and title, checked and applied as one run. */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const shelves = quick ? 500 : publications;
    const world = await makeWorld(machine.app, machine.env, { accounts: 1, shelves, units: 100 });
    // As the database does by itself within a minute.
    await machine.ask('analyze');
    const businessId = world.accounts[0]?.businessId ?? 0;
    const { token } = await makeStaff(machine.app, businessId, ['owner']);
    const web = await machine.start('--web');
    const worker = await machine.start('--worker');
    const begun = performance.now();
    const sheet = await exportAds(web.url, token);
    const exported = (performance.now() - begun) / 1000;
    const row = await importSheet(
      { machine, worker, sender: createSender(web.url, token) },
      'ads',
      Buffer.from(changed(sheet)),
    );
    const [run] = await machine.ask<{ total: number }>('select total from bulk_runs');
    if (run?.total !== shelves) throw new Refused(`the run has ${run?.total} publications of ${shelves}`);
    await machine.mustHold();
    return [{ ...row, goal: 12, note: `${row.note}; exported in ${exported.toFixed(1)} s` }];
  } finally {
    await machine.stop();
  }
};

async function exportAds(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/api/advertisements-variations/export?format=csv`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Refused(`the export of ads answered ${answer.status}`);
  return answer.text();
}

/** Every title becomes another one, and every price. */
const changed = (sheet: string): string =>
  sheet.replaceAll('Caneca', 'Caneca de Agata').replaceAll('49,90', '54,90');
