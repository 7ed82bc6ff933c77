import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '#contract/dates.ts';
import { removePerson } from '#server/account/removal.ts';
import { type App, createApp } from '#server/app.ts';
import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import { dumpTables } from '#server/test/dump-tables.ts';
import { findRunning, startEmbedded } from '../server/db/embedded.ts';
import { admitLogin, migrate } from '../server/db/migrate.ts';
import { readEnvironment } from '../server/env.ts';

const clock: Clock = systemClock;

/** Runs a tool on a data folder; answers what it printed. */
async function runTool(name: string, dataDir: string, options: string[] = []): Promise<string> {
  const tool = spawn(process.execPath, [join(import.meta.dirname, name), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { DATA_DIR: dataDir },
  });
  let said = '';
  tool.stdout.on('data', (text) => {
    said += text;
  });
  expect(await once(tool, 'close')).toEqual([0, null]);
  return said;
}

/** The parts of the product that are needed here, on a separate data folder. */
async function startOn(dataDir: string) {
  const database = await startEmbedded({ dataDir, log: () => undefined });
  await migrate(database.ownerUrl);
  await admitLogin(database.ownerUrl, database.loginUrl);
  const env = readEnvironment([], { DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const app = await createApp({ env, databaseUrl: database.loginUrl, clock });
  return { database, app };
}

const remove = (app: App, userId: number) =>
  app.database.transact({ userId }, (tx) => removePerson(tx, { userId, businessId: 0 }));

async function dump(adminUrl: string): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const text = await dumpTables(admin);
  await admin.end();
  return text;
}

test('after a restore, a person who was erased after the backup is erased again, and nobody else', {
  timeout: 300_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'easy-erase-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [dataDir, copy] = [join(folder, 'data'), join(folder, 'copy')];
  const before = await startOn(dataDir);
  const businessId = await makeBusiness(before.app, 'sales');
  const gone = await makeStaff(before.app, businessId, ['owner']);
  const stays = await makeStaff(before.app, businessId, ['owner']);
  await runTool('backup.ts', dataDir, [copy]);
  const late = await makeStaff(before.app, businessId, ['packer']);
  await remove(before.app, gone.userId);
  await remove(before.app, late.userId);
  await before.app.drain();
  await before.app.close();
  await before.database.stop();

  const after = await startOn(copy);
  onTestFinished(async () => {
    await after.app.close();
    await after.database.stop();
  });
  const adminUrl = findRunning(copy)?.adminUrl ?? '';
  expect(await dump(adminUrl)).toContain(gone.email);
  // The id of a person who registered after the backup and was erased is given to another person.
  const next = await makeStaff(after.app, businessId, ['packer']);
  expect(next.userId).toBe(late.userId);
  expect(await runTool('erase-again.ts', copy)).toContain('0 entries');
  cpSync(join(dataDir, 'files/erasures'), join(copy, 'files/erasures'), { recursive: true });
  expect(await runTool('erase-again.ts', copy)).toContain('2 entries in the journal: 1 people erased again');
  const text = await dump(adminUrl);
  expect(text).not.toContain(gone.email);
  expect(text).toContain(stays.email);
  expect(text).toContain(next.email);
  expect(await runTool('erase-again.ts', copy)).toContain(': 0 people');
});
