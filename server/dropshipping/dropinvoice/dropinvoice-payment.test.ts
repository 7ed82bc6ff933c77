import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type DropinvoiceAct,
  dropinvoiceActs,
  dropinvoiceStates,
} from '#contract/dropshipping/dropinvoice-states.ts';
import { readPixCode } from '#contract/dropshipping/pix.ts';
import { api } from '#contract/index.ts';
import { type Inbox, startInbox } from '#server/account/test/inbox.ts';
import {
  at,
  bank,
  makeTrade,
  midnight,
  payment,
  pdf,
  type Trade,
} from '#server/dropshipping/test/factory.ts';
import { type TestApp, testApp } from '#server/test/app.ts';

const credit = (sellerId: number) => ({ body: { sellerId, amountCentavos: 100, reason: 'Atraso' } });

let app: TestApp;
let inbox: Inbox;
let trade: Trade;

beforeAll(async () => {
  inbox = await startInbox();
  app = await testApp({ SMTP_URL: inbox.url });
});

beforeEach(async () => {
  app.clock.set('2026-11-21T15:00:00.000Z');
  trade = await makeTrade(app);
  await app.drain();
  inbox.letters.length = 0;
});

describe('payment of an invoice', () => {
  test('a payment needs a proof and counts once the supplier approves it', async () => {
    await trade.enterBank();
    const { id } = await trade.closedInvoice();
    expect((await trade.seller.refused(api.dropinvoices.pay, { ...at(id), body: payment() })).code).toBe(
      'proof_required',
    );
    const paid = await trade.pay(id);
    expect(paid).toMatchObject({ state: 'waiting_approval', paidCentavos: 5980, paidOn: '2026-11-22' });
    await app.drain();
    expect(inbox.latest(trade.supplier.email).subject).toContain('informou o pagamento');
    const proof = await trade.supplier.download(api.dropinvoices.proof, at(id));
    expect(proof.bytes.toString()).toBe('%PDF-1.4 comprovante');
    expect((await trade.supplier.call(api.dropinvoices.revenue, {})).receivableCentavos).toBe(5980);

    expect(
      (
        await trade.supplier.refused(api.dropinvoices.approve, {
          ...at(id),
          body: { bankRowSeen: false as true },
        })
      ).status,
    ).toBe(422);
    const done = await trade.supplier.call(api.dropinvoices.approve, {
      ...at(id),
      body: { bankRowSeen: true },
    });
    expect(done).toMatchObject({ state: 'complete', completedAt: midnight });
    expect(await trade.supplier.call(api.dropinvoices.revenue, {})).toMatchObject({
      completeCentavos: 5980,
      receivableCentavos: 0,
    });
    await app.drain();
    expect(inbox.latest(trade.seller.email).subject).toContain('concluída');
    await trade.expectSound();
  });

  test('a payment of another amount needs a note, and one dated in the future is refused', async () => {
    const { id } = await trade.closedInvoice();
    const body = payment({ paidCentavos: 5000 });
    const files = [pdf()];
    expect(await trade.seller.refused(api.dropinvoices.pay, { ...at(id), body, files })).toMatchObject({
      code: 'note_required',
      errors: { note: expect.anything() },
    });
    const tomorrow = payment({ paidOn: '2026-11-23' });
    expect(
      (await trade.seller.refused(api.dropinvoices.pay, { ...at(id), body: tomorrow, files })).errors,
    ).toHaveProperty('paidOn');
    await trade.seller.refused(api.dropinvoices.pay, {
      ...at(id),
      body: payment(),
      files: [{ name: 'x.pdf', bytes: Buffer.from('<svg/>') }],
    });
    expect(await trade.pay(id, { paidCentavos: 5000, note: 'Desconto combinado' })).toMatchObject({
      paidCentavos: 5000,
      totalCentavos: 5980,
    });
    await trade.expectSound();
  });

  test('the missing part of a payment stays payable or is waived, and the excess goes to the balance', async () => {
    const approve = (id: number, shortfall?: 'charge' | 'waive') =>
      trade.supplier.call(api.dropinvoices.approve, { ...at(id), body: { bankRowSeen: true, shortfall } });
    await trade.enterBank();
    const { id, dueOn } = await trade.closedInvoice();
    await trade.pay(id, { paidCentavos: 5000, note: 'O resto amanhã' });
    const part = await approve(id);
    expect(part).toMatchObject({
      ...{ state: 'pending', totalCentavos: 5980, payableCentavos: 980, receivedCentavos: 5000, dueOn },
      ...{ proofFileId: null, settlements: [{ kind: 'payment', source: 'proof', amountCentavos: 5000 }] },
    });
    expect(readPixCode(part.pixCode ?? '')).toMatchObject({ amount: '9.80' });
    await trade.expectSound();
    await app.drain();
    expect(inbox.latest(trade.seller.email).subject).toContain('9,80');
    const files = [pdf()];
    const old = await trade.seller.refused(api.dropinvoices.pay, { ...at(id), body: payment(), files });
    expect(old.code).toBe('note_required');
    await trade.pay(id, { paidCentavos: 2000, note: 'Arredondado' });
    expect(await approve(id)).toMatchObject({ state: 'complete', dueCentavos: 0, receivedCentavos: 7000 });
    expect(await trade.supplier.call(api.dropinvoices.revenue, {})).toMatchObject({
      ...{ completeCentavos: 7000, receivableCentavos: 0, openCentavos: 0, balanceCentavos: 1020 },
    });
    await trade.expectSound();

    await trade.packOne();
    app.clock.advance(24 * 60);
    await trade.closeDay();
    const second = await trade.latest();
    expect(second).toMatchObject({ totalCentavos: 5980, payableCentavos: 4960 });
    expect(readPixCode(second.pixCode ?? '')).toMatchObject({ amount: '49.60' });
    await trade.pay(second.id, { paidCentavos: 4900, note: 'Desconto combinado' });
    expect(await approve(second.id, 'waive')).toMatchObject({ state: 'complete', dueCentavos: 0 });
    expect((await trade.seller.call(api.dropinvoices.revenue, {})).balanceCentavos).toBe(0);
    await trade.expectSound();
  });

  test('the supplier records a received payment with amount, day and bank reference, with or without a proof', async () => {
    const { id } = await trade.closedInvoice();
    const receive = (change = {}) => ({
      ...at(id),
      body: { amountCentavos: 5000, receivedOn: '2026-11-22', bankReference: 'E607464', ...change },
    });
    expect((await trade.seller.refused(api.dropinvoices.receive, receive())).status).toBe(403);
    const stranger = await app.join('supply');
    expect((await stranger.refused(api.dropinvoices.receive, receive())).status).toBe(404);
    for (const wrong of [{ amountCentavos: 0 }, { bankReference: '' }, { receivedOn: '2026-11-23' }])
      expect((await trade.supplier.refused(api.dropinvoices.receive, receive(wrong))).status).toBe(422);
    expect(await trade.supplier.call(api.dropinvoices.receive, receive())).toMatchObject({
      ...{ state: 'pending', payableCentavos: 980 },
    });
    await trade.pay(id, { paidCentavos: 980 });
    const done = await trade.supplier.call(api.dropinvoices.receive, receive({ amountCentavos: 1000 }));
    expect(done).toMatchObject({ state: 'complete', receivedCentavos: 6000 });
    expect((await trade.seller.call(api.dropinvoices.detail, at(id))).settlements).toMatchObject([
      { kind: 'payment', amountCentavos: 5000, source: 'by_hand', bankReference: 'E607464' },
      { kind: 'payment', amountCentavos: 1000, source: 'by_hand', by: done.supplier.name },
      { kind: 'overpayment', amountCentavos: -20 },
    ]);
    expect((await trade.supplier.refused(api.dropinvoices.receive, receive())).code).toBe('state_conflict');
    await trade.expectSound();
  });

  test("the supplier's owner writes off the rest of an invoice with a reason, which lowers the exposure", async () => {
    const { id } = await trade.closedInvoice();
    const body = { reason: 'A loja fechou' };
    const administrator = await app.hire(trade.supplier.businessId, ['administrator']);
    expect((await administrator.refused(api.dropinvoices.writeOff, { ...at(id), body })).status).toBe(403);
    expect(
      (await trade.supplier.refused(api.dropinvoices.writeOff, { ...at(id), body: { reason: '' } })).status,
    ).toBe(422);
    await trade.supplier.call(api.dropinvoices.receive, {
      ...at(id),
      body: { amountCentavos: 980, receivedOn: '2026-11-22', bankReference: 'E1' },
    });
    const done = await trade.supplier.call(api.dropinvoices.writeOff, { ...at(id), body });
    expect(done).toMatchObject({ state: 'complete', dueCentavos: 0, receivedCentavos: 980 });
    expect(done.settlements[1]).toMatchObject({ kind: 'write_off', amountCentavos: 5000, ...body });
    expect(await trade.supplier.call(api.dropinvoices.revenue, {})).toMatchObject({
      ...{ completeCentavos: 980, receivableCentavos: 0 },
    });
    await app.drain();
    expect(inbox.latest(trade.seller.email).text).toContain('A loja fechou');
    expect((await trade.supplier.refused(api.dropinvoices.writeOff, { ...at(id), body })).code).toBe(
      'state_conflict',
    );
    await trade.expectSound();
  });

  test('a proof can be replaced until it is decided, and the former one stays in the history', async () => {
    const { id } = await trade.closedInvoice();
    await trade.pay(id, { paidCentavos: 1, note: 'engano' });
    const edited = await trade.seller.call(api.dropinvoices.editProof, {
      ...at(id),
      body: payment(),
      files: [pdf('certo')],
    });
    expect(edited.proofs.map(({ paidCentavos }) => paidCentavos)).toEqual([5980, 1]);
    expect((await trade.supplier.download(api.dropinvoices.proof, at(id))).bytes.toString()).toContain(
      'certo',
    );
    await trade.expectSound();
  });

  test('rejecting a proof requires a reason and makes the invoice payable with its former due day', async () => {
    const { id, dueOn } = await trade.closedInvoice();
    await trade.pay(id);
    expect(
      (await trade.supplier.refused(api.dropinvoices.reject, { ...at(id), body: { reason: '' } })).status,
    ).toBe(422);
    const back = await trade.supplier.call(api.dropinvoices.reject, {
      ...at(id),
      body: { reason: 'Não caiu' },
    });
    expect(back).toMatchObject({ state: 'pending', dueOn, rejectedReason: 'Não caiu' });
    await app.drain();
    expect(inbox.latest(trade.seller.email).text).toContain('Não caiu');
    await trade.expectSound();
    await trade.pay(id);
    expect((await trade.latest()).rejectedReason).toBeNull();
    await trade.expectSound();
  });

  test('a document attached by the supplier is opened by the seller only', async () => {
    const { id } = await trade.closedInvoice();
    const refused = await trade.seller.refused(api.dropinvoices.attach, { ...at(id), files: [pdf('nota')] });
    expect(refused.status).toBe(403);
    await trade.supplier.call(api.dropinvoices.attach, { ...at(id), files: [pdf('nota')] });
    expect((await trade.seller.download(api.dropinvoices.document, at(id))).bytes.toString()).toContain(
      'nota',
    );
    const stranger = await app.join('sales');
    expect((await stranger.refused(api.dropinvoices.document, at(id))).status).toBe(404);
  });

  test('an invoice is overdue from the day after its due day until the seller reports a payment', async () => {
    await trade.enterBank();
    const { id } = await trade.closedInvoice();
    app.clock.set('2026-11-30T02:59:00.000Z');
    expect((await trade.latest()).overdue).toBe(false);
    app.clock.set('2026-11-30T03:01:00.000Z');
    expect((await trade.latest()).overdue).toBe(true);
    const overdue = { query: { query: 'overdue:true' } };
    expect((await trade.seller.call(api.dropinvoices.list, overdue)).total).toBe(1);
    expect((await trade.supplier.call(api.dropinvoices.revenue, {})).overdueCentavos).toBe(5980);
    await trade.pay(id);
    expect((await trade.latest()).overdue).toBe(false);
    expect((await trade.seller.call(api.dropinvoices.list, overdue)).total).toBe(0);
    expect((await trade.supplier.call(api.dropinvoices.revenue, {})).overdueCentavos).toBe(0);
  });
});

