import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
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
import { fieldsOf, listOf } from './reading.ts';
import {
  callerFor,
  control,
  legacySeller,
  newModelSeller,
  publish,
  singleDraft,
  startWithReceiver,
} from './testing.ts';

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
  const { sandbox, item } = await shop({ dataDir });
  const campaign = await open(sandbox, { items: [{ itemId: item.id, join: 80 }] });
  await sandbox.close();
  const again = await startAtNoon({ dataDir });
  const call = await callerFor(again, legacySeller);
  expect(await firstOf(call, campaign)).toMatchObject({ status: 'started', price: 80 });
  expect(await shownPrices(call, item)).toEqual({ price: 80, original: 100 });
});
