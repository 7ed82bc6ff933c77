import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { z } from 'zod';
import type { EndpointDefinition, ResponseOf } from '#contract/endpoint.ts';
import type { BusinessType, Role } from '#contract/permissions.ts';
import { type App, createApp } from '#server/app.ts';
import { makeBusiness, makeStaff } from '#server/business/factory.ts';
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded.ts';
import { findFreePort } from '#server/db/embedded-process.ts';
import { migrate } from '#server/db/migrate.ts';
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
  /** How many answers a kill took away, so that the same call was sent again. */
  lost: () => number;
  join(type: BusinessType, roles?: Role[]): Promise<Person>;
  /** Somebody's call without credential, sent again until it is answered. */
  post(path: string, body: unknown): Promise<void>;
}>;

export type KillableServer = Readonly<{
  url: string;
  start(): Promise<void>;
  /** SIGKILL from outside; answers when it is dead. */
  kill(): Promise<void>;
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

export async function startLine(): Promise<Line> {
  const sandbox = await startSandboxProcess();
  const dataDir = mkdtempSync(join(tmpdir(), 'easy-kill-'));
  const database = await startEmbedded({ dataDir, log: () => undefined });
  const guard = stopWhenAbandoned(dataDir);
  await migrate(database.url);
  const variables = {
    ...sandbox.variables,
    EASY_MODE: 'production',
    // The sandbox sends consent back to this address, wherever the server listens.
    APP_URL: 'http://localhost:3000',
    PORT: String(await findFreePort()),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    POOL_SIZE: '10',
    SECRET_KEY: randomBytes(32).toString('hex'),
    SMTP_URL: 'smtp://localhost:1',
    MAIL_FROM: 'Easy <nao-responda@easy.local>',
    VIA_CEP_URL: sandbox.url,
    BRASIL_API_URL: sandbox.url,
    // A start spends most of its time compiling; later ones need not.
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
  };
  const app = await createApp({ env: readEnvironment([], variables), databaseUrl: database.url });
  const server = makeServer(variables);
  afterAll(async () => {
    await server.kill();
    await app.close();
    await database.stop();
    guard.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await server.start();
  return makeLine(app, sandbox, database, server);
}

/** A test run that is killed stops nothing; the pipe to this shell closes however it ends. */
function stopWhenAbandoned(dataDir: string): ChildProcess {
  const script = 'cat; kill -QUIT "$(head -n 1 "$1/postgres/postmaster.pid")"; sleep 1; rm -rf "$1"';
  const stdio: StdioOptions = ['pipe', 'ignore', 'ignore'];
  const guard = spawn('/bin/sh', ['-c', script, 'sh', dataDir], { stdio, detached: true });
  guard.unref();
  return guard;
}

function makeServer(variables: Record<string, string>): KillableServer {
  const url = `http://127.0.0.1:${variables.PORT}`;
  let child: ChildProcess | undefined;
  return {
    url,
    async start() {
      child = spawn(process.execPath, [join(root, 'server', 'main.ts')], {
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
): Line {
  let lost = 0;
  let waiting: Promise<void> | undefined;

  /** One call until it is answered: null where nobody knows whether it happened. */
  async function attempt(path: string, init: RequestInit): Promise<{ status: number; text: string } | null> {
    try {
      const answer = await fetch(`${server.url}${path}`, { ...init, signal: AbortSignal.timeout(20_000) });
      const text = await answer.text();
      if (answer.status < 500) return { status: answer.status, text };
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

  async function insist(path: string, init: RequestInit, who: Person | null, key: string) {
    for (;;) {
      const answer = await attempt(path, init);
      if (!answer) continue;
      if (answer.status < 300 || !who || problemCode(answer.text) !== 'in_progress') return answer;
      // The database may be the one that is dead just now: then the next try asks again.
      await age(who, key).catch(() => undefined);
    }
  }

  /** As if the minutes had gone by after which the claim of a dead process may be taken over. */
  async function age(who: Person, key: string): Promise<void> {
    await app.database.transact(who, (tx) =>
      sql`update idempotency_keys set created_at = created_at - interval '3 minutes'
        where key = ${key} and status is null`.execute(tx.db),
    );
  }

  function atServer(who: { userId: number; businessId: number; email: string; token: string }): Person {
    const send = async (endpoint: EndpointDefinition, asked: Send<EndpointDefinition> = {}) => {
      const key = asked.key ?? randomUUID();
      const { method, url, headers, payload } = requestOf(endpoint, { ...asked, key }, who.token);
      const init: RequestInit = {
        method: String(method),
        headers: headers as Record<string, string>,
        ...(payload !== undefined && { body: payload as string | Uint8Array<ArrayBuffer> }),
      };
      return insist(String(url), init, person, key);
    };
    const person: Person = {
      ...who,
      async call(endpoint, asked) {
        const { status, text } = await send(endpoint, asked as Send<EndpointDefinition>);
        if (status >= 300) throw new RefusedCall(JSON.parse(text));
        return (text === '' ? undefined : JSON.parse(text)) as ResponseOf<typeof endpoint>;
      },
      async refused(endpoint, asked) {
        const { status, text } = await send(endpoint, asked as Send<EndpointDefinition>);
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
    async join(type, roles = ['owner']) {
      const businessId = await makeBusiness(app, type);
      return atServer({ ...(await makeStaff(app, businessId, roles)), businessId });
    },
    async post(path, body) {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const { status, text } = await insist(path, init, null, '');
      if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    },
  };
}

const problem = z.object({ code: z.string() });
const problemCode = (text: string) => problem.safeParse(JSON.parse(text)).data?.code;
