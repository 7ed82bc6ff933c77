import assert from 'node:assert';
import { describe, expect, test } from 'vitest';
import type { ClaimAct } from '#contract/marketplaces/chat-states.ts';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import type { ClaimDecision, Messages, SeenClaim } from '../conversations.ts';
import type { Marketplace } from '../marketplace.ts';

/** What a marketplace's stand-in provides to test every operation of the port after a sale. */
export type AfterSaleStage = {
  marketplace: Marketplace;
  session: SellerSession;
  /** A seller unrelated to the records of these tests. */
  outsider: SellerSession;
  /**
   * A sale that arrived, and a message of its buyer: the thread, and the number in a notification; null if there are
   * none.
   */
  write: ((text: string) => Promise<{ threadId: string; messageId: string }>) | null;
  /** A sale that arrived and of which its buyer complains, wanting to send it back. */
  complain(text: string): Promise<{ claimId: string; orderId: string }>;
  /** The buyer accepts the return, if asked. */
  agree?(claimId: string): Promise<unknown>;
  /** The buyer hands over the return, and the carrier delivers it. */
  bringBack(claimId: string): Promise<void>;
  /** The buyer of a sale that arrived rates it; answers the listing. */
  rate(rating: number, text: string): Promise<string>;
  longAgo: Date;
};

/** Tests every operation on messages, claims, returns and reviews of one marketplace. */
export function describeAfterSale(name: string, stage: AfterSaleStage): void {
  const { marketplace, session, outsider } = stage;
  const { conversations } = marketplace;
  const { messages } = conversations;
  const { write } = stage;
  const claims = conversations.claims ?? assert.fail(`${name} has no claims`);
  const reviews = conversations.reviews ?? assert.fail(`${name} has no reviews`);
  const limits = marketplace.capabilities(session.tags);

  const decide = (id: string, act: ClaimAct, more: Partial<ClaimDecision> = {}) =>
    claims.act(session, id, {
      act,
      choice: null,
      amount: null,
      text: '',
      details: {},
      email: 'ana@loja.example',
      files: [],
      ...more,
    });

  describe(`after the sale at ${name}`, () => {
    test('supports exactly what the capabilities say', () => {
      expect(messages !== null).toBe(limits.messages !== 'none');
      expect(write !== null).toBe(messages !== null);
      expect(limits.longestMessage > 0).toBe(limits.messages === 'answer');
      expect(limits.longestReviewAnswer > 0).toBe(limits.reviews === 'answer');
    });

    if (messages && write) describeMessages(stage, messages, write);

    test('reads and finds a claim with its allowed acts, and refuses the others', async () => {
      const { claimId, orderId } = await stage.complain('Veio lascado');
      const claim = await claims.read(session, claimId);
      expect(claim).toMatchObject({
        remoteId: claimId,
        about: { what: 'order', id: orderId },
        isOpen: true,
        turn: 'us',
      });
      expect(claim?.units?.map(({ quantity }) => quantity)).toEqual([1]);
      expect(claim?.messages.map(({ by, text }) => [by, text])).toEqual([['buyer', 'Veio lascado']]);
      expect(claim?.actions.length).toBeGreaterThan(0);
      const seen: SeenClaim[] = [];
      for await (const page of claims.search(session, { open: true })) seen.push(...page);
      expect(seen.map(({ remoteId }) => remoteId)).toContain(claimId);
      for await (const page of claims.search(session, { changedSince: stage.longAgo })) seen.push(...page);
      expect(seen.filter(({ remoteId }) => remoteId === claimId).length).toBeGreaterThan(1);
      expect(await claims.read(outsider, claimId)).toBeNull();
      expect(await decide(claimId, 'confirm_return')).toEqual(expect.stringMatching(/./));
      const said = await decide(claimId, 'message_buyer', { text: 'Vamos resolver.' });
      // Some have no messages, only decisions.
      if (!claim?.actions.some(({ act }) => act === 'message_buyer'))
        return expect(said).toEqual(expect.stringMatching(/./));
      expect(said).toBeNull();
      const reported = await claims.read(session, claimId);
      expect(reported?.messages.at(-1)).toMatchObject({ by: 'seller', text: 'Vamos resolver.' });
    });

    test('an accepted return comes back and is confirmed', async () => {
      const { claimId, orderId } = await stage.complain('Quero devolver');
      expect(await decide(claimId, 'accept_return')).toBeNull();
      await stage.agree?.(claimId);
      const agreed = await claims.read(session, claimId);
      expect(agreed?.return).toMatchObject({ step: 'agreed', toSeller: true });
      await stage.bringBack(claimId);
      const back = await claims.read(session, claimId);
      expect(back?.return).toMatchObject({ step: 'delivered', toSeller: true });
      const sale = await marketplace.orders.read(session, orderId, { acceptPartial: false });
      const [line] = sale?.orders[0]?.lines ?? [];
      expect(back?.units).toMatchObject([
        { item: { id: line?.itemId, variationId: line?.variationId ?? null }, quantity: 1 },
      ]);
      const contest = back?.actions.find(({ act }) => act === 'contest_return');
      expect(contest?.choices.length).toBeGreaterThan(0);
      expect(await decide(claimId, 'confirm_return')).toBeNull();
      expect(await claims.read(session, claimId)).toMatchObject({ isOpen: false, actions: [] });
    });

    test('a refund ends the claim, once', async () => {
      const { claimId } = await stage.complain('Quero o dinheiro');
      expect(await decide(claimId, 'refund')).toBeNull();
      expect(await claims.read(session, claimId)).toMatchObject({ isOpen: false });
      expect(await decide(claimId, 'refund')).toEqual(expect.stringMatching(/./));
    });

    test('reviews are read whole, with what the marketplace takes as an answer', async () => {
      const item = await stage.rate(4, 'Bem bonito');
      const found = [];
      const asked = reviews.by === 'listing' ? item : null;
      for await (const page of reviews.read(session, asked)) found.push(...page);
      expect(found).toContainEqual(
        expect.objectContaining({ itemId: item, rating: 4, text: 'Bem bonito', reply: null }),
      );
      expect(reviews.answer === null).toBe(limits.reviews !== 'answer');
      const [review] = found.filter(({ itemId }) => itemId === item);
      if (!reviews.answer || !review) return;
      expect(await reviews.answer(session, review.remoteId, 'Obrigada!')).toBeNull();
      // The answer to the first try may have been lost.
      expect(await reviews.answer(session, review.remoteId, 'Obrigada!')).toBeNull();
      expect(await reviews.answer(session, review.remoteId, 'Outra')).toEqual(expect.stringMatching(/./));
      for await (const page of reviews.read(session, asked))
        expect(page.find(({ remoteId }) => remoteId === review.remoteId)?.reply?.text).toBe('Obrigada!');
    });
  });
}

