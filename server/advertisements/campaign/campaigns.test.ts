import { expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { endReading, storeCampaigns } from '#server/advertisements/campaign/campaign-facts.ts';
import { made, promotionActs } from '#server/advertisements/test/promotion-acts.ts';
import {
  connectSeller,
  drain,
  drainLater,
  marketApp,
  misbehave,
  remoteItems,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';

const market = await marketApp();
const { app, sandbox } = market;
app.clock.set(systemClock.now().toISOString());
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = (await connectSeller(seller)).id;
const { campaigns, campaignsAds, publications, bulkRuns } = api;
const { detail, link, reprice, sync } = promotionActs(app, { seller, supplier });

const sellerId = remoteSellers.legacy;
const itemOf = async (id: string) => (await remoteItems(sandbox)).find((item) => item.id === id);

let made_ = 0;
/** An ad for 100.00, linked to an offer that costs 29.90. */
async function linkedAd(title: string) {
  made_ += 1;
  const ad = made(
    await sandbox.control('POST', '/items', {
      sellerId,
      title: `${title} ${made_}`,
      price: 100,
      quantity: 5,
    }),
  );
  const { id } = await seller.call(publications.link, { body: (await link(account, ad)).body });
  await drain(app);
  return { ad, publication: id };
}

type Opened = { type?: string; name: string; items: object[]; [more: string]: unknown };
const openRemote = async (body: Opened) =>
  z.looseObject({ id: z.string() }).parse(await sandbox.control('POST', '/campaigns', { sellerId, ...body }))
    .id;

async function refresh() {
  await seller.call(campaigns.sync, { body: undefined });
  await drain(app);
}

async function campaignNamed(name: string) {
  const { items } = await seller.call(campaigns.list, { query: { query: `"${name}"`, size: '100' } });
  const found = items.find((one) => one.name === name);
  if (!found) throw new Error(`no campaign ${name}`);
  return found;
}
const adsOf = async (name: string, filter = '') => {
  const { id } = await campaignNamed(name);
  const query = `campaign:${id} ${filter}`;
  return (await seller.call(campaignsAds.list, { query: { query, size: '100' } })).items;
};
async function runOf({ id }: { id: number }) {
  await drain(app);
  return seller.call(bulkRuns.detail, { params: { id } });
}

test('an invited ad shows its margin before and in the campaign, with band and suggested price', async () => {
  const { ad, publication } = await linkedAd('Caneca convidada');
  await openRemote({ name: 'Semana da Mesa', items: [{ itemId: ad, min: 50, max: 95, suggested: 90 }] });
  await refresh();
  expect(await campaignNamed('Semana da Mesa')).toMatchObject({
    ...{ kind: 'deal', state: 'running', invited: 1, joined: 0, stale: false },
    ...{ sellerSetsPrice: true, canJoin: true, account: { id: account } },
  });
  const [found] = await adsOf('Semana da Mesa');
  expect(found).toMatchObject({
    ...{ state: 'invited', code: ad, publication: { id: publication }, regularPrice: 10_000, price: null },
    ...{ lowest: 5000, highest: 9500, suggested: 9000, marketplacePays: 0, cost: 2990 },
  });
  const regular = (await detail(publication)).variations[0];
  expect(found?.before).toMatchObject({ price: 10_000, marginBasisPoints: regular?.marginBasisPoints });
  expect(found?.inside?.price).toBe(9000);
  expect(found?.inside?.marginBasisPoints).toBeLessThan(found?.before?.marginBasisPoints ?? 0);
});

test('the part that the marketplace pays is in the margin in the campaign, and in that of the guard', async () => {
  const { ad, publication } = await linkedAd('Caneca com coparticipação');
  const items = [{ itemId: ad, price: 80, meliPercent: 10, sellerPercent: 10 }];
  await openRemote({ name: 'Meio a meio', type: 'SMART', items });
  await refresh();
  const [invited] = await adsOf('Meio a meio');
  expect(invited).toMatchObject({ state: 'invited', price: 8000, marketplacePays: 1000 });
  const { price = 0, fee, freight, marginBasisPoints } = invited?.inside ?? {};
  const spent = 2990 - 1000 + (fee ?? 0) + (freight ?? 0);
  expect(marginBasisPoints).toBe(Math.round(10_000 - (spent * 10_000) / price));
  const run = await seller.call(campaignsAds.join, {
    body: { ids: [invited?.id ?? 0], pricing: { kind: 'suggested' } },
  });
  expect(await runOf(run)).toMatchObject({ kind: 'campaign_joins', succeeded: 1, failures: 0 });
  expect(await itemOf(ad)).toMatchObject({ paid: 80, price: 100 });
  expect((await detail(publication)).variations).toMatchObject([
    { promotion: { price: 8000 }, promotionMargin: { marginBasisPoints, marketplacePays: 1000 } },
  ]);
});

test('of several ads each joins at its own price, and one that is refused keeps its reason', async () => {
  const one = await linkedAd('Prato um');
  const two = await linkedAd('Prato dois');
  const three = await linkedAd('Prato três');
  const items = [one, two, three].map(({ ad }) => ({ itemId: ad, min: 60, max: 95, suggested: 88 }));
  await openRemote({ name: 'Festival do Prato', items });
  await refresh();
  const ads = await adsOf('Festival do Prato');
  const idOf = (of: { ad: string }) => ads.find(({ code }) => code === of.ad)?.id ?? 0;
  const ids = ads.map(({ id }) => id);
  const prices = [
    { id: idOf(two), price: 7550 },
    { id: idOf(three), price: 4000 },
  ];
  const body = { ids, pricing: { kind: 'suggested' as const }, prices };
  const seen = await seller.call(campaignsAds.previewJoin, { body });
  expect(seen.items.map(({ ad, inside, refused }) => [ad.code, inside?.price, refused])).toEqual([
    [two.ad, 7550, null],
    [three.ad, 4000, 'campaign_price_outside'],
    [one.ad, 8800, null],
  ]);
  const run = await runOf(await seller.call(campaignsAds.join, { body }));
  expect(run).toMatchObject({ succeeded: 2, failed: [{ code: 'campaign_price_outside' }] });
  expect((await adsOf('Festival do Prato')).map(({ code, state, price }) => [code, state, price])).toEqual([
    [two.ad, 'running', 7550],
    [three.ad, 'invited', null],
    [one.ad, 'running', 8800],
  ]);
  expect(await itemOf(two.ad)).toMatchObject({ paid: 75.5, price: 100 });
});

test('an ad leaves: the others stay, and its price that waited is sent', async () => {
  const staying = await linkedAd('Tigela que fica');
  const going = await linkedAd('Tigela que sai');
  const items = [staying, going].map(({ ad }) => ({ itemId: ad, join: 90 }));
  await openRemote({ name: 'Dias de Sopa', items });
  await refresh();
  await sync(going.publication);
  await reprice(going.publication, 12_000);
  expect((await detail(going.publication)).variations).toMatchObject([
    { priceWaits: true, pushedPrice: 10_000 },
  ]);
  const ads = await adsOf('Dias de Sopa', 'state:running');
  expect(ads).toHaveLength(2);
  const leaving = ads.filter(({ code }) => code === going.ad).map(({ id }) => id);
  const run = await runOf(await seller.call(campaignsAds.leave, { body: { ids: leaving } }));
  expect(run).toMatchObject({ kind: 'campaign_leaves', succeeded: 1, failures: 0 });
  expect(await itemOf(staying.ad)).toMatchObject({ paid: 90 });
  expect(await itemOf(going.ad)).toMatchObject({ price: 120, paid: 120 });
  expect((await adsOf('Dias de Sopa', 'state:running')).map(({ code }) => code)).toEqual([staying.ad]);
  const refused = await seller.refused(campaignsAds.leave, { body: { ids: leaving } });
  expect(refused.code).toBe('nothing_to_leave');
});

test('a price by margin is found with the fee of that price', async () => {
  const { ad } = await linkedAd('Bule por margem');
  await openRemote({ name: 'Chá das Cinco', items: [{ itemId: ad, min: 20, max: 99, suggested: 90 }] });
  await refresh();
  const [invited] = await adsOf('Chá das Cinco');
  const ids = [invited?.id ?? 0];
  const body = { ids, pricing: { kind: 'margin' as const, marginBasisPoints: 3000 } };
  const seen = await seller.call(campaignsAds.previewJoin, { body });
  expect(seen.items[0]?.refused).toBeNull();
  expect(seen.items[0]?.inside?.marginBasisPoints).toBeGreaterThanOrEqual(2990);
  expect(seen.items[0]?.inside?.marginBasisPoints).toBeLessThanOrEqual(3010);
  await runOf(await seller.call(campaignsAds.join, { body }));
  expect((await adsOf('Chá das Cinco'))[0]).toMatchObject({
    state: 'running',
    price: seen.items[0]?.inside?.price,
  });
});

test('ads whose margin would be below their floor are named before they join', async () => {
  const { ad, publication } = await linkedAd('Jarra com piso');
  await seller.call(publications.updateFloor, {
    params: { id: publication },
    body: { floor: { basisPoints: 3500, action: 'warn' } },
  });
  await openRemote({ name: 'Água Fresca', items: [{ itemId: ad, min: 40, max: 95, suggested: 50 }] });
  await refresh();
  const [invited] = await adsOf('Água Fresca');
  expect(invited).toMatchObject({ belowFloor: true });
  const body = { ids: [invited?.id ?? 0], pricing: { kind: 'suggested' as const } };
  const seen = await seller.call(campaignsAds.previewJoin, { body });
  expect(seen.belowFloor).toEqual([invited?.name]);
});

test('an ad below its floor in a campaign is accepted until its end, or leaves by its finding', async () => {
  const { ad, publication } = await linkedAd('Jarra no piso');
  const regular = (await detail(publication)).variations[0]?.marginBasisPoints ?? 0;
  const floor = { basisPoints: regular - 100, action: 'warn' as const };
  await seller.call(publications.updateFloor, { params: { id: publication }, body: { floor } });
  await drain(app);
  const guard = async () => (await detail(publication)).variations[0]?.guard;
  expect(await guard()).toBeNull();
  const newest = async () => {
    const query = { query: `publication:${publication}` };
    const [change] = (await seller.call(api.marginChanges.list, { query })).items;
    return change ?? expect.fail('no finding');
  };
  const run = async (name: string, price: number) => {
    const id = await openRemote({ name, items: [{ itemId: ad, join: price }] });
    await refresh();
    await sync(publication);
    return { id, end: () => sandbox.control('POST', `/campaigns/${id}/end`, {}) };
  };
  const first = await run('Jarras Baratas', 55);
  const [inside] = await adsOf('Jarras Baratas');
  expect(await guard()).toBe('warned');
  const found = await newest();
  expect(found).toMatchObject({
    ...{ outcome: 'warned', cause: 'promotion', before: { price: 10_000 }, after: { price: 5500 } },
    ...{ canUndo: true, promotion: { name: 'Jarras Baratas', ad: inside?.id } },
  });
  const accepted = await seller.call(api.marginChanges.undo, { params: { id: found.id } });
  expect(accepted).toMatchObject({ canUndo: false, promotion: null });
  await sync(publication);
  expect(await guard()).toBeNull();
  expect(await adsOf('Jarras Baratas')).toMatchObject([{ state: 'running', belowFloor: false }]);
  // The next campaign is not accepted, although its price is the same.
  await first.end();
  await refresh();
  await sync(publication);
  expect(await guard()).toBeNull();
  await run('Jarras de Novo', 55);
  expect(await guard()).toBe('warned');
  const { promotion } = await newest();
  const left = await seller.call(campaignsAds.leave, { body: { ids: [promotion?.ad ?? 0] } });
  expect(await runOf(left)).toMatchObject({ succeeded: 1, failures: 0 });
  await drain(app);
  expect(await guard()).toBeNull();
  expect(await newest()).toMatchObject({ canUndo: false, promotion: null });
});

test('a reading that fails leaves the former one, which is stale after a day', async () => {
  const { ad } = await linkedAd('Copo de antes');
  await openRemote({ name: 'Brinde', items: [{ itemId: ad, min: 50, max: 95, suggested: 90 }] });
  await refresh();
  expect(await campaignNamed('Brinde')).toMatchObject({ stale: false, adsReadAt: expect.any(String) });
  await misbehave(sandbox, { kind: 'error-500', path: '/seller-promotions/promotions/*', times: 100 });
  await refresh();
  expect(await adsOf('Brinde')).toHaveLength(1);
  app.clock.advance(25 * 60);
  expect(await campaignNamed('Brinde')).toMatchObject({ stale: true });
  await sandbox.control('DELETE', '/faults');
  await drainLater(app);
  await refresh();
  expect(await campaignNamed('Brinde')).toMatchObject({ stale: false });
  expect(await adsOf('Brinde')).toHaveLength(1);
});

test.each([
  ['the list of campaigns', '/seller-promotions/users/*'],
  ['the list of its ads', '/seller-promotions/promotions/*'],
])('%s in another shape ends no campaign and removes no ad', async (_, path) => {
  const { ad } = await linkedAd('Pires');
  const name = `Mesa Posta ${made_}`;
  await openRemote({ name, items: [{ itemId: ad, min: 50, max: 95, suggested: 90 }] });
  await refresh();
  app.clock.advance(1);
  await misbehave(sandbox, { kind: 'wrong-type', path, times: 100 });
  await refresh();
  expect(await campaignNamed(name)).toMatchObject({ state: 'running' });
  expect(await adsOf(name)).toHaveLength(1);
  await sandbox.control('DELETE', '/faults');
  await drainLater(app);
});

test('rows that cannot be read end no campaign and remove no ad of a reading', async () => {
  const { ad } = await linkedAd('Travessa');
  const name = `Almoço ${made_}`;
  await openRemote({ name, items: [{ itemId: ad, min: 50, max: 95, suggested: 90 }] });
  await refresh();
  const { id } = await campaignNamed(name);
  const { businessId } = seller;
  app.clock.advance(1);
  const startedAt = app.clock.now();
  await app.database.transact({ businessId }, (tx) =>
    storeCampaigns(tx, { businessId, accountId: account }, { rows: [], isComplete: false }),
  );
  await app.database.transact({ businessId }, (tx) =>
    endReading(tx, { businessId, campaignId: id, startedAt }, false),
  );
  expect(await campaignNamed(name)).toMatchObject({ state: 'running', stale: true });
  expect(await adsOf(name)).toHaveLength(1);
  await refresh();
  expect(await campaignNamed(name)).toMatchObject({ state: 'running', stale: false });
});

test('a campaign that ended stays listed as ended, and nothing joins it', async () => {
  const { ad } = await linkedAd('Xícara tardia');
  const id = await openRemote({
    name: 'Última Chance',
    items: [{ itemId: ad, min: 50, max: 95, suggested: 90 }],
  });
  await refresh();
  const [invited] = await adsOf('Última Chance');
  await sandbox.control('POST', `/campaigns/${id}/end`, {});
  await refresh();
  expect(await campaignNamed('Última Chance')).toMatchObject({ state: 'ended' });
  const body = { ids: [invited?.id ?? 0], pricing: { kind: 'suggested' as const } };
  expect((await seller.refused(campaignsAds.join, { body })).code).toBe('nothing_to_join');
  const preview = await seller.call(campaignsAds.previewJoin, { body });
  expect(preview.items).toMatchObject([{ refused: 'campaign_over' }]);
});

test('campaigns and their ads belong to one business', async () => {
  const stranger = await app.join('sales');
  const { id } = await campaignNamed('Semana da Mesa');
  const [ad] = await adsOf('Semana da Mesa');
  expect((await stranger.refused(campaigns.detail, { params: { id } })).code).toBe('not_found');
  expect((await stranger.call(campaigns.list, { query: {} })).items).toEqual([]);
  const ids = [ad?.id ?? 0];
  expect((await stranger.refused(campaignsAds.leave, { body: { ids } })).code).toBe('nothing_to_leave');
  expect((await stranger.call(campaigns.accounts, {})).items).toEqual([]);
});
