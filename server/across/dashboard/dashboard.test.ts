import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Dashboard, firstSteps, type Way } from '#contract/business/dashboard.ts';
import { api } from '#contract/index.ts';
import { startInbox } from '#server/account/test/inbox.ts';
import { makeAdvertisement } from '#server/advertisements/test/factory.ts';
import { bank, makeTrade, midnight, type Trade } from '#server/dropshipping/test/factory.ts';
import { makeOffer, makeShelf, makeVariation, type Shelf } from '#server/inventory/test/factory.ts';
import {
  makeAccount,
  makeBenchSale,
  makeBenchSeller,
  makePublication,
  packSale,
} from '#server/orders/test/factory.ts';
import { orderGoods } from '#server/supply/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let trade: Trade;

beforeAll(async () => {
  const inbox = await startInbox();
  app = await testApp({ SMTP_URL: inbox.url });
});

beforeEach(async () => {
  app.clock.set('2026-11-21T15:00:00.000Z');
  trade = await makeTrade(app);
});

const home = (person: Person) => person.call(api.dashboard.detail, {});
const todo = (dashboard: Dashboard) =>
  Object.fromEntries(dashboard.todo.map(({ kind, count }) => [kind, count]));

test('a new business has zeros, nothing to do and thirty days', async () => {
  const { counts, todo: open, days } = await home(trade.seller);
  expect(counts).toEqual({
    advertisements: 0,
    products: 0,
    images: 0,
    volumes: 0,
    supplyRequests: 0,
    dropshippings: 0,
    partners: 0,
    dropinvoices: 0,
  });
  expect(open).toEqual([]);
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ day: '2026-10-23', sales: 0, salesCentavos: 0 });
  expect(days.at(-1)?.day).toBe('2026-11-21');
});

const stepsOf = async (person: Person, way: Way) =>
  (await home(person)).firstSteps.find((open) => open.way === way)?.steps ?? [];
const done = async (person: Person, way: Way) =>
  (await stepsOf(person, way)).filter((step) => step.done).map(({ step }) => step);

test('a new business sees the first steps of its ways, ticked as they are done, until the first sale', async () => {
  const { supplier, seller } = trade;
  const fresh = (await home(seller)).firstSteps;
  expect(fresh.map(({ way }) => way)).toEqual(['ownStock', 'catalogue']);
  for (const { way, steps } of fresh)
    expect(steps).toEqual(firstSteps[way].map((step) => ({ step, done: false, record: null })));
  const packer = await app.hire(supplier.businessId, ['packer']);
  expect(await home(packer)).toMatchObject({ firstSteps: [], begun: false });
  await makeAccount(app, seller.businessId);
  expect(await done(seller, 'catalogue')).toEqual(['connectAccount']);
  await trade.packOne();
  expect((await home(seller)).firstSteps).toEqual([]);
  expect(await done(supplier, 'supply')).toEqual(firstSteps.supply.filter((step) => step !== 'bankData'));
  expect(await home(packer)).toMatchObject({ firstSteps: [], begun: true });
  await trade.enterBank();
  expect((await home(supplier)).firstSteps).toEqual([]);
});

test('first steps that were started come first, and the next step links to its record', async () => {
  const owner = await app.join('sales');
  const { productId, variationId } = await makeVariation(app, owner.businessId);
  expect(await stepsOf(owner, 'ownStock')).toMatchObject([
    { step: 'createProduct', done: true },
    { step: 'haveStock', done: false, record: productId },
    ...Array.from({ length: 3 }, () => ({ done: false })),
  ]);
  const { offers } = await owner.call(api.dropshipItems.createWithStock, {
    body: { lines: [{ variationId, quantity: 2 }] },
  });
  expect(await done(owner, 'ownStock')).toEqual(['createProduct', 'haveStock']);
  const made = await makeAdvertisement(owner, [{ id: offers[0] ?? 0 }]);
  const { firstSteps: ways } = await home(owner);
  expect(ways[0]?.way).toBe('ownStock');
  expect(ways[0]?.steps).toContainEqual({ step: 'publish', done: false, record: made.id });
  // An advertisement of own goods is no step of selling what suppliers have.
  expect(await done(owner, 'catalogue')).toEqual([]);
  const account = await makeAccount(app, owner.businessId);
  const own = await app.database.transact({ businessId: owner.businessId }, (tx) =>
    tx.db
      .selectFrom('dropship_items')
      .select(['id as offerId', 'stock_id as stockId', 'warehouse_id as warehouseId'])
      .where('business_id', '=', owner.businessId)
      .executeTakeFirstOrThrow(),
  );
  await makePublication(app, account, [{ ...own, supplierId: owner.businessId, price: 2990 }]);
  expect(await done(owner, 'ownStock')).toEqual(firstSteps.ownStock.filter((step) => step !== 'firstSale'));
  expect(await done(owner, 'catalogue')).toEqual(['connectAccount']);
  expect((await home(owner)).counts.dropshippings).toBe(0);
});

