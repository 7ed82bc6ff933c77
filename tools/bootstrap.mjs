// The only file that runs on the machine's own Node (≥ 20): installs what is missing, then
// hands over to the pinned Node. Plain JavaScript, because Node 20 cannot run TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// npm starts this process below a shell that forwards no signals. If the shell has exited, npm has been stopped.
const shell = process.ppid;
if (process.env.npm_lifecycle_event && shell === 1 && !isNpm(shell)) process.exit(1);

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');

// A smaller young generation answers fewer requests under load, a larger one takes memory beyond the goal.
const youngGeneration = '--max-semi-space-size=32';
const commands = {
  start: [youngGeneration, 'tools/start.ts'],
  dev: ['--watch', '--watch-preserve-output', 'server/main.mjs', '--vite'],
  test: ['tools/test.ts'],
  tool: [],
};

function installWhatIsMissing() {
  if (isInstalled()) return;
  console.log('Installing the dependencies (npm ci) …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  // npm warns about every package that needs a newer Node than this machine's; the pinned Node satisfies them.
  args.push('--loglevel=error');
  const run = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (run.status !== 0) fail('The dependencies could not be installed; npm says why above.');
}

/** Whether node_modules has the packages of the lock file. npm writes its own list there when it has finished. */
function isInstalled() {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const installed = readPackages(list);
  const wanted = readPackages(join(root, 'package-lock.json'));
  return (
    Object.entries(wanted).every(([path, { version, optional }]) =>
      installed[path] ? installed[path].version === version : optional,
    ) && Object.keys(installed).every((path) => path in wanted)
  );
}

function readPackages(file) {
  const { '': _self, ...packages } = JSON.parse(readFileSync(file, 'utf8')).packages;
  return packages;
}

function findNode() {
  const [system, program] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node'];
  const pinned = join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', program);
  // It may be there and not run: the packages are made for glibc.
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  return fail(
    `npm has no Node 24 for ${process.platform} ${process.arch}; install Node 22.18 or newer and try again.`,
  );
}

function isNpm(pid) {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) && readFileSync(file, 'utf8').includes('npm');
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

const [name = 'start', ...rest] = process.argv.slice(2);
if (!(name in commands)) fail(`Unknown command ${name}: ${Object.keys(commands).join(', ')}.`);
installWhatIsMissing();

// The channel tells the app if this process is killed, so that it ends too.
const child = spawn(findNode(), [...commands[name], ...rest], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 200);
}
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