describe('bank data of the supplier', () => {
  test('entering bank data fills invoices that closed without them, and later changes do not affect these', async () => {
    const { id } = await trade.closedInvoice();
    expect(await trade.seller.call(api.dropinvoices.detail, at(id))).toMatchObject({
      bank: null,
      pixCode: null,
    });
    await trade.enterBank();
    const filled = await trade.seller.call(api.dropinvoices.detail, at(id));
    expect(readPixCode(filled.pixCode ?? '')?.amount).toBe('59.80');
    await trade.enterBank({ holder: 'Outro Titular' });
    expect(await trade.seller.call(api.dropinvoices.detail, at(id))).toEqual(filled);
    await trade.expectSound();
  });

  test("a change of bank data is mailed to the supplier's owners and to sellers with open invoices", async () => {
    const administrator = await app.hire(trade.supplier.businessId, ['administrator']);
    const uninvolved = await app.join('sales');
    await trade.enterBank();
    await trade.closedInvoice();
    await app.drain();
    inbox.letters.length = 0;
    await trade.enterBank({ holder: 'Outro Titular' });
    await app.drain();
    expect(inbox.letters.map(({ to }) => to).sort()).toEqual(
      [trade.supplier.email, trade.seller.email].sort(),
    );
    expect(inbox.letters.map(({ to }) => to)).not.toContain(administrator.email);
    expect(inbox.letters.map(({ to }) => to)).not.toContain(uninvolved.email);
    expect(inbox.latest(trade.seller.email).text).toContain('confirme a mudança');
  });

  test('the owner allows the supplier role to decide proofs or edit bank data, separately, and revokes it', async () => {
    const clerk = await app.hire(trade.supplier.businessId, ['supplier']);
    const leave = (...supplierMay: ('proofs' | 'bank_data')[]) =>
      trade.supplier.call(api.business.leaveToSupplier, { body: { supplierMay } });
    const approve = { body: { bankRowSeen: true as const } };
    await trade.enterBank();
    const { id } = await trade.closedInvoice();
    await trade.pay(id);
    expect((await trade.supplier.call(api.business.detail, {})).supplierMay).toEqual([]);
    expect((await clerk.refused(api.dropinvoices.approve, { ...at(id), ...approve })).code).toBe('forbidden');
    expect((await clerk.refused(api.bankAccount.update, { body: bank })).code).toBe('forbidden');
    expect((await clerk.refused(api.bankAccount.detail, {})).code).toBe('forbidden');
    expect(await clerk.call(api.dropinvoices.detail, at(id))).toMatchObject({ bank: null, pixCode: null });

    await leave('bank_data');
    expect((await clerk.call(api.bankAccount.detail, {}))?.pixKey).toBeTruthy();
    expect((await clerk.call(api.dropinvoices.detail, at(id))).bank).not.toBeNull();
    expect((await clerk.call(api.auth.session, {})).supplierMay).toEqual(['bank_data']);
    expect((await clerk.refused(api.dropinvoices.approve, { ...at(id), ...approve })).code).toBe('forbidden');
    await clerk.call(api.bankAccount.update, { body: bank });
    await leave('proofs');
    expect((await clerk.refused(api.bankAccount.update, { body: bank })).code).toBe('forbidden');
    expect((await trade.packer.refused(api.dropinvoices.approve, { ...at(id), ...approve })).code).toBe(
      'forbidden',
    );
    expect((await clerk.refused(api.pairBalances.credit, credit(trade.seller.businessId))).code).toBe(
      'forbidden',
    );
    const seller = await app.hire(trade.seller.businessId, ['supplier']);
    expect((await seller.refused(api.dropinvoices.approve, { ...at(id), ...approve })).code).toBe(
      'forbidden',
    );
    expect(await clerk.call(api.dropinvoices.approve, { ...at(id), ...approve })).toMatchObject({
      state: 'complete',
    });
    await leave();
    expect((await clerk.refused(api.dropinvoices.approve, { ...at(id), ...approve })).code).toBe('forbidden');
    const administrator = await app.hire(trade.supplier.businessId, ['administrator']);
    for (const person of [administrator, clerk])
      expect((await person.refused(api.business.leaveToSupplier, { body: { supplierMay: [] } })).code).toBe(
        'forbidden',
      );
    const { items } = await trade.supplier.call(api.audit.list, { query: { query: 'act:leaveToSupplier' } });
    expect(items.map(({ changes }) => changes?.supplierMay)).toContainEqual(['', 'bank_data']);
    await trade.expectSound();
  });

  test('only the freshly authenticated owner changes bank data, with a valid Pix key', async () => {
    const administrator = await app.hire(trade.supplier.businessId, ['administrator']);
    for (const person of [administrator, trade.seller, trade.packer]) {
      expect((await person.refused(api.bankAccount.update, { body: bank })).status).toBe(403);
    }
    const body = { ...bank, pixKey: 'nada' };
    expect((await trade.supplier.refused(api.bankAccount.update, { body })).errors).toHaveProperty('pixKey');
    const { version } = await trade.enterBank();
    await trade.enterBank({ holder: 'Novo' });
    expect((await trade.supplier.refused(api.bankAccount.update, { body: bank, version })).status).toBe(412);
    app.clock.advance(60 * 24 * 31);
    expect((await trade.supplier.refused(api.bankAccount.update, { body: bank })).code).toBe(
      'fresh_authentication_required',
    );
  });
});

