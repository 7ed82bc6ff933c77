import { type ChildProcess, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { lockFolder } from './embedded-lock.ts';
import {
  chooseAccount,
  chooseListedAccount,
  giveFolder,
  isRoot,
  placeBinaries,
  placeCluster,
  takeOverCopy,
} from './embedded-place.ts';
import {
  findFreePort,
  hasEnded,
  type Installation,
  plainLocale,
  spawnServer,
  stopLeftOver,
  stopServer,
} from './embedded-process.ts';

export type EmbeddedDatabase = Readonly<{
  /** Connection of `easy_owner`, which owns the database `easy` and is no superuser: for migrations. */
  ownerUrl: string;
  /** Connection of `easy_login`, as which the application signs in. */
  loginUrl: string;
  pid: () => number | undefined;
  stop: () => Promise<void>;
  /** Immediately, without waiting; the data is as safe as after a power failure. */
  kill: () => void;
}>;

type Options = Readonly<{
  dataDir: string;
  log: (line: string) => void;
  /** Overrides settings of the product; tests turn durability off. */
  settings?: Readonly<Record<string, string>>;
  /** Called when the server has been spawned and does not answer yet. */
  onSpawned?: () => void;
}>;

const productSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  // For many short queries at once, parallel workers of one query would only take cores from the others.
  max_parallel_workers_per_gather: '0',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] %u ',
};

/** The same collation and case rules on every machine; trigrams and text search use the ctype of the system as well. */
const letters =
  process.platform === 'linux' ? 'C.UTF-8' : process.platform === 'darwin' ? 'en_US.UTF-8' : 'C';
