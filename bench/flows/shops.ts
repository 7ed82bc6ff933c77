import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import { marketplaceIds } from '#contract/marketplaces/marketplace.ts';
import { notificationSecret } from './machine.ts';

const root = join(import.meta.dirname, '../..');
const clientId = '1000';
const clientSecret = 'a-secret-of-the-bench-client-7151';

/** The stand-ins of all marketplaces in a separate process, used only through their protocols. */
export type Shops = Readonly<{
  /** Environment that points the product at them. */
  variables: Record<string, string>;
  control(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown>;
  stop(): void;
}>;

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

export async function startShops(): Promise<Shops> {
  const dataDir = mkdtempSync(join(tmpdir(), 'easy-shops-'));
  const child = spawn(process.execPath, [join(root, 'sandbox', 'main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      DATA_DIR: dataDir,
      ...{ SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' },
      ...{ SANDBOX_CLIENT_ID: clientId, SANDBOX_CLIENT_SECRET: clientSecret },
      SANDBOX_REDIRECT_URI: 'http://localhost:3000/marketplaces/account/list',
    },
  });
  const { stdout } = child;
  if (!stdout) throw new Error('the stand-ins have no output');
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the stand-ins ended with ${code}`)));
    createInterface({ input: stdout }).on('line', (line) => {
      const match = /sandbox at (\S+), mail/.exec(line);
      if (match?.[1]) resolve(match[1]);
    });
  });
  return {
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
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text === '' ? undefined : (JSON.parse(text) as unknown);
    },
    stop() {
      child.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Presses the button of a consent page; answers what the browser would bring back. */
export async function consentTo(page: string, seller: number) {
  const asked = new URL(page);
  const form = new URLSearchParams(asked.search);
  // Each page calls it by its own name.
  for (const name of ['user_id', 'store_id', 'shop_id']) form.set(name, String(seller));
  form.set('decision', 'approve');
  const answer = await fetch(`${asked.origin}${asked.pathname}`, {
    ...{ method: 'POST', body: form, redirect: 'manual' },
  });
  const target = new URL(answer.headers.get('location') ?? 'http://nowhere.invalid/');
  const { state = '', code, ...said } = Object.fromEntries(target.searchParams);
  return { state, code, said };
}
