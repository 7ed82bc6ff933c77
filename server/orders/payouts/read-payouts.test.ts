import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addMinutes, dayOf, systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { toDecimalText } from '#contract/money.ts';
import { workbookOf } from '#server/business/test/sheet-book.ts';
import { jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { drain, drainLater, marketApp, misbehave, remoteItems } from '#server/marketplaces/test/factory.ts';
import { publishEverywhere } from '#server/orders/test/all-marketplaces-factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { sweepOrders } from '../sync/sweep.ts';
import { sweepPayouts } from './read-payouts.ts';

const market = await marketApp({ APP_URL: 'http://localhost:3000', LOG_LEVEL: 'silent' });
const { app, sandbox } = market;
/** The twelfth of the next month, so that the days of the tests are in one month. */
const now = systemClock.now();
const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 12, 15));
await sandbox.control('POST', '/clock', { seconds: (start.getTime() - now.getTime()) / 1000 });
app.clock.set(addMinutes(start, 1).toISOString());
const supplier = await app.join('supply');
const seller = await app.join('sales');
await publishEverywhere(market, { supplier, seller, units: 200 });
const { items: accounts } = await seller.call(api.marketplaceAccounts.list, { query: {} });
const idOf = (marketplace: string) =>
  accounts.find((account) => account.marketplace.id === marketplace)?.id ?? 0;
const accountOf = { released: idOf('mercado-livre'), income: idOf('shopee'), none: idOf('nuvemshop') };
const [ad] = await remoteItems(sandbox);
const [shopItem] = z
  .array(z.object({ item_id: z.number() }))
  .parse(await sandbox.control('GET', '/shopee/items'));

afterEach(() => sandbox.control('DELETE', '/faults'));

const orders = z.object({ orders: z.array(z.object({ id: z.number(), shipmentId: z.number() })) });
const shopOrder = z.object({ order: z.object({ sn: z.string() }) });

/** A delivered sale at each of two marketplaces, known here, on a day that is over afterwards. */
async function sellYesterday() {
  const bought = orders.parse(await sandbox.control('POST', '/purchases', { itemId: ad?.id, quantity: 1 }));
  for (const { shipmentId } of bought.orders)
    await sandbox.control('POST', `/shipments/${shipmentId}/advance`, { status: 'delivered' });
  const shop = { itemId: shopItem?.item_id, quantity: 1, channelId: 90_016 };
  const { order } = shopOrder.parse(await sandbox.control('POST', '/shopee/purchases', shop));
  await withAccount(jobAccountContext(jobOf(app), seller.businessId), accountOf.income, async (session) =>
    session.marketplace.parcels.arrange?.(session, order.sn),
  );
  for (const _ of ['sent', 'there', 'confirmed'])
    await sandbox.control('POST', `/shopee/orders/${order.sn}/advance`);
  await sweepOrders(jobOf(app));
  await drain(app);
  const day = dayOf(app.clock.now());
  await turn(24 * 60);
  await sweepOrders(jobOf(app));
  await drain(app);
  return { day, released: String(bought.orders[0]?.id), income: order.sn };
}

/** The nightly reading, until the marketplace has prepared its report. */
async function readAtNight() {
  await sweepPayouts(jobOf(app));
  await passMinutes();
}

async function passMinutes() {
  for (let n = 0; n < 3; n++) {
    await drainLater(app);
    await turn(6);
  }
}

async function turn(minutes: number) {
  app.clock.advance(minutes);
  await sandbox.control('POST', '/clock', { seconds: minutes * 60 });
}

const readingOf = (id: number) => seller.call(api.payoutReadings.detail, { params: { id } });
const readNow = (id: number) => seller.call(api.payoutReadings.read, { params: { id } });
const linesOf = async (id: number) =>
  (await seller.call(api.payoutLines.list, { query: { query: `account:${id}` } })).items;
const filesOf = async (id: number) =>
  (await seller.call(api.payoutFiles.list, { query: { query: `account:${id}` } })).items;
const monthOf = (id: number, day: string) =>
  seller.call(api.payouts.detail, { query: { account: String(id), month: day.slice(0, 7) } });
const upload = (accountId: number, name: string, bytes: Buffer) =>
  seller.call(api.payoutFiles.create, {
    body: { accountId },
    files: [{ name, bytes, contentType: 'application/octet-stream' }],
  });

