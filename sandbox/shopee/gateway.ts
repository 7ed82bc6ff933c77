import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../answer.ts';
import { send } from '../answer.ts';
import type { Fault } from '../control/faults.ts';
import { strike } from '../control/faults.ts';
import { badGateway, mistype, sleep, truncate } from '../control/spoil.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, isFields, listOf, numberOf, textFields } from '../reading.ts';
import type { World } from '../world.ts';
import { discountEndpoints } from './discounts/endpoints.ts';
import type { Call, Endpoint, UploadedFile } from './endpoint.ts';
import { failure, Refusal } from './endpoint.ts';
import type { ShopeeFaultKind } from './faults.ts';
import { shopeeCallFaults } from './faults.ts';
import { healthEndpoints } from './health-endpoints.ts';
import { endExpired, oauthEndpoints } from './oauth.ts';
import { commentEndpoints } from './orders/comments.ts';
import { documentEndpoints } from './orders/documents.ts';
import { invoiceEndpoints } from './orders/invoices.ts';
import { logisticsEndpoints } from './orders/logistics.ts';
import { orderEndpoints } from './orders/order-endpoints.ts';
import { paymentEndpoints } from './orders/payment.ts';
import { returnEndpoints } from './orders/return-endpoints.ts';
import { categoryEndpoints } from './products/category-endpoints.ts';
import { imageEndpoints, imageName } from './products/images.ts';
import { itemEndpoints } from './products/items.ts';
import { modelEndpoints } from './products/models.ts';
import { promotionEndpoints } from './products/promotions.ts';
import { stockPriceEndpoints } from './products/stock-price.ts';
import { violationEndpoints } from './products/violations.ts';
import { pushEndpoints } from './push.ts';
import { countCall } from './rate-limit.ts';
import { shopEndpoints } from './shop-endpoints.ts';
import { checkPublic, checkShop, isAnswer } from './signing.ts';

const PREFIX = '/shopee';
const API = '/api/v2';

const endpoints: Endpoint[] = [
  ...oauthEndpoints,
  ...shopEndpoints,
  ...healthEndpoints,
  ...categoryEndpoints,
  ...imageEndpoints,
  ...itemEndpoints,
  ...modelEndpoints,
  ...stockPriceEndpoints,
  ...promotionEndpoints,
  ...violationEndpoints,
  ...discountEndpoints,
  ...orderEndpoints,
  ...invoiceEndpoints,
  ...logisticsEndpoints,
  ...documentEndpoints,
  ...returnEndpoints,
  ...commentEndpoints,
  ...paymentEndpoints,
  ...pushEndpoints,
];

type Parts = { files: UploadedFile[]; fields: Fields };

const readParts = async (request: FastifyRequest): Promise<Parts> => {
  const files: UploadedFile[] = [];
  const fields: Fields = {};
  if (!request.isMultipart()) return { files, fields };
  for await (const part of request.parts()) {
    if (part.type === 'file')
      files.push({
        field: part.fieldname,
        filename: part.filename,
        type: part.mimetype,
        bytes: await part.toBuffer(),
      });
    else fields[part.fieldname] = part.value;
  }
  return { files, fields };
};

const listsOf = (query: unknown): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fieldsOf(query)).map(([name, value]) => [
      name,
      (Array.isArray(value) ? value : [value]).map(String),
    ]),
  );

const tooMany = failure(
  'error_rate_limit',
  'Too many requests. You have reached the rate limit. Please try again later.',
);

const run = async (world: World, request: FastifyRequest, endpoint: Endpoint): Promise<Answer> => {
  const query = textFields(request.query);
  const path = `${API}${endpoint.path}`;
  endExpired(world);
  const shop = endpoint.kind === 'shop' ? checkShop(world, path, query) : null;
  const problem = endpoint.kind === 'public' ? checkPublic(world, path, query) : null;
  if (problem !== null) return problem;
  if (shop !== null && isAnswer(shop)) return shop;
  if (!countCall(world, `${shop?.shop_id ?? 'partner'} ${endpoint.path}`)) return tooMany;
  if (typeof request.body === 'string') return failure('error_param', 'parse data failed');
  const { files, fields } = await readParts(request);
  const body = { ...(isFields(request.body) ? request.body : {}), ...fields };
  const call: Call = { world, market: world.shopee, query, lists: listsOf(request.query), body, files };
  try {
    if (endpoint.kind === 'public') return await endpoint.handle(call);
    return shop === null
      ? failure('error_shop', 'shopid is invalid')
      : await endpoint.handle({ ...call, shop });
  } catch (failed) {
    if (failed instanceof Refusal) return failed.answer;
    throw failed;
  }
};

const errors: Partial<Record<ShopeeFaultKind, Answer>> = {
  'rate-limit': tooMany,
  'rate-limit-429': { ...tooMany, status: 429 },
  'daily-limit': failure(
    'error_limit',
    'The total API call number made by your APP has reached the daily API call limit, please try again after 00: 00 (UTC+08:00)',
  ),
  'error-server': failure('error_server', 'Something wrong. Please try later.'),
  'error-auth': failure('error_auth', 'Invalid access_token.'),
  'error-prefixed': failure('common.error_inner', 'System error, please try again later.'),
  refused: failure('error_param', 'Wrong parameters, detail: refused as asked for.'),
  forbidden: failure('error_api_permission', 'This app type has no permission to this API.'),
  'no-linked': failure('shop_no_linked', 'Partner and shop has no linked.'),
  banned: failure('shop_banned', 'The shop account has been banned.'),
  'error-500': { status: 500, body: { error: 'error_inner', message: 'Internal error', request_id: '' } },
  'unavailable-503': { status: 503, bytes: Buffer.from('Service Unavailable'), type: 'text/plain' },
};