const initialLocale = [
  '--encoding=UTF8',
  '--no-locale',
  `--lc-ctype=${letters}`,
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

/** `login` is absent if an earlier release created the database. */
const secretsSchema = z.object({ admin: z.string(), owner: z.string(), login: z.string().optional() });
type Secrets = Required<z.output<typeof secretsSchema>>;

/**
 * A real PostgreSQL from the binaries of the npm package, with its data in `dataDir`. Restarts the server if it dies.
 * Throws if another process uses the same `dataDir`.
 */
export async function startEmbedded({
  dataDir: folder,
  log,
  settings = {},
  onSpawned = () => undefined,
}: Options): Promise<EmbeddedDatabase> {
  mkdirSync(folder, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  const dataDir = realpathSync(folder);
  const unlock = lockFolder(dataDir);
  try {
    return await startLocked(dataDir, log, { ...productSettings, ...settings }, unlock, onSpawned);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function startLocked(
  dataDir: string,
  log: (line: string) => void,
  settings: Record<string, string>,
  unlock: () => void,
  onSpawned: () => void,
): Promise<EmbeddedDatabase> {
  const cluster = placeCluster(dataDir);
  const account = chooseAccount(cluster);
  const place = {
    binaries: placeBinaries(account),
    cluster,
    account,
    logFile: join(dataDir, 'postgres.log'),
  };
  const secrets = readOrMakeSecrets(join(dataDir, 'postgres.json'));
  takeOverCopy(cluster, account);
  startFreshLog(place.logFile);
  initialiseCluster(place, secrets, log);
  await stopLeftOver(place, log);

  const port = await findFreePort();
  const adminUrl = connectionUrl('postgres', secrets.admin, port, 'postgres');
  const start = () => spawnServer(place, port, settings, adminUrl);
  const starting = start();
  onSpawned();
  let server = await starting;
  let stopping = false;
  let restarting = Promise.resolve();
  watch(server);
  // A caller that forgets to stop it, or fails before that, does not leave it running.
  const endWithProcess = () => {
    server.kill('SIGINT');
  };
  process.once('exit', endWithProcess);
  await createRoles(adminUrl, secrets);

  function watch(running: ChildProcess): void {
    running.once('exit', (code, signal) => {
      if (!stopping) restarting = restart(signal ?? `code ${code}`);
    });
  }

  async function restart(reason: string): Promise<void> {
    log(`The database ended by itself (${reason}); starting it again.`);
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, 5000)) {
      try {
        // Its other processes notice the death of the first one by themselves, and hold its memory until then.
        await stopLeftOver(place, log);
        server = await start();
        watch(server);
        return;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await delay(pause);
      }
    }
  }

  return {
    ownerUrl: connectionUrl('easy_owner', secrets.owner, port, 'easy'),
    loginUrl: connectionUrl('easy_login', secrets.login, port, 'easy'),
    pid: () => server.pid,
    kill: () => {
      stopping = true;
      server.kill('SIGQUIT');
    },
    stop: async () => {
      stopping = true;
      await restarting;
      if (server.pid !== undefined && !hasEnded(server)) await stopServer(place, server.pid);
      process.off('exit', endWithProcess);
      unlock();
    },
  };
}

function readOrMakeSecrets(file: string): Secrets {
  const made = () => randomBytes(24).toString('hex');
  const kept = existsSync(file) ? secretsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const secrets = { admin: made(), owner: made(), login: made(), ...kept };
  if (!('login' in kept)) {
    writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return secrets;
}

function startFreshLog(file: string): void {
  if (existsSync(file) && statSync(file).size > 10_000_000) renameSync(file, `${file}.old`);
}

/** Created aside and renamed when complete, so that a kill leaves nothing half made. */
function initialiseCluster(place: Installation, secrets: Secrets, log: (line: string) => void): void {
  const versionFile = join(place.cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    refuseOtherVersion(place, readFileSync(versionFile, 'utf8').trim());
    return;
  }
  log('Making the database.');
  const fresh = `${place.cluster}.new`;
  const workshop = join(dirname(place.cluster), 'initdb');
  const data = join(workshop, 'data');
  const passwordFile = join(workshop, 'password');
  for (const left of [fresh, workshop]) rmSync(left, { recursive: true, force: true });
  mkdirSync(workshop, { mode: 0o700 });
  writeFileSync(passwordFile, secrets.admin, { mode: 0o600 });
  const account = chooseListedAccount(place.account);
  giveFolder(workshop, account);
  const args = ['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const run = spawnSync(
    join(place.binaries, 'bin', 'initdb'),
    [...args, ...initialLocale, '--no-instructions'],
    {
      ...account,
      cwd: workshop,
      encoding: 'utf8',
      ...plainLocale,
    },
  );
  if (run.status !== 0)
    throw new Error(`The database could not be made: ${run.error?.message ?? run.stderr}`);
  giveFolder(data, place.account);
  renameSync(data, fresh);
  rmSync(workshop, { recursive: true });
  chmodSync(fresh, 0o700);
  renameSync(fresh, place.cluster);
}

function refuseOtherVersion(place: Installation, version: string): void {
  const run = spawnSync(join(place.binaries, 'bin', 'postgres'), ['--version'], {
    ...place.account,
    cwd: '/',
    encoding: 'utf8',
  });
  const major = /(\d+)/.exec(run.stdout)?.[1];
  if (major === version) return;
  throw new Error(
    `The database in ${place.cluster} is of PostgreSQL ${version}, this release brings ${major}. ` +
      'docs/operations.md, "Upgrade", says how to carry it over.',
  );
}

/** The superuser creates the two logins and the database, and is not used afterwards. */
async function createRoles(adminUrl: string, { owner, login }: Secrets): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ rolname: string }>('select rolname from pg_roles');
    const roles = new Set(rows.map(({ rolname }) => rolname));
    if (!roles.has('easy_owner')) {
      await admin.query(`create role easy_owner login createrole createdb password '${owner}'`);
    }
    if (!roles.has('easy_login')) await admin.query('create role easy_login login');
    // A copy of the data folder may hold the roles of one release and the secrets of another.
    await admin.query(`alter role easy_login password '${login}'`);
    // The owner may end connections of the application; the application is no member of a role of the owner.
    await admin.query('grant easy_login to easy_owner');
    const databases = await admin.query("select 1 from pg_database where datname = 'easy'");
    if (databases.rowCount === 0) await admin.query('create database easy owner easy_owner');
  } finally {
    await admin.end();
  }
}

/** Connections to a running database, the superuser's for backup and repair; undefined if none runs. */
export function findRunning(
  dataDir: string,
): { adminUrl: string; loginUrl: string; cluster: string } | undefined {
  const cluster = join(dataDir, 'postgres');
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  const port = Number(readFileSync(pidFile, 'utf8').split('\n')[3]);
  const { admin, login } = readOrMakeSecrets(join(dataDir, 'postgres.json'));
  return {
    adminUrl: connectionUrl('postgres', admin, port, 'easy'),
    loginUrl: connectionUrl('easy_login', login, port, 'easy'),
    cluster: realpathSync(cluster),
  };
}

function connectionUrl(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}
