import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { checkInvariants, invariantsAtRest } from '#server/test/check-invariants.ts';
import { report, sized } from '#server/test/fault-report.ts';
import { randomFrom } from '#server/test/kill.ts';
import { watchPoints } from '../crash-points/life.ts';
import { deliveryOf, setPlaces, shuffle, units } from './places.ts';
import { talkAtMercadoLivre, talkAtShopee } from './talk.ts';
import type { Teller, Told } from './tellers.ts';

/** Of each kind at each marketplace; 30 by `npm run faults -- conversations`. */
const wanted = sized(1, 30);
const seed = Number(process.env.FAULTS_SEED ?? 20_261_126);
const random = randomFrom(seed);
const below = (limit: number) => Math.floor(random() * limit);

const { sandbox, app, tellers, now, seller, accounts, inspector, player, sweep } = await setPlaces();
const context = jobAccountContext(jobOf(app), seller.businessId);
const atMercadoLivre = talkAtMercadoLivre(sandbox);
const atShopee = talkAtShopee(sandbox, context, accounts.get('shopee') ?? 0);

let release = () => {};
beforeAll(() => {
  release = watchPoints();
});
afterAll(() => release());

type News = { teller: Teller; what: Told; id: string };
const tellerOf = (marketplace: string) => {
  const found = tellers.find((one) => one.marketplace === marketplace);
  if (!found) throw new Error(`nobody tells for ${marketplace}`);
  return found;
};

/** In the marketplace's own pages the seller pauses and resumes each ad, and sets a quantity that we never sent. */
async function changeAds(state: 'active' | 'paused', quantity: number): Promise<void> {
  for (const teller of tellers)
    await withAccount(context, accounts.get(teller.marketplace) ?? 0, async (session) => {
      const { listings } = session.marketplace;
      const ad = await listings.read(session, await teller.listed());
      await listings.pushState(session, ad, state);
      await listings.pushStock(session, ad, [{ id: null, value: quantity }], ad);
    });
}

let told = 0;
/**
 * Each notification is sent up to three times or not at all, forged, and for another account, while processes are
 * killed. Only its notifications report an ad before the nightly job, so it has at least one.
 */
async function tell(news: readonly News[]): Promise<void> {
  const deliveries = news.flatMap(({ teller, what, id }) => {
    const push = teller.tells[what];
    if (!push) return [];
    const honest = push(id, teller.remoteUserId);
    return [
      ...Array.from({ length: what === 'listing' ? 1 + below(3) : below(4) }, () => deliveryOf(honest, 200)),
      ...teller.forge(honest).map((forged) => deliveryOf(forged, 404)),
      deliveryOf(push(id, teller.bystander), 200),
    ];
  });
  told += deliveries.length;
  now();
  await player.send(shuffle(deliveries, random), 1 + below(20));
  await player.work(Array.from({ length: sized(1, 12) }, () => 1 + below(100)));
}

/** The business's records of each kind, by the marketplace's own ids. */
async function heard(businessId: number) {
  const rows = <T extends object>(text: string) => inspector.query<T>(text, [businessId]);
  const threads = await rows<{ kind: string; id: string; said: number }>(
    `select c.source as kind, c.remote_id as id, (select count(*)::int from chat_messages m
       where m.chat_id = c.id and m.author = 'buyer') as said
     from chats c where c.business_id = $1 and c.source in ('messages', 'claim')`,
  );
  const questions = await rows<{ id: string; text: string }>(
    'select remote_id as id, text from questions where business_id = $1',
  );
  const ratings = await rows<{ rating: number }>('select rating from reviews where business_id = $1');
  const ads = await rows<{ place: string; state: string; wanted: string; pushed: number }>(
    `select a.marketplace as place, p.state, p.desired_state as wanted, v.synced_quantity as pushed
     from publications p join marketplace_accounts a on a.id = p.account_id
       join publication_variations v on v.publication_id = p.id
     where p.business_id = $1 order by a.marketplace`,
  );
  const idsOf = (kind: string) => threads.filter((one) => one.kind === kind).map(({ id }) => id);
  return {
    questions: questions.map(({ id, text }) => `${id} ${text}`).toSorted(),
    messages: threads
      .filter(({ kind }) => kind === 'messages')
      .map(({ id, said }) => `${id} ${said}`)
      .toSorted(),
    claims: idsOf('claim').toSorted(),
    ratings: ratings.map(({ rating }) => rating).toSorted(),
    ads: ads.map(({ place, state, wanted, pushed }) => `${place} ${state} ${wanted} ${pushed}`),
  };
}

