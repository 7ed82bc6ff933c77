import { timingSafeEqual } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { endpointsByEntity } from '#contract/index.ts';
import type { Database } from '#server/db/transaction.ts';
import type { Environment } from '#server/env.ts';
import { fail } from '#server/fault.ts';
import type { Outside } from '#server/outside/outside.ts';
import { lacksSecondStep } from './authorize.ts';
import type { Live } from './live.ts';
import { openApiDocument } from './openapi.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import type { SecurityLog } from './security-log.ts';
import { credentialOf, hashToken, openSession } from './session.ts';
import { addWorkMetrics } from './work-metrics.ts';

type Options = {
  database: Database;
  outside: Outside;
  env: Environment;
  log: Logger;
  securityLog: SecurityLog;
  live: () => Live | undefined;
};

/** The endpoints beside the API: health, metrics, API documentation, live updates. */
export async function addOperations(app: FastifyInstance, options: Options): Promise<void> {
  const readiness = createReadiness(options.database, options.outside.storage);
  addMetrics(app, options, readiness);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    const { database, schema, files } = await readiness();
    const word = (holds: boolean) => (holds ? 'ready' : 'failing');
    const facts = { database: word(database), schema: word(schema), files: word(files) };
    if (!database || !schema) fail('unavailable', { facts });
    return { status: 'ready', ...facts };
  });
  if (!options.env.web) return;

  let document: object | undefined;
  /** Composed at the first request: most processes never receive one. */
  const compose = () => {
    document ??= openApiDocument(endpointsByEntity);
    return document;
  };
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(compose()),
  );
  await app.register(async (docs) => {
    await docs.register(swagger, { openapi: {}, transformObject: compose });
    await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  });

  app.get('/api/events', async (request, reply) => {
    const credential = credentialOf(request, options.env.tokenHeader);
    const actor = credential && (await options.database.transact(null, (tx) => openSession(tx, credential)));
    const live = options.live();
    if (!credential || actor?.stage !== 'full') fail('unauthenticated');
    // Programs use webhooks instead.
    if (actor.keyId !== null) fail('forbidden');
    if (lacksSecondStep(actor, options.database.clock.now())) fail('two_step_required');
    if (!live) fail('unavailable');
    if (!live.hasRoom(actor)) fail('too_many_requests', { retryAfterSeconds: 60 });
    reply.hijack();
    reply.raw.writeHead(200, {
      // The headers that the hooks have set; after this, Fastify does not handle the answer.
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    reply.raw.write('retry: 2000\n\n');
    const holds = async () => {
      const now = await options.database.transact(null, (tx) => openSession(tx, credential));
      return now?.businessId === actor.businessId;
    };
    live.subscribe({
      businessId: actor.businessId,
      userId: actor.userId,
      sessionId: actor.sessionId,
      reply,
      credential: credential.key,
      holds,
    });
  });
}

function addMetrics(
  app: FastifyInstance,
  { database, outside, securityLog, env }: Options,
  readiness: () => Promise<Readiness>,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const duration = new Histogram({
    name: 'easy_http_seconds',
    help: 'Duration of requests by endpoint and status',
    labelNames: ['endpoint', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'easy_database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'total' }, database.pool.totalCount);
      this.set({ state: 'idle' }, database.pool.idleCount);
      this.set({ state: 'waiting' }, database.pool.waitingCount);
    },
  });
  new Gauge({
    name: 'easy_ready',
    help: 'Takes what is written to it: 1; does not: 0. Without the store of files only uploads and downloads are refused',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      for (const [part, holds] of Object.entries(await readiness())) this.set({ part }, Number(holds));
    },
  });
  addCircuits(registry, outside);
  addWorkMetrics(registry, database, env.dataDir);
  new Counter({
    name: 'easy_security_events_total',
    help: 'Events of security by their name in the log',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [event, count] of securityLog.counts) this.inc({ event }, count);
    },
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { name } = request.routeOptions.config as { name?: string };
    if (name)
      duration.observe({ endpoint: name, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!env.metricsToken) fail('not_found');
    if (!isSameSecret(request.headers.authorization, `Bearer ${env.metricsToken}`)) fail('unauthenticated');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Gauges with the suffix of a counter; the same numbers are available by type, under a valid name. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

const isSameSecret = (given: string | undefined, secret: string) =>
  timingSafeEqual(hashToken(given ?? ''), hashToken(secret));

const circuitStates = ['closed', 'half-open', 'open'] as const;

/** The state of each marketplace as this process sees it. */
function addCircuits(registry: Registry, { marketplaces }: Outside): void {
  const labelNames = ['marketplace'];
  const views = () => Object.entries(marketplaces).map(([name, client]) => [name, client.circuit()] as const);
  new Gauge({
    name: 'easy_marketplace_circuit',
    help: 'Calls go out: 0; one of them, to see: 1; none for now: 2',
    labelNames,
    registers: [registry],
    collect() {
      for (const [marketplace, { state }] of views()) this.set({ marketplace }, circuitStates.indexOf(state));
    },
  });
  for (const [name, help] of [
    ['opened', 'Times that calls were stopped because none was answered'],
    ['refused', 'Calls that were not sent'],
  ] as const)
    new Counter({
      name: `easy_marketplace_circuit_${name}_total`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const [marketplace, view] of views()) this.inc({ marketplace }, view[name]);
      },
    });
}
