import type { QuestionStatus } from '#contract/marketplaces/question-states.ts';
import type { SellerSession } from './seller-session.ts';

/** A question on a listing as a marketplace tells it, in our words. */
export type MarketplaceQuestion = {
  remoteId: string;
  itemId: string;
  buyerId: string;
  text: string;
  askedAt: Date;
  status: QuestionStatus;
  /** Held back by the marketplace: it takes no answer now. */
  onHold: boolean;
  /** `removed`: taken away by the marketplace, with its text. */
  answer: { text: string; removed: boolean; at: Date | null } | null;
};

/** Which questions are searched: those that nobody answered, however old; or all that were asked since then. */
export type QuestionSearch = { unanswered: true } | { askedSince: Date };

export type Questions = {
  /** Null where it is not there, or not ours to see. */
  read(session: SellerSession, id: string): Promise<MarketplaceQuestion | null>;
  /** Page after page, until there is none. */
  search(session: SellerSession, which: QuestionSearch): AsyncIterable<MarketplaceQuestion[]>;
  /** The marketplace's reason for refusing it, or null where it took it. */
  answer(session: SellerSession, id: string, text: string): Promise<string | null>;
};

/** What buyers and sellers say to each other; null where the marketplace has no such thing. */
export type Conversations = { questions: Questions | null };