const ids = new Set(['item_id', 'model_id', 'order_sn', 'return_sn', 'shop_id']);

/** The same answer about something else. */
const elsewhere = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(elsewhere);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      if (!ids.has(name)) return [name, elsewhere(entry)];
      return [name, typeof entry === 'number' ? entry + 7 : `${entry}9`];
    }),
  );
};

/** Answered as if it were done, without an effect. */
const withoutEffect = async (world: World, answer: () => Promise<Answer>): Promise<Answer> => {
  const before = structuredClone({
    items: world.shopee.items,
    orders: world.shopee.orders,
    discounts: world.shopee.discounts,
  });
  const answered = await answer();
  Object.assign(world.shopee, before);
  world.changed();
  return answered;
};

/** The last changed item of a discount keeps what it was. */
const undoInDiscount = (world: World, before: World['shopee']['discounts'], response: Fields): void => {
  const id = String(numberOf(response.discount_id));
  const discount = world.shopee.discounts[id];
  const known = before[id]?.items ?? [];
  const changed = discount?.items.findLast(
    (item) => !known.some((old) => JSON.stringify(old) === JSON.stringify(item)),
  );
  if (discount === undefined || changed === undefined) return;
  const old = known.find(({ item_id: itemId }) => itemId === changed.item_id);
  discount.items = discount.items.flatMap((item) => {
    if (item !== changed) return [item];
    return old === undefined ? [] : [old];
  });
  const failed = {
    item_id: changed.item_id,
    model_id: changed.models[0]?.model_id ?? 0,
    fail_error: 'discount.error_item_abnormal',
    fail_message: 'The item is abnormal',
  };
  Object.assign(response, {
    count: (numberOf(response.count) ?? 1) - 1,
    error_list: [...listOf(response.error_list), failed],
  });
};

/** The last entry of a list is reported, correctly, as failed. */
const partly = async (world: World, answer: () => Promise<Answer>): Promise<Answer> => {
  const before = structuredClone(world.shopee.items);
  const discounts = structuredClone(world.shopee.discounts);
  const answered = await answer();
  const response = fieldsOf(fieldsOf(answered.body).response);
  undoInDiscount(world, discounts, response);
  const done = listOf(response.success_list).filter(isFields);
  const last = done.pop();
  if (last === undefined) return answered;
  const id = numberOf(last.model_id);
  const failed = { model_id: id, failed_reason: 'Failed as asked for.' };
  Object.assign(response, { success_list: done, failure_list: [...listOf(response.failure_list), failed] });
  for (const [key, item] of Object.entries(world.shopee.items)) {
    const old = before[key];
    const model = item.models.find(({ model_id: modelId }) => modelId === id);
    const oldModel = old?.models.find(({ model_id: modelId }) => modelId === id);
    if (model !== undefined && oldModel !== undefined) Object.assign(model, oldModel);
    else if (id === 0 && old !== undefined && item.models.length === 0)
      Object.assign(item, {
        stock: old.stock,
        places: old.places,
        original_price: old.original_price,
      });
  }
  return answered;
};

/** Null: no answer is ever sent. */
const answerWithFault = async (
  world: World,
  fault: Fault<ShopeeFaultKind>,
  answer: () => Promise<Answer>,
): Promise<Answer | null> => {
  const error = errors[fault.kind];
  if (error !== undefined || fault.kind === 'silent') {
    if (fault.applied) await answer();
    if (error === undefined) return null;
    return fault.retryAfter === null
      ? error
      : { ...error, headers: { 'retry-after': String(fault.retryAfter) } };
  }
  if (fault.kind === 'without-effect') return withoutEffect(world, answer);
  if (fault.kind === 'partial-failure') return partly(world, answer);
  if (fault.kind === 'slow') await sleep(fault.delayMs);
  const answered = await answer();
  if (fault.kind === 'truncated') return truncate(answered);
  if (fault.kind === 'html') return badGateway;
  if (fault.kind === 'wrong-type') return { ...answered, body: mistype(answered.body) };
  if (fault.kind === 'wrong-id') return { ...answered, body: elsewhere(answered.body) };
  return answered;
};

/** Half of the body, then the connection is closed. */
const cut = (reply: FastifyReply, answer: Answer): FastifyReply => {
  const bytes = answer.bytes ?? Buffer.from(JSON.stringify(answer.body ?? {}));
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
  const seller = numberOf(fieldsOf(request.query).shop_id);
  const fault = strike(world.shopee.faults, shopeeCallFaults, { seller, method: request.method, path });
  const answered = fault === null ? await answer() : await answerWithFault(world, fault, answer);
  if (answered === null) {
    // The connection stays open and silent until the caller gives up.
    reply.hijack();
    return reply;
  }
  return fault?.kind === 'cut' ? cut(reply, answered) : send(reply, answered);
};

export const mountShopee = (app: FastifyInstance, world: World): void => {
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: `${PREFIX}${API}${endpoint.path}`,
      handler: (request, reply) =>
        serve(world, request, reply, endpoint.path, () => run(world, request, endpoint)),
    });
  }
  // No such path, or the wrong method.
  app.all(`${PREFIX}${API}/*`, (_request, reply) =>
    send(
      reply,
      failure(
        'error_param',
        'Permission denied. This API is currently offline or the request path is incorrect.',
      ),
    ),
  );
  app.get('/shopee-file/:id', (request, reply) => {
    const { id = '' } = textFields(request.params);
    const bytes = world.pictures.get(imageName(id));
    const image = world.shopee.images[id];
    if (bytes === null || image === undefined) return reply.status(404).type('text/plain').send('not found');
    return reply.header('cache-control', 'public, max-age=31536000').type(image.content_type).send(bytes);
  });
};