test('supplier and seller each see their own side of the same trade', async () => {
  await trade.packOne();
  const shelf = await makeShelf(app, trade.supplier, 20);
  const { supplier, seller } = trade;
  await makeBenchSale(app, { supplier, seller, shelf }, 1);

  const theirs = await home(supplier);
  expect(theirs.counts).toMatchObject({
    products: 2,
    volumes: 2,
    dropshippings: 2,
    partners: 1,
    dropinvoices: 1,
  });
  expect(theirs.counts).not.toHaveProperty('advertisements');
  expect(theirs.todo).toEqual([
    { kind: 'bankMissing', count: 1, warehouse: null },
    { kind: 'shipmentsPending', count: 1, warehouse: { id: shelf.warehouseId, name: expect.any(String) } },
    { kind: 'shipmentsCollect', count: 1, warehouse: null },
  ]);
  expect(theirs.days.at(-1)).toEqual({
    day: '2026-11-21',
    packed: 1,
    packedByMe: 0,
    packedCentavos: 5980,
  });

  const mine = await home(seller);
  // Offers and products of the supplier are readable to the seller without being the seller's.
  expect(mine.counts).toMatchObject({ advertisements: 2, products: 0, images: 0, volumes: 0, partners: 1 });
  expect(mine.days.at(-1)).toEqual({
    day: '2026-11-21',
    sales: 2,
    salesCentavos: 2 * 5980 + 5980,
  });
});

test('the home page lists open payments and receipts', async () => {
  await trade.supplier.call(api.bankAccount.update, { body: bank });
  const { id } = await trade.closedInvoice();
  expect(todo(await home(trade.seller))).toMatchObject({ invoicesUnpaid: 1 });
  app.clock.set('2026-11-30T12:00:00.000Z');
  const late = todo(await home(trade.seller));
  expect(late).toMatchObject({ invoicesOverdue: 1 });
  expect(late).not.toHaveProperty('invoicesUnpaid');
  await trade.pay(id);
  expect(todo(await home(trade.supplier))).toMatchObject({ proofs: 1 });
  expect(todo(await home(trade.supplier))).not.toHaveProperty('bankMissing');
  expect((await home(trade.seller)).counts).toMatchObject({ dropinvoices: 1 });
  await trade.supplier.call(api.dropinvoices.approve, { params: { id }, body: { bankRowSeen: true } });
  // Payables and receivables are what is still open between the two.
  for (const side of [trade.seller, trade.supplier])
    expect((await home(side)).counts).toMatchObject({ dropinvoices: 0 });
});

test('a sale that waits for its NF-e is named on the home page, also when the bench may begin with it', async () => {
  const { supplier, seller } = trade;
  const shelf = await makeShelf(app, supplier, 5);
  const sale = await makeBenchSale(app, { supplier, seller, shelf }, 1);
  const waiting = async () => todo(await home(seller)).ordersWithoutDocument;
  expect(await waiting()).toBeUndefined();
  for (const [status, document, count] of [
    ['waiting_separation', 'missing', 1],
    ['pending', 'missing', 1],
    ['pending', 'rejected', 1],
    ['pending', 'sent', undefined],
  ] as const) {
    await app.rows(
      seller.businessId,
      `update orders set status = '${status}', document = '${document}' where id = ${sale}`,
    );
    expect([status, document, await waiting()]).toEqual([status, document, count]);
  }
});

test('an active offer without stock', async () => {
  const shelf = await makeShelf(app, trade.supplier, 1);
  const offer = await makeOffer(trade.supplier, shelf);
  await trade.supplier.call(api.dropshipItems.update, { params: { id: offer.id }, body: { quantityCap: 0 } });
  expect(todo(await home(trade.supplier))).toMatchObject({ offersEmpty: 1 });
});

test('the floor sees its own warehouses and no money', async () => {
  const { supplier, seller } = trade;
  await trade.packOne();
  const here = await makeShelf(app, supplier, 20);
  await makeBenchSale(app, { supplier, seller, shelf: here }, 1);
  const elsewhere = await makeShelf(app, supplier, 20);
  await makeBenchSale(app, { supplier, seller, shelf: elsewhere }, 1);
  const packer = await app.hire(supplier.businessId, ['packer'], [here.warehouseId]);
  const dashboard = await home(packer);
  expect(dashboard.counts).toMatchObject({ volumes: 1 });
  const stockist = await app.hire(
    supplier.businessId,
    ['stockist'],
    [here.warehouseId, elsewhere.warehouseId],
  );
  expect((await home(stockist)).counts).toMatchObject({ volumes: 2, dropshippings: 2 });
  expect(dashboard.todo).toEqual([
    { kind: 'shipmentsPending', count: 1, warehouse: { id: here.warehouseId, name: expect.any(String) } },
  ]);
  expect(dashboard.days.at(-1)).toEqual({ day: '2026-11-21', packed: 0, packedByMe: 0 });
  expect((await home(trade.packer)).days.at(-1)).toMatchObject({ packed: 1, packedByMe: 1 });
  expect(JSON.stringify(dashboard)).not.toContain('entavos');
  expect(dashboard.counts).not.toHaveProperty('dropinvoices');
});

