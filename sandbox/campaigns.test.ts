import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Fields, fieldsOf, listOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import type { Caller } from './testing.ts';
import {
  buyThrough,
  callerFor,
  control,
  legacyDraft,
  legacySeller,
  newModelSeller,
  publish,
  readItem,
  singleDraft,
  startForTest,
  startWithReceiver,
} from './testing.ts';

const DAY = 24 * 3_600;
/** Noon in Brasília. */
const noon = '2026-08-10T15:00:00.000Z';
const V2 = 'app_version=v2';

let running: Sandbox | null = null;
afterEach(async () => {
  await running?.close();
  running = null;
});

type Shop = { sandbox: Sandbox; call: Caller; item: Fields };

/** A seller with an active item at 100.00. */
async function shop(changes: Fields = {}, options = {}): Promise<Shop> {
  const sandbox = await startForTest({ now: () => new Date(noon), ...options });
  running = sandbox;
  // The clock moves by days in these tests.
  await control(sandbox, 'POST', '/tokens', { accessTokenSeconds: 30 * DAY });
  const call = await callerFor(sandbox, legacySeller);
  const item = await publish(sandbox, call, singleDraft({ price: 100, available_quantity: 20, ...changes }));
  return { sandbox, call, item };
}

const open = async (sandbox: Sandbox, body: Fields): Promise<Fields> =>
  (await control(sandbox, 'POST', '/campaigns', { sellerId: legacySeller, ...body })).body;

const green = (sandbox: Sandbox) =>
  control(sandbox, 'POST', '/reputation', { seller: legacySeller, level: '5_green' });

const pass = (sandbox: Sandbox, seconds: number) => control(sandbox, 'POST', '/clock', { seconds });

const pathOf = (item: Fields): string => `/seller-promotions/items/${item.id}?${V2}`;

const itemsOf = async (call: Caller, campaign: Fields, query = ''): Promise<Fields> =>
  (
    await call(
      'GET',
      `/seller-promotions/promotions/${campaign.id}/items?promotion_type=${campaign.type}&${V2}${query}`,
    )
  ).body;

const firstOf = async (call: Caller, campaign: Fields, query = ''): Promise<Fields> =>
  fieldsOf(listOf((await itemsOf(call, campaign, query)).results)[0]);

const shownPrices = async (call: Caller, item: Fields) => {
  const { price, original_price: original } = await readItem(call, item);
  return { price, original };
};

test('a traditional campaign lists its candidate with the band, and is listed for the seller', async () => {
  const { sandbox, call, item } = await shop();
  const campaign = await open(sandbox, {
    name: 'Hot Sale',
    start: '2026-08-11T03:00:00.000Z',
    finish: '2026-08-20T02:59:59.000Z',
    items: [{ itemId: item.id, min: 40, max: 90, suggested: 80 }],
  });
  const listed = await call('GET', `/seller-promotions/users/${legacySeller}?${V2}`);
  expect(listed.body).toEqual({
    results: [
      {
        id: campaign.id,
        type: 'DEAL',
        status: 'pending',
        start_date: '2026-08-11T03:00:00Z',
        finish_date: '2026-08-20T02:59:59Z',
        deadline_date: '2026-08-20T02:59:59Z',
        name: 'Hot Sale',
      },
    ],
    paging: { offset: 0, limit: 50, total: 1 },
  });
  expect(await itemsOf(call, campaign)).toEqual({
    results: [
      {
        id: item.id,
        status: 'candidate',
        price: 0,
        original_price: 100,
        min_discounted_price: 40,
        max_discounted_price: 90,
        suggested_discounted_price: 80,
        start_date: '2026-08-11T00:00:00',
        end_date: '2026-08-19T23:59:59',
        sub_type: 'FLEXIBLE_PERCENTAGE',
      },
    ],
    paging: { offset: 0, limit: 50, total: 1 },
  });
  const detail = await call('GET', `/seller-promotions/promotions/${campaign.id}?promotion_type=DEAL&${V2}`);
  expect(detail.body).toEqual(fieldsOf(listOf(listed.body.results)[0]));
});

