import assert from 'node:assert';
import { describe, expect, test } from 'vitest';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import type { MarketplaceQuestion, QuestionSearch } from '../conversations.ts';
import type { Marketplace } from '../marketplace.ts';

/** What a marketplace's stand-in provides to test every operation of the port on questions. */
export type QuestionStage = {
  marketplace: Marketplace;
  session: SellerSession;
  /** A seller unrelated to the records of these tests. */
  outsider: SellerSession;
  /** A buyer asks on a listing of the seller; `longAgo` is before it. */
  ask(text: string): Promise<{ questionId: string; longAgo: Date }>;
  unknownQuestion: string;
};

/** Tests every operation on questions of one marketplace. */
export function describeQuestions(name: string, stage: QuestionStage): void {
  const { marketplace, session, outsider } = stage;
  const questions = marketplace.conversations.questions ?? assert.fail(`${name} has no questions`);

  async function found(which: QuestionSearch): Promise<MarketplaceQuestion[]> {
    const all: MarketplaceQuestion[] = [];
    for await (const page of questions.search(session, which)) all.push(...page);
    return all;
  }

  describe(`questions of ${name}`, () => {
    test('read and found, whole in our words', async () => {
      const { questionId, longAgo } = await stage.ask('Tem azul?');
      const question = await questions.read(session, questionId);
      expect(question).toMatchObject({
        remoteId: questionId,
        itemId: expect.stringMatching(/./),
        buyerId: expect.stringMatching(/./),
        text: 'Tem azul?',
        status: 'unanswered',
        onHold: false,
        answer: null,
      });
      expect(question?.askedAt.getTime()).toBeGreaterThan(longAgo.getTime());
      expect(await found({ unanswered: true })).toContainEqual(question);
      expect(await found({ askedSince: longAgo })).toContainEqual(question);
      const later = new Date((question?.askedAt.getTime() ?? 0) + 60_000);
      expect(await found({ askedSince: later })).toEqual([]);
    });

    test('accepts one answer, and refuses a second one with a reason and without an effect', async () => {
      const { questionId } = await stage.ask('Tem verde?');
      expect(await questions.answer(session, questionId, 'Temos.')).toBeNull();
      expect(await questions.answer(session, questionId, 'Não temos.')).toEqual(expect.stringMatching(/./));
      expect(await questions.read(session, questionId)).toMatchObject({
        status: 'answered',
        answer: { text: 'Temos.', removed: false, at: expect.any(Date) },
      });
      const waiting = await found({ unanswered: true });
      expect(waiting.map(({ remoteId }) => remoteId)).not.toContain(questionId);
    });

    test('accepts answers as long as the capabilities say, and no longer', async () => {
      const { longestAnswer } = marketplace.capabilities(session.tags);
      const { questionId } = await stage.ask('Qual o tamanho?');
      expect(await questions.answer(session, questionId, 'x'.repeat(longestAnswer + 1))).not.toBeNull();
      expect(await questions.answer(session, questionId, 'x'.repeat(longestAnswer))).toBeNull();
    });

    test('one that is not there, or another’s, is no question, and takes no answer', async () => {
      const { questionId } = await stage.ask('De quem é?');
      expect(await questions.read(session, stage.unknownQuestion)).toBeNull();
      expect(await questions.read(outsider, questionId)).toBeNull();
      expect(await questions.answer(outsider, questionId, 'Meu.')).not.toBeNull();
      expect(await questions.read(session, questionId)).toMatchObject({ status: 'unanswered' });
    });
  });
}
