import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { made, promotionActs } from '#server/advertisements/test/promotion-acts.ts';
import {
  connectSeller,
  drain,
  marketApp,
  remoteItems,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';

const { app, sandbox } = await marketApp();
app.clock.set(systemClock.now().toISOString());
const supplier = await app.join('supply');
const seller = await app.join('sales');
const { id: account } = await connectSeller(seller);
const { campaigns, campaignsAds, publications, marketplaceAccounts, marginChanges, bulkRuns } = api;
const { link } = promotionActs(app, { seller, supplier });

const sellerId = remoteSellers.legacy;
const total = 200;
/** Their price in the campaign leaves less than the floor. */
const dear = 10;

type Ad = { id: string; title: string };

/** The same rows as those of one linked ad: linking each takes a minute. */
async function linkLike(publication: number, ads: readonly Ad[]): Promise<void> {
  const { businessId } = seller;
  const rows = JSON.stringify(ads.map(({ id, title }, nth) => ({ nth, item: id, title })));
  const ad = sql`(select 1000000 + nth as id, item, title
    from jsonb_to_recordset(${rows}::jsonb) as one (nth integer, item text, title text)) ad`;
  await app.database.transact({ businessId }, async (tx) => {
    await sql`insert into publications overriding system value
      select (jsonb_populate_record(p, jsonb_build_object('id', ad.id, 'remote_item_id', ad.item, 'name', ad.title))).*
      from publications p, ${ad} where p.id = ${publication}`.execute(tx.db);
    await sql`insert into publication_variations overriding system value
      select (jsonb_populate_record(v, jsonb_build_object('id', ad.id, 'publication_id', ad.id,
        'remote_item_id', ad.item))).*
      from publication_variations v, ${ad} where v.publication_id = ${publication}`.execute(tx.db);
    await sql`insert into publication_components overriding system value
      select (jsonb_populate_record(c, jsonb_build_object('id', ad.id, 'publication_variation_id', ad.id))).*
      from publication_components c
        join publication_variations v on v.id = c.publication_variation_id, ${ad}
      where v.publication_id = ${publication}`.execute(tx.db);
  });
}

async function listAd(title: string): Promise<Ad> {
  const body = { sellerId, title, price: 100, quantity: 50 };
  return { id: made(await sandbox.control('POST', '/items', body)), title };
}

async function adsOfCampaign() {
  const pages = [];
  for (const page of ['1', '2'])
    pages.push(
      await seller.call(campaignsAds.list, { query: { query: 'campaign:1', size: '100', page } as never }),
    );
  return pages.flatMap(({ items }) => items);
}

const atMarketplace = async () =>
  new Map(
    (await remoteItems(sandbox)).map(({ id, price, paid, available }) => [id, { price, paid, available }]),
  );

async function ours() {
  const { rows } = await app.database.transact({ businessId: seller.businessId }, (tx) =>
    sql<{
      item: string;
      guard: string | null;
    }>`select v.remote_item_id as item, p.state, v.price_centavos, v.margin_basis_points,
        v.guard, v.promotion_price_centavos as promoted
      from publications p join publication_variations v on v.publication_id = p.id order by p.id`.execute(
      tx.db,
    ),
  );
  return new Map(rows.map(({ item, ...row }) => [item, row] as const));
}

async function runOf({ id }: { id: number }) {
  await drain(app);
  return seller.call(bulkRuns.detail, { params: { id } });
}

test('of 200 ads that joined a campaign three leave, and of the others nothing changes', async () => {
  const first = await listAd('Caneca 1');
  const { id: publication } = await seller.call(publications.link, {
    body: (await link(account, first.id)).body,
  });
  await drain(app);
  const others: Ad[] = [];
  for (let nth = 2; nth <= total; nth++) others.push(await listAd(`Caneca ${nth}`));
  await linkLike(publication, others);
  const floor = { basisPoints: 3000, action: 'warn' as const };
  await seller.call(marketplaceAccounts.updateFloor, { params: { id: account }, body: { floor } });
  await drain(app);
  const items = [first, ...others].map(({ id }, nth) => ({
    ...{ itemId: id, min: 40, max: 95, suggested: nth < dear ? 50 : 90 },
  }));
  await sandbox.control('POST', '/campaigns', { sellerId, name: 'Semana Cheia', items });
  await seller.call(campaigns.sync, {});
  await drain(app);
  expect((await seller.call(campaigns.list)).items).toMatchObject([{ id: 1, invited: total, joined: 0 }]);

  const invited = await adsOfCampaign();
  const ids = invited.map(({ id }) => id);
  const pricing = { kind: 'suggested' as const };
  const joined = await runOf(await seller.call(campaignsAds.join, { body: { ids, pricing } }));
  expect(joined).toMatchObject({ succeeded: total, failures: 0 });
  const running = await adsOfCampaign();
  expect(new Set(running.map(({ state }) => state))).toEqual(new Set(['running']));
  for (const { before, inside } of running)
    expect(inside?.marginBasisPoints).toBeLessThan(before?.marginBasisPoints ?? 0);
  const low = new Set(items.slice(0, dear).map(({ itemId }) => itemId));
  const warned = async () => (await seller.call(marginChanges.list, { query: { size: '100' } })).items;
  expect(running.filter(({ belowFloor }) => belowFloor).map(({ code }) => code)).toHaveLength(dear);
  expect(await warned()).toHaveLength(dear);
  for (const [item, { guard }] of await ours()) expect(guard).toBe(low.has(item) ? 'warned' : null);

  const before = { there: await atMarketplace(), here: await ours(), findings: await warned() };
  const gone = items.slice(100, 103).map(({ itemId }) => itemId);
  const leaving = running.filter(({ code }) => gone.includes(code)).map(({ id }) => id);
  const left = await runOf(await seller.call(campaignsAds.leave, { body: { ids: leaving } }));
  expect(left).toMatchObject({ succeeded: 3, failures: 0 });
  const after = { there: await atMarketplace(), here: await ours(), findings: await warned() };
  for (const item of gone) {
    expect(after.there.get(item)).toEqual({ ...before.there.get(item), paid: 100 });
    expect(after.here.get(item)).toEqual({ ...before.here.get(item), promoted: null });
    for (const side of [before, after]) {
      side.there.delete(item);
      side.here.delete(item);
    }
  }
  expect(after).toEqual(before);
  expect((await seller.call(campaigns.list)).items).toMatchObject([{ invited: 3, joined: total - 3 }]);
}, 300_000);
