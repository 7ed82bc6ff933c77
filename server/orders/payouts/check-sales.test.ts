import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { toDecimalText } from '#contract/money.ts';
import { workbookOf } from '#server/business/test/sheet-book.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { applyRemote, makeAccount, makePublication, remoteOrder } from '#server/orders/test/factory.ts';
import { type MarketplaceOrder, plainMoney } from '#server/outside/marketplaces/sale.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp({ LOG_LEVEL: 'silent' });
const supplier = await app.join('supply');
const seller = await app.join('sales');
const shelf = await makeShelf(app, supplier, 1000);
const { id: offerId } = await makeOffer(supplier, shelf, 2000);
const { stockId, warehouseId } = shelf;
const offer = { offerId, stockId, warehouseId, price: 2000, supplierId: supplier.businessId };

beforeAll(() => app.clock.set('2026-12-05T15:00:00.000Z'));

/** A sale of R$ 40,00 with a fee of R$ 1,00, unless it is changed. */
async function makeStage() {
  const account = await makeAccount(app, seller.businessId);
  const sold = await makePublication(app, account, [offer]);
  return {
    account,
    async sell(changes: Partial<MarketplaceOrder> = {}, saleFee: number | null = 100) {
      const remote = remoteOrder(sold, changes);
      const lines = remote.lines.map((line) => ({ ...line, saleFee }));
      const { id } = await applyRemote(app, account, { ...remote, lines });
      return { id, number: remote.remoteId };
    },
  };
}

type Row = { day?: string; number: string; amount: number; what?: string; fee?: number };

const csv = (text: string) => ({
  name: 'recebimentos.csv',
  bytes: Buffer.from(text),
  contentType: 'text/csv',
});

function released(rows: readonly Row[]) {
  const lines = rows.map(({ day = '2026-11-28', number, amount, what = 'payment', fee = 0 }) => {
    const money = [Math.max(0, amount), Math.max(0, -amount), fee].map(toDecimalText);
    return [`${day}T12:00:00.000-03:00`, `9${number}`, number, what, ...money].join(',');
  });
  const titles =
    'DATE,SOURCE_ID,EXTERNAL_REFERENCE,DESCRIPTION,NET_CREDIT_AMOUNT,NET_DEBIT_AMOUNT,MP_FEE_AMOUNT';
  return csv([titles, ...lines].join('\n'));
}

const monthOf = (account: number, month = '2026-11') =>
  seller.call(api.payouts.detail, { query: { account: String(account), month } });

const causesOf = async (account: number) =>
  (await monthOf(account)).findings.map(({ orderId, cause, differenceCentavos }) => ({
    ...{ orderId, cause, differenceCentavos },
  }));

test('a fee that the marketplace does not tell is the one that the report states', async () => {
  const { account, sell } = await makeStage();
  const [stated, less, silent] = [await sell({}, null), await sell({}, null), await sell({}, null)];
  const text = [
    'Data;Pedido;Valor líquido;Tarifa',
    `28/11/2026;${stated.number};37,50;2,50`,
    `28/11/2026;${less.number};36,00;2,50`,
    `28/11/2026;${silent.number};37,50;`,
  ].join('\n');
  const columns = { day: 0, saleNumber: 1, amount: 2, feeAmount: 3 };
  await seller.call(api.payoutFiles.create, { body: { accountId: account.id, columns }, files: [csv(text)] });
  expect(await causesOf(account.id)).toEqual([
    { orderId: silent.id, cause: 'unknown', differenceCentavos: -250 },
    { orderId: less.id, cause: 'unknown', differenceCentavos: -150 },
  ]);
  expect((await monthOf(account.id)).expectedCentavos).toBe(3750 + 3750 + 4000);
});

