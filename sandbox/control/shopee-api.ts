import type { FastifyInstance, FastifyReply } from 'fastify';
import { fieldsOf, textOf } from '../reading.ts';
import { releasePushes, resendPush, verifyAddress } from '../shopee/push.ts';
import type { World } from '../world.ts';
import { sampleShopeeInvoice } from './sample-invoice.ts';
import { fileIn } from './sent-file.ts';
import * as actions from './shopee-actions.ts';
import { actOnDiscount, listDiscounts, openDiscount } from './shopee-discounts.ts';
import { setHealth } from './shopee-health.ts';
import { listedByHand } from './shopee-listed-before.ts';

const API = '/control/api/shopee';

const named = (params: unknown, name: string): string => textOf(fieldsOf(params)[name]) ?? '';
const idOf = (params: unknown): string => named(params, 'id');

type Made = object | { refused: string } | boolean | null;

const answer = (reply: FastifyReply, made: Made, status = 200) => {
  if (made === null) return reply.status(404).send({ error: 'not-found' });
  if (made === false) return reply.status(409).send({ refused: 'not-now' });
  if (made === true) return reply.status(204).send();
  return reply.status('refused' in made ? 409 : status).send(made);
};

const mountReading = (app: FastifyInstance, world: World): void => {
  const { shopee } = world;
  app.get(`${API}/shops`, () => shopee.shops);
  app.get(`${API}/items`, () => Object.values(shopee.items));
  app.get(`${API}/orders`, () => Object.values(shopee.orders));
  app.get(`${API}/returns`, () => Object.values(shopee.returns));
  app.get(`${API}/comments`, () => shopee.comments);
  app.get(`${API}/notifications`, () => shopee.pushes);
  app.get(`${API}/grants`, () => shopee.grants);
  app.get(`${API}/discounts`, () => listDiscounts(world));
  app.get(`${API}/faults`, () => ({ faults: shopee.faults.active }));
  app.get(`${API}/orders/:id/nfe`, (request, reply) => {
    const xml = sampleShopeeInvoice(world, idOf(request.params), fieldsOf(request.query));
    return xml === null ? answer(reply, null) : reply.type('application/xml').send(xml);
  });
};

const mountActing = (app: FastifyInstance, world: World): void => {
  app.post(`${API}/purchases`, (request, reply) =>
    answer(reply, actions.purchaseAt(world, fieldsOf(request.body)), 201),
  );
  app.post(`${API}/purchases/burst`, (request) => actions.burstAt(world, fieldsOf(request.body)));
  app.post(`${API}/orders/:id/:act`, (request, reply) => {
    const { params, body } = request;
    return answer(reply, actions.actOnOrder(world, idOf(params), named(params, 'act'), fieldsOf(body)));
  });
  app.post(`${API}/returns`, async (request, reply) => {
    const body = fieldsOf(request.body);
    return answer(reply, actions.askReturn(world, body, await fileIn(body)), 201);
  });
  app.post(`${API}/returns/:id/:act`, (request, reply) =>
    answer(reply, actions.actOnReturn(world, idOf(request.params), named(request.params, 'act'))),
  );
  app.post(`${API}/comments`, (request, reply) =>
    answer(reply, actions.rateAt(world, fieldsOf(request.body)), 201),
  );
  app.post(`${API}/items`, async (request, reply) =>
    answer(reply, await listedByHand(world, fieldsOf(request.body)), 201),
  );
  app.patch(`${API}/items/:id`, (request, reply) =>
    answer(reply, actions.changeItem(world, idOf(request.params), fieldsOf(request.body))),
  );
  app.patch(`${API}/shops/:id`, (request, reply) =>
    answer(reply, actions.changeShop(world, Number(idOf(request.params)), fieldsOf(request.body))),
  );
  app.post(`${API}/shops/:id/warehouses`, (request, reply) =>
    answer(reply, actions.openWarehouse(world, Number(idOf(request.params)), fieldsOf(request.body)), 201),
  );
  app.post(`${API}/health`, (request, reply) => answer(reply, setHealth(world, fieldsOf(request.body))));
  app.post(`${API}/grants/:id`, (request, reply) =>
    answer(reply, actions.changeGrant(world, Number(idOf(request.params)), fieldsOf(request.body)) || null),
  );
};

const mountDiscounts = (app: FastifyInstance, world: World): void => {
  app.post(`${API}/discounts`, (request, reply) =>
    answer(reply, openDiscount(world, fieldsOf(request.body)), 201),
  );
  app.post(`${API}/discounts/:id/end`, (request, reply) =>
    answer(reply, actOnDiscount(world, idOf(request.params), 'end')),
  );
  app.delete(`${API}/discounts/:id`, (request, reply) =>
    answer(reply, actOnDiscount(world, idOf(request.params), 'delete')),
  );
};

const mountMisbehaving = (app: FastifyInstance, world: World): void => {
  app.post(`${API}/faults`, (request, reply) => {
    const fault = actions.addShopeeFault(world, fieldsOf(request.body));
    return fault === null ? reply.status(400).send({ error: 'unknown-kind' }) : reply.status(201).send(fault);
  });
  app.delete(`${API}/faults`, (_request, reply) => {
    actions.removeShopeeFaults(world, null);
    return reply.status(204).send();
  });
  app.delete(`${API}/faults/:id`, (request, reply) => {
    actions.removeShopeeFaults(world, Number(idOf(request.params)));
    return reply.status(204).send();
  });
  app.delete(`${API}/calls`, (_request, reply) => {
    world.shopee.buckets = {};
    return reply.status(204).send();
  });
  app.post(`${API}/notifications/release`, async (request) => {
    const order = textOf(fieldsOf(request.body).order) === 'reverse' ? 'reverse' : 'sent';
    return { released: await releasePushes(world, order) };
  });
  app.post(`${API}/notifications/verify`, async () => ({ answer: await verifyAddress(world) }));
  app.post(`${API}/notifications/:id/resend`, async (request, reply) =>
    answer(reply, await resendPush(world, idOf(request.params))),
  );
};

export const mountShopeeControl = (app: FastifyInstance, world: World): void => {
  mountReading(app, world);
  mountActing(app, world);
  mountDiscounts(app, world);
  mountMisbehaving(app, world);
};
