import { afterEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { drainLater, misbehave, waitingJobs } from '#server/marketplaces/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { questionStage } from '../test/question-stage.ts';
import { sendAnswer } from './send-answer.ts';

const {
  app,
  sandbox,
  seller,
  settle,
  atMarketplace,
  moderate,
  rowOf,
  threadOf,
  arrived,
  answer,
  answerAtMarketplace,
  outsider,
} = await questionStage();

afterEach(async () => {
  await sandbox.control('DELETE', '/faults');
  await settle();
});

/** A worker that gives up at this attempt. */
const lastTry = (questionId: number) =>
  sendAnswer({ ...jobOf(app), attempt: 8, maxAttempts: 8 }, { businessId: seller.businessId, questionId });

describe('the answer to a question', () => {
  test('the answer to a question is sent once by the queue, and the buyer sees it', async () => {
    const { remoteId, id } = await arrived('Tem azul?');
    expect(await answer(id, 'Temos, sim!')).toMatchObject({
      state: 'sending',
      reply: { text: 'Temos, sim!', state: 'sending' },
    });
    const second = await seller.refused(api.presales.answer, { params: { id }, body: { text: 'De novo' } });
    expect(second).toMatchObject({ code: 'state_conflict' });
    await settle();
    expect(await atMarketplace(remoteId)).toMatchObject({
      status: 'ANSWERED',
      answer: { text: 'Temos, sim!' },
    });
    expect(await threadOf('Tem azul?')).toMatchObject({
      state: 'answered',
      answer: { text: 'Temos, sim!', removed: false },
      reply: { state: 'sent', by: expect.any(String) },
    });
  });

  test.each(['silent', 'error-500', 'truncated', 'html', 'rate-limit-json'])(
    'is found as sent and not repeated if it succeeded without a confirmation (%s)',
    async (kind) => {
      const { remoteId, id } = await arrived(`Chegou ${kind}?`);
      await misbehave(sandbox, { kind, path: '/answers', applied: true });
      await answer(id, 'Chegou.');
      await app.drain();
      app.clock.advance(2);
      await drainLater(app);
      expect(await atMarketplace(remoteId)).toMatchObject({ answer: { text: 'Chegou.' } });
      expect(await threadOf(`Chegou ${kind}?`)).toMatchObject({
        state: 'answered',
        reply: { state: 'sent' },
      });
    },
    20_000,
  );

  test('the answer to a question shows the reason of a refusal, also in the words of the marketplace, and can be written again', async () => {
    const { id, remoteId } = await arrived('Recusa?');
    await misbehave(sandbox, { kind: 'refused-400', path: '/answers', times: 1 });
    await answer(id, 'Não pode isto');
    await settle();
    expect(await threadOf('Recusa?')).toMatchObject({
      state: 'refused',
      reply: {
        text: 'Não pode isto',
        state: 'refused',
        reason: 'marketplace',
        detail: 'validation_error: Refused as asked for',
      },
    });
    await answer(id, 'Agora pode');
    await settle();
    expect(await atMarketplace(remoteId)).toMatchObject({ answer: { text: 'Agora pode' } });
    expect(await rowOf('Recusa?')).toMatchObject({ state: 'answered' });
  });

  test('the answer to a question is not sent if the question was answered elsewhere meanwhile; that answer is shown', async () => {
    const { id, remoteId } = await arrived('Quem responde?');
    await misbehave(sandbox, { kind: 'notify-lost' });
    await answer(id, 'Nós');
    await answerAtMarketplace(remoteId, 'Eles');
    await settle();
    expect(await threadOf('Quem responde?')).toMatchObject({
      state: 'answered',
      answer: { text: 'Eles' },
      reply: { state: 'refused', reason: 'answered_elsewhere' },
    });
  });

  test('the answer to a question is shown as removed if the marketplace removed it', async () => {
    const { id, remoteId } = await arrived('Tiram?');
    await answer(id, 'Liga no meu número');
    await settle();
    await moderate(remoteId, { answerStatus: 'BANNED' });
    await settle();
    expect(await threadOf('Tiram?')).toMatchObject({
      state: 'answered',
      answer: { text: '', removed: true },
    });
  });

  test('the answer to a question is given up after the last attempt if the marketplace does not respond, and its text is kept', async () => {
    const { id } = await arrived('Alguém aí?');
    await misbehave(sandbox, { kind: 'error-500', path: '/questions/*' });
    await answer(id, 'Estamos');
    await app.drain();
    expect(await rowOf('Alguém aí?')).toMatchObject({ state: 'sending' });
    await lastTry(id);
    expect(await threadOf('Alguém aí?')).toMatchObject({
      state: 'refused',
      reply: { text: 'Estamos', reason: 'no_answer' },
    });
    await sandbox.control('DELETE', '/faults');
    app.clock.advance(2);
    await drainLater(app);
    expect(await waitingJobs(app, 'questions.send-answer')).toBe(0);
  });

  test('the answer to a question is refused before it is stored if it is empty or longer than the marketplace allows', async () => {
    const { id } = await arrived('Longa?');
    for (const [text, code] of [
      ['x'.repeat(2001), 'too_long'],
      ['   ', 'required'],
    ]) {
      const refused = await seller.refused(api.presales.answer, {
        params: { id },
        body: { text: text ?? '' },
      });
      expect(refused.errors).toMatchObject({ text: [{ code }] });
    }
    await answer(id, 'x'.repeat(2000));
    await settle();
    expect(await rowOf('Longa?')).toMatchObject({ state: 'answered' });
  });
});

describe('an answer that can be taken back', () => {
  const waiting = (id: number, text: string) =>
    seller.call(api.presales.answer, { params: { id }, body: { text, waitSeconds: 15 } });

  test('waits before it is sent; taken back, the question waits again and the marketplace has nothing', async () => {
    const { remoteId, id } = await arrived('Vem na caixa?');
    expect(await waiting(id, 'Vem na caiza.')).toMatchObject({
      state: 'sending',
      reply: { canTakeBack: true },
    });
    await app.drain();
    expect(await atMarketplace(remoteId)).toMatchObject({ status: 'UNANSWERED' });
    expect(await seller.call(api.presales.takeBack, { params: { id } })).toMatchObject({
      state: 'waiting',
      reply: null,
    });
    await drainLater(app);
    expect(await atMarketplace(remoteId)).toMatchObject({ status: 'UNANSWERED', answer: null });
    await waiting(id, 'Vem na caixa.');
    await drainLater(app);
    expect(await atMarketplace(remoteId)).toMatchObject({ answer: { text: 'Vem na caixa.' } });
  });

  test('is final once its delivery has begun, also if the marketplace did not answer yet', async () => {
    const { id } = await arrived('Vem com manual?');
    await waiting(id, 'Vem.');
    await misbehave(sandbox, { kind: 'error-500', path: '/answers' });
    await drainLater(app);
    expect(await threadOf('Vem com manual?')).toMatchObject({ reply: { canTakeBack: false } });
    const refused = await seller.refused(api.presales.takeBack, { params: { id } });
    expect(refused.code).toBe('state_conflict');
  });

  test('is taken back only by its business, and only if there is one', async () => {
    const { id } = await arrived('Vem com tampa?');
    expect((await outsider.refused(api.presales.takeBack, { params: { id } })).code).toBe('not_found');
    expect((await seller.refused(api.presales.takeBack, { params: { id } })).code).toBe('state_conflict');
  });
});

describe('one text for many questions', () => {
  const many = (ids: number[], text: string) => seller.call(api.presales.answerMany, { body: { ids, text } });

  test('is filled in for each and sent; an answered one and a foreign id are named', async () => {
    const [first, second, third] = [
      await arrived('Tem garantia?'),
      await arrived('E nota fiscal?'),
      await arrived('Qual a cor?'),
    ];
    await answer(third.id, 'Verde.');
    await settle();
    const ids = [first.id, second.id, third.id, 999_999_999];
    const outcome = await many(ids, '{produto}, sim. {loja}');
    expect(outcome).toEqual({
      done: [first.id, second.id],
      failed: [
        { id: third.id, code: 'state_conflict' },
        { id: 999_999_999, code: 'not_found' },
      ],
    });
    await settle();
    const { publication, account } = await threadOf('Tem garantia?');
    const text = `${publication?.name}, sim. ${account.name}`;
    expect(await atMarketplace(first.remoteId)).toMatchObject({ answer: { text } });
    expect(await atMarketplace(second.remoteId)).toMatchObject({ answer: { text } });
    expect(
      (await outsider.call(api.presales.answerMany, { body: { ids: [first.id], text: 'x' } })).done,
    ).toEqual([]);
  });

  test('leaves out a question for which a field of it has no value', async () => {
    const { id } = await arrived('Serve chá?');
    expect(await many([id], 'A sua {venda} chega logo.')).toEqual({
      done: [],
      failed: [{ id, code: 'template_unfilled' }],
    });
    expect(await threadOf('Serve chá?')).toMatchObject({ state: 'waiting' });
  });
});

test('the question shows each variation on sale with its price and stock', async () => {
  await arrived('Quantos tem?');
  const { publication } = await threadOf('Quantos tem?');
  expect(publication?.variations).toEqual([
    { id: expect.any(Number), name: expect.any(String), priceCentavos: publication?.priceCentavos, stock: 5 },
  ]);
});

test('starter texts are added once, in the language of the reader', async () => {
  const { items } = await seller.call(api.answerTemplates.addStarters, { locale: 'en' });
  expect(items.map(({ name }) => name)).toContain('In stock');
  expect((await seller.call(api.answerTemplates.addStarters, { locale: 'en' })).items).toEqual([]);
  expect((await seller.call(api.answerTemplates.list)).items.length).toBe(items.length);
});