test("other businesses' acts change nothing", async () => {
  const bystanders = [await app.join('sales'), await app.join('supply'), await app.join('sales', ['packer'])];
  const before = await Promise.all(bystanders.map(home));
  await trade.packOne();
  const shelf = await makeShelf(app, trade.supplier, 20);
  await makeBenchSale(app, { supplier: trade.supplier, seller: trade.seller, shelf }, 1);
  app.clock.set(midnight);
  await trade.closeDay();
  app.clock.set('2026-11-21T15:00:00.000Z');
  expect(await Promise.all(bystanders.map(home))).toEqual(before);
});

/** A delivery on its way with a problem that somebody has reported. */
async function receiveAt(owner: Person, { warehouseId, variationId }: Shelf): Promise<void> {
  const { id } = await orderGoods(owner, warehouseId, [{ variationId, quantity: 4 }]);
  await owner.call(api.reportedProblems.create, {
    body: { requestId: id, kind: 'damaged', title: 'Caixa molhada' },
  });
}

describe('the work of a role comes first', () => {
  const kindsOf = async (person: Person) => (await home(person)).todo.map(({ kind }) => kind);

  test('a stockist reads deliveries, problems, put-backs and counts of the warehouses in reach', async () => {
    const { supplier, seller } = trade;
    const here = await makeShelf(app, supplier, 20);
    const elsewhere = await makeShelf(app, supplier, 20);
    for (const shelf of [here, elsewhere]) {
      await receiveAt(supplier, shelf);
      await supplier.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
    }
    await makeBenchSale(app, { supplier, seller, shelf: here }, 1);
    const stockist = await app.hire(supplier.businessId, ['stockist'], [here.warehouseId]);
    expect(await kindsOf(stockist)).toEqual([
      'receiptsWaiting',
      'problemsOpen',
      'countsOpen',
      'shipmentsPending',
    ]);
    expect(todo(await home(stockist))).toMatchObject({ receiptsWaiting: 1, problemsOpen: 1, countsOpen: 1 });
    expect(todo(await home(supplier))).toMatchObject({ receiptsWaiting: 2, problemsOpen: 2, countsOpen: 2 });
    const lists = await Promise.all([
      stockist.call(api.supplyRequestsOngoing.list, {}),
      stockist.call(api.supplyRequests.list, { query: { query: 'problem:true' } }),
      stockist.call(api.balances.list, { query: { query: 'state:open,recount' } }),
    ]);
    expect(lists.map(({ total }) => total)).toEqual([1, 1, 1]);
  });

  test('a packer reads the sale at hand before those that wait, and no work of the stock', async () => {
    const { supplier, seller } = trade;
    const shelf = await makeShelf(app, supplier, 20);
    const sell = await makeBenchSeller(app, { supplier, seller, shelf });
    const id = await sell(1);
    await sell(1);
    await receiveAt(supplier, shelf);
    const packer = await app.hire(supplier.businessId, ['packer'], [shelf.warehouseId]);
    await packer.call(api.checkout.startPicking, { params: { id } });
    expect(await kindsOf(packer)).toEqual(['shipmentsMine', 'shipmentsPending']);
  });

  test('the goods of a canceled sale are put back by those who take returns, as many lines as their list has', async () => {
    const { supplier, seller } = trade;
    const shelf = await makeShelf(app, supplier, 20);
    const id = await makeBenchSale(app, { supplier, seller, shelf }, 1);
    await packSale(supplier, id, shelf.sku, 1);
    await seller.call(api.orders.cancel, { params: { id }, body: { reason: 'desistiu' } });
    const stockist = await app.hire(supplier.businessId, ['stockist']);
    const { lines } = await stockist.call(api.returns.putBacks, {});
    expect(lines).toHaveLength(1);
    expect(todo(await home(stockist))).toMatchObject({ putBacks: 1 });
    expect(todo(await home(await app.hire(supplier.businessId, ['packer'])))).not.toHaveProperty('putBacks');
  });

  test('a seller sees late sales and payable invoices, and no work of the warehouse', async () => {
    await trade.enterBank();
    await trade.closedInvoice();
    app.clock.set('2026-11-30T12:00:00.000Z');
    const person = await app.hire(trade.seller.businessId, ['seller']);
    const kinds = await kindsOf(person);
    expect(kinds).toContain('invoicesOverdue');
    expect(kinds.filter((kind) => ['receiptsWaiting', 'countsOpen', 'putBacks'].includes(kind))).toEqual([]);
  });
});
