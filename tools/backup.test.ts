import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const startBackup = (dataDir: string, options: string[]) =>
  spawn(process.execPath, [join(import.meta.dirname, 'backup.ts'), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { DATA_DIR: dataDir },
  });

test('a backup taken during writes is a consistent data folder that starts', {
  timeout: 300_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'easy-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [dataDir, copy] = [join(folder, 'data'), join(folder, 'copy')];
  const original = await startEmbedded({ dataDir, log });
  onTestFinished(original.stop);
  const writer = await connect(original.ownerUrl);
  await writer.query('create table entries (number int primary key)');
  let written = 0;
  const write = async () => {
    await writer.query('insert into entries values ($1)', [written + 1]);
    written++;
  };
  await write();

  writeFileSync(join(dataDir, 'secrets.json'), '{"key":"k"}');
  const backup = startBackup(dataDir, [copy]);
  let said = '';
  backup.stdout.on('data', (text) => {
    said += text;
  });
  const ended = once(backup, 'close');
  while (backup.exitCode === null) await write();
  expect(await ended).toEqual([0, null]);
  await writer.end();

  // The key is never stored next to the data it decrypts, and the terminal prints where it is.
  expect(existsSync(join(copy, 'secrets.json'))).toBe(false);
  expect(said).toContain(join(dataDir, 'secrets.json'));
  const keys = join(folder, 'keys.json');
  expect(await once(startBackup(dataDir, [`${copy}-2`, '--secrets', keys]), 'close')).toEqual([0, null]);
  expect(readFileSync(keys, 'utf8')).toBe('{"key":"k"}');
  expect(existsSync(join(`${copy}-2`, 'secrets.json'))).toBe(false);

  const restored = await startEmbedded({ dataDir: copy, log });
  onTestFinished(restored.stop);
  const reader = await connect(restored.ownerUrl);
  const { rows } = await reader.query('select count(*)::int as count, max(number) as last from entries');
  await reader.end();
  const [{ count, last }] = rows;
  expect(count).toBe(last);
  expect(count).toBeGreaterThan(1);
  expect(count).toBeLessThanOrEqual(written);
});
