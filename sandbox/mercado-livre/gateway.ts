import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../answer.ts';
import { send } from '../answer.ts';
import type { CallFaultKind, Fault } from '../control/faults.ts';
import { callFaults, strike } from '../control/faults.ts';
import { badGateway, mistype, replaceId, sleep, truncate } from '../control/spoil.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, textFields } from '../reading.ts';
import type { World } from '../world.ts';
import { afterSaleEndpoints } from './after-sale/endpoints.ts';
import { campaignJoinings } from './campaigns/joining.ts';
import { ownCampaignEndpoints } from './campaigns/own-campaigns.ts';
import { campaignReadings } from './campaigns/reading.ts';
import { categoryEndpoints } from './category-endpoints.ts';
import type { Call, Endpoint, UploadedFile } from './endpoint.ts';
import { Refusal } from './endpoint.ts';
import { fullStockEndpoints } from './full-stock/endpoints.ts';
import { itemEndpoints } from './item-endpoints.ts';
import { sellerById } from './market.ts';
import { moderationEndpoints } from './moderation.ts';
import { noticeEndpoints } from './notices.ts';
import { answerTokenCall, callerOf } from './oauth.ts';
import { orderEndpoints } from './order-endpoints.ts';
import { pictureEndpoints } from './pictures.ts';
import { quantityPriceEndpoints } from './quantity-prices.ts';
import { questionEndpoints } from './question-endpoints.ts';
import { releaseReportEndpoints } from './release-reports.ts';
import { shipmentEndpoints } from './shipment-endpoints.ts';
import { userEndpoints } from './user-endpoints.ts';

const PREFIX = '/mercado-livre';

const endpoints: Endpoint[] = [
  ...userEndpoints,
  ...categoryEndpoints,
  ...itemEndpoints,
  ...quantityPriceEndpoints,
  ...fullStockEndpoints,
  ...campaignReadings,
  ...campaignJoinings,
  ...ownCampaignEndpoints,
  ...moderationEndpoints,
  ...pictureEndpoints,
  ...orderEndpoints,
  ...shipmentEndpoints,
  ...releaseReportEndpoints,
  ...questionEndpoints,
  ...afterSaleEndpoints,
  ...noticeEndpoints,
];

const unauthorized = (): Answer => ({
  status: 401,
  body: { message: 'invalid access token', error: 'not_found', status: 401, cause: [] },
});

const readFiles = async (request: FastifyRequest): Promise<UploadedFile[]> => {
  if (!request.isMultipart()) return [];
  const files: UploadedFile[] = [];
  for await (const part of request.files()) {
    files.push({
      field: part.fieldname,
      filename: part.filename,
      type: part.mimetype,
      bytes: await part.toBuffer(),
    });
  }
  return files;
};

const runEndpoint = async (world: World, endpoint: Endpoint, request: FastifyRequest): Promise<Answer> => {
  const caller = sellerById(world.market, callerOf(world, request.headers.authorization));
  if (caller === null) return unauthorized();
  const call: Call = {
    world,
    caller,
    params: shorten(textFields(request.params)),
    query: textFields(request.query),
    headers: textFields(request.headers),
    body: Buffer.isBuffer(request.body) ? null : request.body,
    raw: Buffer.isBuffer(request.body) ? request.body : null,
    files: await readFiles(request),
  };
  try {
    return await endpoint.handle(call);
  } catch (failure) {
    if (failure instanceof Refusal) return failure.answer;
    throw failure;
  }
};

/** Numbers of orders and packs, moved beyond what a double can hold; a caller who names one so means the short one. */
const BEYOND = 2n ** 60n;

const lengthen = (json: Buffer): Buffer =>
  Buffer.from(
    json.toString().replaceAll(/(?<=[:[,])2\d{15}(?=[,}\]])/g, (id) => String(BigInt(id) + BEYOND)),
  );

const shorten = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      /^\d{19}$/.test(value) ? String(BigInt(value) - BEYOND) : value,
    ]),
  );

const withoutHalf = (body: unknown): { body: unknown; missing: string[] } => {
  const fields: Fields = fieldsOf(body);
  const kept = Object.entries(fields).filter(([name], index) => name === 'id' || index % 2 === 0);
  const missing = Object.keys(fields).filter((name) => !kept.some(([other]) => other === name));
  return { body: Object.fromEntries(kept), missing };
};