test('joining waits for the start, sells at the price of the campaign, and the finish returns the price', async () => {
  const { sandbox, call, item } = await shop();
  const campaign = await open(sandbox, {
    start: '2026-08-11T15:00:00.000Z',
    finish: '2026-08-13T15:00:00.000Z',
    items: [item.id],
  });
  const joined = await call('POST', pathOf(item), {
    promotion_id: campaign.id,
    promotion_type: 'DEAL',
    deal_price: 80,
    top_deal_price: 75,
  });
  expect(joined).toMatchObject({ status: 200, body: { price: 80, top_price: 75, original_price: 100 } });
  expect(await firstOf(call, campaign)).toMatchObject({ status: 'pending', price: 80, original_price: 100 });
  expect(await shownPrices(call, item)).toEqual({ price: 100, original: null });

  await pass(sandbox, DAY);
  expect(await firstOf(call, campaign, '&status=started')).toMatchObject({ price: 80, top_deal_price: 75 });
  expect(await shownPrices(call, item)).toEqual({ price: 80, original: 100 });
  const { order } = await buyThrough(sandbox, { itemId: item.id });
  const sale = await call('GET', `/orders/${order.id}`);
  expect(fieldsOf(listOf(sale.body.order_items)[0])).toMatchObject({ unit_price: 80, full_unit_price: 100 });

  await pass(sandbox, 2 * DAY);
  expect(await firstOf(call, campaign)).toMatchObject({ status: 'finished', price: 80 });
  expect(await shownPrices(call, item)).toEqual({ price: 100, original: null });
});

test('refuses a price outside of the band, an item that is no candidate, and a campaign that is over', async () => {
  const { sandbox, call, item } = await shop();
  const other = await publish(sandbox, call, singleDraft({ title: 'Caneca Fora' }));
  const campaign = await open(sandbox, { items: [{ itemId: item.id, min: 40, max: 90 }] });
  const at = (price: number) =>
    call('POST', pathOf(item), { promotion_id: campaign.id, promotion_type: 'DEAL', deal_price: price });
  for (const price of [39.99, 90.01, 100, -1]) {
    expect((await at(price)).body).toEqual({
      message: 'Errors: ERROR_CREDIBILITY_DISCOUNTED_PRICE - The discounted price is not credible.',
      error: 'bad_request',
      status: 400,
      cause: [
        {
          error_code: 'ERROR_CREDIBILITY_DISCOUNTED_PRICE',
          error_message: 'The discounted price is not credible.',
        },
      ],
    });
  }
  const uninvited = await call('POST', pathOf(other), {
    promotion_id: campaign.id,
    promotion_type: 'DEAL',
    deal_price: 40,
  });
  expect(uninvited).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('ITEM_NOT_ELIGIBLE') },
  });
  await control(sandbox, 'POST', `/campaigns/${campaign.id}/end`);
  expect((await at(80)).body.message).toContain('ITEM_NOT_ELIGIBLE');
  expect(await itemsOf(call, campaign)).toMatchObject({ results: [], paging: { total: 0 } });
});

test('refuses an item that is paused or under moderation, and joining after the deadline', async () => {
  const { sandbox, call, item } = await shop();
  const { body: moderated } = await call('POST', '/items', singleDraft({ title: 'Caneca Moderada' }));
  await control(sandbox, 'PATCH', `/items/${moderated.id}`, { pictures: 'failed' });
  const campaign = await open(sandbox, {
    deadline: '2026-08-11T15:00:00.000Z',
    items: [item.id, moderated.id],
  });
  const at = (one: Fields) =>
    call('POST', pathOf(one), { promotion_id: campaign.id, promotion_type: 'DEAL', deal_price: 40 });
  expect((await at(moderated)).body).toMatchObject({ message: expect.stringContaining('moderation') });
  await call('PUT', `/items/${item.id}`, { status: 'paused' });
  expect((await at(item)).body).toMatchObject({
    status: 400,
    message: expect.stringContaining('not active'),
  });
  expect(await firstOf(call, campaign)).toEqual({});
  expect(await firstOf(call, campaign, '&status_item=paused')).toMatchObject({ status: 'candidate' });
  await call('PUT', `/items/${item.id}`, { status: 'active' });
  await pass(sandbox, DAY);
  expect((await at(item)).body.message).toContain('ITEM_NOT_ELIGIBLE');
});

