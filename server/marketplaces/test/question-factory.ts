import type { MarketplaceQuestion } from '#server/outside/marketplaces/conversations.ts';
import type { Person, TestApp } from '#server/test/app.ts';
import { storeQuestions } from '../questions/store-questions.ts';

let asked = 0;

/** Stores a question as if just read; the marketplace does not know it. */
export async function makeQuestion(
  app: TestApp,
  seller: Person,
  accountId: number,
  changes: Partial<MarketplaceQuestion> = {},
): Promise<string> {
  asked += 1;
  const remoteId = String(13_900_000_000 + asked);
  const question: MarketplaceQuestion = {
    remoteId,
    itemId: 'MLB4999999999',
    buyerId: '888',
    text: `Tem pronta entrega? (${asked})`,
    askedAt: app.clock.now(),
    status: 'unanswered',
    onHold: false,
    answer: null,
    ...changes,
  };
  const { businessId } = seller;
  await app.database.transact({ businessId }, (tx) =>
    storeQuestions(tx, { businessId, accountId }, [question], app.clock.now()),
  );
  return remoteId;
}
