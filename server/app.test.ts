import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { readEnvironment } from './env.ts';
import { cloneDatabase } from './test/database.ts';

const metricsToken = 'a-word-for-the-watch';
const database = await cloneDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'easy-test-'));
const env = readEnvironment(['--worker'], {
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  METRICS_TOKEN: metricsToken,
});
const worker = await createApp({ env, databaseUrl: database.loginUrl });
afterAll(async () => {
  await worker.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a process that only works answers for its health, and nothing else', async () => {
  const statusOf = async (url: string) => (await worker.http.inject({ url })).statusCode;
  expect(await statusOf('/healthz')).toBe(200);
  expect(await statusOf('/readyz')).toBe(200);
  const headers = { authorization: `Bearer ${metricsToken}` };
  expect((await worker.http.inject({ url: '/metrics', headers })).statusCode).toBe(200);
  for (const path of ['/api/products', '/api/docs', '/api/openapi.json', '/api/events', '/'])
    expect(await statusOf(path), path).toBe(404);
});
