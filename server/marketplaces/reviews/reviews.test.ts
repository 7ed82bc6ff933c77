import { expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish, shopeeContent } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { type AccountSession, jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { connectSeller, drain, marketApp } from '#server/marketplaces/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { UnreadableAnswer } from '#server/outside/marketplaces/sale.ts';
import { parkAnswer } from '../parked-answers.ts';
import { sweepReviews } from './sweep-reviews.ts';

/**
 * Read, shown and answered at a marketplace that accepts answers: its stand-in was written separately from the
 * connector.
 */

const market = await marketApp({ APP_URL: 'http://localhost:3000' });
const { app, sandbox } = market;
// The stand-in uses real time.
app.clock.set(systemClock.now().toISOString());
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = await connectSeller(seller, 55_667_788, 'shopee');
const offer = await makeOffer(supplier, await makeShelf(app, supplier, 90), 2000);
const ad = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer, shopeeContent);
await drain(app);
const { remoteItem } = await seller.call(api.publications.detail, { params: { id: ad.id } });

const bought = z.object({ order: z.object({ sn: z.string() }) });
const written = z.object({ comment_id: z.number() });
const comments = z.array(
  z.object({ comment_id: z.number(), reply: z.object({ reply: z.string() }).nullable() }),
);

const atMarketplace = <T>(work: (session: AccountSession) => Promise<T>) =>
  withAccount(jobAccountContext(jobOf(app), seller.businessId), account.id, work);

/** An arrived parcel can be rated; it goes by post, which needs no document. */
async function rated(rate: number, text: string): Promise<number> {
  const purchase = { itemId: Number(remoteItem), quantity: 1, channelId: 90_016 };
  const { order } = bought.parse(await sandbox.control('POST', '/shopee/purchases', purchase));
  await atMarketplace(async (session) => session.marketplace.parcels.arrange?.(session, order.sn));
  for (const _ of ['sent', 'there']) await sandbox.control('POST', `/shopee/orders/${order.sn}/advance`, {});
  const comment = await sandbox.control('POST', '/shopee/comments', { orderSn: order.sn, rate, text });
  return written.parse(comment).comment_id;
}

async function sweep() {
  await sweepReviews(jobOf(app));
  await drain(app);
  return (await seller.call(api.reviews.list, {})).items;
}
const answer = (id: number, text: string) =>
  seller.call(api.reviews.answer, { params: { id }, body: { text } });
const replyTo = async (comment: number) => {
  const known = comments.parse(await sandbox.control('GET', '/shopee/comments'));
  return known.find(({ comment_id: id }) => id === comment)?.reply?.reply;
};

test('a review is read completely, answered once, and read as answered', async () => {
  const praised = await rated(5, 'Linda, chegou antes! <b>Recomendo</b>');
  const silent = await rated(3, '');
  const blamed = await rated(1, 'Veio lascada');
  const read = await sweep();
  const publication = { id: ad.id };
  expect(read.toSorted((one, other) => other.rating - one.rating)).toMatchObject([
    {
      rating: 5,
      text: 'Linda, chegou antes! <b>Recomendo</b>',
      publication,
      longestAnswer: 500,
      answer: null,
    },
    { rating: 3, text: '', publication },
    { rating: 1, text: 'Veio lascada', publication },
  ]);
  expect(await seller.call(api.reviews.summary, {})).toMatchObject({
    ...{ total: 3, average: 300, stars: { one: 1, two: 0, three: 1, four: 0, five: 1 } },
  });
  const idOf = (rating: number) => read.find((one) => one.rating === rating)?.id ?? 0;

  await answer(idOf(1), 'Sinto muito: enviamos outra.');
  await drain(app);
  expect(await replyTo(blamed)).toBe('Sinto muito: enviamos outra.');
  expect((await sweep()).find(({ rating }) => rating === 1)?.answer).toMatchObject({
    text: 'Sinto muito: enviamos outra.',
  });

  // Somebody answers on the marketplace's own pages: no second answer is accepted.
  const elsewhere = (session: AccountSession) =>
    session.marketplace.conversations.reviews?.answer?.(session, String(praised), 'Volte sempre!');
  await atMarketplace(async (session) => elsewhere(session));
  await answer(idOf(5), 'Obrigada!');
  await drain(app);
  expect(await replyTo(praised)).toBe('Volte sempre!');
  const after = await sweep();
  expect(after.find(({ rating }) => rating === 5)).toMatchObject({ answer: { text: 'Volte sempre!' } });
  expect(await replyTo(silent)).toBeUndefined();
});

test('a parked review is no longer listed once it was read', async () => {
  const comment = await rated(4, 'Boa caneca');
  const aside = new UnreadableAnswer(`review ${comment}`, new Error('create_time: invalid'));
  await app.database.transact({ businessId: seller.businessId }, (tx) => parkAnswer(tx, account.id, aside));
  await sweep();
  const { parkedAnswers } = await seller.call(api.marketplaceAccounts.detail, { params: { id: account.id } });
  expect(parkedAnswers).toEqual([]);
});
