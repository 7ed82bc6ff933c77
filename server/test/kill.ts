import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll } from 'vitest';
import { z } from 'zod';
import type { AnyEndpoint, ResponseOf } from '#contract/endpoint.ts';
import type { BusinessType, Role } from '#contract/permissions.ts';
import { type App, createApp } from '#server/app.ts';
import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded.ts';
import { findFreePort } from '#server/db/embedded-process.ts';
import { admitLogin, migrate } from '#server/db/migrate.ts';
import { readEnvironment } from '#server/env.ts';
import { type Person, RefusedCall, requestOf, type Send } from './app.ts';
import { type SandboxProcess, startSandboxProcess } from './sandbox.ts';

const root = join(import.meta.dirname, '../..');

/** The product in processes of their own, to be killed; the database keeps what it promises (fsync on). */
export type Line = Readonly<{
  /** Never listens: for factories, and for reading what is in the database. */
  app: App;
  sandbox: SandboxProcess;
  server: KillableServer;
  database: EmbeddedDatabase;
  readonly dataDir: string;
  /** How many answers a kill took away, so that the same call was sent again. */
  lost: () => number;
  /** Requests that were answered with an error of the server other than 503, which means "not now". */
  readonly troubles: readonly string[];
  join(type: BusinessType, roles?: Role[]): Promise<Person>;
  /** What row-level security shows to nobody, as the queue. */
  asOwner(statement: string): Promise<Record<string, unknown>[]>;
  /** One more process of the product on the same database. */
  beside(flags: readonly string[], more?: Record<string, string>): Promise<KillableServer>;
  /** Somebody's call without credential, sent again until it is answered. */
  post(path: string, body: unknown): Promise<void>;
}>;

export type KillableServer = Readonly<{
  url: string;
  start(): Promise<void>;
  /** SIGKILL from outside; answers when it is dead. */
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  pid(): number;
  /** Resolves when the process is gone. */
  ended(): Promise<void>;
}>;

/** A small generator of numbers in [0, 1), so that a run can be had again by its seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `folder`: removed by the caller; absent: one of its own. */
export async function startLine(folder?: string): Promise<Line> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'easy-kill-'));
  const sandbox = await startSandboxProcess();
  const database = await startEmbedded({ dataDir, log: () => undefined });
  const guard = stopWhenAbandoned(dataDir);
  await migrate(database.ownerUrl);
  await admitLogin(database.ownerUrl, database.loginUrl);
  const variables = {
    ...sandbox.variables,
    EASY_MODE: 'production',
    // The sandbox sends consent back to this address, wherever the server listens.
    APP_URL: 'http://localhost:3000',
    PORT: String(await findFreePort()),
    DATABASE_URL: database.loginUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    POOL_SIZE: '10',
    // A few people who ask again and again are not a flood.
    REQUESTS_PER_MINUTE: '1000000',
    BUSINESS_REQUESTS_PER_MINUTE: '1000000',
    SECRET_KEY: randomBytes(32).toString('hex'),
    SMTP_URL: 'smtp://localhost:1',
    MAIL_FROM: 'Easy <nao-responda@easy.local>',
    VIA_CEP_URL: sandbox.url,
    BRASIL_API_URL: sandbox.url,
    // A start spends most of its time compiling; later ones need not.
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
  };
  const app = await createApp({ env: readEnvironment([], variables), databaseUrl: database.loginUrl });
  const started: KillableServer[] = [];
  const beside = async (flags: readonly string[], more: Record<string, string> = {}) => {
    const made = makeServer({ ...variables, PORT: String(await findFreePort()), ...more }, flags);
    started.push(made);
    await made.start();
    return made;
  };
  const server = makeServer(variables, []);
  started.push(server);
  afterAll(async () => {
    for (const one of started) await one.kill();
    await app.close();
    await database.stop();
    guard.kill();
    if (!folder) rmSync(dataDir, { recursive: true, force: true });
  });
  await server.start();
  return { ...makeLine(app, sandbox, database, server), dataDir, beside };
}

/** A test run that is killed stops nothing; the pipe to this shell closes however it ends. */
function stopWhenAbandoned(dataDir: string): ChildProcess {
  const script = 'cat; kill -QUIT "$(head -n 1 "$1/postgres/postmaster.pid")"; sleep 1; rm -rf "$1"';
  const stdio: StdioOptions = ['pipe', 'ignore', 'ignore'];
  const guard = spawn('/bin/sh', ['-c', script, 'sh', dataDir], { stdio, detached: true });
  guard.unref();
  return guard;
}

