import { describe, expect, test } from 'vitest';
import { addMinutes, systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  askQueue,
  connectSeller,
  drain,
  marketApp,
  remoteItems,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { makeAdvertisement, publish } from '../test/factory.ts';
import { stepSchedule } from './price-schedule.ts';

const { app, sandbox } = await marketApp();
// The queue tells the time by the database, so a job of later must be later there as well.
app.clock.set(systemClock.now().toISOString());
const supplier = await app.join('supply');
const seller = await app.join('sales');
const outsider = await app.join('sales');
const account = await connectSeller(seller, remoteSellers.legacy);

async function onSale(price = 5000) {
  const shelf = await makeShelf(app, supplier, 20);
  const offer = await makeOffer(supplier, shelf, 2000);
  const ad = await makeAdvertisement(seller, [offer]);
  const components = [{ offer: offer.id, quantity: 1 }];
  const sku = `EASY-${offer.id}`;
  const made = await publish(seller, ad, account.id, offer, {
    variations: [{ name: '', sku, gtin: '', attributes: [], components, price, active: true }],
  });
  await drain(app);
  const published = await seller.call(api.publications.detail, { params: { id: made.id } });
  return { ad: ad.id, publication: made.id, code: published.remoteItem ?? '', published };
}

const priceOf = async (id: number) =>
  (await seller.call(api.publications.detail, { params: { id } })).variations[0]?.price;
const remotePrice = async (code: string) =>
  (await remoteItems(sandbox)).find((item) => item.id === code)?.price;
const inMinutes = (minutes: number) => addMinutes(app.clock.now(), minutes).toISOString();
const rule = { kind: 'change', basisPoints: 2000 } as const;
const schedule = (ids: number[], beginsAt: string | null, endsAt: string | null) =>
  seller.call(api.priceSchedules.create, { body: { ids, rule, beginsAt, endsAt } });
const stateOf = async (id: number) =>
  (await seller.call(api.priceSchedules.list, { query: { size: '100' } })).items.find((row) => row.id === id)
    ?.state;
const marksOf = async (publication: number) =>
  (await seller.call(api.priceSchedules.marks)).items.filter((mark) => mark.publication === publication);
const cancel = (id: number) => seller.call(api.priceSchedules.cancel, { params: { id } });
const jobsOf = async (scheduleId: number) =>
  askQueue<{ run_at: Date }>(app, 'select run_at from queued_jobs where task = $1 and key = $2', [
    'prices.schedule',
    `price-schedule:${scheduleId}`,
  ]);

/** A step as the queue runs it when its time has come. */
async function step(scheduleId: number, name: 'begin' | 'end' | 'forget'): Promise<void> {
  await stepSchedule(jobOf(app), { businessId: seller.businessId, scheduleId, step: name });
  await drain(app);
}

describe('prices with a begin and an end', () => {
  test('wait, begin, reach the marketplace and go back at the end; a price that was changed meanwhile stays', async () => {
    const [one, two] = [await onSale(5000), await onSale(8000)];
    const made = await schedule([one.ad, two.ad], inMinutes(60), inMinutes(600));
    expect(made).toMatchObject({ state: 'waiting', publications: 2, rule });
    expect(await marksOf(one.publication)).toMatchObject([{ state: 'waiting', endsAt: made.endsAt }]);
    await drain(app);
    expect(await priceOf(one.publication)).toBe(5000);
    const [job] = await jobsOf(made.id);
    expect(Math.abs(Number(job?.run_at) - Date.parse(made.beginsAt))).toBeLessThan(60_000);

    await step(made.id, 'begin');
    expect(await stateOf(made.id)).toBe('running');
    expect(await remotePrice(one.code)).toBe(60);
    expect(await remotePrice(two.code)).toBe(96);
    expect(await marksOf(one.publication)).toMatchObject([{ state: 'running' }]);
    await step(made.id, 'begin');
    expect(await priceOf(one.publication)).toBe(6000);

    const typed = { update: { [two.published.variations[0]?.id ?? 0]: { price: 7777 } } };
    await seller.call(api.publications.update, {
      params: { id: two.publication },
      body: { variations: typed },
    });
    await step(made.id, 'end');
    expect(await stateOf(made.id)).toBe('ended');
    expect(await remotePrice(one.code)).toBe(50);
    expect(await priceOf(two.publication)).toBe(7777);
    expect(await marksOf(one.publication)).toEqual([]);
    await step(made.id, 'forget');
    expect(await stateOf(made.id)).toBeUndefined();
  });

  test('are found from the prices of the moment at which they begin', async () => {
    const one = await onSale(5000);
    const made = await schedule([one.ad], inMinutes(60), null);
    await seller.call(api.publications.update, {
      params: { id: one.publication },
      body: { variations: { update: { [one.published.variations[0]?.id ?? 0]: { price: 10_000 } } } },
    });
    await step(made.id, 'begin');
    expect(await priceOf(one.publication)).toBe(12_000);
    expect(await stateOf(made.id)).toBe('ended');
  });

  test('begin at once without a begin, and end early when they are canceled', async () => {
    const one = await onSale(5000);
    const made = await schedule([one.ad], null, inMinutes(600));
    await drain(app);
    expect(await priceOf(one.publication)).toBe(6000);
    expect(await cancel(made.id)).toMatchObject({ state: 'running' });
    await drain(app);
    expect(await priceOf(one.publication)).toBe(5000);
    expect(await stateOf(made.id)).toBe('ended');
  });

  test('are canceled while they wait, and then nothing begins', async () => {
    const one = await onSale(5000);
    const made = await schedule([one.ad], inMinutes(60), inMinutes(600));
    expect(await cancel(made.id)).toMatchObject({ state: 'canceled' });
    await step(made.id, 'begin');
    expect(await priceOf(one.publication)).toBe(5000);
    const again = await seller.refused(api.priceSchedules.cancel, { params: { id: made.id } });
    expect(again.code).toBe('state_conflict');
  });

  test('are refused for a publication that another one changes at the same time, and allowed after it', async () => {
    const one = await onSale(5000);
    const first = await schedule([one.ad], inMinutes(60), inMinutes(120));
    const refused = await seller.refused(api.priceSchedules.create, {
      body: { ids: [one.ad], rule, beginsAt: inMinutes(90), endsAt: inMinutes(180) },
    });
    expect(refused).toMatchObject({ code: 'price_already_scheduled' });
    await schedule([one.ad], inMinutes(121), inMinutes(180));
    await cancel(first.id);
    await schedule([one.ad], inMinutes(60), inMinutes(120));
  });

  test.each([
    ['a begin in the past', () => ({ beginsAt: inMinutes(-5), endsAt: null }), 'beginsAt', 'date_past'],
    [
      'an end before the begin',
      () => ({ beginsAt: inMinutes(60), endsAt: inMinutes(30) }),
      'endsAt',
      'ends_before_start',
    ],
    [
      'an end in two years',
      () => ({ beginsAt: null, endsAt: inMinutes(1_051_200) }),
      'endsAt',
      'date_invalid',
    ],
    ['neither begin nor end', () => ({ beginsAt: null, endsAt: null }), 'beginsAt', 'required'],
  ] as const)('refuses %s', async (_, times, field, code) => {
    const one = await onSale();
    const refused = await seller.refused(api.priceSchedules.create, {
      body: { ids: [one.ad], rule, ...times() },
    });
    expect(refused).toMatchObject({ code: 'invalid', errors: { [field]: [{ code }] } });
  });

  test('say how many prices are in force: one that was changed meanwhile is not', async () => {
    const [changed, plain] = [await onSale(9000), await onSale(9000)];
    const { id } = await seller.call(api.priceSchedules.create, {
      body: {
        ids: [changed.ad, plain.ad],
        rule: { kind: 'change', basisPoints: -1000 },
        ...{ beginsAt: null, endsAt: inMinutes(60) },
      },
    });
    await drain(app);
    const [variation] = (await seller.call(api.publications.detail, { params: { id: changed.publication } }))
      .variations;
    await seller.call(api.publications.update, {
      params: { id: changed.publication },
      body: { variations: { update: { [variation?.id ?? 0]: { price: 9900 } } } },
    });
    await drain(app);
    const row = async () =>
      (await seller.call(api.priceSchedules.list, { query: { size: '100' } })).items.find(
        (one) => one.id === id,
      );
    expect(await row()).toMatchObject({ state: 'running', publications: 2, inForce: 1, refused: [] });
    expect(await marksOf(changed.publication)).toMatchObject([{ state: 'running', inForce: false }]);
    expect(await marksOf(plain.publication)).toMatchObject([{ state: 'running', inForce: true }]);
    await cancel(id);
    await drain(app);
  });

  test('and changes at once are refused for advertisements that are not published', async () => {
    const shelf = await makeShelf(app, supplier, 5);
    const draft = await makeAdvertisement(seller, [await makeOffer(supplier, shelf)]);
    const body = { ids: [draft.id], rule, beginsAt: null, endsAt: inMinutes(60) };
    expect(await seller.refused(api.priceSchedules.create, { body })).toMatchObject({
      code: 'not_published',
    });
    expect(
      await seller.refused(api.advertisements.changePrices, { body: { ids: [draft.id], rule } }),
    ).toMatchObject({ code: 'not_published' });
    const { ad } = await onSale();
    expect(
      await seller.call(api.advertisements.previewPrices, { body: { ids: [draft.id, ad], rule } }),
    ).toMatchObject({
      ...{ selected: 2, total: 1, advertisements: 1 },
      leftOut: [{ code: 'not_published', count: 1, names: ['Caneca Esmaltada 350 ml'] }],
    });
  });

  test('belong to their business', async () => {
    const one = await onSale();
    const made = await schedule([one.ad], inMinutes(60), null);
    expect((await outsider.refused(api.priceSchedules.cancel, { params: { id: made.id } })).code).toBe(
      'not_found',
    );
    expect((await outsider.call(api.priceSchedules.list)).total).toBe(0);
    expect((await outsider.call(api.priceSchedules.marks)).items).toEqual([]);
  });
});
