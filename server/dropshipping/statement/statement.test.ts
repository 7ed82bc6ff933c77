import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { at, makeTrade, photo, type Trade } from '#server/dropshipping/test/factory.ts';
import { type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let trade: Trade;
let invoice: { id: number; number: number };

/** Closed on 22/11 with two sales of 59,80, one disputed on 23/11 and credited on 24/11, 10,00 credited by hand, the rest paid on 02/12. */
beforeAll(async () => {
  app = await testApp();
  app.clock.set('2026-11-21T15:00:00.000Z');
  trade = await makeTrade(app);
  await trade.enterBank();
  await trade.packOne();
  invoice = await trade.closedInvoice();
  const { items } = await trade.seller.call(api.dropinvoices.items, at(invoice.id));
  app.clock.set('2026-11-23T15:00:00.000Z');
  const body = { itemId: items[0]?.id ?? 0, quantity: 2, reason: 'Veio outra cor' };
  const { disputes } = await trade.seller.call(api.disputes.open, { body, files: [await photo()] });
  app.clock.set('2026-11-24T15:00:00.000Z');
  await trade.supplier.call(api.disputes.accept, at(disputes[0]?.id ?? 0));
  const credit = { sellerId: trade.seller.businessId, amountCentavos: 1000, reason: 'Atraso no envio' };
  await trade.supplier.call(api.pairBalances.credit, { body: credit });
  app.clock.set('2026-12-02T15:00:00.000Z');
  await trade.closeDay();
  await trade.pay(invoice.id, { paidCentavos: 4980 });
  await trade.supplier.call(api.dropinvoices.approve, { ...at(invoice.id), body: { bankRowSeen: true } });
});

const listed = async () => (await trade.seller.call(api.statements.list, {})).items;

test('the opening balance of a month is the closing balance of the one before, and both sides read the same', async () => {
  const rows = await listed();
  expect(rows).toEqual((await trade.supplier.call(api.statements.list, {})).items);
  expect(rows).toMatchObject([
    {
      month: '2026-12',
      invoiceCount: 0,
      openingCentavos: 4980,
      postedCentavos: 0,
      paidCentavos: 4980,
      closingCentavos: 0,
      invoicesCentavos: 0,
      balanceCentavos: 0,
    },
    {
      month: '2026-11',
      invoiceCount: 1,
      openingCentavos: 0,
      postedCentavos: 4980,
      paidCentavos: 0,
      closingCentavos: 4980,
      invoicesCentavos: 4980,
      balanceCentavos: 0,
    },
  ]);
});

test('an accepted dispute is on the statements of both sides with the day of its acceptance', async () => {
  const november = (await listed())[1]?.id ?? 0;
  const seen = await trade.seller.call(api.statements.detail, at(november));
  expect(seen).toEqual(await trade.supplier.call(api.statements.detail, at(november)));
  const { number } = invoice;
  expect(
    seen.entries.map((entry) => [entry.day, entry.kind, entry.totalCentavos, entry.balanceCentavos]),
  ).toEqual([
    ['2026-11-22', 'sale', 11_960, 11_960],
    ['2026-11-24', 'dispute', -5980, 5980],
    ['2026-11-24', 'hand_credit', -1000, 4980],
  ]);
  expect(seen.entries.every((entry) => entry.invoice === null || entry.invoice.number === number)).toBe(true);
  expect(seen.sums).toEqual([
    { kind: 'sale', totalCentavos: 11_960 },
    { kind: 'dispute', totalCentavos: -5980 },
    { kind: 'hand_credit', totalCentavos: -1000 },
  ]);
});

test('a statement has an approved payment with its paid amount, without the credit that was set off before', async () => {
  const december = (await listed())[0]?.id ?? 0;
  const seen = await trade.supplier.call(api.statements.detail, at(december));
  expect(seen.sums).toEqual([{ kind: 'payment', totalCentavos: -4980 }]);
  expect(seen.months.map(({ month }) => month)).toEqual(['2026-11', '2026-12']);
});

test('a statement is exported as CSV with the balance of every line, and as PDF', async () => {
  const november = (await listed())[1]?.id ?? 0;
  const csv = await trade.seller.download(api.statements.csv, at(november));
  const lines = csv.bytes.toString('utf8').trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(';').slice(3))).toEqual([
    ['', '0,00'],
    ['119,60', '119,60'],
    ['-59,80', '59,80'],
    ['-10,00', '49,80'],
    ['', '49,80'],
  ]);
  const pdf = await trade.supplier.download(api.statements.pdf, at(november));
  expect(pdf.contentType).toContain('pdf');
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a statement is closed to other businesses, is missing for a month without entries, and is found by partner', async () => {
  const [december, november] = await listed();
  const stranger = await app.join('sales');
  for (const endpoint of [api.statements.detail, api.statements.csv, api.statements.pdf] as const)
    expect((await stranger.refused(endpoint, at(november?.id ?? 0))).status).toBe(404);
  expect((await stranger.call(api.statements.list, {})).items).toEqual([]);
  expect((await trade.seller.refused(api.statements.detail, at((december?.id ?? 0) + 1))).status).toBe(404);
  expect((await trade.seller.refused(api.statements.detail, at(november ? november.id - 1 : 0))).status).toBe(
    404,
  );
  const query = `supplier:"${november?.supplier.name}"`;
  expect((await trade.seller.call(api.statements.list, { query: { query } })).items).toHaveLength(2);
  const nobody = { query: { query: 'seller:ninguem' } };
  expect((await trade.seller.call(api.statements.list, nobody)).items).toEqual([]);
});