test('joining again changes nothing; a started price is only lowered, a pending one is changed freely', async () => {
  const { sandbox, call, item } = await shop();
  const campaign = await open(sandbox, { start: '2026-08-11T15:00:00.000Z', items: [item.id] });
  const body = { promotion_id: campaign.id, promotion_type: 'DEAL' };
  await call('POST', pathOf(item), { ...body, deal_price: 80 });
  expect((await call('POST', pathOf(item), { ...body, deal_price: 70 })).body.price).toBe(80);
  expect((await call('PUT', pathOf(item), { ...body, deal_price: 85 })).body.price).toBe(85);
  await pass(sandbox, DAY);
  expect((await call('PUT', pathOf(item), { ...body, deal_price: 86 })).body).toMatchObject({
    status: 400,
    message: 'New deal_price must be lower than current deal_price',
  });
  const lowered = await call('PUT', pathOf(item), { ...body, deal_price: 70, top_deal_price: 60 });
  expect(lowered.body).toEqual({ price: 70, top_price: 60, original_price: 100 });
  expect(await shownPrices(call, item)).toEqual({ price: 70, original: 100 });
  const without = await call('PUT', pathOf(item), { ...body, remove_loyalty: true });
  expect(without.body).toEqual({ price: 70, original_price: 100 });
});

test('leaving returns the price and makes the item a candidate again; a second time is not found', async () => {
  const { sandbox, call, item } = await shop();
  const campaign = await open(sandbox, { items: [{ itemId: item.id, min: 50, join: 80 }] });
  expect(await shownPrices(call, item)).toEqual({ price: 80, original: 100 });
  const path = `${pathOf(item)}&promotion_type=DEAL&promotion_id=${campaign.id}`;
  expect((await call('DELETE', path)).status).toBe(200);
  expect(await shownPrices(call, item)).toEqual({ price: 100, original: null });
  expect(await firstOf(call, campaign)).toMatchObject({ status: 'candidate', min_discounted_price: 50 });
  expect((await call('DELETE', path)).status).toBe(404);
});

test('a co-funded campaign has a fixed price; the share of the marketplace is taken off the fee', async () => {
  const { sandbox, call, item } = await shop();
  const campaign = await open(sandbox, {
    type: 'MARKETPLACE_CAMPAIGN',
    meliPercent: 5,
    sellerPercent: 25,
    items: [item.id],
  });
  const listed = await call('GET', `/seller-promotions/users/${legacySeller}?${V2}`);
  expect(fieldsOf(listOf(listed.body.results)[0]).benefits).toEqual({
    type: 'REBATE',
    meli_percent: 5,
    seller_percent: 25,
  });
  const candidate = await firstOf(call, campaign);
  expect(candidate).toMatchObject({
    status: 'candidate',
    price: 70,
    original_price: 100,
    meli_percentage: 5,
    seller_percentage: 25,
  });
  expect(candidate).not.toHaveProperty('offer_id');
  const before = fieldsOf((await buyThrough(sandbox, { itemId: item.id })).order);
  const body = { promotion_id: campaign.id, promotion_type: 'MARKETPLACE_CAMPAIGN' };
  const joined = await call('POST', pathOf(item), body);
  expect(joined.body).toEqual({
    offer_id: expect.stringMatching(`^OFFER-${item.id}-\\d+$`),
    price: 70,
    original_price: 100,
  });
  expect((await call('PUT', pathOf(item), { ...body, deal_price: 60 })).status).toBe(400);
  const { order } = await buyThrough(sandbox, { itemId: item.id, quantity: 2 });
  const discounts = await call('GET', `/orders/${order.id}/discounts`);
  expect(discounts.body).toEqual({
    details: [
      {
        type: 'discount',
        items: [{ id: item.id, quantity: 2, amounts: { total: 60, seller: 50 } }],
        supplier: {
          meli_campaign: campaign.id,
          offer_id: joined.body.offer_id,
          funding_mode: 'sale_fee',
        },
      },
    ],
  });
  const feeOf = async (id: unknown) =>
    Number(fieldsOf(listOf((await call('GET', `/orders/${id}`)).body.order_items)[0]).sale_fee);
  // 70 % of the fee for 100, less the fixed amount of cheap items, and less five of the marketplace.
  const full = await feeOf(before.id);
  const reduced = await feeOf(order.id);
  expect(reduced).toBeLessThan(full - 5);
  const leave = `${pathOf(item)}&promotion_type=MARKETPLACE_CAMPAIGN&promotion_id=${campaign.id}`;
  expect((await call('DELETE', leave)).status).toBe(404);
  expect((await call('DELETE', `${leave}&offer_id=${joined.body.offer_id}`)).status).toBe(200);
});

