import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';
import { type MarketplaceId, marketplaceIds } from '#contract/marketplaces/marketplace.ts';

const clientId = '1000';
const clientSecret = 'a-secret-of-the-test-client-7151';
export const notificationSecret = 'inbox-of-the-tests-20461';

/** Half of what a start takes of the processor is compiling. */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled');

/** The variables of a marketplace are called by its id; its stand-in lives below it. */
function variablesOf(id: MarketplaceId, url: string): Record<string, string> {
  const prefix = id.replaceAll('-', '_').toUpperCase();
  return {
    [`${prefix}_API`]: `${url}/${id}`,
    [`${prefix}_AUTH`]: `${url}/${id}-auth`,
    [`${prefix}_CLIENT_ID`]: clientId,
    [`${prefix}_CLIENT_SECRET`]: clientSecret,
    [`${prefix}_NOTIFICATION_SECRET`]: notificationSecret,
  };
}

export type SandboxProcess = {
  readonly url: string;
  /** Environment that points the application at it. */
  readonly variables: Record<string, string>;
  /** A call of the control API; answers its JSON. */
  control(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<unknown>;
};

/** The outside as a process of its own, known by its protocol only; ended after the file's tests. */
export async function startSandboxProcess(settings: Record<string, string> = {}): Promise<SandboxProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'easy-sandbox-'));
  const child = spawn(process.execPath, ['sandbox/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: compiled,
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      SANDBOX_CLIENT_ID: clientId,
      SANDBOX_CLIENT_SECRET: clientSecret,
      SANDBOX_REDIRECT_URI: 'http://localhost:3000/marketplaces/account/list',
      ...settings,
    },
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });
  const { stdout } = child;
  if (!stdout) throw new Error('the sandbox has no output');
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)));
    createInterface({ input: stdout }).on('line', (line) => {
      const match = /sandbox at (\S+), mail/.exec(line);
      if (match?.[1]) resolve(match[1]);
    });
  });
  return {
    url,
    variables: Object.assign({}, ...marketplaceIds.map((id) => variablesOf(id, url))),
    async control(method, path, body) {
      const answer = await fetch(`${url}/control/api${path}`, {
        method,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      });
      const text = await answer.text();
      if (!answer.ok && answer.status !== 409) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text === '' ? undefined : (JSON.parse(text) as unknown);
    },
  };
}
