import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino, { type Logger } from 'pino';
import { type Clock, systemClock } from '#contract/dates.ts';
import { endpointsByEntity } from '#contract/index.ts';
import { maxImageBytes } from '#contract/products/image.ts';
import { requireStorageLeft } from './billing/plan-room.ts';
import { requireSessionPooling, UnsafeDatabaseError } from './db/connection.ts';
import { createLivenessLock } from './db/liveness-lock.ts';
import { createDatabase, type Database } from './db/transaction.ts';
import type { Environment } from './env.ts';
import { createBusinessLimit } from './http/business-limit.ts';
import { createByteLimit } from './http/byte-limit.ts';
import { addDrain } from './http/drain.ts';
import { type Live, startLive } from './http/live.ts';
import { addOperations } from './http/operations.ts';
import type { RouteContext } from './http/route.ts';
import { createSecurityLog } from './http/security-log.ts';
import { createServer } from './http/server.ts';
import { removeAbandonedUploads } from './http/uploads.ts';
import { addWeb } from './http/web.ts';
import { createQueueDrain, startWorker, type Worker } from './jobs/worker.ts';
import { createMail } from './outside/mail.ts';
import { composeMarketplaces } from './outside/marketplaces/marketplaces.ts';
import type { Outside } from './outside/outside.ts';
import { createPictureClient } from './outside/picture-client.ts';
import { createFolderStorage } from './outside/storage.ts';
import { createS3Storage } from './outside/storage-s3.ts';
import { createWebhookClient } from './outside/webhook-client.ts';
import { createZipCodes } from './outside/zip-code.ts';
import { handlers } from './routes.ts';
import { sealPlainRows } from './seal-plain-rows.ts';
import { subscribers } from './subscribers.ts';
import { taskTable } from './tasks.ts';

export type App = {
  readonly http: FastifyInstance;
  readonly database: Database;
  readonly outside: Outside;
  readonly log: Logger;
  /** Starts answering; returns the address. */
  listen(): Promise<string>;
  /** Runs what the queue holds now, without a worker; for tests and for seeding. */
  drain(): Promise<void>;
  close(): Promise<void>;
};

export type AppOptions = {
  env: Environment;
  /** The login of the application, which owns nothing. */
  databaseUrl: string;
  clock?: Clock;
  /** The database would let a connection past the wall between businesses: such a process must end. */
  onUnsafe?: (error: UnsafeDatabaseError) => void;
};

export function composeOutside(env: Environment, clock: Clock): Outside {
  return {
    mail: createMail(env.mail),
    storage: env.storage.s3 ? createS3Storage(env.storage.s3) : createFolderStorage(env.storage.folder),
    zipCodes: createZipCodes(env.zipCode),
    marketplaces: composeMarketplaces(env, clock),
    webhooks: createWebhookClient({ allowLoopback: env.webhooksToLoopback }),
    pictures: createPictureClient({ allowLoopback: env.webhooksToLoopback, maxBytes: maxImageBytes }),
  };
}

const megabyte = 1_048_576;

/** The files of requests that are under way: on disk, and no more than one person or all together may have there. */
export function composeUploads(env: Environment): RouteContext['uploads'] {
  return {
    folder: join(env.dataDir, 'uploads'),
    limit: createByteLimit({ perCaller: 160 * megabyte, total: 1024 * megabyte }),
    requireStorageLeft,
  };
}

/** Composes one process of the product: as many as are wanted share one database. */
export async function createApp(options: AppOptions): Promise<App> {
  const { env, databaseUrl: url } = options;
  const log = pino({
    level: env.logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie', 'password', 'token'],
  });
  const reportAs = (text: string) => (error: unknown) => {
    log.error({ err: error }, text);
    if (error instanceof UnsafeDatabaseError) options.onUnsafe?.(error);
  };
  const onError = reportAs('database connection');
  const database = createDatabase({
    url,
    poolSize: env.poolSize,
    clock: options.clock ?? systemClock,
    secretKey: env.secretKey,
    subscribers,
    onError,
  });
  const livenessLock = createLivenessLock(url, reportAs('liveness lock'));
  const self = randomUUID();
  const securityLog = createSecurityLog(log);
  const outside = composeOutside(env, database.clock);
  const uploads = composeUploads(env);
  const http = await createServer({
    context: {
      database,
      env,
      outside,
      holder: () => livenessLock.hold(self).then(() => self),
      businessLimit: createBusinessLimit(env.limits.perBusiness, database.clock),
      securityLog,
      uploads,
    },
    // A process that only works answers for its health, and nothing else.
    api: env.web ? endpointsByEntity : {},
    handlers,
    log,
    trustProxy: env.trustedProxies,
    requestsPerMinute: env.limits.perSession,
  });
  const worker = { table: taskTable, database, url, env, outside, log, onError: reportAs('queue') };
  // While developing nobody wants to wait for a browser that keeps its connection.
  const drainHttp = addDrain(http, env.mode === 'production' ? 4000 : 100);
  let live: Live | undefined;
  let runner: Worker | undefined;
  const drain = createQueueDrain(worker);
  let draining: Promise<void> = Promise.resolve();
  await addOperations(http, { database, outside, env, log, securityLog, live: () => live });
  if (env.web) await addWeb(http, env);

  return {
    http,
    database,
    outside,
    log,
    async listen() {
      await requireSessionPooling(url);
      await sealPlainRows(database);
      if (env.web) await removeAbandonedUploads(uploads.folder, database.clock.now());
      live = await startLive(database, url, onError);
      if (env.worker) runner = await startWorker(worker);
      const { port, host } = env;
      if (host) return http.listen({ port, host });
      return http.listen({ port, host: '::' }).catch(() => http.listen({ port, host: '0.0.0.0' }));
    },
    drain() {
      // One after the other: jobs that were queued before the call have run when it ends, here or in another process.
      const run = draining.then(() => drain.run());
      draining = run.catch(() => undefined);
      return run;
    },
    async close() {
      await live?.close();
      await drainHttp();
      await http.close();
      await runner?.stop();
      await drain.close();
      outside.mail.close();
      await livenessLock.close();
      await database.close();
    },
  };
}