describe('state × verb', () => {
  const verbs: Record<DropinvoiceAct, (id: number) => Promise<{ status: number }>> = {
    pay: (id) => trade.seller.refused(api.dropinvoices.pay, { ...at(id), body: payment(), files: [pdf()] }),
    editProof: (id) =>
      trade.seller.refused(api.dropinvoices.editProof, { ...at(id), body: payment(), files: [pdf()] }),
    approve: (id) =>
      trade.supplier.refused(api.dropinvoices.approve, { ...at(id), body: { bankRowSeen: true } }),
    reject: (id) => trade.supplier.refused(api.dropinvoices.reject, { ...at(id), body: { reason: 'x' } }),
    receive: (id) =>
      trade.supplier.refused(api.dropinvoices.receive, {
        ...at(id),
        body: { amountCentavos: 5980, receivedOn: '2026-11-21', bankReference: 'E1' },
      }),
    writeOff: (id) => trade.supplier.refused(api.dropinvoices.writeOff, { ...at(id), body: { reason: 'x' } }),
  };

  test.each(['open', ...dropinvoiceStates])(
    '%s invoices refuse every verb that the state table does not allow',
    async (state) => {
      if (state === 'open') await trade.packOne();
      else await trade.closedInvoice();
      const { id } = await trade.latest();
      if (state === 'waiting_approval' || state === 'complete') await trade.pay(id);
      if (state === 'complete')
        await trade.supplier.call(api.dropinvoices.approve, { ...at(id), body: { bankRowSeen: true } });
      const digest = async () => [
        await app.rows(trade.seller.businessId, `select * from dropinvoices where id = ${id}`),
        await app.rows(
          trade.seller.businessId,
          `select * from dropinvoice_proofs where dropinvoice_id = ${id}`,
        ),
        await app.rows(trade.seller.businessId, `select count(*) from files`),
      ];
      const before = await digest();
      for (const verb of Object.keys(dropinvoiceActs) as DropinvoiceAct[]) {
        const from: readonly string[] = dropinvoiceActs[verb].from;
        if (from.includes(state)) continue;
        expect([verb, (await verbs[verb](id)).status]).toEqual([verb, 409]);
      }
      expect(await digest()).toEqual(before);
      await trade.expectSound();
    },
  );

  test('of twenty simultaneous approvals and rejections one succeeds', async () => {
    const { id } = await trade.closedInvoice();
    await trade.pay(id);
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        n % 2
          ? trade.supplier.call(api.dropinvoices.approve, { ...at(id), body: { bankRowSeen: true } })
          : trade.supplier.call(api.dropinvoices.reject, { ...at(id), body: { reason: 'x' } }),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await trade.expectSound();
  });
});
