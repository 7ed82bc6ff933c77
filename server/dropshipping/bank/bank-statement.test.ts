import { describe, expect, test } from 'vitest';
import { txidOf } from '#contract/dropshipping/pix.ts';
import { api } from '#contract/index.ts';
import { toDecimalText } from '#contract/money.ts';
import { at, makeTrade, pdf, photo, type Trade } from '#server/dropshipping/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp({ LOG_LEVEL: 'silent' });

type Movement = { day?: string; amount: number; memo: string; id?: string; name?: string };

/** A statement of an account in OFX; each movement has an identifier of its own unless one is said. */
function ofx(movements: readonly Movement[], account = '77441-9') {
  const written = movements.map(
    ({ day = '20261122', amount, memo, id, name = '' }, index) =>
      `<STMTTRN><TRNTYPE>${amount < 0 ? 'DEBIT' : 'CREDIT'}<DTPOSTED>${day}<TRNAMT>${amount < 0 ? '-' : ''}${toDecimalText(Math.abs(amount))}<FITID>${id ?? `${day}${index}`}<NAME>${name}<MEMO>${memo}</STMTTRN>`,
  );
  const text = `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0341<ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>${written.join('\n')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  return { name: 'extrato.ofx', bytes: Buffer.from(text), contentType: 'application/x-ofx' };
}

const csv = (text: string) => ({ name: 'extrato.csv', bytes: Buffer.from(text), contentType: 'text/csv' });

async function makeClosed(count = 1) {
  app.clock.set('2026-11-21T15:00:00.000Z');
  const trade = await makeTrade(app);
  await trade.enterBank();
  for (let day = 0; day < count; day++) {
    app.clock.set(`2026-11-${21 + day}T15:00:00.000Z`);
    await trade.packOne();
  }
  app.clock.set(`2026-11-${21 + count}T12:00:00.000Z`);
  await trade.closeDay();
  const { items } = await trade.supplier.call(api.dropinvoices.list, { query: { sort: 'day' } });
  const [row] = await app.rows(
    trade.seller.businessId,
    `select document from businesses where id = ${trade.seller.businessId}`,
  );
  const document = String(row?.document ?? '');
  return { trade, invoices: items, document };
}

const send = (trade: Trade, file: ReturnType<typeof ofx>, columns?: Record<string, number>) =>
  trade.supplier.call(api.bankStatements.create, { body: { ...(columns && { columns }) }, files: [file] });

const receiveSure = async (trade: Trade, statement: Awaited<ReturnType<typeof send>>) =>
  trade.supplier.call(api.bankStatements.receive, {
    ...at(statement.id),
    body: {
      rows: statement.rows
        .filter(({ certainty }) => certainty === 'sure')
        .map(({ id, targets }) => ({ id, invoiceIds: targets[0]?.invoices.map((one) => one.id) ?? [] })),
    },
  });

describe('matching bank rows with invoices', () => {
  test('a row with our txid and the exact amount is sure, and receiving it completes the invoice', async () => {
    const { trade, invoices } = await makeClosed();
    const number = invoices[0]?.number ?? 0;
    const statement = await send(trade, ofx([{ amount: 5980, memo: `PIX QR FAT${number}` }]));
    expect(statement.rows).toMatchObject([
      { amountCentavos: 5980, certainty: 'sure', reason: 'txid', targets: [{ invoices: [{ number }] }] },
    ]);
    const row = statement.rows[0]?.id;
    expect(await receiveSure(trade, statement)).toEqual({ done: [row], failed: [] });
    const paid = await trade.seller.call(api.dropinvoices.detail, at(invoices[0]?.id ?? 0));
    expect(paid).toMatchObject({
      state: 'complete',
      settlements: [
        {
          kind: 'payment',
          amountCentavos: 5980,
          source: 'bank_row',
          paidOn: '2026-11-22',
          bankReference: `FAT${number}`,
        },
      ],
    });
    const after = await trade.supplier.call(api.bankStatements.detail, at(statement.id));
    expect(after.rows).toMatchObject([{ state: 'received', received: [{ number, amountCentavos: 5980 }] }]);
    await trade.expectSound();
  });

  test('a row with a joint txid pays all its invoices', async () => {
    const { trade, invoices } = await makeClosed(3);
    const txid = txidOf(invoices.map(({ number }) => number));
    const statement = await send(trade, ofx([{ day: '20261124', amount: 17_940, memo: `PIX ${txid}` }]));
    expect(statement.rows[0]).toMatchObject({ certainty: 'sure', reason: 'txid' });
    expect(statement.rows[0]?.targets[0]?.invoices).toHaveLength(3);
    await receiveSure(trade, statement);
    const { items } = await trade.supplier.call(api.dropinvoices.list, {});
    expect(items.map(({ state }) => state)).toEqual(['complete', 'complete', 'complete']);
    await trade.expectSound();
  });

  test("a row without a txid is sure by the payer's document and amount, and asks by the amount alone", async () => {
    const { trade, document } = await makeClosed();
    const statement = await send(
      trade,
      ofx([
        { amount: 5980, memo: 'PIX RECEBIDO ALGUEM' },
        { amount: 1234, memo: 'PIX RECEBIDO OUTRO' },
      ]),
    );
    expect(statement.rows).toMatchObject([
      { certainty: 'ask', reason: 'amount', targets: [{ invoices: [{ payableCentavos: 5980 }] }] },
      { certainty: 'none', reason: 'nothing', targets: [] },
    ]);
    const known = await send(trade, ofx([{ day: '20261123', amount: 5980, memo: `PIX ${document}` }]));
    expect(known.rows).toMatchObject([]);
    app.clock.set('2026-11-24T12:00:00.000Z');
    const later = await send(trade, ofx([{ day: '20261123', amount: 5980, memo: `PIX ${document}` }]));
    expect(later.rows).toMatchObject([{ certainty: 'sure', reason: 'payer' }]);
  });

  test('a row that fits two invoices of the payer asks, and so do two rows for one invoice', async () => {
    const { trade, invoices, document } = await makeClosed(2);
    const statement = await send(trade, ofx([{ day: '20261123', amount: 5980, memo: `PIX ${document}` }]));
    expect(statement.rows).toMatchObject([{ certainty: 'ask', reason: 'several' }]);
    expect(statement.rows[0]?.targets).toHaveLength(2);
    const number = invoices[0]?.number ?? 0;
    const twice = await send(
      trade,
      ofx([
        { day: '20261123', amount: 5980, memo: `PIX FAT${number}`, id: 'A' },
        { day: '20261123', amount: 5980, memo: `PIX FAT${number} ${document}`, id: 'B' },
      ]),
    );
    expect(twice.rows).toMatchObject([
      { certainty: 'ask', reason: 'repeated' },
      { certainty: 'ask', reason: 'repeated' },
    ]);
  });

  test('a row dated before the invoice closed matches nothing, and one dated in the future is unreadable', async () => {
    const { trade, invoices } = await makeClosed();
    const number = invoices[0]?.number ?? 0;
    const early = await send(trade, ofx([{ day: '20261120', amount: 5980, memo: `PIX FAT${number}` }]));
    expect(early.rows).toMatchObject([{ certainty: 'none' }]);
    const future = await send(trade, ofx([{ day: '20261130', amount: 5980, memo: `PIX FAT${number}` }]));
    expect(future.rows).toEqual([]);
    expect(future.unreadable).toHaveLength(1);
  });
});

describe('bank rows of another amount', () => {
  test('a row below the amount leaves the rest payable, and the excess of another goes to the balance', async () => {
    const { trade, invoices } = await makeClosed(2);
    const [first, second] = invoices;
    const statement = await send(
      trade,
      ofx([
        { day: '20261123', amount: 5000, memo: `PIX FAT${first?.number}` },
        { day: '20261123', amount: 7000, memo: `PIX FAT${second?.number}` },
      ]),
    );
    expect(statement.rows.map(({ certainty, reason }) => [certainty, reason])).toEqual([
      ['ask', 'difference'],
      ['ask', 'difference'],
    ]);
    const rows = statement.rows.map(({ id, targets }) => ({
      id,
      invoiceIds: targets[0]?.invoices.map((one) => one.id) ?? [],
    }));
    await trade.supplier.call(api.bankStatements.receive, { ...at(statement.id), body: { rows } });
    // What was too much of the second is set against the rest of the first at once: 9,80 of 10,20.
    expect(await trade.supplier.call(api.dropinvoices.detail, at(first?.id ?? 0))).toMatchObject({
      ...{ state: 'complete', payableCentavos: 0 },
    });
    expect(await trade.supplier.call(api.dropinvoices.detail, at(second?.id ?? 0))).toMatchObject({
      state: 'complete',
    });
    const [pair] = (await trade.supplier.call(api.pairBalances.list, {})).items;
    expect(pair?.balanceCentavos).toBe(40);
    await trade.expectSound();
  });

  test('the exact amount of an invoice that was closed after the payment is not called another amount', async () => {
    const { trade, document, invoices } = await makeClosed(1);
    const amount = invoices[0]?.payableCentavos ?? 0;
    const before = await send(trade, ofx([{ day: '20260101', amount, memo: `TED ${document}` }]));
    expect(before.rows).toMatchObject([{ certainty: 'none', reason: 'early', targets: [] }]);
    const other = await send(trade, ofx([{ day: '20260101', amount: amount + 1, memo: `TED ${document}` }]));
    expect(other.rows).toMatchObject([{ certainty: 'none', reason: 'nothing' }]);
  });

  test('another amount of a known payer pays the oldest invoices first and leaves the others unchanged', async () => {
    const { trade, document } = await makeClosed(3);
    const statement = await send(trade, ofx([{ day: '20261124', amount: 7000, memo: `TED ${document}` }]));
    expect(statement.rows).toMatchObject([{ certainty: 'ask', reason: 'difference' }]);
    const ids = statement.rows[0]?.targets[0]?.invoices.map(({ id }) => id) ?? [];
    expect(ids).toHaveLength(2);
    const body = { rows: [{ id: statement.rows[0]?.id ?? 0, invoiceIds: ids }] };
    await trade.supplier.call(api.bankStatements.receive, { ...at(statement.id), body });
    const { items } = await trade.supplier.call(api.dropinvoices.list, { query: { sort: 'day' } });
    expect(items.map(({ state, payableCentavos }) => [state, payableCentavos])).toEqual([
      ['complete', 0],
      ['pending', 4960],
      ['pending', 5980],
    ]);
    await trade.expectSound();
  });

  test('a row of the amount that the seller reported as paid is sure, and the rest stays payable', async () => {
    const { trade, invoices, document } = await makeClosed();
    const id = invoices[0]?.id ?? 0;
    await trade.pay(id, { paidCentavos: 5000, note: 'o resto amanhã' });
    const statement = await send(trade, ofx([{ amount: 5000, memo: `PIX ${document}` }]));
    expect(statement.rows).toMatchObject([{ certainty: 'sure', reason: 'payer' }]);
    await receiveSure(trade, statement);
    expect(await trade.supplier.call(api.dropinvoices.detail, at(id))).toMatchObject({
      ...{ state: 'pending', payableCentavos: 980 },
    });
    await trade.expectSound();
  });
});

describe('repeated bank rows', () => {
  test('a file imported twice adds no row, and received rows stay received', async () => {
    const { trade, invoices } = await makeClosed();
    const file = ofx([
      { amount: 5980, memo: `PIX FAT${invoices[0]?.number}` },
      { amount: 700, memo: 'PIX LOJA' },
      { amount: 700, memo: 'PIX LOJA' },
      { amount: -700, memo: 'TARIFA' },
    ]);
    const statement = await send(trade, file);
    expect(statement).toMatchObject({ creditCount: 3, knownCount: 0, debitCount: 1 });
    await receiveSure(trade, statement);
    const again = await send(trade, file);
    expect(again).toMatchObject({ creditCount: 0, knownCount: 3, rows: [] });
    await trade.expectSound();
  });

  test('a later file adds only its new rows, even if bank identifiers changed or repeat', async () => {
    const { trade } = await makeClosed();
    const pix = (memo: string, id: string) => ({ amount: 700, memo, id });
    await send(trade, ofx([pix('PIX ANA', '1'), pix('PIX RUI', '1')]));
    const renumbered = await send(
      trade,
      ofx([pix('PIX RUI', '7'), pix('PIX ANA', '8'), pix('PIX ANA', '9')]),
    );
    expect(renumbered).toMatchObject({ creditCount: 1, knownCount: 2 });
    const reworded = await send(trade, ofx([pix('PIX RECEBIDO RUI SOUZA', '1'), pix('PIX BIA', '1')]));
    expect(reworded).toMatchObject({ creditCount: 2, knownCount: 0 });
  });

  test('two imports of one file at once add each row once', async () => {
    const { trade } = await makeClosed();
    const file = ofx([{ amount: 700, memo: 'PIX LOJA' }]);
    const both = await Promise.all([send(trade, file), send(trade, file)]);
    expect(both.map(({ creditCount }) => creditCount).toSorted()).toEqual([0, 1]);
  });

  test('a payment that was received from another file asks before it is received again', async () => {
    const { trade, invoices, document } = await makeClosed(2);
    const statement = await send(
      trade,
      ofx([{ day: '20261123', amount: 5980, memo: `PIX FAT${invoices[0]?.number} ${document}` }]),
    );
    await receiveSure(trade, statement);
    const table = await send(trade, csv(`Data;Histórico;Valor\n23/11/2026;PIX ${document};59,80\n`));
    expect(table.rows).toMatchObject([{ certainty: 'ask', reason: 'repeated' }]);
  });

  test('a row is received once by two simultaneous requests, and refused once its invoice is complete', async () => {
    const { trade, invoices } = await makeClosed();
    const statement = await send(trade, ofx([{ amount: 5980, memo: `PIX FAT${invoices[0]?.number}` }]));
    const outcomes = await Promise.all([receiveSure(trade, statement), receiveSure(trade, statement)]);
    expect(outcomes.map(({ done }) => done.length).toSorted()).toEqual([0, 1]);
    const [row] = statement.rows;
    const other = await send(trade, ofx([{ amount: 5980, memo: 'PIX X', id: 'X' }]));
    const body = { rows: [{ id: other.rows[0]?.id ?? 0, invoiceIds: [invoices[0]?.id ?? 0] }] };
    expect(await trade.supplier.call(api.bankStatements.receive, { ...at(other.id), body })).toMatchObject({
      failed: [{ code: 'state_conflict' }],
    });
    const settled = await trade.seller.call(api.dropinvoices.detail, at(invoices[0]?.id ?? 0));
    expect([row?.certainty, settled.settlements.length]).toEqual(['sure', 1]);
    await trade.expectSound();
  });
});

test('a row is refused for an invoice whose units are all in dispute', async () => {
  const { trade, invoices } = await makeClosed();
  const id = invoices[0]?.id ?? 0;
  const { items } = await trade.seller.call(api.dropinvoices.items, at(id));
  const body = { itemId: items[0]?.id ?? 0, quantity: 2, reason: 'Veio outra cor' };
  await trade.seller.call(api.disputes.open, { body, files: [await photo()] });
  const statement = await send(trade, ofx([{ amount: 5980, memo: `PIX FAT${invoices[0]?.number}` }]));
  expect(statement.rows).toMatchObject([{ certainty: 'none' }]);
  const rows = [{ id: statement.rows[0]?.id ?? 0, invoiceIds: [id] }];
  expect(
    await trade.supplier.call(api.bankStatements.receive, { ...at(statement.id), body: { rows } }),
  ).toMatchObject({ done: [], failed: [{ code: 'nothing_to_pay' }] });
  await trade.expectSound();
});

test('a seller confirms a payout by a row of their own bank statement', async () => {
  const { trade } = await makeClosed();
  const { supplier, seller } = trade;
  await supplier.call(api.pairBalances.credit, {
    body: { sellerId: seller.businessId, amountCentavos: 20_000, reason: 'Atraso' },
  });
  const [pair] = (await supplier.call(api.pairBalances.list, {})).items;
  const body = { amountCentavos: 14_020, paidOn: '2026-11-22', note: '' };
  await supplier.call(api.pairBalances.payOut, { ...at(pair?.id ?? 0), body, files: [pdf()] });
  const statement = await seller.call(api.bankStatements.create, {
    body: {},
    files: [ofx([{ amount: 14_020, memo: 'PIX RECEBIDO' }])],
  });
  expect(statement.rows).toMatchObject([
    { certainty: 'ask', reason: 'amount', targets: [{ invoices: [], payout: { amountCentavos: 14_020 } }] },
  ]);
  const row = statement.rows[0];
  const rows = [{ id: row?.id ?? 0, payoutId: row?.targets[0]?.payout?.id ?? 0 }];
  await seller.call(api.bankStatements.receive, { ...at(statement.id), body: { rows } });
  const { payouts } = await seller.call(api.pairBalances.detail, at(pair?.id ?? 0));
  expect(payouts).toMatchObject([{ state: 'confirmed' }]);
  await trade.expectSound();
});

test('chosen columns are remembered for the next file with the same titles', async () => {
  const { trade } = await makeClosed();
  const file = csv('Posted;What;How much\n22/11/2026;PIX A;10,00\n');
  const look = () => trade.supplier.call(api.bankStatements.look, { body: {}, files: [file] });
  expect(await look()).toMatchObject({
    format: 'sheet',
    isComplete: false,
    titles: ['Posted', 'What', 'How much'],
  });
  const refused = { body: {}, files: [file] };
  expect((await trade.supplier.refused(api.bankStatements.create, refused)).code).toBe('columns_needed');
  const columns = { day: 0, memo: 1, amount: 2 };
  expect(await send(trade, file, columns)).toMatchObject({ creditCount: 1 });
  expect(await look()).toMatchObject({ isComplete: true, columns });
});

test('rows can be ignored and restored before they are received, and a file can be removed if none of its rows was received', async () => {
  const { trade, invoices } = await makeClosed();
  const statement = await send(trade, ofx([{ amount: 5980, memo: `PIX FAT${invoices[0]?.number}` }]));
  const ids = statement.rows.map(({ id }) => id);
  const act = (endpoint: typeof api.bankStatements.ignore | typeof api.bankStatements.restore) =>
    trade.supplier.call(endpoint, { ...at(statement.id), body: { ids } });
  expect(await act(api.bankStatements.ignore)).toEqual({ done: ids, failed: [] });
  expect(await receiveSure(trade, statement)).toMatchObject({ failed: [{ code: 'state_conflict' }] });
  expect(await act(api.bankStatements.restore)).toEqual({ done: ids, failed: [] });
  await receiveSure(trade, statement);
  expect(await act(api.bankStatements.ignore)).toMatchObject({ failed: [{ code: 'state_conflict' }] });
  expect((await trade.supplier.refused(api.bankStatements.remove, at(statement.id))).code).toBe(
    'state_conflict',
  );
  const other = await send(trade, ofx([{ amount: 1, memo: 'PIX' }]));
  await trade.supplier.call(api.bankStatements.remove, at(other.id));
  expect((await trade.supplier.refused(api.bankStatements.detail, at(other.id))).status).toBe(404);
});

test('a bank statement is closed to other businesses and roles, and its texts are stored encrypted', async () => {
  const { trade, invoices } = await makeClosed();
  const statement = await send(trade, ofx([{ amount: 5980, memo: 'PIX SEGREDO DA SILVA' }]));
  const stranger = await makeClosed();
  for (const endpoint of [api.bankStatements.detail, api.bankStatements.remove] as const)
    expect((await stranger.trade.supplier.refused(endpoint, at(statement.id))).status).toBe(404);
  const foreign = { rows: [{ id: statement.rows[0]?.id ?? 0, invoiceIds: [stranger.invoices[0]?.id ?? 0] }] };
  expect(
    await trade.supplier.call(api.bankStatements.receive, { ...at(statement.id), body: foreign }),
  ).toMatchObject({ failed: [{ code: 'not_found' }] });
  expect((await trade.packer.refused(api.bankStatements.list, {})).code).toBe('forbidden');
  expect((await trade.seller.refused(api.bankStatements.detail, at(statement.id))).status).toBe(404);
  const stored = await app.rows(
    trade.supplier.businessId,
    'select r.*, s.details as file from bank_rows r join bank_statements s on s.id = r.statement_id',
  );
  expect(JSON.stringify(stored)).not.toMatch(/SEGREDO|77441/);
  expect(invoices).toHaveLength(1);
});

test('rows that were not received are deleted after 90 days, and received rows stay', async () => {
  const { trade, invoices } = await makeClosed();
  const statement = await send(
    trade,
    ofx([
      { amount: 5980, memo: `PIX FAT${invoices[0]?.number}` },
      { amount: 700, memo: 'PIX ALHEIO' },
    ]),
  );
  await receiveSure(trade, statement);
  app.clock.set('2027-02-25T12:00:00.000Z');
  await app.database.transact(null, async (tx) => tx.enqueue({ task: 'jobs.forget-passed', payload: {} }));
  await app.drain();
  const { rows } = await trade.supplier.call(api.bankStatements.detail, at(statement.id));
  expect(rows).toMatchObject([{ state: 'received' }]);
});
