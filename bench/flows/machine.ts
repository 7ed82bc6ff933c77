import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type App, createApp } from '#server/app.ts';
import { findRunning, startEmbedded } from '#server/db/embedded.ts';
import { findFreePort } from '#server/db/embedded-process.ts';
import { admitLogin, migrate } from '#server/db/migrate.ts';
import { settlementInvariants } from '#server/dropshipping/invariants.ts';
import { type Environment, readEnvironment } from '#server/env.ts';
import { shelfInvariants } from '#server/inventory/invariants.ts';
import type { MarketCampaign, MarketItem, Pushed } from './market.ts';

const root = join(import.meta.dirname, '../..');
export const notificationSecret = 'inbox-of-the-bench-20461';

export type Running = Readonly<{ url: string; pid: number; stop(): Promise<void> }>;
export type Market = Readonly<{
  url: string;
  sell(items: readonly MarketItem[]): Promise<void>;
  /** From now on its sales are to be fetched by the first of these carriers; moments in ms. */
  beginDay(day: { carriers: number[]; noticeMs: number }): Promise<void>;
  cancel(order: number): Promise<void>;
  /** From now on its items are in these campaigns. */
  promote(campaigns: readonly MarketCampaign[]): Promise<void>;
  log(): Promise<{ pushed: Pushed[]; answered: number }>;
}>;

/** The product as it is shipped: a durable database, separate processes, a marketplace over HTTP. */
export type Machine = Readonly<{
  app: App;
  env: Environment;
  databaseUrl: string;
  loginUrl: string;
  databasePid(): number;
  market: Market;
  /** As the superuser: everything of every business, for judging. */
  ask<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  start(part: '--web' | '--worker', more?: { profile?: string }): Promise<Running>;
  /** Empties the queue between two runs while no worker runs. */
  forgetJobs(): Promise<void>;
  /** Throws if an invariant of stock or settlement does not hold. */
  mustHold(): Promise<void>;
  stop(): Promise<void>;
}>;

/** `outside`: variables of other marketplaces than its own. */
export async function startMachine(outside: Record<string, string> = {}): Promise<Machine> {
  const dataDir = mkdtempSync(join(tmpdir(), 'easy-flows-'));
  const database = await startEmbedded({ dataDir, log: () => undefined });
  await migrate(database.ownerUrl);
  await admitLogin(database.ownerUrl, database.loginUrl);
  const market = await startMarket();
  const variables: Record<string, string> = {
    EASY_MODE: 'production',
    APP_URL: 'http://localhost:3000',
    DATABASE_URL: database.loginUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    SECRET_KEY: randomBytes(32).toString('hex'),
    SMTP_URL: 'smtp://localhost:1',
    MAIL_FROM: 'Easy <nao-responda@easy.local>',
    VIA_CEP_URL: market.url,
    BRASIL_API_URL: market.url,
    MERCADO_LIVRE_API: market.url,
    MERCADO_LIVRE_AUTH: market.url,
    MERCADO_LIVRE_CLIENT_ID: '1000',
    MERCADO_LIVRE_CLIENT_SECRET: 'a-secret-of-the-bench-client-7151',
    MERCADO_LIVRE_NOTIFICATION_SECRET: notificationSecret,
    ...outside,
  };
  // It never listens: rules and seeding need no pages.
  const env = readEnvironment(['--worker'], { ...variables, LOG_LEVEL: 'silent' });
  const app = await createApp({ env, databaseUrl: database.loginUrl });
  const adminUrl = findRunning(dataDir)?.adminUrl ?? '';
  const admin = new pg.Pool({
    connectionString: Object.assign(new URL(adminUrl), { pathname: '/easy' }).href,
    max: 2,
  });
  // The database ends before its last connection has noticed.
  admin.on('error', () => undefined);
  const children = new Set<Running>();
  const ask = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await admin.query<T>(text, values)).rows;

  return {
    app,
    env,
    databaseUrl: database.ownerUrl,
    loginUrl: database.loginUrl,
    databasePid: () => database.pid() ?? 0,
    market,
    ask,
    async start(part, more = {}) {
      const running = await startProcess(part, { ...variables, PORT: String(await findFreePort()) }, more);
      children.add(running);
      return {
        ...running,
        async stop() {
          children.delete(running);
          await running.stop();
        },
      };
    },
    async forgetJobs() {
      await ask('delete from pgboss.job; truncate notifications');
    },
    async mustHold() {
      for (const { name, sql } of [...shelfInvariants, ...settlementInvariants]) {
        const broken = await ask(sql);
        if (broken.length > 0) throw new Error(`${name}: ${JSON.stringify(broken.slice(0, 3))}`);
      }
    },
    async stop() {
      for (const child of children) await child.stop();
      await app.close();
      await admin.end();
      market.child.kill();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function startProcess(
  part: string,
  variables: Record<string, string>,
  more: { profile?: string },
): Promise<Running> {
  const profile = more.profile ? ['--cpu-prof', '--cpu-prof-dir', more.profile] : [];
  const child = spawn(process.execPath, [...profile, join(root, 'server', 'main.mjs'), part], {
    env: { ...variables, PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${variables.PORT}`;
  for (let n = 0; !(await isReady(url)); n++) {
    if (n > 1000 || child.exitCode !== null) throw new Error(`${part} did not start`);
    await delay(20);
  }
  return { url, pid: child.pid ?? 0, stop: () => end(child) };
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function startMarket(): Promise<Market & { child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'market.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = await once(child, 'message');
  const url = `http://127.0.0.1:${port}`;
  const tell = async (path: string, body: unknown) => {
    const answer = await fetch(`${url}/bench${path}`, { method: 'POST', body: JSON.stringify(body) });
    await answer.arrayBuffer();
  };
  return {
    child,
    url,
    sell: (items) => tell('', items),
    beginDay: (day) => tell('/day', day),
    cancel: (order) => tell('/cancel', { order }),
    promote: (campaigns) => tell('/campaigns', campaigns),
    async log() {
      return (await (await fetch(`${url}/bench`)).json()) as { pushed: Pushed[]; answered: number };
    },
  };
}

/** Polls until it is so; the deadline is what makes a hanging product a failed measurement. */
export async function waitFor(
  what: string,
  isSo: () => Promise<boolean>,
  seconds: number,
  everyMs = 50,
): Promise<void> {
  const until = performance.now() + seconds * 1000;
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(`${what}: not within ${seconds} s`);
    await delay(everyMs);
  }
}