test.each(['SMART', 'PRICE_MATCHING'])('%s is joined by the id of the candidate', async (type) => {
  const { sandbox, call, item } = await shop();
  const campaign = await open(sandbox, {
    type,
    items: [{ itemId: item.id, meliPercent: 4.6, sellerPercent: 12.7 }],
  });
  const candidate = await firstOf(call, campaign);
  expect(candidate).toMatchObject({
    price: 82.7,
    meli_percentage: 4.6,
    seller_percentage: 12.7,
    offer_id: expect.stringMatching(/^CANDIDATE-/),
  });
  const body = { promotion_id: campaign.id, promotion_type: type };
  expect((await call('POST', pathOf(item), body)).status).toBe(400);
  const joined = await call('POST', pathOf(item), { ...body, offer_id: candidate.offer_id });
  expect(joined.body).toMatchObject({ offer_id: expect.stringMatching(/^OFFER-/), price: 82.7 });
  const [shown] = (await call('GET', pathOf(item))).list;
  expect(shown).toEqual({
    id: campaign.id,
    type,
    ref_id: joined.body.offer_id,
    status: 'started',
    price: 82.7,
    meli_percentage: 4.6,
    seller_percentage: 12.7,
    original_price: 100,
    name: 'Campanha',
  });
  const leave = `${pathOf(item)}&promotion_type=${type}&promotion_id=${campaign.id}`;
  expect((await call('DELETE', `${leave}&offer_id=${joined.body.offer_id}`)).status).toBe(200);
});

test('a discount that the marketplace pays alone starts by itself; an agreed one is not offered again', async () => {
  const { sandbox, call, item } = await shop();
  const alone = await open(sandbox, {
    type: 'PRICE_MATCHING_MELI_ALL',
    meliPercent: 10,
    items: [item.id],
  });
  expect(await firstOf(call, alone)).toMatchObject({ status: 'started', price: 90, seller_percentage: 0 });
  await control(sandbox, 'POST', `/campaigns/${alone.id}/end`);
  const agreed = await open(sandbox, { type: 'PRE_NEGOTIATED', items: [{ itemId: item.id, join: true }] });
  const { offer_id: offerId } = await firstOf(call, agreed);
  const leave = `${pathOf(item)}&promotion_type=PRE_NEGOTIATED&promotion_id=${agreed.id}&offer_id=${offerId}`;
  expect((await call('DELETE', leave)).status).toBe(200);
  expect(await firstOf(call, agreed)).toMatchObject({ status: 'finished' });
});

