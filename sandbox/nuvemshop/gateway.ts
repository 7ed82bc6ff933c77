import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../answer.ts';
import { send } from '../answer.ts';
import type { Fault } from '../control/faults.ts';
import { strike } from '../control/faults.ts';
import { badGateway, mistype, replaceId, sleep, truncate } from '../control/spoil.ts';
import { fieldsOf, listOf, numberOf, textFields } from '../reading.ts';
import type { World } from '../world.ts';
import { categoryEndpoints } from './categories.ts';
import { AUTH_PREFIX } from './consent.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { failure, Refusal, versions } from './endpoint.ts';
import type { StoreFaultKind } from './faults.ts';
import { storeCallFaults } from './faults.ts';
import { fulfillmentEndpoints } from './fulfillments.ts';
import { imageEndpoints } from './images.ts';
import { locationEndpoints } from './locations.ts';
import type { Grant } from './market.ts';
import { storeById } from './market.ts';
import { metafieldEndpoints } from './metafields.ts';
import { allowed, answerTokenCall, tokenOf } from './oauth.ts';
import { orderEndpoints } from './orders.ts';
import { productEndpoints } from './products.ts';
import { countCall, countVariants } from './rate-limit.ts';
import { storeEndpoints } from './store-endpoints.ts';
import { variantEndpoints } from './variants.ts';
import { webhookEndpoints } from './webhooks.ts';

const PREFIX = '/nuvemshop';

const endpoints: Endpoint[] = [
  ...storeEndpoints,
  ...locationEndpoints,
  ...productEndpoints,
  ...variantEndpoints,
  ...imageEndpoints,
  ...categoryEndpoints,
  ...orderEndpoints,
  ...fulfillmentEndpoints,
  ...metafieldEndpoints,
  ...webhookEndpoints,
];

const writes = ['POST', 'PUT', 'PATCH'];

const grantFor = (world: World, request: FastifyRequest): Grant | Answer => {
  const token = tokenOf(request.headers);
  if (token === null) return failure(401, 'Required access token is missing');
  const grant = world.nuvemshop.grants.find((held) => held.token === token);
  const { store } = textFields(request.params);
  // A token is valid only for its own store.
  if (grant === undefined || String(grant.store_id) !== store) return failure(401, 'Invalid access token');
  return grant;
};

const isGrant = (found: Grant | Answer): found is Grant => 'token' in found;

/** A name and, in brackets, a contact. */
const namesTheApplication = (header: string | undefined): boolean => /^\S.*\(.+\)/.test(header ?? '');

const bodyProblem = (request: FastifyRequest): Answer | null => {
  if (!writes.includes(request.method)) return null;
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('application/json')) return failure(415, 'Content-Type must be application/json');
  // The parser leaves text that is no JSON as text.
  if (typeof request.body === 'string') return { status: 400, body: { error: 'Problems parsing JSON' } };
  return null;
};

/** Writes of variants also use a separate bucket, by their number. */
const variantsIn = (endpoint: Endpoint, body: unknown): number => {
  if (endpoint.method !== 'PUT' && endpoint.method !== 'PATCH') return 0;
  if (endpoint.path === '/products/:product/variants') return listOf(body).length;
  if (endpoint.path === '/products/:product/variants/:variant') return 1;
  if (endpoint.path !== '/products/stock-price') return 0;
  return listOf(body).reduce<number>((sum, product) => sum + listOf(fieldsOf(product).variants).length, 0);
};

const addressOf = (request: FastifyRequest): string =>
  `${request.protocol}://${request.headers.host}${request.originalUrl.split('?')[0]}`;

const run = async (call: Call, endpoint: Endpoint): Promise<Answer> => {
  try {
    return await endpoint.handle(call);
  } catch (failed) {
    if (failed instanceof Refusal) return failed.answer;
    throw failed;
  }
};

const answerCall = async (
  world: World,
  request: FastifyRequest,
  endpoint: Endpoint | null,
): Promise<Answer> => {
  const params = textFields(request.params);
  const version = params.version ?? '';
  if (!versions.includes(version)) {
    return failure(404, `API version not found. Valid versions: ${versions.join(', ')}`);
  }
  const grant = grantFor(world, request);
  if (!isGrant(grant)) return grant;
  const store = storeById(world.nuvemshop, grant.store_id);
  if (store === null) return failure(401, 'Invalid access token');
  if (!namesTheApplication(request.headers['user-agent'])) {
    return failure(400, 'A User-Agent with the name of the application and a contact is required');
  }
  if (store.suspended) return failure(402, 'Payment Required');
  const { allowed: within, headers } = countCall(world, store);
  const counted = (answer: Answer): Answer => ({
    ...answer,
    headers: { 'x-main-language': 'pt', ...headers, ...answer.headers },
  });
  if (!within) return counted(failure(429, 'Too Many Requests'));
  if (endpoint === null) return counted(failure(404, 'Resource not found'));
  const needed =
    endpoint.scope === null ? null : `${endpoint.method === 'GET' ? 'read' : 'write'}_${endpoint.scope}`;
  if (needed !== null && !allowed(grant, needed)) {
    return counted(failure(403, `Missing a required scope: ${needed}`));
  }
  const problem = bodyProblem(request);
  if (problem !== null) return counted(problem);
  if (!countVariants(world, store, variantsIn(endpoint, request.body))) {
    return counted(failure(429, 'Too Many Requests'));
  }
  const query = textFields(request.query);
  const address = addressOf(request);
  const { body } = request;
  return counted(
    await run(
      { world, market: world.nuvemshop, store, grant, version, address, params, query, body },
      endpoint,
    ),
  );
};

