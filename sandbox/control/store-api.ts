import type { FastifyInstance, FastifyReply } from 'fastify';
import { releaseDeliveries, resendDelivery } from '../nuvemshop/notify.ts';
import { fieldsOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import * as actions from './store-actions.ts';
import { listedInStore } from './store-listed-before.ts';
import { askPrivacy } from './store-privacy.ts';

const API = '/control/api/nuvemshop';

const idOf = (params: unknown): string => textOf(fieldsOf(params).id) ?? '';

const orMissing = (reply: FastifyReply, found: unknown) =>
  found === null || found === false ? reply.status(404).send({ error: 'not-found' }) : found;

const mountReading = (app: FastifyInstance, world: World): void => {
  const { nuvemshop } = world;
  app.get(`${API}/stores`, () => nuvemshop.stores);
  app.get(`${API}/products`, () => Object.values(nuvemshop.products));
  app.get(`${API}/orders`, () => Object.values(nuvemshop.orders));
  app.get(`${API}/webhooks`, () => Object.values(nuvemshop.webhooks));
  app.get(`${API}/notifications`, () => nuvemshop.deliveries);
  app.get(`${API}/faults`, () => ({ faults: nuvemshop.faults.active }));
};

const mountBuying = (app: FastifyInstance, world: World): void => {
  app.post(`${API}/purchases`, (request, reply) => {
    const result = actions.purchaseIn(world, fieldsOf(request.body));
    return reply.status('refused' in result ? 409 : 201).send(result);
  });
  app.post(`${API}/purchases/burst`, (request) => actions.burstIn(world, fieldsOf(request.body)));
  app.post(`${API}/orders/:id/pay`, (request, reply) =>
    orMissing(reply, actions.payIn(world, idOf(request.params))),
  );
  app.post(`${API}/orders/:id/cancel`, (request, reply) =>
    orMissing(reply, actions.cancelIn(world, idOf(request.params), fieldsOf(request.body))),
  );
  app.post(`${API}/orders/:id/refund`, (request, reply) =>
    orMissing(reply, actions.refundIn(world, idOf(request.params), fieldsOf(request.body))),
  );
  app.post(`${API}/orders/:id/edit`, (request, reply) => {
    const edited = actions.editIn(world, idOf(request.params), fieldsOf(request.body));
    if (edited !== null && 'refused' in edited) return reply.status(409).send(edited);
    return orMissing(reply, edited);
  });
  app.post(`${API}/orders/:id/advance`, (request, reply) =>
    orMissing(reply, actions.advanceIn(world, idOf(request.params))),
  );
};

const mountMisbehaving = (app: FastifyInstance, world: World): void => {
  app.post(`${API}/faults`, (request, reply) => {
    const fault = actions.addStoreFault(world, fieldsOf(request.body));
    return fault === null ? reply.status(400).send({ error: 'unknown-kind' }) : reply.status(201).send(fault);
  });
  app.delete(`${API}/faults`, (_request, reply) => {
    actions.removeStoreFaults(world, null);
    return reply.status(204).send();
  });
  app.delete(`${API}/faults/:id`, (request, reply) => {
    actions.removeStoreFaults(world, Number(idOf(request.params)));
    return reply.status(204).send();
  });
  app.post(`${API}/notifications/release`, async (request) => {
    const order = textOf(fieldsOf(request.body).order) === 'reverse' ? 'reverse' : 'sent';
    return { released: await releaseDeliveries(world, order) };
  });
  app.post(`${API}/notifications/:id/resend`, async (request, reply) =>
    orMissing(reply, await resendDelivery(world, idOf(request.params))),
  );
};

const mountSettings = (app: FastifyInstance, world: World): void => {
  app.patch(`${API}/stores/:id`, (request, reply) =>
    orMissing(reply, actions.changeStore(world, Number(idOf(request.params)), fieldsOf(request.body))),
  );
  app.post(`${API}/products`, async (request, reply) => {
    const made = await listedInStore(world, fieldsOf(request.body));
    if (made !== null) reply.status('refused' in made ? 409 : 201);
    return orMissing(reply, made);
  });
  app.patch(`${API}/products/:id`, (request, reply) =>
    orMissing(reply, actions.editProduct(world, idOf(request.params), fieldsOf(request.body))),
  );
  app.post(`${API}/stores/:id/locations`, (request, reply) => {
    const made = actions.openLocation(world, Number(idOf(request.params)), fieldsOf(request.body));
    if (made !== null) reply.status(201);
    return orMissing(reply, made);
  });
  app.post(`${API}/stores/:id/locations/:location/:act`, (request, reply) => {
    const { location, act } = fieldsOf(request.params);
    const done = actions.actOnLocation(
      world,
      Number(idOf(request.params)),
      textOf(location) ?? '',
      textOf(act) ?? '',
    );
    if (done === null) return orMissing(reply, null);
    return done ? reply.status(204).send() : reply.status(409).send({ refused: 'not-now' });
  });
  app.post(`${API}/stores/:id/uninstall`, (request, reply) => {
    const done = actions.removeApplication(world, Number(idOf(request.params)));
    return done ? reply.status(204).send() : orMissing(reply, null);
  });
  app.post(`${API}/stores/:id/privacy`, (request, reply) => {
    const done = askPrivacy(world, Number(idOf(request.params)), fieldsOf(request.body));
    return done ? reply.status(202).send({}) : orMissing(reply, null);
  });
  app.post(`${API}/application`, (request) => ({ scopes: actions.setScopes(world, fieldsOf(request.body)) }));
};

export const mountStoreControl = (app: FastifyInstance, world: World): void => {
  mountReading(app, world);
  mountBuying(app, world);
  mountMisbehaving(app, world);
  mountSettings(app, world);
};