test('a lightning offer reserves stock, cannot be left once started, and ends when it is sold', async () => {
  const { sandbox, call, item } = await shop();
  const campaign = await open(sandbox, {
    type: 'LIGHTNING',
    start: '2026-08-10T18:00:00.000Z',
    finish: '2026-08-11T02:00:00.000Z',
    items: [{ itemId: item.id, min: 30, max: 95, suggested: 90, stock: { min: 2, max: 5 } }],
  });
  expect(await firstOf(call, campaign)).toEqual({
    id: item.id,
    status: 'candidate',
    price: 90,
    original_price: 100,
    min_discounted_price: 30,
    max_discounted_price: 95,
    suggested_discounted_price: 90,
    start_date: '2026-08-10T15:00:00',
    finish_date: '2026-08-10T23:00:00',
    stock: { min: 2, max: 5 },
  });
  const join = (stock?: number) =>
    call('POST', pathOf(item), { promotion_type: 'LIGHTNING', deal_price: 60, stock });
  expect((await join()).status).toBe(400);
  expect((await join(6)).status).toBe(400);
  expect((await join(3)).body).toEqual({ price: 60, original_price: 100 });
  await pass(sandbox, 4 * 3_600);
  const leave = `${pathOf(item)}&promotion_type=LIGHTNING`;
  expect((await call('DELETE', leave)).body.message).toContain('not allowed for delete');
  expect((await call('DELETE', pathOf(item))).body).toMatchObject({
    successful_ids: [],
    errors: [{ error: 'The offer of type LIGHTNING not allowed for delete.' }],
  });
  await buyThrough(sandbox, { itemId: item.id, quantity: 2 });
  const [shown] = (await call('GET', pathOf(item))).list;
  expect(shown).toMatchObject({ status: 'started', price: 60, stock: { remaining_stock: 1 } });
  await buyThrough(sandbox, { itemId: item.id });
  expect(await shownPrices(call, item)).toEqual({ price: 100, original: null });
  expect(await firstOf(call, campaign)).toMatchObject({ status: 'finished' });
});

test('an own discount requires a green reputation and runs from the first to the end of the last day', async () => {
  const { sandbox, call, item } = await shop();
  const body = {
    promotion_type: 'PRICE_DISCOUNT',
    deal_price: 80,
    start_date: '2026-08-10T00:00:00',
    finish_date: '2026-08-12T00:00:00',
  };
  expect((await call('POST', pathOf(item), body)).status).toBe(400);
  expect((await call('GET', pathOf(item))).list).toEqual([]);
  await green(sandbox);
  expect((await call('GET', pathOf(item))).list).toEqual([
    {
      type: 'PRICE_DISCOUNT',
      status: 'candidate',
      price: 0,
      original_price: 100,
      name: '',
      min_discounted_price: 20,
      max_discounted_price: 95,
      suggested_discounted_price: 90,
    },
  ]);
  expect((await call('POST', pathOf(item), body)).body).toEqual({ price: 80, original_price: 100 });
  expect((await call('GET', pathOf(item))).list).toEqual([
    {
      type: 'PRICE_DISCOUNT',
      status: 'started',
      price: 80,
      original_price: 100,
      start_date: '2026-08-10T00:00:00',
      finish_date: '2026-08-12T23:59:59',
      name: '',
    },
  ]);
  expect((await call('POST', pathOf(item), body)).status).toBe(400);
  expect((await call('GET', `/seller-promotions/users/${legacySeller}?${V2}`)).body.results).toEqual([]);
  await pass(sandbox, 2 * DAY + 12 * 3_600);
  expect(await shownPrices(call, item)).toEqual({ price: 100, original: null });
});

test.each([
  [{ deal_price: 96 }, 'buyer_discount_not_in_range'],
  [{ deal_price: 19 }, 'buyer_discount_not_in_range'],
  [{ deal_price: 80, top_deal_price: 10 }, 'best_buyer_discount_not_in_range'],
  [{ deal_price: 80, top_deal_price: 77 }, 'discount_below_5_percent_difference'],
  [{ deal_price: 60, top_deal_price: 54 }, 'discount_below_10_percent_difference'],
])('refuses the own discount %o with %s', async (prices, key) => {
  const { sandbox, call, item } = await shop();
  await green(sandbox);
  const reply = await call('POST', pathOf(item), {
    promotion_type: 'PRICE_DISCOUNT',
    start_date: '2026-08-10T00:00:00',
    finish_date: '2026-08-12T00:00:00',
    ...prices,
  });
  expect(reply).toMatchObject({ status: 400, body: { key } });
});

