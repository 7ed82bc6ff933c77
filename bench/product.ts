import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '#server/db/embedded-process.ts';

const root = join(import.meta.dirname, '..');
const patienceMs = 30_000;

export type Served = Readonly<{ url: string; pid: number; startedInMs: number; stop(): Promise<void> }>;

export const notificationSecret = 'inbox-of-the-bench-48152';
export const clientId = '1000000000000048';
/** The same in every run, so that encrypted data in a kept folder can be read. */
export const secretKey = createHash('sha256').update('bench').digest();

type Options = {
  /** Absent: the product generates its own in `dataDir`. */
  databaseUrl?: string;
  dataDir: string;
  /** `--web`, `--worker` or both. */
  flags?: string[];
  marketplaceUrl?: string;
  variables?: Record<string, string>;
  nodeFlags?: string[];
};

/** As `npm start` runs it (tools/bootstrap.mjs). */
const youngGeneration = '--max-semi-space-size=32';

/** `node server/main.mjs` as in production; its limits are out of the way unless `variables` puts them back. */
export async function startProduct(options: Options): Promise<Served> {
  const outside = options.marketplaceUrl ?? 'http://127.0.0.1:9';
  const variables: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    // Such as --cpu-prof, for a profile.
    ...(process.env.NODE_OPTIONS && { NODE_OPTIONS: process.env.NODE_OPTIONS }),
    EASY_MODE: 'production',
    APP_URL: 'http://localhost:3000',
    PORT: String(await findFreePort()),
    DATA_DIR: options.dataDir,
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '100000000',
    BUSINESS_REQUESTS_PER_MINUTE: '100000000',
    SECRET_KEY: secretKey.toString('hex'),
    SMTP_URL: 'smtp://localhost:1',
    MAIL_FROM: 'Easy <nao-responda@easy.local>',
    VIA_CEP_URL: outside,
    BRASIL_API_URL: outside,
    MERCADO_LIVRE_API: outside,
    MERCADO_LIVRE_AUTH: outside,
    MERCADO_LIVRE_CLIENT_ID: clientId,
    MERCADO_LIVRE_CLIENT_SECRET: 'a-client-secret-of-the-bench-93',
    MERCADO_LIVRE_NOTIFICATION_SECRET: notificationSecret,
    ...options.variables,
  };
  const program = [
    youngGeneration,
    ...(options.nodeFlags ?? []),
    join(root, 'server', 'main.mjs'),
    ...(options.flags ?? ['--web']),
  ];
  return startServer(program, variables, '/readyz');
}

/** The least that any server could do, next to which the product is measured. */
export async function startLimit(adminUrl: string): Promise<Served> {
  const variables = {
    PATH: process.env.PATH ?? '',
    // Such as --cpu-prof, for a profile.
    ...(process.env.NODE_OPTIONS && { NODE_OPTIONS: process.env.NODE_OPTIONS }),
    NODE_ENV: 'production',
    PORT: String(await findFreePort()),
    DATABASE_URL: adminUrl,
  };
  return startServer([join(import.meta.dirname, 'limit.ts')], variables, '/ready');
}

async function startServer(
  program: string[],
  variables: Record<string, string>,
  ready: string,
): Promise<Served> {
  const url = `http://127.0.0.1:${variables.PORT}`;
  const started = performance.now();
  const child = spawn(process.execPath, program, {
    env: variables,
    // The channel ends it with a bench that is killed itself.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  while (!(await answers(`${url}${ready}`))) {
    if (child.exitCode !== null || performance.now() - started > patienceMs) {
      child.kill('SIGKILL');
      throw new Error(`${program.join(' ')} does not answer`);
    }
    await delay(5);
  }
  const startedInMs = performance.now() - started;
  return { url, pid: child.pid ?? 0, startedInMs, stop: () => end(child) };
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const impatient = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(impatient);
}
