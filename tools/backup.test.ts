import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '../server/db/embedded.ts';

const log = () => undefined;

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

test('a backup taken while rows are written is a data folder to start on, whole up to one moment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'easy-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [dataDir, copy] = [join(folder, 'data'), join(folder, 'copy')];
  const original = await startEmbedded({ dataDir, log });
  onTestFinished(original.stop);
  const writer = await connect(original.url);
  await writer.query('create table entries (number int primary key)');
  let written = 0;
  const write = async () => {
    await writer.query('insert into entries values ($1)', [written + 1]);
    written++;
  };
  await write();

  const backup = spawn(process.execPath, [join(import.meta.dirname, 'backup.ts'), copy], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { DATA_DIR: dataDir },
  });
  const ended = once(backup, 'exit');
  while (backup.exitCode === null) await write();
  expect(await ended).toEqual([0, null]);
  await writer.end();

  const restored = await startEmbedded({ dataDir: copy, log });
  onTestFinished(restored.stop);
  const reader = await connect(restored.url);
  const { rows } = await reader.query('select count(*)::int as count, max(number) as last from entries');
  await reader.end();
  const [{ count, last }] = rows;
  expect(count).toBe(last);
  expect(count).toBeGreaterThan(1);
  expect(count).toBeLessThanOrEqual(written);
});
