import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayOf } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { type Inbox, startInbox } from '#server/account/test/inbox.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { at, bank, makeTrade, photo, type Trade } from '#server/dropshipping/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drain,
  type Market,
  marketApp,
  remoteItems,
} from '#server/marketplaces/test/factory.ts';
import type { Person } from '#server/test/app.ts';

let market: Market;
let inbox: Inbox;
let trade: Trade;
let publication: number;
let item: string | null;
let seller: Person;

beforeAll(async () => {
  inbox = await startInbox();
  market = await marketApp({ SMTP_URL: inbox.url });
  market.app.clock.set('2026-11-21T15:00:00.000Z');
  seller = await market.app.join('sales');
  const account = await connectSeller(seller);
  trade = await makeTrade(market.app, seller);
  const shelf = await makeShelf(market.app, trade.supplier, 9);
  const offer = await makeOffer(trade.supplier, shelf, 2000);
  const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
  publication = made.id;
  await drain(market.app);
  item = (await seller.call(api.publications.detail, at(publication))).remoteItem;
});
beforeEach(() => {
  inbox.letters.length = 0;
});

/** Noon of a day in Sao Paulo, with everything that the clock does by then. */
async function comeTo(day: string): Promise<void> {
  market.app.clock.set(`${day}T15:00:00.000Z`);
  for (const task of ['dropinvoices.close', 'overdue-cases.advance'])
    await market.app.database.transact(null, async (tx) => tx.enqueue({ task, payload: {} }));
  await drain(market.app);
}
const casesOf = async (person: Person) => (await person.call(api.overdueCases.list, {})).items;
/** Both sides read the same. */
async function theCase() {
  const [found, ...more] = await casesOf(seller);
  expect(more).toEqual([]);
  expect(await casesOf(trade.supplier)).toEqual(found ? [found] : []);
  return found;
}
const shown = async () => {
  const { variations } = await seller.call(api.publications.detail, at(publication));
  const remote = (await remoteItems(market.sandbox)).find(({ id }) => id === item);
  const [variation] = variations;
  return {
    quantity: variation?.quantity,
    held: variation?.components.map(({ held }) => held),
    atMarketplace: remote?.available,
  };
};
const onSale = { quantity: 9, held: [false], atMarketplace: 9 };
const held = { quantity: 0, held: [true], atMarketplace: 0 };
const subjects = () => inbox.letters.map(({ to, subject }) => ({ to, subject }));
const hold = (id: number) => trade.supplier.call(api.overdueCases.hold, at(id));
const giveTime = (id: number, until: string) =>
  trade.supplier.call(api.overdueCases.extend, { ...at(id), body: { until } });

