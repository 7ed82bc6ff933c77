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
