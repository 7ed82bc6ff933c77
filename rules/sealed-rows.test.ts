import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { marketplaceIds } from '#contract/marketplaces/marketplace.ts';
import { bank, makeTrade } from '#server/dropshipping/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { marketApp } from '#server/marketplaces/test/factory.ts';
import { buyEverywhere, publishEverywhere } from '#server/orders/test/all-marketplaces-factory.ts';
import { sealPlainRows } from '#server/seal-plain-rows.ts';
import { dumpTables } from '#server/test/dump-tables.ts';
import { openOwner } from '../faults/planted/stage.ts';

const market = await marketApp({ APP_URL: 'http://localhost:3000' });
const { app } = market;
const owner = await openOwner(app.databaseUrl);
afterAll(() => owner.end());

const pixKey = bank.pixKey.toLowerCase();
const buyerDocument = '11144477735';

async function secretsInTables(): Promise<string[]> {
  // The businesses of a test have the document of one of the buyers.
  await owner.query("update businesses set document = '11222333000181'");
  const dump = await dumpTables(owner);
  return [pixKey, bank.account, buyerDocument].filter((secret) => dump.includes(secret));
}

test('bank data, its copies in invoices and a buyer’s document are stored encrypted, including older rows', async () => {
  const trade = await makeTrade(app);
  const entered = await trade.enterBank();
  const shelf = await makeShelf(app, trade.supplier, 5);
  const offer = await makeOffer(trade.supplier, shelf, 2000);
  const line = { dropshipItemId: offer.id, quantity: 1, unitPriceCentavos: 2990 };
  const body = { buyerName: 'Rita', buyerDocument, paid: true, lines: [line] };
  const order = await trade.seller.call(api.orders.create, { body, key: 'sale' });
  const closed = await trade.closedInvoice();
  expect(closed).toMatchObject({ bank: { pixKey, account: bank.account } });
  expect(closed.pixCode).toContain(pixKey);
  expect(await secretsInTables()).toEqual([]);

  // As the previous release stored them.
  for (const table of ['supplier_bank_accounts', 'dropinvoices', 'orders', 'order_sources'])
    await owner.query(`alter table ${table} no force row level security`);
  await owner.query(
    'update supplier_bank_accounts set sealed = false, pix_key = $2, agency = $3, account = $4 where business_id = $1',
    [trade.supplier.businessId, pixKey, bank.agency, bank.account],
  );
  await owner.query('update dropinvoices set bank = $2, pix_code = $3 where id = $1', [
    closed.id,
    JSON.stringify(closed.bank),
    closed.pixCode,
  ]);
  await owner.query(
    `update orders set buyer_document_digest = null,
      buyer = buyer - 'sealedDocument' || jsonb_build_object('document', $2::text) where id = $1`,
    [order.id, buyerDocument],
  );
  await owner.query(
    `insert into order_sources (business_id, order_id, kind, body, received_at)
      select $1, $2, kind, jsonb_build_object('number', $3::text), now()
      from unnest(array['order', 'shipment', 'sla', 'billing']) kind`,
    [trade.seller.businessId, order.id, buyerDocument],
  );
  expect(await secretsInTables()).toEqual([pixKey, bank.account, buyerDocument]);

  await sealPlainRows(app.database);
  expect(await secretsInTables()).toEqual([]);
  const { version: _version, updatedAt: _at, ...same } = entered ?? {};
  expect(await trade.supplier.call(api.bankAccount.detail, {})).toMatchObject(same);
  expect(await trade.latest()).toMatchObject({ bank: closed.bank, pixCode: closed.pixCode });
  const found = await trade.seller.call(api.orders.list, { query: { query: buyerDocument } });
  expect(found.items.map(({ id }) => id)).toEqual([order.id]);
  const { rows } = await owner.query('select buyer from orders where id = $1', [order.id]);
  expect(rows).toMatchObject([{ buyer: { name: 'Rita', sealedDocument: expect.any(String) } }]);
});

test('no sale of any marketplace stores the buyer’s document in plain text, in whichever answer it arrived', async () => {
  app.clock.set(systemClock.now().toISOString());
  const [supplier, seller] = [await app.join('supply'), await app.join('sales')];
  await publishEverywhere(market, { supplier, seller, units: 9 });
  const sales = await buyEverywhere(market, seller);
  expect(sales.map(({ marketplace }) => marketplace).toSorted()).toEqual([...marketplaceIds].toSorted());
  const buyers = z
    .array(z.object({ document: z.string() }))
    .parse(await market.sandbox.control('GET', '/buyers'));
  const documents = buyers.map(({ document }) => document);
  for (const { id } of sales) {
    const { buyer } = await seller.call(api.orders.fiscalData, { params: { id } });
    expect(documents).toContain(buyer?.document);
  }
  const kept = await owner.query('select from order_sources where order_id = any ($1)', [
    sales.map(({ id }) => id),
  ]);
  expect(kept.rowCount).toBeGreaterThanOrEqual(2 * sales.length);
  // The businesses of a test have the document of one of the buyers.
  await owner.query("update businesses set document = '19131243000197'");
  const dump = await dumpTables(owner);
  expect(buyers.filter(({ document }) => dump.includes(document))).toEqual([]);
});
