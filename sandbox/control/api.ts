import type { FastifyInstance, FastifyReply } from 'fastify';
import { totalQuantity } from '../mercado-livre/item-rules.ts';
import { migrateItem } from '../mercado-livre/migration.ts';
import { moderate } from '../mercado-livre/moderation.ts';
import { releaseHeld, resendNotice } from '../mercado-livre/notices.ts';
import { finishPictures } from '../mercado-livre/pictures.ts';
import { paidPrice } from '../mercado-livre/promotions.ts';
import { fieldsOf, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import * as actions from './actions.ts';
import { mountAfterSale } from './after-sale.ts';
import { mountCampaigns } from './campaigns.ts';
import { listByHand } from './listed-before.ts';
import { changePrices } from './prices.ts';
import { mountQuestions } from './questions.ts';
import { mountReputation } from './reputation.ts';
import { sampleInvoice } from './sample-invoice.ts';
import { mountStockPlaces, storeAll } from './stock-places.ts';

const API = '/control/api';

const idOf = (params: unknown): string => textOf(fieldsOf(params).id) ?? '';

const orMissing = (reply: FastifyReply, found: unknown) =>
  found === null || found === undefined ? reply.status(404).send({ error: 'not-found' }) : found;

const listItems = (world: World) =>
  Object.values(world.market.items).map((item) => ({
    id: item.id,
    sellerId: item.seller_id,
    title: item.title,
    status: item.status,
    subStatus: item.sub_status,
    price: item.price,
    /** The price for a buyer: lower during a promotion. */
    paid: paidPrice(world, item, item.price),
    priceHidden: item.price_hidden,
    available: totalQuantity(item),
    sold: item.sold_quantity,
    userProductId: item.user_product_id,
    /** Units by store, of a seller who manages warehouses. */
    locations: (world.market.userProducts[item.user_product_id ?? '']?.locations ?? []).map(
      ({ type, store_id: storeId, quantity }) => ({ type, storeId, quantity }),
    ),
    parentId: item.parent_item_id,
    logisticType: item.shipping.logistic_type,
    /** The value of an attribute, by id. */
    attributes: Object.fromEntries(
      item.attributes.map((entry) => [entry.id ?? entry.name, entry.value_name ?? entry.value_id]),
    ),
    pictures: item.picture_ids,
    variations: item.variations.map((variation) => ({
      id: variation.id,
      name: variation.attribute_combinations.map((entry) => entry.value_name).join(' / '),
      available: variation.available_quantity,
      sold: variation.sold_quantity,
      price: variation.price,
      pictures: variation.picture_ids,
    })),
  }));

const mountReading = (app: FastifyInstance, world: World): void => {
  app.get(`${API}/items`, () => listItems(world));
  app.get(`${API}/orders`, () => Object.values(world.market.orders));
  app.get(`${API}/shipments`, () => Object.values(world.market.shipments));
  app.get(`${API}/notifications`, () => world.market.notices);
  app.get(`${API}/sellers`, () => world.market.sellers);
  app.get(`${API}/buyers`, () => world.market.buyers);
  app.get(`${API}/faults`, () => ({ faults: world.faults.active, zipCode: world.faults.zipCode }));
  app.get(`${API}/clock`, () => ({ now: world.clock.now().toISOString(), aheadMs: world.clock.ahead() }));
};

const mountBuying = (app: FastifyInstance, world: World): void => {
  app.post(`${API}/purchases`, (request, reply) => {
    const result = actions.purchase(world, fieldsOf(request.body));
    return reply.status('refused' in result ? 409 : 201).send(result);
  });
  app.post(`${API}/purchases/burst`, (request) => actions.burst(world, fieldsOf(request.body)));
  app.post(`${API}/orders/:id/pay`, (request, reply) =>
    orMissing(reply, actions.payOrder(world, idOf(request.params))),
  );
  app.post(`${API}/orders/:id/cancel`, (request, reply) =>
    orMissing(reply, actions.cancel(world, idOf(request.params), fieldsOf(request.body))),
  );
  app.post(`${API}/orders/:id/refund`, (request, reply) => {
    const refunded = actions.refund(world, idOf(request.params), fieldsOf(request.body));
    if (refunded === false) return reply.status(409).send({ refused: 'too-much' });
    return orMissing(reply, refunded);
  });
  app.post(`${API}/orders/:id/tags`, (request, reply) =>
    orMissing(reply, actions.tagOrder(world, idOf(request.params), fieldsOf(request.body))),
  );
  app.post(`${API}/shipments/:id/advance`, (request, reply) =>
    orMissing(reply, actions.advance(world, idOf(request.params), fieldsOf(request.body))),
  );
  app.get(`${API}/shipments/:id/nfe`, (request, reply) => {
    const xml = sampleInvoice(world, idOf(request.params), fieldsOf(request.query));
    if (xml === null) return reply.status(404).send({ error: 'not-found' });
    return reply
      .type('application/xml')
      .header('content-disposition', `attachment; filename="nfe-${idOf(request.params)}.xml"`)
      .send(xml);
  });
};

const mountMisbehaving = (app: FastifyInstance, world: World): void => {
  app.post(`${API}/faults`, (request, reply) => {
    const fault = actions.addFault(world, fieldsOf(request.body));
    return fault === null ? reply.status(400).send({ error: 'unknown-kind' }) : reply.status(201).send(fault);
  });
  app.delete(`${API}/faults`, (_request, reply) => {
    actions.removeFaults(world, null);
    return reply.status(204).send();
  });
  app.delete(`${API}/faults/:id`, (request, reply) => {
    actions.removeFaults(world, Number(idOf(request.params)));
    return reply.status(204).send();
  });
  app.post(`${API}/zip-code`, (request, reply) => {
    const changed = actions.setZipCode(world, textOf(fieldsOf(request.body).mode));
    return changed ? { mode: world.faults.zipCode } : reply.status(400).send({ error: 'unknown-mode' });
  });
  app.post(`${API}/notifications/release`, async (request) => {
    const order = textOf(fieldsOf(request.body).order) === 'reverse' ? 'reverse' : 'sent';
    return { released: await releaseHeld(world, order) };
  });
  app.post(`${API}/notifications/:id/resend`, async (request, reply) =>
    orMissing(reply, await resendNotice(world, idOf(request.params))),
  );
};

const mountSettings = (app: FastifyInstance, world: World): void => {
  app.post(`${API}/clock`, (request) => {
    actions.turnClock(world, (numberOf(fieldsOf(request.body).seconds) ?? 0) * 1000);
    return { now: world.clock.now().toISOString(), aheadMs: world.clock.ahead() };
  });
  app.patch(`${API}/sellers/:id`, (request, reply) =>
    orMissing(reply, actions.changeSeller(world, Number(idOf(request.params)), fieldsOf(request.body))),
  );
  app.post(`${API}/items`, async (request, reply) => {
    const made = await listByHand(world, fieldsOf(request.body));
    return made === null
      ? orMissing(reply, null)
      : reply.status(201).send({ id: made.id, title: made.title });
  });
  app.patch(`${API}/items/:id`, (request, reply) => {
    const item = world.market.items[idOf(request.params)];
    if (item === undefined) return orMissing(reply, null);
    const body = fieldsOf(request.body);
    if (typeof body.priceAutomation === 'boolean') item.price_automation = body.priceAutomation;
    if (typeof body.logisticType === 'string') item.shipping.logistic_type = body.logisticType;
    const stocked = typeof body.logisticType === 'string' || typeof body.quantity === 'number';
    if (stocked && item.shipping.logistic_type === 'fulfillment')
      storeAll(world, item, numberOf(body.quantity));
    else if (typeof body.quantity === 'number') item.available_quantity = body.quantity;
    changePrices(world, item, body);
    moderate(world, item, body);
    if (typeof body.pictures === 'string') finishPictures(world, item, body.pictures === 'ready');
    world.changed();
    return {
      id: item.id,
      status: item.status,
      sub_status: item.sub_status,
      price_automation: item.price_automation,
    };
  });
  app.post(`${API}/items/:id/migrate`, (request, reply) => {
    const item = world.market.items[idOf(request.params)];
    const made = item === undefined ? null : migrateItem(world, item);
    return made === null ? orMissing(reply, null) : { items: made.map(({ id, title }) => ({ id, title })) };
  });
  app.post(`${API}/tokens`, (request) => {
    actions.setTokens(world, fieldsOf(request.body));
    return { accessTokenSeconds: world.market.accessTokenSeconds, grants: world.market.grants };
  });
  app.post(`${API}/fees`, (request, reply) => {
    if (!actions.setFee(world, fieldsOf(request.body))) return orMissing(reply, null);
    return world.market.fees;
  });
  app.post(`${API}/reset`, (request, reply) => {
    actions.reset(world, fieldsOf(request.body));
    return reply.status(204).send();
  });
};

export const mountControlApi = (app: FastifyInstance, world: World): void => {
  mountReading(app, world);
  mountBuying(app, world);
  mountQuestions(app, world, API);
  mountAfterSale(app, world, API);
  mountReputation(app, world, API);
  mountCampaigns(app, world, API);
  mountStockPlaces(app, world, API);
  mountMisbehaving(app, world);
  mountSettings(app, world);
};