test('a sale that is refunded as a whole is owed nothing, although it is not canceled', async () => {
  const { account, sell } = await makeStage();
  const sale = await sell({ refunded: true, money: { ...plainMoney, refunded: 4000 } });
  const rows: Row[] = [
    { number: sale.number, amount: 3900, fee: 100 },
    { number: sale.number, amount: -3900, what: 'refund', fee: 100 },
  ];
  await seller.call(api.payoutFiles.create, { body: { accountId: account.id }, files: [released(rows)] });
  expect(await monthOf(account.id)).toMatchObject({ openCount: 0, expectedCentavos: 0, releasedCentavos: 0 });
});

test('the payment of a canceled sale that was not taken back is a missing refund', async () => {
  const { account, sell } = await makeStage();
  const sale = await sell({ phase: 'canceled', refunded: true, money: { ...plainMoney, refunded: 4000 } });
  const rows: Row[] = [{ number: sale.number, amount: 3900, fee: 100 }];
  await seller.call(api.payoutFiles.create, { body: { accountId: account.id }, files: [released(rows)] });
  expect(await causesOf(account.id)).toEqual([
    { orderId: sale.id, cause: 'refund', differenceCentavos: 3900 },
  ]);
});

test('a row of the income statement that only returns money is a refund', async () => {
  const { account, sell } = await makeStage();
  const sale = await sell({ money: { ...plainMoney, payout: 3900 } });
  const titles = [
    'ID do pedido',
    'ID do reembolso',
    'Data de conclusão do pagamento',
    'Quantia total lançada (R$)',
  ];
  const rows = [
    [...titles, 'Taxa de comissão líquida'],
    [sale.number, '-', '2026-11-20', 39, -1],
    [sale.number, 'RF1', '2026-11-24', -12.5, 0],
  ];
  const bytes = workbookOf([{ name: 'Renda', rows }]);
  const files = [{ name: 'Income.xlsx', bytes }];
  await seller.call(api.payoutFiles.create, { body: { accountId: account.id }, files });
  expect(await causesOf(account.id)).toEqual([
    { orderId: sale.id, cause: 'refund', differenceCentavos: -1250 },
  ]);
});

test('a closed month stays as it was, and later months count only what it has not counted', async () => {
  const { account, sell } = await makeStage();
  const [short, back] = [await sell(), await sell()];
  const send = (...rows: Row[]) =>
    seller.call(api.payoutFiles.create, { body: { accountId: account.id }, files: [released(rows)] });
  const body = { accountId: account.id, month: '2026-11' };
  await send(
    { number: short.number, amount: 3600, fee: 400 },
    { number: back.number, amount: 3898, fee: 100 },
    { number: '77', amount: 500 },
  );
  const { findings } = await monthOf(account.id);
  await seller.call(api.payouts.accept, {
    body: { ...body, keys: findings.map(({ key }) => key), note: 'Conferido' },
  });
  await seller.call(api.payouts.close, { body });
  const closed = await monthOf(account.id);
  expect(closed).toMatchObject({ openCount: 0, acceptedCount: 2, releasedCentavos: 7998 });
  await send(
    { day: '2026-12-02', number: short.number, amount: 240 },
    { day: '2026-12-03', number: back.number, amount: -2000, what: 'refund' },
  );
  expect(await monthOf(account.id)).toEqual({ ...closed, months: expect.any(Array) });
  const december = await monthOf(account.id, '2026-12');
  expect(december).toMatchObject({ expectedCentavos: 0, releasedCentavos: -1760, openCount: 2 });
  expect(december.findings).toMatchObject([
    { orderId: back.id, differenceCentavos: -2000 },
    { orderId: short.id, differenceCentavos: 240, expectedCentavos: 3600, releasedCentavos: 3840 },
  ]);
  // Reopened, it counts what is left of its sales, and no other month counts that again.
  await seller.call(api.payouts.reopen, { body });
  expect((await monthOf(account.id)).findings).toMatchObject([{ cause: 'no_sale' }]);
  expect((await monthOf(account.id, '2026-12')).findings).toMatchObject([
    { orderId: back.id, differenceCentavos: -2002, cause: 'refund' },
    { orderId: short.id, differenceCentavos: -60 },
  ]);
});
