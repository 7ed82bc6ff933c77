import { afterAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { bank, makeTrade } from '#server/dropshipping/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { sealPlainRows } from '#server/seal-plain-rows.ts';
import { testApp } from '#server/test/app.ts';
import { dumpTables } from '#server/test/dump-tables.ts';
import { openOwner } from '../faults/planted/stage.ts';

const app = await testApp();
const owner = await openOwner(app.databaseUrl);
afterAll(() => owner.end());

const pixKey = bank.pixKey.toLowerCase();
const buyerDocument = '11144477735';

async function secretsInTables(): Promise<string[]> {
  const dump = await dumpTables(owner);
  return [pixKey, bank.account, buyerDocument].filter((secret) => dump.includes(secret));
}

test('bank data, what an invoice copied of them and a buyer’s document are stored encrypted, also those from before', async () => {
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

  // As the release before left them.
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
    `update orders set buyer = buyer - 'sealedDocument' || jsonb_build_object('document', $2::text) where id = $1`,
    [order.id, buyerDocument],
  );
  await owner.query(
    `insert into order_sources (business_id, order_id, kind, body, received_at)
      values ($1, $2, 'billing', jsonb_build_object('number', $3::text), now())`,
    [trade.seller.businessId, order.id, buyerDocument],
  );
  expect(await secretsInTables()).toEqual([pixKey, bank.account, buyerDocument]);

  await sealPlainRows(app.database, app.env.secretKey);
  expect(await secretsInTables()).toEqual([]);
  const { version: _version, updatedAt: _at, ...same } = entered ?? {};
  expect(await trade.supplier.call(api.bankAccount.detail, {})).toMatchObject(same);
  expect(await trade.latest()).toMatchObject({ bank: closed.bank, pixCode: closed.pixCode });
  const { rows } = await owner.query('select buyer from orders where id = $1', [order.id]);
  expect(rows).toMatchObject([{ buyer: { name: 'Rita', sealedDocument: expect.any(String) } }]);
});
