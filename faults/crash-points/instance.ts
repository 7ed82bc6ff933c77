import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import pino from 'pino';
import type { Clock } from '#contract/dates.ts';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { endpointsByEntity } from '#contract/index.ts';
import { composeOutside, composeUploads } from '#server/app.ts';
import { createLivenessLock, type LivenessLock } from '#server/db/liveness-lock.ts';
import { createDatabase, type Database } from '#server/db/transaction.ts';
import type { Environment } from '#server/env.ts';
import { type BusinessLimit, createBusinessLimit } from '#server/http/business-limit.ts';
import { createSecurityLog } from '#server/http/security-log.ts';
import { createServer } from '#server/http/server.ts';
import { createQueueDrain } from '#server/jobs/worker.ts';
import type { Outside } from '#server/outside/outside.ts';
import { handlers } from '#server/routes.ts';
import { subscribers } from '#server/subscribers.ts';
import { taskTable } from '#server/tasks.ts';
import { type Life, ownLife } from './life.ts';

/** The parts of the product that belong to one process: its connections, its clients, its memory. */
type State = {
  database: Database;
  outside: Outside;
  businessLimit: BusinessLimit;
  livenessLock: LivenessLock;
};

export type Instance = {
  readonly http: FastifyInstance;
  /** Runs the queue to its end like a worker that has just started: jobs of a dead one are restarted first. */
  drain(concurrency?: number): Promise<void>;
  close(): Promise<void>;
};

export type Host = { boot(life: Life): Instance; close(): Promise<void> };
/** The connection of the owner, and that of the application. */
type Urls = Readonly<{ databaseUrl: string; loginUrl: string }>;

/**
 * Processes, one after the other. The routes are built once for all of them, because that takes longer than most use
 * cases.
 */
export async function createHost(
  env: Environment,
  clock: Clock,
  { databaseUrl, loginUrl: url }: Urls,
): Promise<Host> {
  const log = pino({ level: 'silent' });
  const begin = (outside: Outside): State => ({
    database: createDatabase({
      url,
      poolSize: 10,
      clock,
      secretKey: env.secretKey,
      subscribers,
      onError: () => undefined,
    }),
    outside,
    livenessLock: createLivenessLock(url, () => undefined),
    businessLimit: createBusinessLimit(1_000_000, clock),
  });
  // Until the first process is booted: it connects to nothing.
  let last = begin(composeOutside(env, clock));
  const states = new WeakMap<Life, State>();
  /**
   * Work that a dead process has not finished keeps its own connections; it would hold those of the next process for
   * ever.
   */
  const state = () => {
    const life = ownLife();
    return (life && states.get(life)) ?? last;
  };
  const http = await createServer({
    context: {
      env,
      securityLog: createSecurityLog(log),
      get database() {
        return state().database;
      },
      get outside() {
        return state().outside;
      },
      get businessLimit() {
        return state().businessLimit;
      },
      uploads: composeUploads(env),
      // The liveness lock of this name is free: a claim without an answer is taken over as from a dead process.
      holder: async () => 'crash-points',
    },
    api: unlimited(endpointsByEntity),
    handlers,
    log,
    trustProxy: [],
    requestsPerMinute: 1_000_000,
  });
  await http.ready();

  return {
    boot(life) {
      last = begin(watchOutside(life, composeOutside(env, clock)));
      states.set(life, last);
      const { database, outside, livenessLock } = last;
      return {
        http,
        async drain(concurrency) {
          await expireHeartbeats(databaseUrl);
          const worker = { table: taskTable, database, url, env, outside, log, onError: () => undefined };
          const queue = createQueueDrain(worker, concurrency);
          await queue.run().finally(() => queue.close());
        },
        async close() {
          outside.mail.close();
          await livenessLock.close();
          await database.close();
        },
      };
    },
    close: () => http.close(),
  };
}

/** Attempts are counted by the routes, which many processes share here. */
function unlimited<Api extends Record<string, Record<string, EndpointDefinition>>>(all: Api): Api {
  const groups = Object.entries(all).map(([group, endpoints]) => {
    const free = Object.entries(endpoints).map(([name, endpoint]) => [
      name,
      { ...endpoint, limit: undefined },
    ]);
    return [group, Object.fromEntries(free)];
  });
  return Object.fromEntries(groups);
}

/** As if ten seconds had passed without a heartbeat: the queue then restarts the jobs by itself. */
async function expireHeartbeats(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2, query_timeout: 10_000 });
  pool.on('error', () => undefined);
  const held = `state = 'active' returning name`;
  const { rows } = await pool.query<{ name: string }>(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where ${held}`,
  );
  if (rows.length > 0) {
    const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
    const boss = new PgBoss({
      db,
      supervise: false,
      schedule: false,
      migrate: false,
      reindex: false,
      monitorIntervalSeconds: 1,
    });
    boss.on('error', () => undefined);
    await pool.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null');
    await boss.start();
    await boss.supervise();
    await boss.stop({ graceful: false });
    await pool.query('select resume_lost_jobs()');
  }
  await pool.end();
}

/** Mail and files do not pass through `fetch`. */
function watchOutside(life: Life, outside: Outside): Outside {
  const { mail, storage } = outside;
  return {
    ...outside,
    mail: { ...mail, send: (letter) => life.pass('mail', () => mail.send(letter)) },
    storage: {
      ...storage,
      put: (key, content) => life.pass('file write', () => storage.put(key, content)),
      remove: (key) => life.pass('file unlink', () => storage.remove(key)),
    },
  };
}