const errors: Partial<Record<StoreFaultKind, Answer>> = {
  'error-500': failure(500, null),
  'unavailable-503': { status: 503, bytes: Buffer.from('Service Unavailable'), type: 'text/plain' },
  'refused-422': failure(422, 'Validation error', { name: ['Refused as asked for'] }),
  'suspended-402': failure(402, 'Payment Required'),
};

const tooMany = (fault: Fault<StoreFaultKind>): Answer => ({
  ...failure(429, 'Too Many Requests'),
  headers: {
    'x-rate-limit-limit': '40',
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': String((fault.retryAfter ?? 20) * 1000),
  },
});

/** Answered as if it were done, without an effect: observed with writes of stock. */
const withoutEffect = async (world: World, answer: () => Promise<Answer>): Promise<Answer> => {
  const before = structuredClone(world.nuvemshop.products);
  const answered = await answer();
  world.nuvemshop.products = before;
  world.changed();
  return answered;
};

/** The last of many written variants is reported, correctly, as failed. */
const partly = async (world: World, answer: () => Promise<Answer>): Promise<Answer> => {
  const before = structuredClone(world.nuvemshop.products);
  const answered = await answer();
  const last = listOf(answered.body).map(fieldsOf).at(-1);
  const failed = fieldsOf(listOf(last?.variants).at(-1));
  if (failed.success !== true) return answered;
  failed.success = false;
  const product = world.nuvemshop.products[String(last?.id)];
  const variant = product?.variants.find(({ id }) => id === numberOf(failed.id));
  const old = before[String(last?.id)]?.variants.find(({ id }) => id === numberOf(failed.id));
  if (variant !== undefined && old !== undefined) Object.assign(variant, old);
  return answered;
};

const withWrongIds = (body: unknown): unknown =>
  Array.isArray(body) ? body.map(replaceId) : replaceId(body);

/** Null: no answer is ever sent. */
const answerWithFault = async (
  world: World,
  fault: Fault<StoreFaultKind>,
  answer: () => Promise<Answer>,
): Promise<Answer | null> => {
  const error = fault.kind === 'rate-limit' ? tooMany(fault) : errors[fault.kind];
  if (error !== undefined || fault.kind === 'silent') {
    if (fault.applied) await answer();
    return error ?? null;
  }
  if (fault.kind === 'without-effect') return withoutEffect(world, answer);
  if (fault.kind === 'partial-success') return partly(world, answer);
  if (fault.kind === 'slow') await sleep(fault.delayMs);
  const answered = await answer();
  if (fault.kind === 'truncated') return truncate(answered);
  if (fault.kind === 'html') return badGateway;
  if (fault.kind === 'wrong-type') return { ...answered, body: mistype(answered.body) };
  if (fault.kind === 'wrong-id') return { ...answered, body: withWrongIds(answered.body) };
  return answered;
};

/** Half of the body, then the connection is closed. */
const cut = (reply: FastifyReply, answer: Answer): FastifyReply => {
  const bytes = Buffer.from(JSON.stringify(answer.body ?? {}));
  reply.hijack();
  reply.raw.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': bytes.length });
  reply.raw.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => reply.raw.destroy());
  return reply;
};

const serve = async (
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  answer: () => Promise<Answer>,
) => {
  const token = tokenOf(request.headers);
  const seller = world.nuvemshop.grants.find((grant) => grant.token === token)?.store_id ?? null;
  const fault = strike(world.nuvemshop.faults, storeCallFaults, { seller, method: request.method, path });
  const answered = fault === null ? await answer() : await answerWithFault(world, fault, answer);
  if (answered === null) {
    // The connection stays open and silent until the caller gives up.
    reply.hijack();
    return reply;
  }
  return fault?.kind === 'cut' ? cut(reply, answered) : send(reply, answered);
};

/** Below the store: `/products/123`. */
const pathOf = (request: FastifyRequest): string =>
  (request.url.split('?')[0] ?? '').replace(/^\/nuvemshop\/[^/]*\/[^/]*/, '');

export const mountStores = (app: FastifyInstance, world: World): void => {
  const TOKEN = '/apps/authorize/token';
  app.post(`${AUTH_PREFIX}${TOKEN}`, (request, reply) =>
    serve(world, request, reply, TOKEN, async () => answerTokenCall(world, request.body)),
  );
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: `${PREFIX}/:version/:store${endpoint.path}`,
      handler: (request, reply) =>
        serve(world, request, reply, pathOf(request), () => answerCall(world, request, endpoint)),
    });
  }
  for (const url of [`${PREFIX}/:version/:store/*`, `${PREFIX}/:version/:store`]) {
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      handler: (request, reply) =>
        serve(world, request, reply, pathOf(request), () => answerCall(world, request, null)),
    });
  }
  app.get('/nuvemshop-pictures/:name', (request, reply) => {
    const found = /^\d+-(\d+)-[\d-]+\.(\w+)$/.exec(textFields(request.params).name ?? '');
    const bytes = world.pictures.get(`nuvemshop-${found?.[1]}`);
    if (bytes === null) return reply.status(404).type('text/plain').send('not found');
    const type = found?.[2] === 'jpg' ? 'jpeg' : found?.[2];
    return reply.header('cache-control', 'public, max-age=31536000').type(`image/${type}`).send(bytes);
  });
};
