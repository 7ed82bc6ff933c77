import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A Chromium that the machine has and that runs; undefined: Playwright's own is to be used. */
export function findChromium(): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/local/bin', '/snap/bin');
  const found = names.flatMap((name) => path.map((folder) => join(folder, name))).concat(places);
  return found.find(
    (file) => existsSync(file) && spawnSync(file, ['--version', '--no-sandbox']).status === 0,
  );
}

/** Sees to it that the browser tests have a browser, or throws with what to do. */
export function installChromium(): void {
  if (findChromium()) return;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('Installing Chromium (apt-get) …');
    run('apt-get', ['update', '-q']);
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium']);
    if (findChromium()) return;
  }
  console.log('Installing Chromium (Playwright) …');
  const cli = join(createRequire(import.meta.url).resolve('@playwright/test'), '..', 'cli.js');
  if (!run(process.execPath, [cli, 'install', 'chromium'])) {
    throw new Error(
      'The browser tests need Chromium: install it so that `chromium` is on the PATH, and try again.',
    );
  }
}

function run(program: string, args: string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, args, { stdio: 'inherit', env: environment }).status === 0;
}
