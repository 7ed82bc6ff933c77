import type {
  MarketplaceClaim,
  MarketplaceReview,
  MessageThread,
} from '#server/outside/marketplaces/conversations.ts';
import { plainAction } from '#server/outside/marketplaces/conversations.ts';
import type { Person, TestApp } from '#server/test/app.ts';
import { storeClaim, storeThread } from '../chats/store-chats.ts';
import { storeReviews } from '../reviews/store-reviews.ts';

let made = 0;
const numbered = (base: number) => {
  made += 1;
  return String(base + made);
};

/** Messages of a sale that is unknown here, stored as if just read. */
export async function makeThread(
  app: TestApp,
  seller: Person,
  accountId: number,
  changes: Partial<MessageThread> = {},
): Promise<number> {
  const at = app.clock.now();
  const remoteId = numbered(2_000_009_000_000_000);
  const message = {
    remoteId: `m${remoteId}`,
    by: 'buyer',
    text: 'Quando chega?',
    at,
    withheld: false,
    files: [],
  } as const;
  const thread = { remoteId, messages: [message], blocked: null, openings: [], ...changes };
  const { businessId } = seller;
  const id = await app.database.transact({ businessId }, (tx) =>
    storeThread(tx, { businessId, accountId }, thread, at),
  );
  return id ?? 0;
}

/** A claim with a decision to make, stored likewise. */
export async function makeClaim(
  app: TestApp,
  seller: Person,
  accountId: number,
  changes: Partial<MarketplaceClaim> = {},
): Promise<number> {
  const at = app.clock.now();
  const photo = { id: 'SRF2', name: 'Danificado', amount: null, needsPhoto: true };
  const claim: MarketplaceClaim = {
    remoteId: numbered(5_390_000_000),
    kind: 'claim',
    about: { what: 'order', id: '2000009999999999' },
    isOpen: true,
    turn: 'us',
    mediated: false,
    reason: 'Veio com defeito',
    detail: '',
    openedAt: at,
    updatedAt: at,
    dueAt: at,
    actions: [
      { ...plainAction, act: 'message_buyer', name: 'message', text: 'required', takesFiles: true },
      { ...plainAction, act: 'refund', name: 'refund' },
      {
        ...plainAction,
        act: 'contest_return',
        name: 'contest',
        text: 'required',
        takesPhotos: true,
        choices: [photo],
      },
    ],
    outcome: '',
    reputation: null,
    messages: [],
    units: null,
    return: null,
    ...changes,
  };
  const { businessId } = seller;
  const id = await app.database.transact({ businessId }, (tx) =>
    storeClaim(tx, { businessId, accountId }, claim, at),
  );
  return id ?? 0;
}

export async function makeReview(
  app: TestApp,
  seller: Person,
  accountId: number,
  changes: Partial<MarketplaceReview> = {},
): Promise<void> {
  const at = app.clock.now();
  const remoteId = numbered(8_000_000);
  const review = {
    remoteId,
    itemId: 'MLB4999999999',
    rating: 2,
    title: 'Ruim',
    text: 'Lascou',
    at,
    reply: null,
  };
  const { businessId } = seller;
  await app.database.transact({ businessId }, (tx) =>
    storeReviews(tx, { businessId, accountId }, [{ ...review, ...changes }], at),
  );
}
