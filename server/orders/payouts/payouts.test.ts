import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { toDecimalText } from '#contract/money.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  applyRemote,
  makeAccount,
  makePublication,
  remoteOrder,
  remoteShipment,
  type Sold,
} from '#server/orders/test/factory.ts';
import { type MarketplaceOrder, plainMoney } from '#server/outside/marketplaces/sale.ts';
import { testApp } from '#server/test/app.ts';
import { payoutSheetFile } from './payout-sheet.ts';

const app = await testApp({ LOG_LEVEL: 'silent' });
const supplier = await app.join('supply');
const seller = await app.join('sales');
const shelf = await makeShelf(app, supplier, 1000);
const { id: offerId } = await makeOffer(supplier, shelf, 2000);
const offer = {
  ...{ offerId, stockId: shelf.stockId, warehouseId: shelf.warehouseId, price: 2000 },
  supplierId: supplier.businessId,
};

beforeAll(() => app.clock.set('2026-12-05T15:00:00.000Z'));

async function makeStage() {
  const account = await makeAccount(app, seller.businessId);
  const sold: Sold = await makePublication(app, account, [offer]);
  /** A sale of R$ 40,00 with a fee of R$ 1,00. */
  const sell = async (changes: Partial<MarketplaceOrder> = {}) => {
    const remote = remoteOrder(sold, changes);
    const { id } = await applyRemote(app, account, remote);
    return { id, number: remote.remoteId, remote };
  };
  return { account, sell };
}

type Row = {
  day?: string;
  number?: string;
  amount: number;
  what?: string;
  reference?: string;
  fee?: number;
  freight?: number;
};

/** A report of released money. */
function report(rows: readonly Row[]) {
  const lines = rows.map(({ day = '2026-11-28', number = '', amount, what = 'payment', ...more }, index) => {
    const text = toDecimalText(Math.abs(amount));
    const parts = [more.fee, more.freight].map((part) => (part === undefined ? '' : toDecimalText(part)));
    const money = amount < 0 ? ['0.00', text] : [text, '0.00'];
    const reference = more.reference ?? `90${index}`;
    return [`${day}T12:00:00.000-03:00`, reference, number, 'release', what, ...money, ...parts].join(',');
  });
  const titles =
    'DATE,SOURCE_ID,EXTERNAL_REFERENCE,RECORD_TYPE,DESCRIPTION,NET_CREDIT_AMOUNT,NET_DEBIT_AMOUNT,MP_FEE_AMOUNT,SHIPPING_FEE_AMOUNT';
  const bytes = Buffer.from([titles, ...lines].join('\n'));
  return { name: 'liberacoes.csv', bytes, contentType: 'text/csv' };
}

type Columns = Record<string, number>;

const contentOf = (accountId: number, file: ReturnType<typeof report>, columns?: Columns) => ({
  body: { accountId, ...(columns && { columns }) },
  files: [file],
});

const send = (accountId: number, file: ReturnType<typeof report>, columns?: Columns) =>
  seller.call(api.payoutFiles.create, contentOf(accountId, file, columns));

const monthOf = (account: number, month = '2026-11') =>
  seller.call(api.payouts.detail, { query: { account: String(account), month } });

const refusedSend = async (accountId: number, file: ReturnType<typeof report>, columns?: Columns) =>
  (await seller.refused(api.payoutFiles.create, contentOf(accountId, file, columns))).code;