test.each([
  [{ start_date: '2026-08-10', finish_date: '2026-08-12' }, 'local format'],
  [{ start_date: '2026-08-09T00:00:00', finish_date: '2026-08-12T00:00:00' }, 'earlier than today'],
  [{ start_date: '2026-08-12T00:00:00', finish_date: '2026-08-11T00:00:00' }, 'earlier than startdate'],
  [{ start_date: '2026-08-10T00:00:00', finish_date: '2026-08-24T00:00:00' }, 'Maximum period'],
])('refuses the days %o of an own discount: %s', async (days, words) => {
  const { sandbox, call, item } = await shop();
  await green(sandbox);
  const reply = await call('POST', pathOf(item), {
    promotion_type: 'PRICE_DISCOUNT',
    deal_price: 80,
    ...days,
  });
  expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(words) } });
});

test('an own discount waits until the traditional campaign of the item is over', async () => {
  const { sandbox, call, item } = await shop();
  await green(sandbox);
  await open(sandbox, { finish: '2026-08-11T15:00:00.000Z', items: [{ itemId: item.id, join: 85 }] });
  await call('POST', pathOf(item), {
    promotion_type: 'PRICE_DISCOUNT',
    deal_price: 70,
    start_date: '2026-08-10T00:00:00',
    finish_date: '2026-08-15T00:00:00',
  });
  expect(await shownPrices(call, item)).toEqual({ price: 85, original: 100 });
  expect((await call('GET', pathOf(item))).list.map(({ status }) => status)).toContain('pending');
  await pass(sandbox, DAY);
  expect(await shownPrices(call, item)).toEqual({ price: 70, original: 100 });
});

test('a price that the seller writes removes the item from its promotions', async () => {
  const { sandbox, call, item } = await shop();
  const campaign = await open(sandbox, { items: [{ itemId: item.id, join: 80 }] });
  await call('PUT', `/items/${item.id}`, { price: 120 });
  expect(await shownPrices(call, item)).toEqual({ price: 120, original: null });
  expect(await firstOf(call, campaign)).toMatchObject({
    status: 'candidate',
    original_price: 120,
    max_discounted_price: 114,
  });
});

test('the variations of a legacy item have the price of the campaign', async () => {
  const sandbox = await startForTest({ now: () => new Date(noon) });
  running = sandbox;
  const call = await callerFor(sandbox, legacySeller);
  const item = await publish(sandbox, call, legacyDraft());
  await open(sandbox, { items: [{ itemId: item.id, join: 39.9 }] });
  const read = await readItem(call, item);
  expect(read).toMatchObject({ price: 39.9, original_price: 49.9 });
  expect(listOf(read.variations).map((one) => fieldsOf(one).price)).toEqual([39.9, 39.9]);
});

test('the seller creates, changes and deletes a campaign, in which suitable items are candidates', async () => {
  const { sandbox, call, item } = await shop();
  const path = `/seller-promotions/promotions`;
  const body = {
    promotion_type: 'SELLER_CAMPAIGN',
    name: 'Semana da Caneca',
    sub_type: 'FLEXIBLE_PERCENTAGE',
    start_date: '2026-08-11T00:00:00',
    finish_date: '2026-08-15T00:00:00',
  };
  expect((await call('POST', `${path}?${V2}`, body)).status).toBe(400);
  await green(sandbox);
  const created = await call('POST', `${path}?${V2}`, body);
  expect(created).toMatchObject({
    status: 201,
    body: {
      id: expect.stringMatching(/^C-MLB/),
      status: 'pending',
      start_date: '2026-08-11T00:00:00',
      finish_date: '2026-08-15T23:59:59',
    },
  });
  const campaign = created.body;
  expect((await call('POST', `${path}?${V2}`, body)).body.message).toBe('The name already exists.');
  const later = await publish(sandbox, call, singleDraft({ title: 'Caneca Nova' }));
  expect(listOf((await itemsOf(call, campaign)).results).map((one) => fieldsOf(one).id)).toEqual([
    item.id,
    later.id,
  ]);
  const changed = await call('PUT', `${path}/${campaign.id}?${V2}`, {
    promotion_type: 'SELLER_CAMPAIGN',
    finish_date: '2026-08-13T00:00:00',
  });
  expect(changed.body).toMatchObject({ name: 'Semana da Caneca', finish_date: '2026-08-13T23:59:59' });
  expect(
    (
      await call('POST', pathOf(item), {
        promotion_id: campaign.id,
        promotion_type: 'SELLER_CAMPAIGN',
        deal_price: 70,
      })
    ).body,
  ).toEqual({ price: 70, original_price: 100 });
  await pass(sandbox, DAY);
  expect(await shownPrices(call, item)).toEqual({ price: 70, original: 100 });
  const late = await call('PUT', `${path}/${campaign.id}?${V2}`, {
    promotion_type: 'SELLER_CAMPAIGN',
    start_date: '2026-08-12T00:00:00',
  });
  expect(late.body.message).toContain('start_date field cannot be modified');
  const gone = await call('DELETE', `${path}/${campaign.id}?promotion_type=SELLER_CAMPAIGN&${V2}`);
  expect(gone.status).toBe(200);
  expect(await shownPrices(call, item)).toEqual({ price: 100, original: null });
});

