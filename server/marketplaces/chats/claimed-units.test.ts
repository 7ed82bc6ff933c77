import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { sumMoney } from '#contract/money.ts';
import { settlementInvariants } from '#server/dropshipping/invariants.ts';
import { shelfInvariants } from '#server/inventory/invariants.ts';
import { makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { connectSeller, settler } from '#server/marketplaces/test/factory.ts';
import { saleInvariants } from '#server/orders/invariants.ts';
import { makeBenchSale, packSale } from '#server/orders/test/factory.ts';
import { startTalkServer } from '#server/outside/marketplaces/mercado-livre/test/talk-server.ts';
import { testApp } from '#server/test/app.ts';
import { notificationSecret, startSandboxProcess } from '#server/test/sandbox.ts';

const sandbox = await startSandboxProcess();
const talk = await startTalkServer(sandbox.variables.MERCADO_LIVRE_API ?? '');
const app = await testApp({ ...sandbox.variables, MERCADO_LIVRE_API: talk.url });
// The server of this test uses real time.
app.clock.set(systemClock.now().toISOString());
const settle = settler({ app, sandbox });
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = await connectSeller(seller);

type Sale = { id: number; number: string; shelf: Shelf };

/** Two collected units of a listing that the marketplace knows. */
async function soldTwo(number: string, pack: { id: string; item: string } | null = null): Promise<Sale> {
  const shelf = await makeShelf(app, supplier, 5);
  const id = await makeBenchSale(app, { supplier, seller, shelf }, 2);
  await packSale(supplier, id, shelf.sku, 2);
  await supplier.call(api.checkout.collectByHand, { params: { id }, body: { reason: 'sem etiqueta' } });
  await app.database.transact({ businessId: seller.businessId }, async (tx) => {
    await tx.db
      .updateTable('orders')
      .set({
        account_id: account.id,
        remote_order_id: number,
        marketplace: 'mercado-livre',
        pack_id: pack?.id ?? null,
      })
      .where('id', '=', id)
      .execute();
    await tx.db
      .updateTable('order_lines')
      .set({ remote_item_id: pack?.item ?? 'MLB77', remote_variation_id: '5' })
      .where('order_id', '=', id)
      .execute();
  });
  return { id, number, shelf };
}

async function tell(claim: string): Promise<void> {
  await app.anonymous.call(api.notifications.receive, {
    params: { marketplace: 'mercado-livre', secret: notificationSecret },
    body: {
      ...{ _id: randomUUID(), resource: `/v1/claims/${claim}`, user_id: 182_440_771, topic: 'post_purchase' },
      ...{ application_id: 1000, attempts: 1 },
    },
  });
  await settle();
}

async function threadOf(order: number) {
  const { items } = await seller.call(api.chats.list, { query: { query: `order:${order} kind:claim` } });
  return seller.call(api.chats.detail, { params: { id: items[0]?.id ?? 0 } });
}

const returned = async (sale: { id: number; shelf: Shelf }, code: string) => {
  const at = { params: { id: sale.id } };
  await supplier.call(api.returns.open, { body: { code } });
  const unit = { code: sale.shelf.sku, condition: 'good' as const, clientId: randomUUID() };
  const { parts } = await supplier.call(api.returns.inspect, { ...at, body: unit });
  const places = [{ partId: parts[0]?.id ?? 0, volumeCode: sale.shelf.code }];
  return supplier.call(api.returns.close, { ...at, body: { places } });
};
const credits = ({ id }: { id: number }) =>
  app.rows(
    seller.businessId,
    `select i.quantity, i.total_centavos from dropinvoice_items i join order_parts p on p.id = i.part_id
      where p.order_id = ${id} and i.kind in ('credit', 'reversal')`,
  );
const onHand = ({ shelf }: { shelf: Shelf }) =>
  app.rows(supplier.businessId, `select on_hand from stock where id = ${shelf.stockId}`);

test('a claim of one of two units asks the warehouse for one, puts one back, and credits one', async () => {
  const sale = await soldTwo('2000004000000001');
  talk.claim('5300000011', sale.number, [{ action: 'allow_return' }]);
  talk.comesBack('5300000011', 'shipped', [
    { order_id: Number(sale.number), item_id: 'MLB77', variation_id: 5, return_quantity: '1.0' },
  ]);
  await tell('5300000011');
  const { items } = await supplier.call(api.returns.list, { query: { query: 'state:expected' } });
  expect(items.find(({ id }) => id === sale.id)).toMatchObject({
    unitCount: 1,
    items: expect.stringMatching(/^1 × /),
  });
  const closed = await returned(sale, 'BR99');
  expect(closed).toMatchObject({
    state: 'closed',
    parts: [{ quantity: 2, expected: 1, good: 1, missing: 0 }],
  });
  expect(await onHand(sale)).toEqual([{ on_hand: 4 }]);
  expect(await credits(sale)).toEqual([{ quantity: -1, total_centavos: -2990 }]);
  // The buyer keeps the other unit.
  expect((await seller.call(api.orders.detail, { params: { id: sale.id } })).status).toBe('collected');
});

test('a person enters how many units a claim returns if the marketplace does not say', async () => {
  const sale = await soldTwo('2000004000000002');
  talk.claim('5300000012', sale.number, [{ action: 'allow_return' }, { action: 'refund' }]);
  await tell('5300000012');
  const thread = await threadOf(sale.id);
  expect(thread.claim?.units).toBeNull();
  const lineId = thread.sale?.lines[0]?.id ?? 0;
  const decide = (act: 'accept_return' | 'refund', units: { lineId: number; quantity: number }[]) => ({
    params: { id: thread.id },
    body: { act, units, clientId: randomUUID() },
  });
  for (const [act, units] of [
    ['refund', [{ lineId, quantity: 1 }]],
    ['accept_return', [{ lineId, quantity: 3 }]],
    ['accept_return', [{ lineId: 999_999, quantity: 0 }]],
    ['accept_return', [{ lineId, quantity: 0 }]],
  ] as const)
    expect(JSON.stringify(await seller.refused(api.postsales.decide, decide(act, [...units])))).toContain(
      'units',
    );
  await seller.call(api.postsales.decide, decide('accept_return', [{ lineId, quantity: 1 }]));
  await settle();
  talk.comesBack('5300000012', 'shipped');
  await tell('5300000012');
  expect((await threadOf(sale.id)).claim?.units).toEqual([{ lineId, quantity: 1 }]);
  const closed = await returned(sale, 'BR99');
  expect(closed).toMatchObject({ state: 'closed', unitCount: 1 });
  expect(await credits(sale)).toEqual([{ quantity: -1, total_centavos: -2990 }]);
});

test('units claimed after a return was closed come as a second return, and never more than were sold', async () => {
  const sale = await soldTwo('2000004000000003');
  const one = { order_id: Number(sale.number), item_id: 'MLB77', variation_id: 5, return_quantity: '1.0' };
  const claim = async (id: string) => {
    talk.claim(id, sale.number, [{ action: 'allow_return' }]);
    talk.comesBack(id, 'shipped', [one]);
    await tell(id);
  };
  const stateOf = async () => (await supplier.call(api.returns.detail, { params: { id: sale.id } })).state;
  await claim('5300000013');
  const first = await returned(sale, 'BR99');
  expect(first).toMatchObject({ state: 'closed', earlier: [] });
  // Later reports of the marketplace are about the parcel that has arrived.
  talk.comesBack('5300000013', 'delivered', [one]);
  await tell('5300000013');
  expect(await stateOf()).toBe('closed');
  expect((await supplier.refused(api.returns.open, { body: { code: 'BR99' } })).code).toBe(
    'already_returned',
  );

  await claim('5300000014');
  const { items } = await supplier.call(api.returns.list, { query: { query: 'state:expected' } });
  expect(items.find(({ id }) => id === sale.id)).toMatchObject({ unitCount: 1, openedAt: null });
  const waiting = await supplier.call(api.returns.detail, { params: { id: sale.id } });
  expect(waiting).toMatchObject({ units: [], parts: [{ quantity: 2, expected: 1, good: 0, returned: 1 }] });
  expect(waiting.earlier).toMatchObject([{ units: [{ condition: 'good', quantity: 1 }] }]);
  await supplier.call(api.returns.open, { body: { code: 'BR99' } });
  const two = { code: sale.shelf.sku, condition: 'good' as const, quantity: 2, clientId: randomUUID() };
  expect((await supplier.refused(api.returns.inspect, { params: { id: sale.id }, body: two })).code).toBe(
    'line_full',
  );
  const second = await returned(sale, 'BR99');
  expect(second).toMatchObject({ state: 'closed', parts: [{ expected: 1, good: 1 }] });
  expect(await onHand(sale)).toEqual([{ on_hand: 5 }]);
  expect(await credits(sale)).toEqual([
    { quantity: -1, total_centavos: -2990 },
    { quantity: -1, total_centavos: -2990 },
  ]);
  const detail = await seller.call(api.orders.detail, { params: { id: sale.id } });
  expect(detail).toMatchObject({ status: 'canceled', returnExpected: false });
  for (const { name, sql } of [...saleInvariants, ...shelfInvariants, ...settlementInvariants])
    if (!sql.includes('queued_jobs')) expect(await app.rows(supplier.businessId, sql), name).toEqual([]);

  // The buyer has no unit left.
  await claim('5300000015');
  expect(await stateOf()).toBe('closed');
});

test('of two simultaneous claims, canceling one leaves the other expected', async () => {
  const sale = await soldTwo('2000004000000004');
  const one = { order_id: Number(sale.number), item_id: 'MLB77', variation_id: 5, return_quantity: '1.0' };
  for (const id of ['5300000016', '5300000017']) {
    talk.claim(id, sale.number, [{ action: 'allow_return' }]);
    talk.comesBack(id, 'shipped', [one]);
    await tell(id);
  }
  const unitCount = async () =>
    (await supplier.call(api.returns.detail, { params: { id: sale.id } })).unitCount;
  expect(await unitCount()).toBe(2);
  talk.comesBack('5300000016', 'cancelled', [one]);
  await tell('5300000016');
  expect(await unitCount()).toBe(1);
  expect((await supplier.call(api.returns.detail, { params: { id: sale.id } })).state).toBe('expected');
});

/** A claim about a cart of two sales. */
async function claimOnPack(id: string, pack: string) {
  const sales = [
    await soldTwo(`${pack}1`, { id: pack, item: 'MLB78' }),
    await soldTwo(`${pack}2`, { id: pack, item: 'MLB79' }),
  ] as const;
  talk.claim(id, pack, [{ action: 'allow_return' }]);
  Object.assign(talk.claims.get(id)?.claim ?? {}, { resource: 'purchase' });
  return sales;
}
const expected = async () =>
  (await supplier.call(api.returns.list, { query: { query: 'state:expected' } })).items;

test('a claim on a cart that returns one sale is about that sale', async () => {
  const [kept, back] = await claimOnPack('5300000018', '200000401');
  talk.comesBack(
    '5300000018',
    'shipped',
    [{ order_id: Number(back.number), item_id: 'MLB79', variation_id: 5, return_quantity: '1.0' }],
    'BR78',
  );
  await tell('5300000018');
  const waiting = await expected();
  expect(waiting.find(({ id }) => id === back.id)).toMatchObject({ unitCount: 1 });
  expect(waiting.find(({ id }) => id === kept.id)).toBeUndefined();
  const thread = await threadOf(back.id);
  const [line] = thread.sale?.lines ?? [];
  expect(thread.claim?.units).toEqual([{ lineId: line?.id, quantity: 1 }]);
  expect(thread.claim?.sales).toEqual([{ id: back.id, number: back.number }]);
  expect(await returned(back, 'BR78')).toMatchObject({ id: back.id, state: 'closed' });
  expect(await credits(back)).toEqual([{ quantity: -1, total_centavos: -2990 }]);
  expect(await credits(kept)).toEqual([]);
});

test('a claim on a cart that names no sale returns all of them, each received separately', async () => {
  const [first, second] = await claimOnPack('5300000019', '200000402');
  talk.comesBack('5300000019', 'shipped', [], 'BR79');
  await tell('5300000019');
  const waiting = await expected();
  for (const { id } of [first, second])
    expect(waiting.find((row) => row.id === id)).toMatchObject({ unitCount: 2 });
  const thread = await threadOf(first.id);
  expect(thread.claim?.sales).toEqual([first, second].map(({ id, number }) => ({ id, number })));
  expect(thread.sale?.lines).toHaveLength(2);
  const totals = await Promise.all(
    [first, second].map(({ id }) => seller.call(api.orders.detail, { params: { id } })),
  );
  expect(thread.sale?.totalCentavos).toBe(sumMoney(totals.map(({ money }) => money?.total ?? 0)));
  // The claim is also the thread of the second sale: the parcel opens no thread of its own.
  const ofSecond = await seller.call(api.chats.list, { query: { query: `order:${second.id}` } });
  expect(ofSecond.items.map(({ id }) => id)).toEqual([thread.id]);
  await supplier.call(api.returns.open, { body: { code: 'BR79' } });
  talk.comesBack(
    '5300000019',
    'shipped',
    [{ order_id: Number(second.number), item_id: 'MLB79', variation_id: 5, return_quantity: '2.0' }],
    'BR79',
  );
  await tell('5300000019');
  expect((await expected()).some(({ id }) => id === second.id)).toBe(true);
});