function describeMessages(
  { marketplace, session, outsider }: AfterSaleStage,
  messages: Messages,
  write: NonNullable<AfterSaleStage['write']>,
): void {
  const limits = marketplace.capabilities(session.tags);

  test('a message is read without being marked, found by its notification, answered, and recognized again', async () => {
    const { threadId, messageId } = await write('Quando chega?');
    const thread = await messages.read(session, threadId);
    expect(thread).toMatchObject({ remoteId: threadId, blocked: null });
    expect(thread?.messages.at(-1)).toMatchObject({ by: 'buyer', text: 'Quando chega?', withheld: false });
    expect(await messages.threadsOf(session, messageId)).toContain(threadId);
    const unread: string[] = [];
    for await (const ids of messages.unread(session)) unread.push(...ids);
    expect(unread).toContain(threadId);
    expect(await messages.send(session, threadId, { text: 'Amanhã.', opening: null, files: [] })).toBeNull();
    const answered = await messages.read(session, threadId);
    expect(answered?.messages.map(({ by, text }) => [by, text])).toEqual([
      ['buyer', 'Quando chega?'],
      ['seller', 'Amanhã.'],
    ]);
    expect(answered?.messages[0]).toEqual(thread?.messages.at(-1));
  });

  test('a message may be as long as the capabilities say, and another seller cannot read it', async () => {
    const { threadId } = await write('Qual o tamanho?');
    const long = 'x'.repeat(limits.longestMessage + 1);
    expect(await messages.send(session, threadId, { text: long, opening: null, files: [] })).toEqual(
      expect.stringMatching(/./),
    );
    expect(await messages.read(outsider, threadId)).toBeNull();
  });
}
