import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Starts the whole product with an empty data folder and a clock that the stories set; Playwright calls the returned
 * function.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  const port = await findFreePort();
  // Playwright passes it to the processes of the stories.
  process.env.E2E_PORT = String(port);
  const dataDir = mkdtempSync(join(tmpdir(), 'easy-e2e-'));
  const output: string[] = [];
  const server = spawn(process.execPath, ['e2e/server.ts'], {
    cwd: join(import.meta.dirname, '..'),
    // The channel ends the server with this process, however that ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      WEBHOOKS_TO_LOOPBACK: 'true',
    },
  });
  server.stdout?.on('data', (text) => output.push(String(text)));
  server.stderr?.on('data', (text) => output.push(String(text)));
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    // The database may need a moment more than a failed server.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
  };
  // Only the server's own message counts, because another program may use the port and answer.
  for (let tries = 0; !output.join('').includes('Easy runs at'); tries++) {
    if (server.exitCode !== null || tries > 1200) {
      await stop();
      throw new Error(`The server for the browser tests did not start:\n${output.join('')}`);
    }
    await delay(100);
  }
  return stop;
}

/** Ports of the range that browsers open no page on: they belong to protocols of mail and telephony. */
const unsafePorts = [4045, 4190, 5060, 5061];

/** Whose neighbours are free too: the next for the controls, the sandbox at +10,000, its mail at +20,000. */
async function findFreePort(): Promise<number> {
  // Two simultaneous runs probe different ports.
  const first = 3900 + (process.pid % 100) * 20;
  for (let port = first; port < 5900; port += 10) {
    if (unsafePorts.includes(port)) continue;
    const needed = [port, port + 1, port + 10_000, port + 20_000];
    if ((await Promise.all(needed.map(isFree))).every(Boolean)) return port;
  }
  throw new Error(`No port from ${first} to 5900 is free for the browser tests.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, 'localhost');
  const free = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]).catch(() => false);
  server.close();
  return free;
}
