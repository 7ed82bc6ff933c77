import { expect, test } from 'vitest';
import { DAY, green, itemsOf, open, pass, pathOf, shop, shownPrices, V2 } from './campaign-testing.ts';
import { fieldsOf, listOf } from './reading.ts';
import { legacySeller, publish, singleDraft } from './testing.ts';

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