describe('lines', () => {
  test('each is stored once and is matched with its sale by the number of the sale, cart or parcel, or by its movement', async () => {
    const { account, sell } = await makeStage();
    const plain = await sell();
    const cart = await sell({ packId: '2000008000000001' });
    const parcel = await sell({ shipmentId: '43999000001' });
    const rows = [
      { number: plain.number, amount: 3900, reference: '1' },
      { number: '2000008000000001', amount: 3900, reference: '2' },
      { number: '43999000001', amount: 3900, reference: '3' },
      { amount: -100, what: 'fee_release_in_advance', reference: '1' },
      { amount: -5000, what: 'payout', reference: '9' },
      { amount: -700, what: 'advertising', reference: '10' },
      { amount: -700, what: 'advertising', reference: '10' },
    ];
    expect(await send(account.id, report(rows))).toMatchObject({
      ...{ report: 'release', lineCount: 7, knownCount: 0, sumCentavos: 5200 },
      ...{ firstDay: '2026-11-28', lastDay: '2026-11-28' },
    });
    expect(await send(account.id, report(rows))).toMatchObject({ lineCount: 0, knownCount: 7 });
    const { items } = await seller.call(api.payoutLines.list, { query: { query: `account:${account.id}` } });
    const matched = items.toSorted((one, other) => one.id - other.id).map(({ orderId }) => orderId);
    expect(matched).toEqual([plain.id, cart.id, parcel.id, plain.id, null, null, null]);
    const unmatched = await seller.call(api.payoutLines.list, {
      query: { query: `account:${account.id} matched:no kind:transfer` },
    });
    expect(unmatched.items).toMatchObject([{ amountCentavos: -5000, text: 'payout' }]);
  });

  test('a line finds a sale that arrives later at the next upload', async () => {
    const { account, sell } = await makeStage();
    const known = await sell();
    const file = report([
      { number: known.number, amount: 3900 },
      { number: '777', amount: 3900 },
    ]);
    await send(account.id, file);
    expect((await monthOf(account.id)).findings).toMatchObject([{ cause: 'no_sale', number: '777' }]);
    await sell({ remoteId: '777' });
    await send(account.id, file);
    expect((await monthOf(account.id)).findings).toEqual([]);
  });

  test('sales of another account are not matched, and reports of another kind are refused', async () => {
    const { account } = await makeStage();
    const other = await makeStage();
    const { number } = await other.sell();
    await send(account.id, report([{ number, amount: 3900 }]));
    expect((await monthOf(account.id)).findings).toMatchObject([{ cause: 'no_sale', number }]);
    const text = `Data;Pedido;Valor\n28/11/2026;${number};39,00\n`;
    const table = { name: 'repasses.csv', bytes: Buffer.from(text), contentType: 'text/csv' };
    const columns = { day: 0, saleNumber: 1, amount: 2 };
    expect(await refusedSend(account.id, table, columns)).toBe('payout_report_differs');
    expect(await refusedSend(account.id, table)).toBe('payout_columns_needed');
    expect(await send(other.account.id, table, columns)).toMatchObject({ report: 'mapped', lineCount: 1 });
    // The columns are kept for the account.
    const look = (accountId: number) =>
      seller.call(api.payoutFiles.look, { body: { accountId }, files: [table] });
    expect(await look(other.account.id)).toMatchObject({ columns, isComplete: true });
    expect(await look(account.id)).toMatchObject({ isComplete: false });
  });

  test('an account of another business is not found', async () => {
    const { account } = await makeStage();
    const stranger = await app.join('sales');
    const asked = await stranger.refused(api.payouts.detail, { query: { account: String(account.id) } });
    expect(asked.code).toBe('not_found');
    const files = [report([{ number: '1', amount: 100 }])];
    const body = { accountId: account.id };
    expect((await stranger.refused(api.payoutFiles.create, { body, files })).code).toBe('not_found');
  });
});

