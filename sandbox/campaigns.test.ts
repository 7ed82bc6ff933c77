import { expect, test } from 'vitest';
import {
  DAY,
  firstOf,
  itemsOf,
  open,
  pass,
  pathOf,
  shop,
  shownPrices,
  startAtNoon,
  V2,
} from './campaign-testing.ts';
import { type Fields, fieldsOf, listOf } from './reading.ts';
import {
  buyThrough,
  callerFor,
  control,
  legacyDraft,
  legacySeller,
  publish,
  readItem,
  singleDraft,
} from './testing.ts';

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
  const sandbox = await startAtNoon();
  const call = await callerFor(sandbox, legacySeller);
  const item = await publish(sandbox, call, legacyDraft());
  await open(sandbox, { items: [{ itemId: item.id, join: 39.9 }] });
  const read = await readItem(call, item);
  expect(read).toMatchObject({ price: 39.9, original_price: 49.9 });
  expect(listOf(read.variations).map((one) => fieldsOf(one).price)).toEqual([39.9, 39.9]);
});

test('of several started campaigns the lowest price counts, and leaving all of them returns the regular one', async () => {
  const { sandbox, call, item } = await shop();
  await open(sandbox, { items: [{ itemId: item.id, join: 85 }] });
  await open(sandbox, { type: 'MARKETPLACE_CAMPAIGN', items: [{ itemId: item.id, price: 70, join: true }] });
  await open(sandbox, { items: [{ itemId: item.id, join: 90 }] });
  expect(await shownPrices(call, item)).toEqual({ price: 70, original: 100 });
  expect(await (await fetch(`${sandbox.url}/shop`)).text()).toMatch(/100,00<\/s> R\$\s70,00/);
  const left = await call('DELETE', pathOf(item));
  expect(listOf(left.body.successful_ids)).toHaveLength(3);
  expect(left.body.errors).toEqual([]);
  expect(await shownPrices(call, item)).toEqual({ price: 100, original: null });
});

test('a candidate may have no band: then any price below the regular one is accepted', async () => {
  const { sandbox, call, item } = await shop();
  const campaign = await open(sandbox, {
    items: [{ itemId: item.id, min: null, max: null, suggested: null }],
  });
  const candidate = await firstOf(call, campaign);
  expect(candidate).toMatchObject({ status: 'candidate', price: 0, original_price: 100 });
  expect(Object.keys(candidate).filter((name) => name.endsWith('discounted_price'))).toEqual([]);
  const body = { promotion_id: campaign.id, promotion_type: 'DEAL', deal_price: 99 };
  expect((await call('POST', pathOf(item), body)).body.price).toBe(99);
});