test('units credited after a month ended are on the statement of the next month only', async () => {
  const other = await makeTrade(app);
  await other.enterBank();
  app.clock.set('2027-01-30T15:00:00.000Z');
  await other.packOne();
  await other.packOne();
  app.clock.set('2027-01-31T15:00:00.000Z');
  await other.closeDay();
  const { items } = await other.seller.call(api.dropinvoices.items, at((await other.latest()).id));
  const january = (await other.seller.call(api.statements.list, {})).items[0];
  app.clock.set('2027-02-02T15:00:00.000Z');
  const body = { itemId: items[0]?.id ?? 0, quantity: 2, reason: 'Veio outra cor' };
  const { disputes } = await other.seller.call(api.disputes.open, { body, files: [await photo()] });
  await other.supplier.call(api.disputes.accept, at(disputes[0]?.id ?? 0));
  const { items: rows } = await other.supplier.call(api.statements.list, {});
  expect(rows[1]).toEqual(january);
  expect(rows[0]).toMatchObject({
    month: '2027-02',
    invoiceCount: 0,
    openingCentavos: 11_960,
    postedCentavos: -5980,
    closingCentavos: 5980,
  });
  const { sums } = await other.seller.call(api.statements.detail, at(rows[0]?.id ?? 0));
  expect(sums).toEqual([{ kind: 'dispute', totalCentavos: -5980 }]);
});

test('the statement of any period adds up and is read by both sides only', async () => {
  const query = {
    seller: String(trade.seller.businessId),
    supplier: String(trade.supplier.businessId),
    from: '2026-11-23',
    to: '2026-12-01',
  };
  const seen = await trade.seller.call(api.statements.period, { query });
  expect(seen).toMatchObject({
    ...{ openingCentavos: 11_960, closingCentavos: 4980, invoicesCentavos: 4980, balanceCentavos: 0 },
    entries: [{ totalCentavos: -5980 }, { totalCentavos: -1000, balanceCentavos: 4980 }],
  });
  expect(await trade.supplier.call(api.statements.period, { query })).toEqual(seen);
  const stranger = await app.join('sales');
  expect((await stranger.refused(api.statements.period, { query })).status).toBe(404);
  for (const endpoint of [api.statements.periodCsv, api.statements.periodPdf] as const)
    expect((await stranger.refused(endpoint, { query })).status).toBe(404);
  const csv = await trade.seller.download(api.statements.periodCsv, { query });
  const lines = csv.bytes.toString('utf8').trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(';').slice(3))).toEqual([
    ['', '119,60'],
    ['-59,80', '59,80'],
    ['-10,00', '49,80'],
    ['', '49,80'],
  ]);
  const pdf = await trade.supplier.download(api.statements.periodPdf, { query });
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const turned = { query: { ...query, from: query.to, to: query.from } };
  expect((await trade.seller.refused(api.statements.period, turned)).errors).toHaveProperty('to');
});

test('a statement lists the months of the last year, without the same month of the year before', async () => {
  app.clock.set('2028-01-10T15:00:00.000Z');
  const { enterBank, packOne, closeDay, seller } = await makeTrade(app);
  await enterBank();
  for (const [packed, closed] of [
    ['2027-01-10', '2027-01-11'],
    ['2027-02-10', '2027-02-11'],
    ['2028-01-10', '2028-01-11'],
  ]) {
    app.clock.set(`${packed}T15:00:00.000Z`);
    await packOne();
    app.clock.set(`${closed}T15:00:00.000Z`);
    await closeDay();
  }
  const [latest] = (await seller.call(api.statements.list, {})).items;
  const { months } = await seller.call(api.statements.detail, at(latest?.id ?? 0));
  expect(months.map(({ month }) => month)).toEqual(['2027-02', '2028-01']);
});