/** A month with one difference of each cause, and sales that are right. */
async function makeMonth() {
  const { account, sell } = await makeStage();
  const right = await sell();
  const rounded = await sell();
  const fee = await sell();
  const freight = await sell({ money: { ...plainMoney, payout: 3900 } });
  const refund = await sell();
  const unknown = await sell();
  const canceled = await sell();
  const missing = await sell();
  const first = await sell({ packId: '2000008000000777' });
  const second = await sell({ packId: '2000008000000777' });
  await app.rows(
    seller.businessId,
    `update orders set delivered_at = '2026-10-25T15:00:00Z' where id in (${missing.id}, ${right.id}, ${first.id})`,
  );
  await app.rows(seller.businessId, `update orders set payment = 'refunded' where id = ${canceled.id}`);
  const rows: Row[] = [
    { day: '2026-11-20', number: right.number, amount: 3900 },
    { day: '2026-11-20', number: rounded.number, amount: 3895 },
    { day: '2026-11-21', number: fee.number, amount: 3750, fee: 250 },
    { day: '2026-11-21', number: freight.number, amount: 3500, freight: 400 },
    { day: '2026-11-21', number: refund.number, amount: 3900 },
    { day: '2026-11-25', number: refund.number, amount: -1500, what: 'refund' },
    { day: '2026-11-25', number: unknown.number, amount: 3000, fee: 100 },
    { day: '2026-11-26', number: canceled.number, amount: 3900 },
    { day: '2026-11-26', number: canceled.number, amount: -3900, what: 'refund' },
    { day: '2026-11-26', number: '2000008000000777', amount: 7800 },
    { day: '2026-11-27', number: '5', amount: 1234 },
    { day: '2026-11-27', amount: -9000, what: 'payout' },
  ];
  await send(account.id, report(rows));
  return { account, sales: { right, fee, freight, refund, unknown, missing, first, second }, sell };
}