const errors: Partial<Record<CallFaultKind, Answer>> = {
  'rate-limit-json': {
    status: 429,
    body: { message: 'Too Many Requests', error: 'too_many_requests', status: 429, cause: [] },
  },
  'rate-limit-text': { status: 429, bytes: Buffer.from('local_rate_limited'), type: 'text/plain' },
  'error-500': {
    status: 500,
    body: { message: 'Internal server error', error: 'internal_error', status: 500, cause: [] },
  },
  'refused-400': {
    status: 400,
    body: { message: 'Refused as asked for', error: 'validation_error', status: 400, cause: [] },
  },
  // The application lacks the permission, or the service does not know the token.
  'forbidden-403': {
    status: 403,
    body: {
      code: 'PA_UNAUTHORIZED_RESULT_FROM_POLICIES',
      blocked_by: 'PolicyAgent',
      message: 'At least one policy returned UNAUTHORIZED.',
      status: 403,
    },
  },
  'unauthorized-401': {
    status: 401,
    body: { message: 'invalid_token', error: 'unauthorized', status: 401, cause: [] },
  },
  'locked-423': {
    status: 423,
    body: {
      message: 'Errors: LockedEntityException: Offer Locked',
      error: 'locked',
      status: 423,
      cause: [],
    },
  },
  'conflict-409': {
    status: 409,
    body: { message: 'item optimistic locking error', error: 'conflict', status: 409, cause: [] },
  },
};

const spoil = (fault: Fault, answer: Answer): Answer => {
  const json = Buffer.from(JSON.stringify(answer.body ?? {}));
  switch (fault.kind) {
    case 'truncated':
      return truncate(answer);
    case 'html':
      return badGateway;
    case 'wrong-type':
      return { ...answer, body: mistype(answer.body) };
    case 'wrong-id':
      return { ...answer, body: replaceId(answer.body) };
    case 'partial-206': {
      const partial = withoutHalf(answer.body);
      return { status: 206, body: partial.body, headers: { 'X-Content-Missing': partial.missing.join(',') } };
    }
    case 'failed-shipments':
      return {
        status: 200,
        body: { failed_shipments: [{ shipment_id: 0, message: 'not_printable_status' }] },
      };
    case 'long-ids':
      return { ...answer, bytes: lengthen(json), type: 'application/json' };
    default:
      return answer;
  }
};

/** Null: no answer is ever sent. */
const answerWithFault = async (fault: Fault, run: () => Promise<Answer>): Promise<Answer | null> => {
  const error = errors[fault.kind as CallFaultKind];
  if (error !== undefined) {
    if (fault.applied) await run();
    const wait = error.status === 429 ? fault.retryAfter : null;
    return wait === null ? error : { ...error, headers: { 'retry-after': String(wait) } };
  }
  if (fault.kind === 'silent') {
    if (fault.applied) await run();
    return null;
  }
  if (fault.kind === 'slow') await sleep(fault.delayMs);
  return spoil(fault, await run());
};

const pathOf = (request: FastifyRequest): string => (request.url.split('?')[0] ?? '').slice(PREFIX.length);

const serve = async (
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  run: () => Promise<Answer>,
) => {
  const occasion = {
    seller: callerOf(world, request.headers.authorization),
    method: request.method,
    path: pathOf(request),
  };
  const fault = strike(world.faults, callFaults, occasion);
  const answer = fault === null ? await run() : await answerWithFault(fault, run);
  if (answer === null) {
    // The connection stays open and silent until the caller gives up.
    reply.hijack();
    return reply;
  }
  return send(reply, answer);
};

export const mountMarketplace = (app: FastifyInstance, world: World): void => {
  app.post(`${PREFIX}/oauth/token`, (request, reply) =>
    serve(world, request, reply, async () => answerTokenCall(world, fieldsOf(request.body))),
  );
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: `${PREFIX}${endpoint.path}`,
      handler: (request, reply) => serve(world, request, reply, () => runEndpoint(world, endpoint, request)),
    });
  }
  app.get('/mercado-livre-pictures/:name', (request, reply) => {
    const id = /^D_(.+)-[A-Z]$/.exec(textFields(request.params).name ?? '')?.[1];
    const picture = world.market.pictures[id ?? ''];
    const bytes = picture === undefined ? null : world.pictures.get(picture.id);
    if (picture === undefined || bytes === null)
      return reply.status(404).type('text/plain').send('not found');
    return reply.header('cache-control', 'public, max-age=31536000').type(picture.content_type).send(bytes);
  });
};
