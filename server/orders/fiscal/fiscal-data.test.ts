import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Role } from '#contract/permissions.ts';
import { makeKey } from '#server/business/test/key-factory.ts';
import { makeOffer, makeShelf, makeWarehouse, type Shelf } from '#server/inventory/test/factory.ts';
import { applySale } from '#server/orders/sale/apply-order.ts';
import { eraseBuyersTask } from '#server/orders/sale/erase-buyers.ts';
import type { SaleAccount } from '#server/orders/sync/sale-source.ts';
import {
  jobOf,
  makeAccount,
  makePublication,
  remoteOrder,
  remoteShipment,
} from '#server/orders/test/factory.ts';
import { type BuyerBilling, unknownBilling } from '#server/outside/marketplaces/billing.ts';
import {
  type MarketplaceOrder,
  type MarketplaceSale,
  plainMoney,
} from '#server/outside/marketplaces/sale.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let supplier: Person;
let seller: Person;
let account: SaleAccount;

beforeAll(async () => {
  app = await testApp();
  [supplier, seller] = [await app.join('supply'), await app.join('sales')];
  account = await makeAccount(app, seller.businessId);
});

const cnpj = '11222333000181';
const codes = { ncm: '69120000', cest: '1400100', origin: 0, taxUnit: 'UN' };
const receiver = {
  ...{ name: 'Recepção', street: 'Rua Chile', number: '22', complement: 'loja 1' },
  ...{ neighborhood: 'Centro', city: 'Salvador', state: 'Bahia', zip: '40010000' },
};
const company: BuyerBilling = {
  ...{ name: 'Ateliê Ipê Ltda', otherDocument: null, taxpayer: 'taxpayer', stateRegistration: '0962998877' },
  address: {
    ...{ street: 'Avenida Ipiranga', number: '40', complement: '', neighborhood: 'Praia de Belas' },
    ...{ city: 'Porto Alegre', state: 'RS', zip: '90160090', country: 'BR' },
  },
};

let minutes = 0;
const oneMinuteLater = (at: Date) => new Date(at.getTime() + ++minutes * 60_000);