test('pages of items follow the token, which is absent on the last page and valid for five minutes', async () => {
  const { sandbox, call, item } = await shop();
  const others = await Promise.all(
    ['Uma', 'Outra'].map((name) => publish(sandbox, call, singleDraft({ title: `Caneca ${name}` }))),
  );
  const campaign = await open(sandbox, { items: [item.id, ...others.map(({ id }) => id)] });
  const first = await itemsOf(call, campaign, '&limit=2&offset=1');
  expect(first.paging).toMatchObject({ limit: 2, total: 3 });
  expect(listOf(first.results).map((one) => fieldsOf(one).id)).toEqual([item.id, others[0]?.id]);
  const token = String(fieldsOf(first.paging).searchAfter);
  const second = await itemsOf(call, campaign, `&limit=2&search_after=${token}`);
  expect(listOf(second.results).map((one) => fieldsOf(one).id)).toEqual([others[1]?.id]);
  expect(fieldsOf(second.paging)).not.toHaveProperty('searchAfter');
  await pass(sandbox, 301);
  expect(await itemsOf(call, campaign, `&search_after=${token}`)).toMatchObject({ status: 400 });
  expect(await itemsOf(call, campaign, '&search_after=nonsense')).toMatchObject({ status: 400 });
  expect(await itemsOf(call, campaign, '&limit=51')).toMatchObject({ status: 400 });
  expect(await itemsOf(call, campaign, `&item_id=${item.id}`)).toMatchObject({ paging: { total: 1 } });
});

test('pages of campaigns go by offset', async () => {
  const { sandbox, call, item } = await shop();
  for (const name of ['Um', 'Dois', 'Três']) await open(sandbox, { name, items: [item.id] });
  const page = await call('GET', `/seller-promotions/users/${legacySeller}?${V2}&offset=1&limit=1`);
  expect(page.body).toMatchObject({
    results: [{ name: 'Dois' }],
    paging: { offset: 1, limit: 1, total: 3 },
  });
});

test('refuses calls without the version, without the type, and about campaigns of others', async () => {
  const { sandbox, call, item } = await shop();
  const campaign = await open(sandbox, { items: [item.id] });
  expect((await call('GET', `/seller-promotions/users/${legacySeller}`)).body.message).toBe(
    'Invalid app_version',
  );
  expect((await call('GET', `/seller-promotions/users/${newModelSeller}?${V2}`)).status).toBe(403);
  const path = `/seller-promotions/promotions/${campaign.id}`;
  expect((await call('GET', `${path}?${V2}`)).status).toBe(400);
  expect((await call('GET', `${path}?promotion_type=SMART&${V2}`)).status).toBe(404);
  const stranger = await callerFor(sandbox, newModelSeller);
  expect((await stranger('GET', `${path}?promotion_type=DEAL&${V2}`)).status).toBe(404);
  expect((await stranger('GET', pathOf(item))).status).toBe(403);
  const volume = await open(sandbox, { type: 'VOLUME', items: [item.id] });
  expect(await firstOf(call, volume)).toMatchObject({ status: 'candidate', original_price: 100 });
  const joining = { promotion_id: volume.id, promotion_type: 'VOLUME' };
  expect((await call('POST', pathOf(item), joining)).body.message).toBe('Invalid promotion type');
});