function makeServer(variables: Record<string, string>, flags: readonly string[]): KillableServer {
  const url = `http://127.0.0.1:${variables.PORT}`;
  let child: ChildProcess | undefined;
  return {
    url,
    async start() {
      child = spawn(process.execPath, [join(root, 'server', 'main.mjs'), ...flags], {
        env: variables,
        // The channel ends it with a test run that is killed itself.
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      await ready(url);
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    signal: (name) => void child?.kill(name),
    pid: () => child?.pid ?? 0,
    async ended() {
      if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function ready(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await delay(20);
  }
}

/** SIGKILL to the first process and every other one of the cluster, none of which gets to say goodbye. */
export async function killDatabase(database: EmbeddedDatabase): Promise<void> {
  const first = database.pid() ?? 0;
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(first)], { encoding: 'utf8' });
  for (const pid of [first, ...stdout.split('\n').map(Number).filter(Boolean)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // A backend that ended in between.
    }
  }
  while (database.pid() === first) await delay(10);
}

function makeLine(
  app: App,
  sandbox: SandboxProcess,
  database: EmbeddedDatabase,
  server: KillableServer,
): Omit<Line, 'dataDir' | 'beside'> {
  let lost = 0;
  const troubles: string[] = [];
  let waiting: Promise<void> | undefined;

  /** One call until it is answered: null where nobody knows whether it happened. */
  async function attempt(path: string, init: RequestInit): Promise<{ status: number; text: string } | null> {
    try {
      const answer = await fetch(`${server.url}${path}`, { ...init, signal: AbortSignal.timeout(20_000) });
      const text = await answer.text();
      if (answer.status < 500) return { status: answer.status, text };
      if (answer.status !== 503) troubles.push(`${answer.status} ${init.method} ${path}`);
    } catch {
      // The connection broke: the process died before, while or after it did what was asked.
    }
    lost++;
    waiting ??= ready(server.url).finally(() => {
      waiting = undefined;
    });
    await waiting;
    return null;
  }

  async function retryOnDisconnect(path: string, init: RequestInit) {
    for (;;) {
      const answer = await attempt(path, init);
      if (!answer) continue;
      if (answer.status !== 409 || problemCode(answer.text) !== 'in_progress') return answer;
      // A process that died with the database is known to be dead in a moment.
      await delay(20);
    }
  }

  function atServer(who: { userId: number; businessId: number; email: string; token: string }): Person {
    const send = async (endpoint: AnyEndpoint, asked: Send<AnyEndpoint> = {}) => {
      const key = asked.key ?? randomUUID();
      const { method, url, headers, payload } = requestOf(endpoint, { ...asked, key }, who.token);
      const init: RequestInit = {
        method: String(method),
        headers: headers as Record<string, string>,
        ...(payload !== undefined && { body: payload as string | Uint8Array<ArrayBuffer> }),
      };
      return retryOnDisconnect(String(url), init);
    };
    const person: Person = {
      ...who,
      async call(endpoint, asked) {
        const { status, text } = await send(endpoint, asked as Send<AnyEndpoint>);
        if (status >= 300) throw new RefusedCall(JSON.parse(text));
        return (text === '' ? undefined : JSON.parse(text)) as ResponseOf<typeof endpoint>;
      },
      async refused(endpoint, asked) {
        const { status, text } = await send(endpoint, asked as Send<AnyEndpoint>);
        if (status < 300) throw new Error(`accepted with ${status}`);
        return JSON.parse(text);
      },
      async download() {
        throw new Error('nothing is downloaded while things die');
      },
    };
    return person;
  }

  return {
    app,
    sandbox,
    server,
    database,
    lost: () => lost,
    troubles,
    async join(type, roles = ['owner']) {
      const businessId = await makeBusiness(app, type);
      return atServer({ ...(await makeStaff(app, businessId, roles)), businessId });
    },
    async asOwner(statement) {
      const client = new pg.Client({ connectionString: database.ownerUrl });
      await client.connect();
      return (await client.query<Record<string, unknown>>(statement).finally(() => client.end())).rows;
    },
    async post(path, body) {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const { status, text } = await retryOnDisconnect(path, init);
      if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    },
  };
}

const problem = z.object({ code: z.string() });
const problemCode = (text: string) => problem.safeParse(JSON.parse(text)).data?.code;
