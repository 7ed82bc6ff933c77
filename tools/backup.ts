import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { findRunning } from '../server/db/embedded.ts';

// Copies a data folder while the product runs on it: the result is a data folder to start on.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { secrets: { type: 'string' } },
});
const [target] = positionals;
const dataDir = resolve(process.env.DATA_DIR || './data');
const running = findRunning(dataDir);
if (target === undefined || existsSync(target) || (values.secrets && existsSync(values.secrets)))
  fail(
    'Usage: npm run backup -- <folder that does not exist yet> [--secrets <file that does not exist yet>]',
  );
if (running === undefined)
  fail(`No embedded database runs on ${dataDir}; when all is stopped, copy the folder.`);

/** Recreated at start, or copied when the server reports that the backup is complete. */
const leftOut = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
]);

const admin = new pg.Client({ connectionString: running.adminUrl });
await admin.connect();
mkdirSync(target, { recursive: true, mode: 0o711 });
const copy = join(target, 'postgres');
mkdirSync(copy, { mode: 0o700 });
try {
  // Keeps WAL segments from being recycled meanwhile; ends with this connection.
  await admin.query("select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)");
  await admin.query("select pg_backup_start('backup', fast => true)");
  for (const name of readdirSync(running.cluster)) {
    if (leftOut.has(name)) mkdirEmpty(name);
    else copyInto(copy, running.cluster, name);
  }
  const { rows } = await admin.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  writeFileSync(join(copy, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600 });
  copyInto(copy, running.cluster, 'pg_wal');
} finally {
  await admin.end();
}
// Files are copied last. Files never change, so every file that the database names exists by then.
for (const name of readdirSync(dataDir)) {
  if (!/^(postgres|postgres\.log.*|lock.*|secrets\.json|uploads)$/.test(name))
    copyInto(target, dataDir, name);
}
console.log(`Backed up ${dataDir} to ${resolve(target)}.`);
keepSecrets();

/** A key next to the data it decrypts protects nothing: it is copied to another place or left where it is. */
function keepSecrets(): void {
  const secrets = join(dataDir, 'secrets.json');
  if (!existsSync(secrets)) return;
  if (values.secrets === undefined) {
    console.log(
      `The keys are not in it: ${secrets} opens what is encrypted in the copy. Copy it to another place (or back up ` +
        'with --secrets <file>), and put it into the folder before you start on it.',
    );
    return;
  }
  copyFileSync(secrets, values.secrets);
  chmodSync(values.secrets, 0o600);
  console.log(`The keys are in ${resolve(values.secrets)}: keep them apart from the copy.`);
}

function mkdirEmpty(name: string): void {
  if (name.startsWith('pg_') && name !== 'pg_wal') mkdirSync(join(copy, name), { mode: 0o700 });
}

function copyInto(folder: string, from: string, name: string): void {
  cpSync(join(from, name), join(folder, name), {
    recursive: true,
    // A file may go between being listed and being copied; recovery makes up for it.
    filter: (path) => existsSync(path) && !path.includes('pgsql_tmp'),
  });
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