describe('a seller with overdue invoices', () => {
  let invoice: number;

  test('the seller is notified the day after the due day, sees the next step, and no ad is set to 0', async () => {
    await trade.enterBank();
    await trade.packOne();
    await comeTo('2026-11-22');
    invoice = (await trade.latest()).id;
    await comeTo('2026-11-29');
    expect(await theCase()).toBeUndefined();
    await comeTo('2026-11-30');
    await comeTo('2026-11-30');
    expect(await theCase()).toMatchObject({
      ...{ state: 'noticed', dueOn: '2026-11-29', invoiceCount: 1, totalCentavos: 5980 },
      next: { step: 'ask', on: '2026-12-03' },
    });
    expect(subjects().filter(({ subject }) => subject.includes('vencida'))).toHaveLength(1);
    expect(inbox.latest(seller.email).text).toContain('03/12/2026');
    const { id = 0 } = (await theCase()) ?? {};
    expect((await trade.supplier.refused(api.overdueCases.hold, at(id))).code).toBe('state_conflict');
    expect(await shown()).toEqual(onSale);
  });

  test('the supplier is asked once after the overdue days of the trade link, and nothing changes without an answer', async () => {
    await comeTo('2026-12-02');
    expect((await theCase())?.state).toBe('noticed');
    inbox.letters.length = 0;
    await comeTo('2026-12-03');
    await comeTo('2026-12-04');
    expect(await theCase()).toMatchObject({ state: 'asked', next: { step: 'decide', on: null } });
    expect(subjects()).toEqual([
      { to: trade.supplier.email, subject: expect.stringContaining('o que fazer?') },
    ]);
    expect(await shown()).toEqual(onSale);
  });

  test("only the supplier sets the seller's ads to 0, here and at the marketplace, and the seller reads the reason", async () => {
    const { id = 0 } = (await theCase()) ?? {};
    expect((await seller.refused(api.overdueCases.hold, at(id))).status).toBe(403);
    const stranger = await market.app.join('supply');
    expect((await stranger.refused(api.overdueCases.hold, at(id))).status).toBe(404);
    expect((await stranger.refused(api.overdueCases.detail, at(id))).status).toBe(404);
    expect(await hold(id)).toMatchObject({ state: 'held', next: { step: 'pay', on: null } });
    await drain(market.app);
    expect(await shown()).toEqual(held);
    // The catalogue goes on listing it; asked why, it says what ads of it show.
    const [listed] = (await seller.call(api.dropshipping.list, { query: { query: 'available:9' } })).items;
    const { quantity, parts } = await seller.call(api.dropshipping.explain, {
      query: { offers: String(listed?.id) },
    });
    expect([quantity, parts.map((part) => [part.makes, part.held])]).toEqual([9, [[9, true]]]);
    expect(inbox.latest(seller.email).subject).toContain('foram zerados');
    expect((await trade.supplier.refused(api.overdueCases.hold, at(id))).code).toBe('state_conflict');
    const { items } = await trade.supplier.call(api.audit.list, { query: { query: 'act:hold' } });
    expect(items.map(({ changes }) => changes?.overdueState)).toEqual([['asked', 'held']]);
  });

  test('extending the deadline restores the quantities, and the supplier is asked again after it', async () => {
    const { id = 0 } = (await theCase()) ?? {};
    for (const until of ['2026-12-03', '2027-04-01'])
      expect(
        (await trade.supplier.refused(api.overdueCases.extend, { ...at(id), body: { until } })).errors,
      ).toHaveProperty('until');
    expect(await giveTime(id, '2026-12-08')).toMatchObject({
      ...{ state: 'extended', extendedUntil: '2026-12-08' },
      next: { step: 'ask', on: '2026-12-09' },
    });
    await drain(market.app);
    expect(await shown()).toEqual(onSale);
    expect(inbox.latest(seller.email).subject).toContain('08/12/2026');
    await comeTo('2026-12-08');
    expect((await theCase())?.state).toBe('extended');
    await comeTo('2026-12-09');
    expect((await theCase())?.state).toBe('asked');
    await hold(id);
    await drain(market.app);
    expect(await shown()).toEqual(held);
  });

  test('ads stay at 0 after the seller sends a proof, and are restored when it is approved', async () => {
    await trade.pay(invoice);
    await comeTo('2026-12-10');
    expect(await theCase()).toMatchObject({
      ...{ state: 'held', saidPaidCentavos: 5980, next: { step: 'approve', on: null } },
    });
    expect(await shown()).toEqual(held);
    await trade.supplier.call(api.dropinvoices.approve, { ...at(invoice), body: { bankRowSeen: true } });
    expect(await theCase()).toBeUndefined();
    await drain(market.app);
    expect(await shown()).toEqual(onSale);
    expect(subjects()).toContainEqual({ to: seller.email, subject: expect.stringContaining('voltaram') });
    await trade.expectSound();
  });
});

test('an overdue case ends by settling the whole invoice, not by a rejected or partial payment, and starts after the overdue days of the link', async () => {
  await trade.packOne();
  await comeTo('2026-12-11');
  const { id, dueOn } = await trade.latest();
  expect(dueOn).toBe('2026-12-18');
  const [company] = (await trade.supplier.call(api.companies.list, {})).items;
  const terms = { ...at(company?.id ?? 0), body: { overdueDays: 0 } };
  expect((await trade.supplier.call(api.companies.update, terms)).overdueDays).toBe(0);
  const { items } = await seller.call(api.dropinvoices.items, at(id));
  const body = { itemId: items[0]?.id ?? 0, quantity: 2, reason: 'Veio quebrado' };
  const { disputes } = await seller.call(api.disputes.open, { body, files: [await photo()] });
  expect(await trade.latest()).toMatchObject({ state: 'pending', payableCentavos: 0 });
  await trade.supplier.call(api.disputes.accept, at(disputes[0]?.id ?? 0));
  expect((await trade.latest()).state).toBe('complete');

  await trade.packOne();
  await comeTo('2026-12-12');
  const next = await trade.latest();
  await trade.pay(next.id, { paidOn: dayOf(market.app.clock.now()), note: 'ok' });
  await comeTo('2026-12-20');
  expect(await theCase()).toBeUndefined();
  await trade.supplier.call(api.dropinvoices.reject, { ...at(next.id), body: { reason: 'Não caiu' } });
  await comeTo('2026-12-20');
  expect((await theCase())?.state).toBe('asked');
  await hold((await theCase())?.id ?? 0);
  await drain(market.app);
  expect(await shown()).toEqual(held);
  const administrator = await market.app.hire(trade.supplier.businessId, ['administrator']);
  await trade.pay(next.id, { paidOn: '2026-12-20', paidCentavos: 1, note: 'um centavo' });
  await administrator.call(api.dropinvoices.approve, { ...at(next.id), body: { bankRowSeen: true } });
  await drain(market.app);
  expect(await shown()).toEqual(held);
  await trade.supplier.call(api.dropinvoices.writeOff, { ...at(next.id), body: { reason: 'Acordo' } });
  await drain(market.app);
  expect(await shown()).toEqual(onSale);
  await trade.expectSound();
});

