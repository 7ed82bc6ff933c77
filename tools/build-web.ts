import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const built = join(root, 'dist', 'web');
const stamp = join(root, 'dist', 'web.sha256');

/** Builds the browser's part into dist/web when its sources are not those it was built from. */
export function buildWeb(): void {
  const sources = hashSources();
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  console.log('Building the web …');
  const fresh = `${built}.new`;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const run = spawnSync(
    process.execPath,
    [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  if (run.status !== 0) throw new Error('The web could not be built; Vite says why above.');
  // A running server keeps serving complete files of one build.
  rmSync(built, { recursive: true, force: true });
  renameSync(fresh, built);
  writeFileSync(stamp, sources);
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const file of [
    'vite.config.ts',
    'tools/web-plugins.ts',
    'package-lock.json',
    ...filesBelow('contract'),
    ...filesBelow('web'),
  ]) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
