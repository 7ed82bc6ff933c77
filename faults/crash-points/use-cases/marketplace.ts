import { z } from 'zod';
import { api } from '#contract/index.ts';
import { draftPublication, makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, consent, remoteSellers } from '#server/marketplaces/test/factory.ts';
import { confirmParcel, labelParcel } from '#server/orders/test/factory.ts';
import type { TestApp } from '#server/test/app.ts';
import { notificationSecret } from '#server/test/sandbox.ts';
import type { UseCase } from '../run.ts';
import type { Market } from '../stage.ts';

const at = (id: number) => ({ params: { id } });
const asked = z.object({ id: z.number() });
const texted = z.object({ id: z.string() });
const bought = z.object({ orders: z.array(z.object({ id: z.number(), shipmentId: z.number() })).min(1) });

export type Fair = Awaited<ReturnType<typeof buildFair>>;

/**
 * Two sellers who publish one stock level at a marketplace, with sales there in each state from which a use case
 * starts.
 */
export async function buildFair(app: TestApp, market: Market) {
  const supplier = await app.join('supply');
  const [seller, rival, newcomer] = [
    await app.join('sales'),
    await app.join('sales'),
    await app.join('sales'),
  ];
  const shelf = await makeShelf(app, supplier, 100);
  const offer = await makeOffer(supplier, shelf, 2000);
  const account = await connectSeller(seller, remoteSellers.legacy);
  const rivalAccount = await connectSeller(rival, remoteSellers.userProduct);
  // First: the number of a deleted publication is never issued again, and its ad is marked with it.
  const forgotten = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
  await app.drain();
  const { remoteItem: forgottenItem } = await seller.call(api.publications.detail, at(forgotten.id));
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db.deleteFrom('publications').where('id', '=', forgotten.id).execute(),
  );
  const advertisement = await makeAdvertisement(seller, [offer]);
  const listed = await publish(seller, advertisement, account.id, offer);
  await publish(rival, await makeAdvertisement(rival, [offer]), rivalAccount.id, offer);
  await app.drain();
  const { remoteItem: itemId } = await seller.call(api.publications.detail, at(listed.id));

  const buy = async () => {
    const { orders } = bought.parse(await market.control('/purchases', { itemId, quantity: 2 }));
    return orders[0] ?? { id: 0, shipmentId: 0 };
  };
  const tell = async (topic: string, resource: string) => {
    await app.anonymous.call(api.notifications.receive, notice(topic, resource));
    await app.drain();
  };
  const known = async () => {
    const remote = await buy();
    await tell('orders_v2', `/orders/${remote.id}`);
    const { items } = await seller.call(api.orders.list, { query: { query: `number:${remote.id}` } });
    return { remote, id: items[0]?.id ?? 0 };
  };
  const nfeOf = async (shipmentId: number) => {
    const answer = await fetch(`${market.sandbox.control}/shipments/${shipmentId}/nfe`);
    return { name: 'nfe.xml', bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const invoiced = async () => {
    const sale = await known();
    await seller.call(api.orders.sendInvoice, {
      ...at(sale.id),
      files: [await nfeOf(sale.remote.shipmentId)],
    });
    await app.drain();
    await tell('shipments', `/shipments/${sale.remote.shipmentId}`);
    return sale;
  };
  const beeped = async () => {
    const sale = await invoiced();
    await supplier.call(api.checkout.startPicking, at(sale.id));
    for (const unit of ['one', 'two'])
      await supplier.call(api.checkout.beep, {
        ...at(sale.id),
        body: { code: shelf.sku, clientId: `scan-${sale.id}-${unit}` },
      });
    return sale;
  };
  const labelled = async () => {
    const sale = await beeped();
    await labelParcel(supplier, sale.id);
    return sale;
  };
  const packed = async () => {
    const sale = await beeped();
    await confirmParcel(supplier, sale.id);
    return sale;
  };

  const delivered = async () => {
    const sale = await known();
    await market.control(`/shipments/${sale.remote.shipmentId}/advance`, { status: 'delivered' });
    return sale;
  };
  const write = async ({ id }: { id: number }, text: string) =>
    texted.parse(await market.control('/messages', { orderId: id, text })).id;
  /** Its thread, and what a notification says about it. */
  const complained = async (text: string) => {
    const { remote } = await delivered();
    const claim = { orderId: remote.id, reasonId: 'PDD9549', text };
    return asked.parse(await market.control('/claims', claim)).id;
  };
  const [toWrite, unheard] = [await delivered(), await delivered()];
  await tell('messages', await write(toWrite.remote, 'Quando chega?'));
  await tell('post_purchase', `/post-purchase/v1/claims/${await complained('Veio lascado')}`);
  const { items: threads } = await seller.call(api.chats.list);
  const threadOf = (kind: string) => threads.find((thread) => thread.kind === kind)?.id ?? 0;

  const ask = async (text: string) => asked.parse(await market.control('/questions', { itemId, text })).id;
  await tell('questions', `/questions/${await ask('Tem azul?')}`);
  const { items: questions } = await seller.call(api.presales.list);
  const [canceledThere, movedThere] = [await known(), await known()];
  await market.control(`/orders/${canceledThere.remote.id}/cancel`, { by: 'buyer' });
  await market.control(`/shipments/${movedThere.remote.shipmentId}/advance`, {});
  const toInvoice = await known();
  const { url } = await newcomer.call(api.marketplaceAccounts.authorize, {
    body: { marketplace: 'mercado-livre' },
  });
  return {
    ...{ supplier, seller, newcomer, shelf, account, listed, canceledThere, movedThere, toInvoice },
    anonymous: { token: '' },
    advertisement,
    unlinked: await makeAdvertisement(seller, [offer]),
    forgottenItem: forgottenItem ?? '',
    draft: await draftPublication(seller, account.id, offer, { name: 'Caneca de viagem 350 ml' }),
    nfe: await nfeOf(toInvoice.remote.shipmentId),
    fresh: await buy(),
    freshQuestion: await ask('Tem verde?'),
    freshMessage: await write(unheard.remote, 'Chegou!'),
    freshClaim: await complained('Quero devolver'),
    messages: threadOf('message'),
    claim: threadOf('claim'),
    toAnswer: questions[0]?.id ?? 0,
    toCancel: await known(),
    toStart: await invoiced(),
    toPack: await labelled(),
    toPrint: await packed(),
    agreed: await consent(url, remoteSellers.third),
  };
}

const notice = (topic: string, resource: string, seller = remoteSellers.legacy) => ({
  params: { marketplace: 'mercado-livre', secret: notificationSecret },
  body: { _id: 'f-1', resource, user_id: seller, topic, application_id: 1000, attempts: 1 },
});

const one = (name: string, run: UseCase<Fair>['run'], ...grows: string[]): UseCase<Fair> => ({
  name,
  run,
  grows,
});
const receive = api.notifications.receive;

export const marketplaceUseCases: readonly UseCase<Fair>[] = [
  one(
    'notification → sale',
    async ({ call }, { anonymous, fresh }) => {
      await call(anonymous, receive, notice('orders_v2', `/orders/${fresh.id}`));
    },
    'notifications',
  ),
  one(
    'notification → canceled by the buyer',
    async ({ call }, { anonymous, canceledThere }) => {
      await call(anonymous, receive, notice('orders_v2', `/orders/${canceledThere.remote.id}`));
    },
    'notifications',
  ),
  one(
    'notification → parcel moved',
    async ({ call }, { anonymous, movedThere }) => {
      await call(anonymous, receive, notice('shipments', `/shipments/${movedThere.remote.shipmentId}`));
    },
    'notifications',
  ),
  one(
    'notification → question',
    async ({ call }, { anonymous, freshQuestion }) => {
      await call(anonymous, receive, notice('questions', `/questions/${freshQuestion}`));
    },
    'notifications',
  ),
  one('question answered', async ({ call }, { seller, toAnswer }) => {
    await call(seller, api.presales.answer, { ...at(toAnswer), body: { text: 'Temos.' } });
  }),
  one(
    'notification → message of a buyer',
    async ({ call }, { anonymous, freshMessage }) => {
      await call(anonymous, receive, notice('messages', freshMessage));
    },
    'notifications',
  ),
  one(
    'notification → claim',
    async ({ call }, { anonymous, freshClaim }) => {
      await call(anonymous, receive, notice('post_purchase', `/post-purchase/v1/claims/${freshClaim}`));
    },
    'notifications',
  ),
  // The marketplace assigns a new id to each text; its own state shows that it has the text once.
  one(
    'message written to the buyer',
    async ({ call }, { seller, messages }) => {
      const body = { text: 'Amanhã.', clientId: 'crash-write' };
      await call(seller, api.chats.write, { ...at(messages), body });
    },
    'chat_messages',
  ),
  one('claim decided: the money goes back', async ({ call }, { seller, claim }) => {
    const body = { act: 'refund' as const, clientId: 'crash-refund' };
    await call(seller, api.postsales.decide, { ...at(claim), body });
  }),
  // Whether the quantity is pushed or found there by reading decides which revision of the stock level it is recorded
  // for.
  one(
    'canceled at the marketplace',
    async ({ call }, { seller, toCancel }) => {
      await call(seller, api.orders.cancel, { ...at(toCancel.id), body: { reason: 'avariado' } });
    },
    'publication_variations',
  ),
  one(
    'account connected',
    async ({ call }, { newcomer, agreed }) => {
      if (await call(newcomer, api.marketplaceAccounts.connect, { body: agreed }, 'authorization_expired'))
        return;
      // A consent is valid for one attempt, independent of its result: the person requests another one.
      const asked = await call(newcomer, api.marketplaceAccounts.authorize, {
        body: { marketplace: 'mercado-livre' },
      });
      await call(newcomer, api.marketplaceAccounts.connect, {
        body: await consent(asked?.url ?? '', remoteSellers.third),
      });
    },
    ...['authorization_requests', 'idempotency_keys', 'audit_entries'],
  ),
  one(
    'published',
    async ({ call }, { seller, advertisement, draft }) => {
      await call(seller, api.advertisementsPublications.create, { ...at(advertisement.id), body: draft });
      // For an item that is found again, the revision of the stock level behind its quantity is unknown.
    },
    'publication_variations',
  ),
  one('price changed', async ({ call }, { seller, listed }) => {
    const [variation] = listed.variations;
    await call(seller, api.publications.update, {
      ...at(listed.id),
      body: { variations: { update: { [variation?.id ?? 0]: { price: 6990 } } } },
      version: listed.version,
    });
  }),
  one('stock pushed to two sellers', async ({ call }, { supplier, shelf }) => {
    const body = { variationId: shelf.variationId, quantity: 90, reason: 'quebra' };
    await call(supplier, api.volumes.adjust, { ...at(shelf.volumeId), body });
  }),
  one('paused', async ({ call }, { seller, listed }) => {
    await call(seller, api.publications.pause, at(listed.id));
  }),
  one('NF-e sent', async ({ call }, { seller, toInvoice, nfe }) => {
    await call(seller, api.orders.sendInvoice, { ...at(toInvoice.id), files: [nfe] });
  }),
  one('NF-e of many sent', async ({ call }, { seller, nfe }) => {
    await call(seller, api.orders.sendInvoices, { files: [nfe] });
  }),
  one('ad of before linked', async ({ call }, { seller, account, unlinked, forgottenItem }) => {
    const body = { account: account.id, advertisement: unlinked.id, link: forgottenItem };
    await call(seller, api.publications.link, { body });
  }),
  one('picking started, asked there first', async ({ call }, { supplier, toStart }) => {
    await call(supplier, api.checkout.startPicking, at(toStart.id));
  }),
  one('packing confirmed, asked there first', async ({ call }, { supplier, toPack }) => {
    await call(supplier, api.checkout.confirmPacking, at(toPack.id));
  }),
  // The marketplace renders the label for each request and marks it as printed there: a second request is refused with
  // that reason.
  one(
    'label printed',
    async ({ call }, { supplier, toPrint, anonymous }) => {
      await call(supplier, api.checkout.print, { ...at(toPrint.id), body: { reason: 'rasgou' } });
      await call(anonymous, receive, notice('shipments', `/shipments/${toPrint.remote.shipmentId}`));
    },
    ...['files', 'file_removals', 'jobs', 'idempotency_keys', 'order_events', 'notifications'],
  ),
];