/** Whether the marketplaces show the stock. */
async function shown(): Promise<string[]> {
  const found: string[] = [];
  for (const { marketplace, shown: ask } of tellers) found.push(`${marketplace} ${await ask()}`);
  return found.toSorted();
}

test('questions, messages, claims and ads reach the same state after any number and order of notifications, with kills and forgeries', {
  timeout: 900_000,
}, async () => {
  const [ours, theirs] = [tellerOf('mercado-livre'), tellerOf('shopee')];
  const news: News[] = [];
  for (const teller of tellers) news.push({ teller, what: 'listing', id: await teller.listed() });
  const questions: string[] = [];
  const messages: string[] = [];
  const claims: string[] = [];
  const ratings: number[] = [];
  const sales: string[] = [];
  for (let n = 0; n < wanted; n++) {
    const asked = await atMercadoLivre.ask(`Serve no forno ${n}?`);
    questions.push(`${asked} Serve no forno ${n}?`);
    news.push({ teller: ours, what: 'question', id: asked });
    const sale = await atMercadoLivre.deliver();
    sales.push(sale);
    news.push({ teller: ours, what: 'message', id: await atMercadoLivre.write(sale, `Oi ${n}`) });
    const [there, here] = [await atShopee.deliver(), await atMercadoLivre.deliver()];
    const returned = await atShopee.complain(there, `Lascada ${n}`);
    const claimed = await atMercadoLivre.complain(here, `Quebrada ${n}`);
    claims.push(returned, claimed);
    news.push({ teller: theirs, what: 'claim', id: returned }, { teller: ours, what: 'claim', id: claimed });
    await atMercadoLivre.rate(sale, 1 + (n % 5));
    ratings.push(1 + (n % 5));
  }
  await sweep('orders.sweep');
  await changeAds('paused', units * 2);
  await tell(news);
  await changeAds('active', units * 3);
  // Further messages in the same threads, with notifications about new and old ones.
  for (const sale of sales) {
    news.push({ teller: ours, what: 'message', id: await atMercadoLivre.write(sale, 'Alguém?') });
    messages.push(`${sale} 2`);
  }
  await tell(news);
  await changeAds('paused', units * 4);
  // The sweeps find everything without a notification.
  for (let n = 0; n < 2; n++) await sweep('questions.sweep', 'chats.sweep', 'reviews.sweep');
  await tell(news);
  await player.hurry();
  await player.work();

  const places = tellers.map(({ marketplace }) => marketplace).toSorted();
  const left = units - 3 * wanted;
  expect(await shown()).toEqual(places.map((place) => `${place} ${left}`));
  expect(await heard(seller.businessId)).toEqual({
    questions: questions.toSorted(),
    messages: messages.toSorted(),
    claims: claims.toSorted(),
    ratings: ratings.toSorted(),
    ads: places.map((place) => `${place} paused paused ${left}`),
  });
  const others = await inspector.query(
    `select business_id from chats where business_id <> $1 union all
     select business_id from questions where business_id <> $1 union all
     select business_id from reviews where business_id <> $1`,
    [seller.businessId],
  );
  expect(others).toEqual([]);
  expect(await checkInvariants(app.databaseUrl, invariantsAtRest)).toEqual([]);
  expect(player.died()).toBeGreaterThan(1);
  const note = `${told} notifications, ${player.died()} deaths`;
  report({ fault: 'conversation told by three marketplaces', times: news.length, note });
});
