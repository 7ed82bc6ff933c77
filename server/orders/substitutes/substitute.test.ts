import { beforeAll, expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import type { Actor } from '#server/http/session.ts';
import { makeOffer, makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { brokenInvariants } from '#server/inventory/test/shelf-model.ts';
import {
  applyRemote,
  makeAccount,
  makeBenchSeller,
  makePublication,
  packSale,
  remoteOrder,
} from '#server/orders/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { takeSubstitute } from './substitute.ts';

let app: TestApp;
let seller: Person;
let refuser: Person;
let partner: Person;

beforeAll(async () => {
  app = await testApp({ WEBHOOKS_TO_LOOPBACK: 'true' });
  seller = await app.join('sales');
  refuser = await app.join('supply');
  partner = await app.join('supply');
});

const at = (id: number) => ({ params: { id } });
const list = async (id: number) => (await seller.call(api.substitutes.list, at(id))).items;
const refusedAt = async (owner: Person) => (await owner.call(api.refusedSales.list, {})).items;
const stockOf = (owner: Person, shelf: Shelf) => owner.call(api.stock.detail, at(shelf.stockId));

type Called = { gtin?: string; name?: string; brand?: string };

/** Stock of a product with this name, and its offer. */
async function offered(owner: Person, called: Called, price: number, units = 10) {
  const shelf = await makeShelf(app, owner, units);
  await app.database.transact({ businessId: owner.businessId }, async (tx) => {
    await tx.db
      .updateTable('product_variations')
      .set({ gtin: called.gtin ?? '' })
      .where('id', '=', shelf.variationId)
      .execute();
    await tx.db
      .updateTable('products')
      .set({ name: called.name ?? `Produto ${shelf.sku}`, brand: called.brand ?? '' })
      .where('id', '=', shelf.productId)
      .execute();
  });
  return { shelf, offer: await makeOffer(owner, shelf, price) };
}

/** A paid sale of two units that its supplier has reserved. */
async function soldBy(owner: Person, called: Called, units = 10) {
  const { shelf, offer } = await offered(owner, called, 2990, units);
  await owner.call(api.dropshipItems.remove, at(offer.id));
  return { shelf, id: await (await makeBenchSeller(app, { supplier: owner, seller, shelf }))(2) };
}

const refuse = (id: number) =>
  refuser.call(api.checkout.refuse, { ...at(id), body: { reason: 'produto avariado' } });

it('a refused sale moves to another supplier, same GTIN first; stock, cost and invoice follow', async () => {
  const called = { gtin: '7891000315507', name: 'Caneca Esmaltada Azul', brand: 'Simula' };
  const { shelf, id } = await soldBy(refuser, called);
  expect(await list(id)).toEqual([]);
  const alike = await offered(partner, { name: 'Caneca Esmaltada Azul 350 ml', brand: 'simula' }, 2500);
  const same = await offered(partner, { gtin: called.gtin }, 3200);
  await offered(partner, { name: 'Caneca Esmaltada Azul', brand: 'Outra' }, 100);
  await offered(partner, { gtin: called.gtin }, 90, 1);
  await refuse(id);
  expect(await refuser.call(api.checkout.detail, at(id))).toMatchObject({
    ...{ status: 'canceled', refusedReason: 'produto avariado' },
  });
  const kept = { sale: id, cause: 'refused', reason: 'produto avariado', unitCount: 2 };
  expect(await refusedAt(refuser)).toMatchObject([{ ...kept, state: 'waiting' }]);

  const found = await list(id);
  expect(found.map((one) => [one.match, one.cost, one.parts[0]?.offer.id])).toEqual([
    ['gtin', 6400, same.offer.id],
    ['alike', 5000, alike.offer.id],
  ]);
  expect(found[0]).toMatchObject({ available: 5, own: false, scorecard: { sales: 0, refused: 0 } });
  const before = await seller.call(api.orders.detail, at(id));
  expect((found[0]?.margin ?? 0) - (before.money?.margin ?? 0)).toBe(2 * 2990 - 6400);

  const [best] = found;
  const body = { parts: (best?.parts ?? []).map(({ partId, offer }) => ({ partId, offer: offer.id })) };
  const moved = await seller.call(api.substitutes.take, { ...at(id), body });
  expect(moved).toMatchObject({ status: 'pending', reserve: 'firm', refusedAt: null });
  expect(moved).toMatchObject({ supplier: { id: partner.businessId }, money: { cost: 6400 } });
  expect(moved.events.map(({ kind }) => kind)).toContain('substituted');
  expect((await stockOf(refuser, shelf)).reserved).toBe(0);
  expect((await stockOf(partner, same.shelf)).reserved).toBe(2);
  expect((await refuser.refused(api.checkout.detail, at(id))).code).toBe('not_found');
  const items = '2 × Caneca Esmaltada Azul';
  expect(await refusedAt(refuser)).toMatchObject([{ ...kept, state: 'moved', items }]);
  expect(await refusedAt(partner)).toEqual([]);
  // Nothing is notified twice, and the second supplier does not see the events of the first.
  expect((await seller.refused(api.substitutes.take, { ...at(id), body })).code).toBe('state_conflict');
  const reported = (await partner.call(api.checkout.detail, at(id))).events.map(({ kind }) => kind);
  expect(reported).not.toContain('refused');
  expect(reported).not.toContain('substituted');

  await packSale(partner, id, same.shelf.sku, 2);
  const invoices = await partner.call(api.dropinvoices.list, {});
  expect(invoices.items).toMatchObject([{ totalCentavos: 6400, productQuantity: 2 }]);
  expect((await refuser.call(api.dropinvoices.list, {})).items).toEqual([]);
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('a short sale is shipped from elsewhere; the refusing supplier is remembered', async () => {
  const gtin = '7896094921306';
  const { id } = await soldBy(refuser, { gtin }, 1);
  const own = await offered(seller, { gtin }, 2000);
  const short = await seller.call(api.orders.detail, at(id));
  expect(short).toMatchObject({ status: 'waiting_approval', approvalReason: 'stock-short' });
  const [first] = await list(id);
  expect(first).toMatchObject({ own: true, warehouse: { id: own.shelf.warehouseId }, scorecard: null });
  const body = { parts: (first?.parts ?? []).map(({ partId, offer }) => ({ partId, offer: offer.id })) };
  const moved = await seller.call(api.substitutes.take, { ...at(id), body });
  expect(moved).toMatchObject({ status: 'pending', approvalReason: null, reserve: 'firm' });
  expect(await refusedAt(refuser)).toMatchObject([
    { sale: id, cause: 'short', state: 'moved', author: null },
    { state: 'moved' },
  ]);

  const other = await soldBy(partner, { gtin: '7891910000197' });
  await offered(refuser, { gtin: '7891910000197' }, 2000);
  await partner.call(api.checkout.refuse, { ...at(other.id), body: { reason: 'quebrou' } });
  expect((await list(other.id))[0]?.scorecard).toMatchObject({ refused: 1, sales: 0 });
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('two simultaneous moves move it once; refuses a canceled sale and an offer that was not shown', async () => {
  const gtin = '7894900011517';
  const { id } = await soldBy(refuser, { gtin });
  const { offer } = await offered(partner, { gtin }, 3000);
  const outsider = await offered(partner, {}, 1000);
  await refuse(id);
  const [found] = await list(id);
  const partId = found?.parts[0]?.partId ?? 0;
  const take = (offerId: number) => ({ ...at(id), body: { parts: [{ partId, offer: offerId }] } });
  expect((await seller.refused(api.substitutes.take, take(outsider.offer.id))).code).toBe(
    'offer_not_available',
  );
  const both = await Promise.allSettled([
    seller.call(api.substitutes.take, take(offer.id)),
    seller.call(api.substitutes.take, take(offer.id)),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);

  const canceled = await soldBy(refuser, { gtin });
  await refuse(canceled.id);
  await seller.call(api.orders.cancel, { ...at(canceled.id), body: { reason: 'desistiu' } });
  expect(await list(canceled.id)).toEqual([]);
  const body = { parts: [{ partId: 1, offer: offer.id }] };
  expect((await seller.refused(api.substitutes.take, { ...at(canceled.id), body })).code).toBe(
    'order_canceled',
  );
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('parts that need one offer are counted together; refuses one with too little for both, and moves nothing', async () => {
  const gtin = '7891149103102';
  const { shelf, offer } = await offered(refuser, { gtin }, 2990);
  const account = await makeAccount(app, seller.businessId);
  const sold = {
    ...{ offerId: offer.id, stockId: shelf.stockId, warehouseId: shelf.warehouseId },
    ...{ supplierId: refuser.businessId, price: 2990 },
  };
  const two = remoteOrder(await makePublication(app, account, [sold]), { quantity: 2 });
  const lines = two.lines.flatMap((line) => [line, { ...line, quantity: 1 }]);
  const { id } = await applyRemote(app, account, { ...two, lines });
  await refuse(id);
  const parts = (await seller.call(api.orders.detail, at(id))).lines.flatMap((line) => line.parts);
  expect(parts.map((part) => part.quantity)).toEqual([2, 1]);

  const scarce = await offered(partner, { gtin }, 1000, 2);
  const enough = await offered(partner, { gtin }, 3000, 7);
  expect((await list(id)).map((one) => [one.warehouse.id, one.available])).toEqual([
    [enough.shelf.warehouseId, 2],
  ]);
  const body = { parts: parts.map((part) => ({ partId: part.id, offer: scarce.offer.id })) };
  expect((await seller.refused(api.substitutes.take, { ...at(id), body })).code).toBe('insufficient_stock');
  expect((await stockOf(partner, scarce.shelf)).reserved).toBe(0);
  // The units are on hand, but the supplier sells no more than two of them.
  const capped = await offered(partner, { gtin }, 900, 50);
  await partner.call(api.dropshipItems.update, { ...at(capped.offer.id), body: { quantityCap: 2 } });
  const overCap = { parts: parts.map((part) => ({ partId: part.id, offer: capped.offer.id })) };
  expect((await seller.refused(api.substitutes.take, { ...at(id), body: overCap })).code).toBe(
    'insufficient_stock',
  );
  const kept = await seller.call(api.orders.detail, at(id));
  expect([kept.supplier?.id, kept.refusedAt === null]).toEqual([refuser.businessId, false]);
});

it('only the seller of a sale moves it; one that was on an invoice says so', async () => {
  const gtin = '7898080640222';
  const { shelf, id } = await soldBy(refuser, { gtin });
  const { offer } = await offered(partner, { gtin }, 3000);
  await packSale(refuser, id, shelf.sku, 2);
  await refuser.call(api.checkout.reset, { ...at(id), body: { reason: 'etiqueta errada' } });
  await refuser.call(api.checkout.cancel, at(id));
  await refuse(id);
  expect(await seller.call(api.substitutes.list, at(id))).toEqual({ items: [], invoiced: true });
  const body = { parts: [{ partId: 1, offer: offer.id }] };
  expect((await seller.refused(api.substitutes.take, { ...at(id), body })).code).toBe('state_conflict');

  const other = await soldBy(refuser, { gtin });
  await refuse(other.id);
  const asRefuser = { ...at(other.id), body };
  expect((await refuser.refused(api.substitutes.take, asRefuser)).code).toBe('forbidden');
  // Even if a fulfiller had the permission by mistake, it moves no sale of another business.
  const { businessId, userId } = refuser;
  const actor = { businessId, userId, roles: ['owner'] } as Actor;
  await expect(
    app.database.transact({ businessId }, (tx) => takeSubstitute(tx, actor, other.id, body)),
  ).rejects.toMatchObject({ code: 'not_found' });
});

it('the new supplier gets the sale as a new one, and the refusing supplier gets no more notifications', async () => {
  const gtin = '7896004003979';
  const body = { url: 'http://127.0.0.1:9/', topics: ['sales' as const] };
  for (const owner of [refuser, partner]) await owner.call(api.webhooks.create, { body });
  const reported = async (owner: Person) =>
    (await owner.call(api.webhookDeliveries.list, {})).items.map(({ type }) => type);
  await soldBy(partner, {});
  const ofNew = await reported(partner);
  expect(ofNew).toContain('sale.released');
  const { id } = await soldBy(refuser, { gtin });
  const { offer } = await offered(partner, { gtin }, 3000);
  await refuse(id);
  const before = await reported(refuser);
  const parts = ((await list(id))[0]?.parts ?? []).map(({ partId }) => ({ partId, offer: offer.id }));
  await seller.call(api.substitutes.take, { ...at(id), body: { parts } });
  expect((await reported(partner)).slice(0, -ofNew.length)).toContain('sale.released');
  expect(await reported(refuser)).toEqual(before);
});
