import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
const find = (program: string) =>
  folders.map((folder) => join(folder, program)).find((file) => existsSync(file));

/** The path of a program. If it is absent, root installs its Debian package; others are asked to. */
export function requireProgram(program: string, packageName = program): string {
  const found = find(program);
  if (found) return found;
  if (process.getuid?.() === 0) {
    // Test files run at the same time, and apt-get refuses to run twice.
    const install = `command -v ${program} || { apt-get update -q; apt-get install -y -q --no-install-recommends ${packageName}; }`;
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const lock = join(tmpdir(), 'easy-debian-packages');
    spawnSync('flock', [lock, 'sh', '-c', install], { stdio: 'inherit', env: environment });
  }
  const installed = find(program);
  if (!installed)
    throw new Error(`These tests need ${program}: install the package ${packageName} and try again.`);
  return installed;
}