describe('payouts by API', () => {
  test('each sale has its line, nothing differs, and a second reading changes nothing', async () => {
    const sold = await sellYesterday();
    await readAtNight();
    for (const kind of ['released', 'income'] as const) {
      const id = accountOf[kind];
      expect(await readingOf(id)).toMatchObject({
        ...{ isTold: true, isReading: false, through: sold.day, failure: null },
      });
      const lines = await linesOf(id);
      expect(lines).toMatchObject([{ day: sold.day, number: sold[kind], kind: 'sale' }]);
      expect(lines[0]?.orderId).not.toBeNull();
      expect((await monthOf(id, sold.day)).findings).toEqual([]);
      expect(await filesOf(id)).toMatchObject([{ by: null, lineCount: 1, firstDay: sold.day }]);
      await readNow(id);
      expect(await readingOf(id)).toMatchObject({ isReading: true });
      await passMinutes();
      expect(await readingOf(id)).toMatchObject({ isReading: false, failure: null });
      expect(await linesOf(id)).toEqual(lines);
      expect(await filesOf(id)).toHaveLength(1);
    }
  });

  test('a line of an uploaded file of the same kind and of a reading is one, in both orders', async () => {
    const [released] = await linesOf(accountOf.released);
    const [income] = await linesOf(accountOf.income);
    // The panel of the payment service writes other columns than the report that is read.
    const report = [
      'DATE;SOURCE_ID;RECORD_TYPE;DESCRIPTION;NET_CREDIT_AMOUNT;NET_DEBIT_AMOUNT',
      `${released?.day}T12:00:00.000-03:00;${released?.reference};release;${released?.text};${toDecimalText(released?.amountCentavos ?? 0)};0.00`,
    ].join('\n');
    expect(await upload(accountOf.released, 'liberacoes.csv', Buffer.from(`${report}\n`))).toMatchObject({
      ...{ lineCount: 0, knownCount: 1 },
    });
    const sold = await sellYesterday();
    const statement = (rows: readonly { number: string; day: string; amountCentavos: number }[]) =>
      workbookOf([
        {
          name: 'Renda',
          rows: [
            [
              'Ver',
              'ID do pedido',
              'ID do reembolso',
              'Tipo de pedido',
              'Data de conclusão do pagamento',
              'Quantia total lançada (R$)',
              'Taxa de comissão líquida',
            ],
            ...rows.map((row) => [
              'Order',
              row.number,
              '-',
              'Pedido normal',
              row.day,
              row.amountCentavos / 100,
              -3,
            ]),
          ],
        },
      ]);
    const { items } = await seller.call(api.orders.list, { query: { query: `number:${sold.income}` } });
    const sale = await seller.call(api.orders.detail, { params: { id: items[0]?.id ?? 0 } });
    const rows = [
      { number: income?.number ?? '', day: income?.day ?? '', amountCentavos: income?.amountCentavos ?? 0 },
      { number: sold.income, day: sold.day, amountCentavos: sale.money?.payout ?? 0 },
    ];
    expect(await upload(accountOf.income, 'renda.xlsx', Buffer.from(statement(rows)))).toMatchObject({
      ...{ lineCount: 1, knownCount: 1 },
    });
    await readAtNight();
    expect(await linesOf(accountOf.income)).toHaveLength(2);
    expect((await monthOf(accountOf.income, sold.day)).findings).toEqual([]);
    expect(await linesOf(accountOf.released)).toHaveLength(2);
  });

  test('a token without the permission is a failure that says so, and the account stays connected', async () => {
    for (const kind of ['forbidden-403', 'unauthorized-401']) {
      await misbehave(sandbox, { kind, path: '/v1/account/*', times: 20 });
      await readNow(accountOf.released);
      await drain(app);
      expect(await readingOf(accountOf.released)).toMatchObject({
        ...{ isReading: false, failure: 'not_allowed', failedAt: expect.any(String) },
      });
      const account = await seller.call(api.marketplaceAccounts.detail, {
        params: { id: accountOf.released },
      });
      expect(account.state).toBe('connected');
      await sandbox.control('DELETE', '/faults');
    }
    await readNow(accountOf.released);
    await passMinutes();
    expect(await readingOf(accountOf.released)).toMatchObject({ failure: null, failedAt: null });
  });

  test('an outage is retried by the queue, and shown when its attempts are used up', async () => {
    await misbehave(sandbox, { kind: 'error-500', path: '/v1/account/*', times: 1 });
    await readNow(accountOf.released);
    await drain(app);
    expect(await readingOf(accountOf.released)).toMatchObject({ isReading: true, failure: null });
    await passMinutes();
    expect(await readingOf(accountOf.released)).toMatchObject({ isReading: false, failure: null });
    await misbehave(sandbox, { kind: 'error-500', path: '/v1/account/*' });
    await readNow(accountOf.released);
    for (let n = 0; n < 6; n++) await passMinutes();
    expect(await readingOf(accountOf.released)).toMatchObject({ isReading: false, failure: 'no_answer' });
  });

  test('a report that the marketplace does not finish is given up after two hours', async () => {
    await turn(24 * 60);
    await readNow(accountOf.released);
    await drain(app);
    await turn(121);
    await drainLater(app);
    expect(await readingOf(accountOf.released)).toMatchObject({ isReading: false, failure: 'not_ready' });
  });

  test('an account with lines of another report, or with new lines in a closed month, is left as it was', async () => {
    const sold = await sellYesterday();
    const month = sold.day.slice(0, 7);
    await turn(21 * 24 * 60);
    const { income } = accountOf;
    await seller.call(api.payouts.close, { body: { accountId: income, month } });
    const before = await linesOf(income);
    await readAtNight();
    expect(await readingOf(income)).toMatchObject({ failure: 'month_closed' });
    expect(await linesOf(income)).toEqual(before);
    await seller.call(api.payouts.reopen, { body: { accountId: income, month } });
    await readNow(income);
    await passMinutes();
    expect(await readingOf(income)).toMatchObject({ failure: null });
    expect(await linesOf(income)).toHaveLength(before.length + 1);
    for (const { id } of await filesOf(income)) await seller.call(api.payoutFiles.remove, { params: { id } });
    const table = `Data;Pedido;Valor\n${sold.day};${sold.income};10,00\n`;
    await seller.call(api.payoutFiles.create, {
      body: { accountId: income, columns: { day: 0, saleNumber: 1, amount: 2 } },
      files: [{ name: 'repasses.csv', bytes: Buffer.from(table), contentType: 'text/csv' }],
    });
    // Nothing is requested that could not be stored.
    await sandbox.control('POST', '/shopee/faults', { kind: 'error-server', path: '/payment/*' });
    await readNow(income);
    await passMinutes();
    await sandbox.control('DELETE', '/shopee/faults');
    expect(await readingOf(income)).toMatchObject({ failure: 'report_differs' });
    expect(await linesOf(income)).toMatchObject([{ amountCentavos: 1000 }]);
  });

  test('a marketplace without payouts says so, is never read, and its lines find sales that arrive later', async () => {
    const { none } = accountOf;
    expect(await readingOf(none)).toMatchObject({ isTold: false, readAt: null, failure: null });
    const refused = await seller.refused(api.payoutReadings.read, { params: { id: none } });
    expect(refused.code).toBe('state_conflict');
    const other = await app.join('sales');
    for (const endpoint of [api.payoutReadings.detail, api.payoutReadings.read])
      expect((await other.refused(endpoint, { params: { id: none } })).code).toBe('not_found');
    const [product] = z
      .array(z.object({ id: z.number() }))
      .parse(await sandbox.control('GET', '/nuvemshop/products'));
    const bought = await sandbox.control('POST', '/nuvemshop/purchases', {
      productId: product?.id,
      quantity: 1,
    });
    const { order } = z.object({ order: z.object({ id: z.union([z.string(), z.number()]) }) }).parse(bought);
    const table = `Data;Pedido;Valor\n10/10/2026;${order.id};10,00\n`;
    await seller.call(api.payoutFiles.create, {
      body: { accountId: none, columns: { day: 0, saleNumber: 1, amount: 2 } },
      files: [{ name: 'repasses.csv', bytes: Buffer.from(table), contentType: 'text/csv' }],
    });
    expect(await linesOf(none)).toMatchObject([{ orderId: null }]);
    await turn(1);
    await sweepOrders(jobOf(app));
    await drain(app);
    await readAtNight();
    expect(await linesOf(none)).toMatchObject([{ orderId: expect.any(Number) }]);
  });
});
