import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** Chromium without a window: the same engine at little more than half of the processor time. */
const shell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** An installed Chromium that runs, preferably a headless shell; undefined if Playwright's own has to be used. */
export function findChromium(): string | undefined {
  return findProgram([shell]) ?? findProgram(names, places);
}

function findProgram(programs: readonly string[], elsewhere: readonly string[] = []): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/local/bin', '/snap/bin');
  const files = programs.flatMap((name) => path.map((folder) => join(folder, name))).concat(elsewhere);
  return files.find(
    (file) => existsSync(file) && spawnSync(file, ['--version', '--no-sandbox']).status === 0,
  );
}

/** Sees to it that the browser tests have a browser, or throws with what to do. */
export function installChromium(): void {
  if (findProgram([shell])) return;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('Installing Chromium (apt-get) …');
    const install = (name: string) =>
      run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name]);
    const another = findChromium();
    // Where there is another, no run of the tests waits for lists that may not have this one.
    if (!another) run('apt-get', ['update', '-q']);
    if (!install(shell) && !another) install('chromium');
  }
  if (findChromium()) return;
  console.log('Installing Chromium (Playwright) …');
  const cli = join(createRequire(import.meta.url).resolve('@playwright/test'), '..', 'cli.js');
  if (!run(process.execPath, [cli, 'install', '--only-shell', 'chromium'])) {
    throw new Error(
      'The browser tests need Chromium: install it so that `chromium` is on the PATH, and try again.',
    );
  }
}

function run(program: string, args: string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, args, { stdio: 'inherit', env: environment }).status === 0;
}
