import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** As e2e/verbs.ts has it; the sandbox is on 13900. */
const port = 3900;

/** Starts the whole product on an empty data folder and a clock the stories turn; Playwright calls what it returns. */
export default async function startServer(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'easy-e2e-'));
  const output: string[] = [];
  const server = spawn(process.execPath, ['e2e/server.ts'], {
    cwd: join(import.meta.dirname, '..'),
    // The channel ends the server with this process, however that ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
  });
  server.stdout?.on('data', (text) => output.push(String(text)));
  server.stderr?.on('data', (text) => output.push(String(text)));
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    // The database may take a moment longer than a server that failed.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
  };
  // Only its own word counts: another program may have the port and answer on it.
  for (let tries = 0; !output.join('').includes('Easy runs at'); tries++) {
    if (server.exitCode !== null || tries > 1200) {
      await stop();
      throw new Error(`The server for the browser tests did not start:\n${output.join('')}`);
    }
    await delay(100);
  }
  return stop;
}