describe('a month', () => {
  test('has exactly the planted differences, and each is on one day', async () => {
    const { account, sales } = await makeMonth();
    const month = await monthOf(account.id);
    const found = month.findings.map(({ cause, orderId, day, differenceCentavos }) => ({
      ...{ cause, orderId, day, differenceCentavos },
    }));
    const of = (cause: string, sale: { id: number } | null, day: string, differenceCentavos: number) => ({
      ...{ cause, orderId: sale?.id ?? null, day, differenceCentavos },
    });
    expect(found.toSorted((one, other) => one.day.localeCompare(other.day))).toEqual([
      of('freight', sales.freight, '2026-11-21', -400),
      of('fee', sales.fee, '2026-11-21', -150),
      of('missing', sales.missing, '2026-11-24', -3900),
      of('refund', sales.refund, '2026-11-25', -1500),
      of('unknown', sales.unknown, '2026-11-25', -900),
      of('no_sale', null, '2026-11-27', 1234),
    ]);
    expect(month).toMatchObject({ openCount: 6, acceptedCount: 0, transferredCentavos: -9000, isOver: true });
    // Every centavo of the lines is on its day, and the days differ by the differences.
    expect(month.releasedCentavos).toBe(29_479);
    const differences = month.findings.reduce((sum, one) => sum + one.differenceCentavos, 0);
    expect(month.releasedCentavos - month.expectedCentavos).toBe(differences - 5);
    expect(month.days.find(({ day }) => day === '2026-11-24')).toMatchObject({
      ...{ expectedCentavos: 3900, releasedCentavos: 0, openCount: 1 },
    });
  });

  test('is closed when each difference is accepted, and then neither gets nor loses lines', async () => {
    const { account, sell } = await makeMonth();
    const body = { accountId: account.id, month: '2026-11' };
    expect((await seller.refused(api.payouts.close, { body })).code).toBe('payout_findings_open');
    const keys = (await monthOf(account.id)).findings.map(({ key }) => key);
    await seller.call(api.payouts.accept, { body: { ...body, keys, note: 'Conferido com o marketplace' } });
    const [accepted] = (await monthOf(account.id)).findings;
    expect(accepted?.accepted).toMatchObject({ note: 'Conferido com o marketplace', by: expect.any(String) });
    await seller.call(api.payouts.withdraw, { body: { ...body, keys: keys.slice(0, 1) } });
    expect(await monthOf(account.id)).toMatchObject({ openCount: 1, acceptedCount: 5 });
    await seller.call(api.payouts.accept, { body: { ...body, keys: keys.slice(0, 1), note: 'Certo' } });
    await seller.call(api.payouts.close, { body });
    const closed = await monthOf(account.id);
    expect(closed.closed).toMatchObject({ by: expect.any(String) });
    expect(closed.months).toEqual([{ month: '2026-11', isClosed: true }]);
    const { number } = await sell();
    const late = report([{ number, amount: 3900 }]);
    expect(await refusedSend(account.id, late)).toBe('payout_month_closed');
    const files = await seller.call(api.payoutFiles.list, { query: { query: `account:${account.id}` } });
    const params = { id: files.items[0]?.id ?? 0 };
    expect((await seller.refused(api.payoutFiles.remove, { params })).code).toBe('payout_month_closed');
    expect((await seller.refused(api.payouts.withdraw, { body: { ...body, keys } })).code).toBe(
      'state_conflict',
    );
    await seller.call(api.payouts.reopen, { body });
    expect((await seller.refused(api.payouts.reopen, { body })).code).toBe('state_conflict');
    await send(account.id, late);
    await seller.call(api.payoutFiles.remove, { params });
    expect((await monthOf(account.id)).releasedCentavos).toBe(3900);
  });

  test('makes what was paid the payout of its sales when it is closed, until one of them changes', async () => {
    const { account, sales } = await makeMonth();
    const body = { accountId: account.id, month: '2026-11' };
    const payoutOf = async ({ id }: { id: number }) =>
      (await seller.call(api.orders.detail, { params: { id } })).money?.payout;
    const { fee, missing, right, first, second } = sales;
    expect(await payoutOf(fee)).toBe(3900);
    const keys = (await monthOf(account.id)).findings.map(({ key }) => key);
    await seller.call(api.payouts.accept, { body: { ...body, keys, note: 'Conferido' } });
    await seller.call(api.payouts.close, { body });
    const closed = await Promise.all([fee, missing, right, first, second].map(payoutOf));
    expect(closed).toEqual([3750, 0, 3900, 3900, 3900]);
    const detail = await seller.call(api.orders.detail, { params: { id: fee.id } });
    expect(detail.money?.parts.find(({ name }) => name === 'other')?.amount).toBe(-150);
    expect(detail.paymentMoney?.released).toMatchObject({ amount: 3750, expected: 3900, day: '2026-11-21' });
    // The list adds up the same.
    const listed = await seller.call(api.orders.list, { query: { query: `number:${missing.number}` } });
    expect(listed.items[0]?.money).toMatchObject({ payout: 0, margin: -2000 });
    // A part that changes is dated, and the sale is expected to bring what the marketplace says.
    const later = new Date('2026-12-02T12:00:00.000Z');
    const money = { ...plainMoney, payout: 3600 };
    await applyRemote(app, account, { ...fee.remote, updatedAt: later, money });
    const changed = await seller.call(api.orders.detail, { params: { id: fee.id } });
    expect(changed.money?.payout).toBe(3600);
    expect(changed.paymentMoney?.changes).toContainEqual({ name: 'other', day: '2026-12-05' });
    // Another line of a sale, in a later month, is checked there.
    await send(account.id, report([{ day: '2026-12-03', number: missing.number, amount: 3900 }]));
    expect(await payoutOf(missing)).toBe(3900);
    await seller.call(api.payouts.reopen, { body });
    expect(await payoutOf(right)).toBe(3900);
  });

  test('the sales of a cart have together what was released for it', async () => {
    const { account, sell } = await makeStage();
    const cart = { packId: '2000008000000999' };
    const sales = [await sell(cart), await sell(cart)];
    await send(account.id, report([{ number: cart.packId, amount: 7000 }]));
    const body = { accountId: account.id, month: '2026-11' };
    const keys = (await monthOf(account.id)).findings.map(({ key }) => key);
    await seller.call(api.payouts.accept, { body: { ...body, keys, note: 'Conferido' } });
    await seller.call(api.payouts.close, { body });
    const details = await Promise.all(
      sales.map(({ id }) => seller.call(api.orders.detail, { params: { id } })),
    );
    expect(details.map(({ money }) => money?.payout)).toEqual([3100, 3900]);
    expect(details[1]?.paymentMoney?.released).toMatchObject({ amount: 7000, expected: 7800, saleCount: 2 });
  });

  test('freight that the seller pays its own carrier is no difference, unless the report states it', async () => {
    const { account, sell } = await makeStage();
    const shipped = async () => {
      const sale = await sell({ shipmentId: `44${Math.round(performance.now() * 1000)}` });
      const parcel = { shipmentId: sale.remote.shipmentId ?? '', shippedBySeller: true, freight: 700 };
      await applyRemote(app, account, sale.remote, remoteShipment(parcel));
      return sale;
    };
    const [own, stated, less] = [await shipped(), await shipped(), await shipped()];
    await send(
      account.id,
      report([
        { number: own.number, amount: 3900 },
        { number: stated.number, amount: 3200, fee: 100, freight: 700 },
        { number: less.number, amount: 3650 },
      ]),
    );
    const { findings } = await monthOf(account.id);
    expect(findings).toMatchObject([{ orderId: less.id, cause: 'unknown', differenceCentavos: -250 }]);
    const rows = await sheetOf(account.id);
    expect(sumBy(rows, 'Repasse')).toBe(3900 + 3200 + 3650);
    expect(
      rows.find(({ sale, part }) => sale === String(own.id) && part === 'Frete pago por você'),
    ).toMatchObject({
      group: 'Seus custos',
      centavos: -700,
    });
    const body = { accountId: account.id, month: '2026-11' };
    await seller.call(api.payouts.accept, {
      body: { ...body, keys: findings.map(({ key }) => key), note: 'Conferido' },
    });
    await seller.call(api.payouts.close, { body });
    const details = await Promise.all(
      [own, stated, less].map(({ id }) => seller.call(api.orders.detail, { params: { id } })),
    );
    // The carrier is paid besides, so that 700 less are left of each sale.
    expect(details.map(({ money }) => money?.payout)).toEqual([3200, 3200, 2950]);
    expect(details[0]?.paymentMoney?.released).toMatchObject({ amount: 3900, expected: 3900 });
  });

  test('that runs is not closed', async () => {
    const { account } = await makeStage();
    const body = { accountId: account.id, month: '2026-12' };
    expect((await seller.refused(api.payouts.close, { body })).code).toBe('state_conflict');
  });

  test('a difference that changes after its acceptance is open again', async () => {
    const { account, sell } = await makeStage();
    const { number, remote } = await sell();
    await send(account.id, report([{ number, amount: 3000 }]));
    const body = { accountId: account.id, month: '2026-11' };
    const [finding] = (await monthOf(account.id)).findings;
    await seller.call(api.payouts.accept, { body: { ...body, keys: [finding?.key ?? ''], note: 'Ok' } });
    expect((await monthOf(account.id)).openCount).toBe(0);
    const later = new Date('2026-12-01T12:00:00.000Z');
    await applyRemote(app, account, { ...remote, updatedAt: later, money: { ...plainMoney, payout: 3500 } });
    expect((await monthOf(account.id)).findings).toMatchObject([
      { accepted: null, expectedCentavos: 3500, differenceCentavos: -500 },
    ]);
  });
});