test('invitations, starts and ends are notified, and their resources name item and campaign', async () => {
  const { receiver, sandbox, call, close } = await startWithReceiver(legacySeller);
  try {
    const item = await publish(sandbox, call, singleDraft({ price: 100 }));
    const campaign = await open(sandbox, { items: [item.id] });
    await expect.poll(() => receiver.received.map(({ topic }) => topic)).toContain('public_candidates');
    const invited = receiver.received.find(({ topic }) => topic === 'public_candidates');
    expect((await call('GET', `${invited?.resource}?${V2}`)).body).toMatchObject({
      item_id: item.id,
      promotion_id: campaign.id,
      type: 'DEAL',
      status: { id: 'candidate' },
    });
    receiver.received.length = 0;
    await call('POST', pathOf(item), { promotion_id: campaign.id, promotion_type: 'DEAL', deal_price: 80 });
    await expect
      .poll(() => receiver.received.map(({ topic }) => topic).toSorted())
      .toEqual(['items', 'public_offers']);
    const offered = receiver.received.find(({ topic }) => topic === 'public_offers');
    expect((await call('GET', `${offered?.resource}?${V2}`)).body).toMatchObject({
      status: { id: 'ACTIVE' },
    });
    receiver.received.length = 0;
    await control(sandbox, 'POST', `/campaigns/${campaign.id}/end`);
    await expect
      .poll(() => receiver.received.map(({ topic }) => topic).toSorted())
      .toEqual(['items', 'public_offers']);
    expect((await call('GET', `${offered?.resource}?${V2}`)).body.status).toEqual({ id: 'FINISHED' });
  } finally {
    await close();
  }
});

test('the marketplace changes a campaign, invites further items and withdraws them', async () => {
  const { sandbox, call, item } = await shop();
  const campaign = await open(sandbox, { items: [] });
  expect(campaign.items).toEqual([]);
  const path = `/campaigns/${campaign.id}`;
  const invited = await control(sandbox, 'POST', `${path}/items`, { items: [{ itemId: item.id, join: 80 }] });
  expect(invited.body.items).toMatchObject([{ itemId: item.id, status: 'started', price: 80 }]);
  await control(sandbox, 'DELETE', `${path}/items/${item.id}`);
  expect(await shownPrices(call, item)).toEqual({ price: 100, original: null });
  const changed = await control(sandbox, 'PATCH', path, { name: 'Outra', finish: null });
  expect(changed.body).toMatchObject({ name: 'Outra', finish: null });
  expect((await control(sandbox, 'POST', '/campaigns', { sellerId: 1 })).status).toBe(404);
  const foreign = { sellerId: newModelSeller, items: [item.id] };
  expect((await control(sandbox, 'POST', '/campaigns', foreign)).status).toBe(404);
  expect((await control(sandbox, 'POST', '/campaigns/nonsense/end')).status).toBe(404);
});

test('a locked item is refused with 423 as long as the fault lasts', async () => {
  const { sandbox, call, item } = await shop();
  const campaign = await open(sandbox, { items: [item.id] });
  const fault = { kind: 'locked-423', method: 'POST', path: '/seller-promotions/*', times: 1 };
  await control(sandbox, 'POST', '/faults', fault);
  const at = () =>
    call('POST', pathOf(item), { promotion_id: campaign.id, promotion_type: 'DEAL', deal_price: 80 });
  expect(await at()).toMatchObject({
    status: 423,
    body: { message: expect.stringContaining('LockedEntityException') },
  });
  expect((await at()).status).toBe(200);
});

test('campaigns survive a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-campaigns-'));
  const { sandbox, item } = await shop({}, { dataDir });
  const campaign = await open(sandbox, { items: [{ itemId: item.id, join: 80 }] });
  await sandbox.close();
  const again = await startForTest({ now: () => new Date(noon), dataDir });
  running = again;
  const call = await callerFor(again, legacySeller);
  expect(await firstOf(call, campaign)).toMatchObject({ status: 'started', price: 80 });
  expect(await shownPrices(call, item)).toEqual({ price: 80, original: 100 });
});
