import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addMinutes } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { drainLater, misbehave } from '#server/marketplaces/test/factory.ts';
import { sweepOrders } from '#server/orders/sync/sweep.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { UnreadableAnswer } from '#server/outside/marketplaces/sale.ts';
import { parkAnswer } from '../parked-answers.ts';
import { questionStage, remote } from '../test/question-stage.ts';
import { storeQuestions } from './store-questions.ts';
import { sweepQuestions } from './sweep-questions.ts';

const {
  app,
  sandbox,
  seller,
  account,
  itemId,
  settle,
  ask,
  moderate,
  rowOf,
  threadOf,
  arrived,
  answerAtMarketplace,
} = await questionStage();

afterEach(async () => {
  await sandbox.control('DELETE', '/faults');
  await settle();
});

async function parkedAnswers(): Promise<string[]> {
  const { parkedAnswers: parked } = await seller.call(api.marketplaceAccounts.detail, {
    params: { id: account.id },
  });
  return parked.map(({ resource, reason }) => `${resource}: ${reason}`);
}

describe('a question arrives', () => {
  test('a question arrives by its notification, with the publication it was asked on', async () => {
    await arrived('Serve no fogão?');
    expect(await threadOf('Serve no fogão?')).toMatchObject({
      state: 'waiting',
      status: 'unanswered',
      account: { id: account.id },
      item: itemId,
      publication: { name: 'Caneca Esmaltada 350 ml', priceCentavos: 5990, stock: 5, state: 'active' },
      answer: null,
      reply: null,
      longestAnswer: 2000,
    });
  });

  test('a question arrives with the same result if it is repeated, late or out of order; a missed one is found by the sweep', async () => {
    await misbehave(sandbox, { kind: 'notify-hold' });
    const [first, second] = [await ask('Uma ordem?'), await ask('Outra ordem?')];
    await moderate(first, { status: 'UNDER_REVIEW' });
    await sandbox.control('DELETE', '/faults');
    await misbehave(sandbox, { kind: 'notify-duplicate', copies: 3, times: 1 });
    await moderate(first, { status: 'UNANSWERED' });
    await sandbox.control('POST', '/notifications/release', { order: 'reverse' });
    await settle();
    expect(await rowOf('Uma ordem?')).toMatchObject({ state: 'waiting' });
    const { total } = await seller.call(api.presales.list, { query: { query: '"Uma ordem?"' } });
    expect(total).toBe(1);
    await sandbox.control('DELETE', '/faults');
    await misbehave(sandbox, { kind: 'notify-lost' });
    await ask('Ninguém avisou?');
    await moderate(second, { status: 'BANNED' });
    await settle();
    expect(await rowOf('Ninguém avisou?')).toBeUndefined();
    await sweepQuestions(jobOf(app));
    await settle();
    expect(await rowOf('Ninguém avisou?')).toMatchObject({ state: 'waiting' });
    const { items } = await seller.call(api.presales.list, { query: { query: 'state:blocked' } });
    expect(items).toMatchObject([{ text: '', status: 'banned' }]);
  });

  test('on every page of a long list', async () => {
    await misbehave(sandbox, { kind: 'notify-lost' });
    for (let n = 0; n < 60; n++) await ask(`Muitas ${n}?`);
    await sweepQuestions(jobOf(app));
    await settle();
    const { total } = await seller.call(api.presales.list, { query: { query: 'Muitas', size: '100' } });
    expect(total).toBe(60);
    // Older than the sweep looks back, and answered at the marketplace without a notification: each is read again.
    app.clock.advance(180);
    await sweepQuestions(jobOf(app));
    await settle();
    const all = z.array(remote).parse(await sandbox.control('GET', '/questions'));
    const ours = all.filter(({ text }) => text.startsWith('Muitas'));
    for (const { id } of ours.slice(0, 3)) await moderate(id, { status: 'CLOSED_UNANSWERED' });
    await sweepQuestions(jobOf(app));
    await settle();
    const closed = await seller.call(api.presales.list, { query: { query: 'Muitas state:closed' } });
    expect(closed.total).toBe(3);
  });

  test('the feed of missed notifications brings those that could not be delivered', async () => {
    await misbehave(sandbox, { kind: 'notify-missed' });
    await ask('Feed perdido?');
    await sandbox.control('DELETE', '/faults');
    await sweepOrders(jobOf(app));
    await app.drain();
    expect(await rowOf('Feed perdido?')).toMatchObject({ state: 'waiting' });
  });

  test.each(['wrong-id', 'wrong-type', 'html', 'truncated', 'error-500', 'rate-limit-text', 'silent'])(
    'an implausible answer (%s) is read again',
    async (kind) => {
      const text = `Mentira ${kind}?`;
      await misbehave(sandbox, { kind, path: '/questions/*' });
      await ask(text);
      await settle();
      expect(await rowOf(text)).toBeUndefined();
      // INV-47: people see that the answer was about another resource until it is correct.
      if (kind === 'wrong-id')
        expect(await parkedAnswers()).toEqual([expect.stringMatching(/^question \d+: other_resource$/)]);
      await sandbox.control('DELETE', '/faults');
      app.clock.advance(2);
      await drainLater(app);
      expect(await rowOf(text)).toMatchObject({ state: 'waiting' });
      expect(await parkedAnswers()).toEqual([]);
    },
    20_000,
  );

  test('an earlier reading overwrites nothing that was read later', async () => {
    const { remoteId } = await arrived('Qual vale?');
    const now = app.clock.now();
    const read = (status: 'unanswered' | 'under_review', at: Date) =>
      app.database.transact({ businessId: seller.businessId }, (tx) =>
        storeQuestions(
          tx,
          { businessId: seller.businessId, accountId: account.id },
          [
            {
              remoteId: String(remoteId),
              itemId,
              buyerId: '1',
              text: 'Qual vale?',
              askedAt: now,
              status,
              onHold: false,
              answer: null,
            },
          ],
          at,
        ),
      );
    await read('unanswered', addMinutes(now, 5));
    await read('under_review', addMinutes(now, 4));
    expect(await rowOf('Qual vale?')).toMatchObject({ state: 'waiting' });
    await read('under_review', addMinutes(now, 6));
    expect(await rowOf('Qual vale?')).toMatchObject({ state: 'blocked' });
  });

  test('a question that is on hold, under review, closed or deleted shows its state and accepts no answer', async () => {
    const states = [
      [{ hold: true }, 'blocked'],
      [{ status: 'UNDER_REVIEW' }, 'blocked'],
      [{ status: 'CLOSED_UNANSWERED' }, 'closed'],
      [{ status: 'DELETED' }, 'closed'],
      [{ status: 'DISABLED' }, 'closed'],
    ] as const;
    for (const [change, state] of states) {
      const text = `Situação ${JSON.stringify(change).replaceAll('"', '')}`;
      const { remoteId, id } = await arrived(text);
      await moderate(remoteId, change);
      await settle();
      expect(await rowOf(text)).toMatchObject({ state });
      const refused = await seller.refused(api.presales.answer, { params: { id }, body: { text: 'Oi' } });
      expect(refused).toMatchObject({ code: 'state_conflict' });
    }
  });
});

test('a question that was unreadable is read by the next sweep, even if no search lists it any more', async () => {
  const { remoteId } = await arrived('Qual é a altura?');
  await answerAtMarketplace(remoteId, '9 cm');
  const aside = new UnreadableAnswer(`question ${remoteId}`, new Error('date_created: custom'));
  await app.database.transact({ businessId: seller.businessId }, (tx) => parkAnswer(tx, account.id, aside));
  app.clock.advance(24 * 60);
  await app.rows(
    seller.businessId,
    `update marketplace_accounts set questions_swept_at = '${app.clock.now().toISOString()}' where id = ${account.id} returning id`,
  );
  await sweepQuestions(jobOf(app));
  await settle();
  expect(await rowOf('Qual é a altura?')).toMatchObject({ state: 'answered' });
  expect(await parkedAnswers()).toEqual([]);
});