test('blocking a seller sets their ads to 0 at the marketplace, and unblocking restores the quantities', async () => {
  const [company] = (await trade.supplier.call(api.companies.list, {})).items;
  const link = at(company?.id ?? 0);
  expect(await shown()).toEqual(onSale);
  await trade.supplier.call(api.companies.block, link);
  await drain(market.app);
  expect(await shown()).toMatchObject({ quantity: 0, atMarketplace: 0 });
  await trade.supplier.call(api.companies.unblock, link);
  await drain(market.app);
  expect(await shown()).toEqual(onSale);
});

describe('invoices of a supplier without bank data', () => {
  let other: Trade;

  beforeAll(async () => {
    market.app.clock.set('2027-01-10T15:00:00.000Z');
    other = await makeTrade(market.app);
  });

  test('have no due day, so that no reminder, question or overdue amount comes of them', async () => {
    await other.packOne();
    await comeTo('2027-01-11');
    expect(await other.latest()).toMatchObject({ state: 'pending', dueOn: null, overdue: false });
    expect(inbox.latest(other.seller.email).subject).toContain('ainda sem dados para pagar');
    await other.packOne();
    await comeTo('2027-03-20');
    expect(await casesOf(other.seller)).toEqual([]);
    expect(await casesOf(other.supplier)).toEqual([]);
    for (const person of [other.seller, other.supplier]) {
      const query = { query: 'overdue:yes' };
      expect((await person.call(api.dropinvoices.list, { query })).total).toBe(0);
      expect((await person.call(api.dropinvoices.revenue, {})).overdueCentavos).toBe(0);
      const { todo } = await person.call(api.dashboard.detail, {});
      expect(todo.map(({ kind }) => kind)).not.toContain('invoicesOverdue');
      expect(todo.map(({ kind }) => kind)).not.toContain('invoicesUnpaid');
    }
    expect(subjects().filter(({ subject }) => subject.includes('vencida'))).toEqual([]);
    await other.expectSound();
  });

  test('ask the supplier for the bank data once, and not with every invoice', async () => {
    const fresh = await makeTrade(market.app);
    await fresh.packOne();
    await comeTo('2027-03-21');
    await fresh.packOne();
    await comeTo('2027-03-22');
    const asked = inbox.letters.filter(({ to }) => to === fresh.supplier.email);
    expect(asked.map(({ subject }) => subject)).toEqual([expect.stringContaining('dados bancários')]);
    const { items } = await fresh.supplier.call(api.dropinvoices.list, {
      query: { query: 'withoutBank:yes' },
    });
    expect(items.map(({ dueOn }) => dueOn)).toEqual([null, null]);
  });

  test('are due after the whole term of the link once the supplier enters them, and both are told the day', async () => {
    // The session of the supplier is too old for bank data.
    const owner = await market.app.hire(other.supplier.businessId, ['owner']);
    await owner.call(api.bankAccount.update, { body: bank });
    await market.app.drain();
    for (const { dueOn } of (await other.seller.call(api.dropinvoices.list, {})).items)
      expect(dueOn).toBe('2027-03-29');
    expect(
      inbox.letters.filter(({ to, subject }) => to === other.seller.email && subject.includes('29/03/2027')),
    ).toHaveLength(1);
    await comeTo('2027-03-29');
    expect(await casesOf(other.seller)).toEqual([]);
    await comeTo('2027-03-30');
    expect(await casesOf(other.seller)).toMatchObject([{ state: 'noticed', invoiceCount: 2 }]);
    // Until the next run ends the case, nobody reads about it and nobody acts on it.
    const [{ id = 0 } = {}] = await casesOf(other.supplier);
    await market.app.rows(other.supplier.businessId, "update dropinvoices set due_on = '2027-05-01'");
    expect(await casesOf(other.seller)).toEqual([]);
    const until = { ...at(id), body: { until: '2027-04-10' } };
    expect((await other.supplier.refused(api.overdueCases.extend, until)).code).toBe('state_conflict');
    await other.expectSound();
  });

  test('keep no due day after a refused dispute, and can be paid after a rejected proof', async () => {
    const late = await makeTrade(market.app);
    await late.packOne();
    await comeTo('2027-03-31');
    const { id } = await late.latest();
    const { items } = await late.seller.call(api.dropinvoices.items, at(id));
    const body = { itemId: items[0]?.id ?? 0, quantity: 1, reason: 'Veio quebrado' };
    const { disputes } = await late.seller.call(api.disputes.open, { body, files: [await photo()] });
    await late.supplier.call(api.disputes.refuse, {
      ...at(disputes[0]?.id ?? 0),
      body: { reason: 'Saiu inteiro' },
    });
    expect(await late.latest()).toMatchObject({ dueOn: null, pixCode: null });
    await market.app.drain();
    expect(inbox.latest(late.seller.email).text).not.toContain('–');
    await late.pay(id, { paidOn: '2027-03-31', note: 'por outro banco' });
    await late.enterBank();
    await late.supplier.call(api.dropinvoices.reject, { ...at(id), body: { reason: 'Não caiu' } });
    const { dueOn, pixCode, state } = await late.latest();
    expect({ dueOn, state }).toEqual({ dueOn: '2027-04-07', state: 'pending' });
    expect(pixCode).not.toBeNull();
    await late.expectSound();
  });
});