/** Applies the marketplace's report; returns the id of the sale. */
function report(remote: MarketplaceOrder, more: Partial<MarketplaceSale> = {}): Promise<number> {
  const updatedAt = oneMinuteLater(remote.updatedAt);
  const shipment = remoteShipment({ shipmentId: remote.shipmentId ?? '', receiver, updatedAt });
  return app.database.transact({ businessId: account.businessId }, async (tx) => {
    await applySale(tx, account, { orders: [{ ...remote, updatedAt }], shipment, ...more });
    const { id } = await tx.db
      .selectFrom('orders')
      .select('id')
      .where('remote_order_id', '=', remote.remoteId)
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Sells the goods of these stocks as one ad, two of it at R$ 25,05 each. */
async function sell(shelves: readonly { shelf: Shelf; quantity?: number; owner?: Person }[]) {
  const offers = [];
  for (const { shelf, quantity = 1, owner = supplier } of shelves) {
    const { id: offerId } = await makeOffer(owner, shelf);
    const { stockId, warehouseId } = shelf;
    offers.push({ offerId, stockId, supplierId: owner.businessId, warehouseId, price: 2990, quantity });
  }
  const sold = await makePublication(app, account, offers);
  const order = remoteOrder(sold, { quantity: 2, shipmentId: `88${++minutes}` });
  return {
    ...order,
    lines: order.lines.map((line) => ({ ...line, unitPrice: 2505 })),
    total: 5010,
  };
}

async function shelfWithCodes(owner = supplier, taxed: object = codes, place = makeWarehouse(owner)) {
  const shelf = await makeShelf(app, owner, 50, place);
  const { productId } = shelf;
  const { version } = await owner.call(api.products.detail, { params: { id: productId } });
  await owner.call(api.products.update, { params: { id: productId }, body: taxed, version });
  return shelf;
}

const read = (id: number, who: Pick<Person, 'call'> = seller) =>
  who.call(api.orders.fiscalData, { params: { id } });

test('has company, both addresses, codes of the supplier’s goods, and totals in centavos', async () => {
  const shelf = await shelfWithCodes();
  const order = await sell([{ shelf }]);
  const money = { ...plainMoney, sellerDiscount: 510, freightCharged: 1850 };
  const notes = { storeNumber: '306', buyer: '', seller: '' };
  const id = await report({ ...order, total: 4500, money, notes }, { billing: company, buyerDocument: cnpj });
  expect(await read(id)).toMatchObject({
    ...{ id, remoteOrderId: order.remoteId, storeNumber: '306', erasedAt: null },
    buyer: {
      ...{ name: 'Ateliê Ipê Ltda', document: cnpj, taxpayer: 'taxpayer', stateRegistration: '0962998877' },
      billingAddress: company.address,
      isBilledToDelivery: false,
      delivery: { name: 'Recepção', street: 'Rua Chile', city: 'Salvador', state: 'BA', zip: '40010000' },
    },
    lines: [
      {
        ...{ title: 'Caneca Esmaltada', quantity: 2, unitPriceCentavos: 2505, totalCentavos: 5010 },
        goods: [
          {
            ...{ product: null, sku: shelf.sku, quantity: 2, totalCentavos: 5010 },
            ...{ ncm: '69120000', cest: '1400100', origin: 0, unit: 'UN' },
          },
        ],
      },
    ],
    totals: { goodsCentavos: 5010, discountCentavos: 510, freightCentavos: 1850, totalCentavos: 6350 },
    gaps: [],
  });
});

test('splits the amount of a kit over its goods by their costs, to the centavo, and links own products', async () => {
  const own = { ...codes, ncm: '39241000' };
  const place = makeWarehouse(seller);
  const [one, other] = [await shelfWithCodes(seller, own, place), await shelfWithCodes(seller, own, place)];
  const order = await sell([
    { shelf: one, owner: seller, quantity: 2 },
    { shelf: other, owner: seller },
  ]);
  const id = await report(order, { billing: company, buyerDocument: cnpj });
  const { lines } = await read(id);
  const goods = lines.flatMap((line) => line.goods);
  expect(goods.map(({ product, ncm, quantity }) => [product?.id, ncm, quantity])).toEqual([
    [one.productId, '39241000', 4],
    [other.productId, '39241000', 2],
  ]);
  expect(goods.map(({ totalCentavos }) => totalCentavos)).toEqual([3340, 1670]);
});

test('names what is missing: nothing known of the buyer, goods without codes, an amount that does not add up', async () => {
  const shelf = await makeShelf(app, supplier, 9);
  const order = await sell([{ shelf }]);
  const id = await report({ ...order, total: 5009 }, { shipment: null });
  const found = await read(id);
  expect(found.gaps).toEqual(['document', 'name', 'address', 'ncm', 'origin', 'unit', 'amounts']);
  expect(found.buyer).toMatchObject({ name: '', document: null, billingAddress: null, delivery: null });
});

test('a person is no taxpayer, a company of unknown status is asked for, an unlinked ad has no goods', async () => {
  const unsold = { itemId: 'MLB9', variationId: '9', sku: 'X', cost: 100 };
  const person = await report(remoteOrder(unsold, { shipmentId: '771' }), { buyerDocument: '52998224725' });
  expect(await read(person)).toMatchObject({
    buyer: { name: 'Recepção', taxpayer: 'not_taxpayer', isBilledToDelivery: true },
    lines: [{ goods: [] }],
    gaps: ['composition'],
  });
  const unknown = await report(remoteOrder(unsold, { shipmentId: '772' }), { buyerDocument: cnpj });
  expect((await read(unknown)).gaps).toEqual(['taxpayer', 'composition']);
});

test('keeps known billing data if a later report masks it, and takes a new address whole', async () => {
  const order = await sell([{ shelf: await shelfWithCodes() }]);
  const id = await report(order, { billing: company, buyerDocument: cnpj });
  await report(order, { billing: null, buyerDocument: null });
  await report(order, { billing: { ...unknownBilling, name: 'Ipê Cerâmica Ltda' } });
  expect((await read(id)).buyer).toMatchObject({
    ...{ name: 'Ipê Cerâmica Ltda', document: cnpj, stateRegistration: '0962998877' },
    billingAddress: company.address,
  });
});

test('erases it with the buyer, and accepts none afterwards', async () => {
  const order = await sell([{ shelf: await shelfWithCodes() }]);
  const id = await report(order, { billing: company, buyerDocument: cnpj });
  const canceled = { ...order, phase: 'canceled' as const };
  await report(canceled, { billing: company });
  await eraseBuyersTask(jobOf(app), {
    ...{ businessId: seller.businessId, accountId: account.id, orders: [order.remoteId] },
  });
  await report(canceled, { billing: company, buyerDocument: cnpj });
  const found = await read(id);
  expect(found).toMatchObject({ buyer: null, erasedAt: expect.any(String), gaps: [] });
  expect(JSON.stringify(found)).not.toContain('Ipê');
});

describe('the right to buyers’ documents', () => {
  let id: number;
  beforeAll(async () => {
    id = await report(await sell([{ shelf: await shelfWithCodes() }]), {
      billing: company,
      buyerDocument: cnpj,
    });
  });

  test.each<[Role, boolean]>([
    ['owner', true],
    ['administrator', true],
    ['seller', true],
    ['stockist', false],
    ['packer', false],
    ['distributor', false],
  ])('%s reads and finds by document: %s', async (role, may) => {
    const person = await app.hire(seller.businessId, [role]);
    const find = async () =>
      (await person.call(api.orders.list, { query: { query: cnpj } })).items.map((row) => row.id);
    if (may) {
      expect((await read(id, person)).buyer?.document).toBe(cnpj);
      expect(await find()).toContain(id);
    } else {
      expect((await person.refused(api.orders.fiscalData, { params: { id } })).code).toBe('forbidden');
      expect(await find()).toEqual([]);
    }
  });

  test('a supplier never gets it, and a sale of another seller is not found', async () => {
    expect((await supplier.refused(api.orders.fiscalData, { params: { id } })).code).toBe('forbidden');
    const bench = JSON.stringify(await supplier.call(api.checkout.detail, { params: { id } }));
    expect(bench).toContain('Recepção');
    expect(bench).not.toContain(cnpj);
    expect(bench).not.toContain('0962998877');
    const other = await app.join('sales');
    expect((await other.refused(api.orders.fiscalData, { params: { id } })).code).toBe('not_found');
  });

  test('a key of a seller reads it; the page of a sale shows no document; each reading is in the trail', async () => {
    const key = await makeKey(seller, 'seller');
    expect((await read(id, app.withToken(key.token))).buyer?.document).toBe(cnpj);
    const page = JSON.stringify(await seller.call(api.orders.detail, { params: { id } }));
    expect(page).not.toContain(cnpj);
    const trail = await app.rows(
      seller.businessId,
      `select user_id, api_key_id, entity_id from audit_entries where endpoint = 'orders.fiscalData'
        and entity_id = '${id}' order by id desc limit 1`,
    );
    expect(trail).toEqual([{ user_id: seller.userId, api_key_id: key.id, entity_id: String(id) }]);
  });

  test('the declaration of the parcel names the delivery address and the sold lines', async () => {
    await app.rows(seller.businessId, `update orders set document = 'not_required' where id = ${id}`);
    const { recipient, items } = await seller.call(api.contentDeclarations.create, { body: { orderId: id } });
    expect(recipient).toMatchObject({ name: 'Recepção', document: cnpj, street: 'Rua Chile', state: 'BA' });
    expect(items).toEqual([{ name: 'Caneca Esmaltada', quantity: 2, valueCentavos: 5010 }]);
  });
});