/** The rows of the accountant's sheet. */
async function sheetOf(
  account: number,
  month = '2026-11',
  caller: { download: typeof seller.download } = seller,
) {
  const query = { account: String(account), month, format: 'csv' as const };
  const { bytes } = await caller.download(api.payouts.file, { query });
  const [, ...lines] = Buffer.from(bytes).toString('utf8').trim().split('\r\n');
  return lines.map((line) => {
    const [day, sale, number, purchased, group, part, amount, source, note] = line.split(';');
    const centavos =
      amount === '' ? null : Math.round(Number(amount?.replaceAll('.', '').replace(',', '.')) * 100);
    return { day, sale, number, purchased, group, part, centavos, source, note };
  });
}

const sumBy = (rows: Awaited<ReturnType<typeof sheetOf>>, group: string) =>
  rows.filter((row) => row.group === group).reduce((sum, { centavos }) => sum + (centavos ?? 0), 0);

describe('the sheet for the accountant', () => {
  test('adds up to what was released, with each difference and its cause', async () => {
    const { account, sales } = await makeMonth();
    const { findings } = await monthOf(account.id);
    const body = { accountId: account.id, month: '2026-11' };
    const keys = findings.filter(({ cause }) => cause === 'fee').map(({ key }) => key);
    await seller.call(api.payouts.accept, { body: { ...body, keys, note: 'Nova tarifa' } });
    const rows = await sheetOf(account.id);
    expect(sumBy(rows, 'Repasse')).toBe(29_479);
    expect(sumBy(rows, 'Enviado ao banco')).toBe(-9000);
    const ofSale = (id: number) =>
      rows
        .filter(({ sale }) => sale === String(id))
        .map(({ part, centavos, note }) => [part, centavos, note]);
    expect(ofSale(sales.fee.id)).toEqual([
      ['Produtos', 4000, ''],
      ['Tarifa', -100, ''],
      ['Frete pago por você', null, 'não informado'],
      ['Custo', -2000, ''],
      ['Diferença', -150, 'Tarifa diferente · Nova tarifa'],
    ]);
    expect(ofSale(sales.missing.id).at(-1)).toEqual(['Diferença', -3900, 'Não foi pago']);
    expect(rows.find(({ part }) => part === 'Lançamento sem venda')).toMatchObject({
      ...{ sale: '', number: '5', centavos: 1234, source: 'Relatório' },
    });
    // The goods of the cart were bought by two sales and paid by one line.
    expect(ofSale(sales.second.id)).toContainEqual(['Produtos', 4000, '']);
  });

  test('counts each line of a sale that is paid in two months once', async () => {
    const { account, sell } = await makeStage();
    const { number } = await sell();
    await send(
      account.id,
      report([
        { day: '2026-10-30', number, amount: 3900 },
        { day: '2026-11-03', number, amount: -700, what: 'refund' },
      ]),
    );
    const october = await sheetOf(account.id, '2026-10');
    expect(october).toMatchObject([
      { part: 'Liberado antes do fim dos lançamentos da venda', centavos: 3900, day: '03/11/2026' },
    ]);
    const november = await sheetOf(account.id);
    expect(sumBy(november, 'Repasse')).toBe(-700);
    expect(november).toContainEqual(
      expect.objectContaining({ part: 'Liberado em meses anteriores', centavos: -3900 }),
    );
  });

  test('is a workbook by default, and that of another business is not found', async () => {
    const { account } = await makeMonth();
    const query = { account: String(account.id), month: '2026-11' };
    const { contentType } = await seller.download(api.payouts.file, { query });
    expect(contentType).toContain('spreadsheetml');
    const stranger = await app.join('sales');
    expect((await stranger.refused(api.payouts.file, { query })).code).toBe('not_found');
  });

  test('is CSV if the month has more rows than a workbook holds', async () => {
    const row = {
      ...{ day: '2026-11-20', sale: 1, number: '1', purchased: null, note: '' },
      ...{ group: 'payout' as const, part: 'goods' as const, source: 'marketplace' as const, amount: 100 },
    };
    const asked = { account: 1, month: '2026-11', format: 'xlsx' as const };
    const nameOf = async (count: number) =>
      (await payoutSheetFile({ name: 'mês', rows: Array.from({ length: count }, () => row) }, asked, 'pt'))
        .name;
    expect(await nameOf(1)).toBe('mês.xlsx');
    expect(await nameOf(50_000)).toBe('mês.csv');
  });
});
