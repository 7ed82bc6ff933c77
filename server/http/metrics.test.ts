import { tmpdir } from 'node:os';
import { Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { metricsToken, testApp } from '#server/test/app.ts';
import { expositionProblems } from '#server/test/exposition.ts';
import { addWorkMetrics } from './work-metrics.ts';

const app = await testApp();

test('/metrics is valid in its format', async () => {
  const person = await app.join('supply');
  await person.call(api.warehouses.list);
  await person.refused(api.products.detail, { params: { id: 1 } });
  const { body } = await app.http.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  expect(body).toContain('easy_http_seconds_bucket');
  expect(expositionProblems(body)).toEqual([]);
});

/** The samples of a scrape by name and labels. */
async function scrape(): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const { body } = await app.http.inject({ url: '/metrics', headers });
  const samples = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}

test('the operator sees what waits, what was given up and how much disk is left', async () => {
  await app.database.transact(null, (tx) => {
    tx.enqueue({ task: 'mail.send', payload: {}, runAt: new Date(tx.now().getTime() + 3_600_000) });
    return Promise.resolve();
  });
  // A mail without its fields is given up at the first try.
  await app.database.transact(null, (tx) => {
    tx.enqueue({ task: 'mail.send', payload: {}, maxAttempts: 1 });
    return Promise.resolve();
  });
  await app.drain();
  await expect.poll(async () => (await scrape()).get('easy_jobs_parked{task="mail.send"}')).toBe(1);
  const found = await scrape();
  expect(found.get('easy_jobs{state="later"}')).toBe(1);
  expect(found.get('easy_jobs_oldest_due_seconds')).toBe(0);
  expect(found.get('easy_stock_drifts')).toBe(0);
  expect(found.get('easy_account_sweep_age_seconds')).toBe(0);
  expect(found.get('easy_data_disk_free_bytes')).toBeGreaterThan(0);
  expect(found.get('easy_data_disk_bytes')).toBeGreaterThan(found.get('easy_data_disk_free_bytes') ?? 0);
});

test('without an answer of the database a figure is missing, because zero would mean that nothing is late', async () => {
  const registry = new Registry();
  const away = {
    ...app.database,
    transact: () => Promise.reject(new Error('the database is away')),
  } as typeof app.database;
  addWorkMetrics(registry, away, tmpdir());
  const lines = (await registry.metrics()).split('\n').filter((line) => !line.startsWith('#'));
  expect(lines.join()).toMatch(/easy_data_disk_bytes \d/);
  expect(lines.join()).not.toMatch(/easy_(jobs|schedules|account|stock)/);
});

test('reports a gauge with the suffix of a counter, and other violations of the format', async () => {
  const registry = new Registry();
  new Gauge({ name: 'x_total', help: 'x', registers: [registry] }).set(1);
  expect(expositionProblems(await registry.metrics())).toEqual(['x_total: only a counter ends in _total']);
  const head = '# HELP a_total a\n# TYPE a_total counter\n';
  expect(expositionProblems(`${head}a_total{l="x"} 1\na_total{l="x"} 2\n`)).toEqual([
    'a_total{l="x"}: twice',
  ]);
  expect(expositionProblems(`${head}${head}a_total 1\n`)).toEqual([
    'a_total: a second HELP',
    'a_total: a second TYPE',
  ]);
  expect(expositionProblems('# HELP a a\n# TYPE a counter\na 1\n')).toEqual(['a: a counter ends in _total']);
  expect(expositionProblems(`${head}a_total{1="x"} 1\n`)[0]).toMatch(/^cannot be read/);
  expect(expositionProblems('b 1\n')).toEqual(['b: no TYPE or HELP before it']);
});
