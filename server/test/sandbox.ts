import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
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

let host: ChildProcess | undefined;
let started = 0;

/** One for all test files of this worker; it ends with the worker. */
function startHost(): ChildProcess {
  const child = fork('sandbox/host.ts', { execArgv: [], env: { NODE_COMPILE_CACHE: compiled } });
  child.unref();
  child.channel?.unref();
  return child;
}

/**
 * The outside in another process, known by its protocol only; ended after the file's tests. `settings`: its own, as
 * `sandbox/README.md` has them, beside those of every test.
 */
export async function startSandboxProcess(settings: Record<string, unknown> = {}): Promise<SandboxProcess> {
  const child = host?.connected ? host : startHost();
  host = child;
  const id = ++started;
  const options = {
    clientId,
    clientSecret,
    redirectUri: 'http://localhost:3000/marketplaces/account/list',
    notifyUrl: '',
    ...settings,
  };
  const url = await new Promise<string>((resolve, reject) => {
    const end = (code: number | null) => reject(new Error(`the sandbox ended with ${code}`));
    const hear = (answer: { id: number; url: string }) => {
      if (answer.id !== id) return;
      child.off('exit', end);
      child.off('message', hear);
      resolve(answer.url);
    };
    child.on('exit', end);
    child.on('message', hear);
    child.send({ id, options });
  });
  afterAll(() => {
    if (child.connected) child.send({ id });
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
