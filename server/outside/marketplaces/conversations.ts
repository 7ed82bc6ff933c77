import type { DecisionDetails } from '#contract/marketplaces/chat.ts';
import type {
  ChatAuthor,
  ChatTurn,
  ClaimAct,
  ClaimDetail,
  MessageBlock,
  ReturnStep,
} from '#contract/marketplaces/chat-states.ts';
import type { QuestionStatus } from '#contract/marketplaces/question-states.ts';
import type { Centavos } from '#contract/money.ts';
import type { SellerSession } from './seller-session.ts';

/** A question on a listing, in the product's terms. */
export type MarketplaceQuestion = {
  remoteId: string;
  itemId: string;
  buyerId: string;
  text: string;
  askedAt: Date;
  status: QuestionStatus;
  /** Held back by the marketplace: it takes no answer now. */
  onHold: boolean;
  /** `removed`: deleted by the marketplace, with its text. */
  answer: { text: string; removed: boolean; at: Date | null } | null;
};

/** Which questions are searched: unanswered ones of any age, or all since a time. */
export type QuestionSearch = { unanswered: true } | { askedSince: Date };

export type Questions = {
  /** Null if it does not exist, or is not ours to see. */
  read(session: SellerSession, id: string): Promise<MarketplaceQuestion | null>;
  /** Page after page, until there is none. */
  search(session: SellerSession, which: QuestionSearch): AsyncIterable<MarketplaceQuestion[]>;
  /** The marketplace's reason for refusing it, or null if it was accepted. */
  answer(session: SellerSession, id: string, text: string): Promise<string | null>;
};

/** An attachment of a message. */
export type MessageFile = {
  /** By which it is opened there. */
  remoteId: string;
  name: string;
  /** As the marketplace says; empty if it does not. */
  contentType: string;
  bytes: number | null;
};

/** Our attachment, with its bytes. */
export type SentFile = { name: string; bytes: Buffer; contentType: string };

/** Opens one of them; null if it does not exist any more, or is not ours to see. */
export type OpenFile = (
  session: SellerSession,
  threadId: string,
  remoteId: string,
) => Promise<{ bytes: Buffer } | null>;

/** A message in a thread of a sale. */
export type MarketplaceMessage = {
  /** Identifies the message. */
  remoteId: string;
  by: ChatAuthor;
  text: string;
  at: Date;
  /** Withheld or deleted by the marketplace. */
  withheld: boolean;
  files: readonly MessageFile[];
};

/** The messages of one sale, or of a pack of several. */
export type MessageThread = {
  /** The pack, or the sale if it has none. */
  remoteId: string;
  /** The oldest first. */
  messages: MarketplaceMessage[];
  /** The reason why nobody may write now, in the marketplace's own word; null if the seller may. */
  blocked: { reason: MessageBlock; detail: string } | null;
  /** Ways for the seller to begin; empty if none is needed or left. */
  openings: MessageOpening[];
};

/** A way to begin that the marketplace offers. */
export type MessageOpening = {
  id: string;
  /** The marketplace's own words for it. */
  name: string;
  /** Sent unchanged; null if the seller writes the text. */
  text: string | null;
  /** Characters. */
  longest: number;
};

export type Messages = {
  /** Null if it does not exist, or is not ours to see. */
  read(session: SellerSession, id: string): Promise<MessageThread | null>;
  /** The threads that a notification about a message may be of. */
  threadsOf(session: SellerSession, messageId: string): Promise<string[]>;
  /** Threads with unread messages, page by page. */
  unread(session: SellerSession): AsyncIterable<string[]>;
  /**
   * The marketplace's reason for refusing it, or null if it was accepted. `opening`: the way in which the seller
   * begins.
   */
  send(
    session: SellerSession,
    id: string,
    message: { text: string; opening: string | null; files: readonly SentFile[] },
  ): Promise<string | null>;
  /** Null if no message has files. */
  readonly openFile: OpenFile | null;
};

/** The subject of a claim, by the marketplace's number. */
export type ClaimSubject = { what: 'order' | 'pack' | 'parcel'; id: string };

export type MarketplaceClaim = {
  remoteId: string;
  kind: 'claim' | 'return' | 'exchange' | 'cancellation';
  about: ClaimSubject | null;
  isOpen: boolean;
  /** The side whose turn it is; null if it is over, or nobody's turn. */
  turn: ChatTurn | null;
  /** The marketplace decides it. */
  mediated: boolean;
  /** Reason and requested solution, in the marketplace's own words. */
  reason: string;
  detail: string;
  openedAt: Date;
  updatedAt: Date;
  /** By when the seller has to answer. */
  dueAt: Date | null;
  /** The seller's allowed acts: the marketplace's own list. */
  actions: ClaimAction[];
  /** The outcome, in the marketplace's own word; empty while it is open. */
  outcome: string;
  /** Whether it affects the seller's reputation, and until when an answer prevents that. Null if unknown. */
  reputation: { affected: boolean; spareUntil: Date | null } | null;
  /** The oldest first. */
  messages: MarketplaceMessage[];
  /** The claimed units, which come back with a return; null if the marketplace does not say. */
  units: ClaimedUnits[] | null;
  /** The parcel of its return. */
  return: MarketplaceReturn | null;
};

/**
 * Units of one line of a sale. `item` is null if only the number is known, for a sale of one line; `order` is null if
 * the marketplace does not say to which sale of a cart they belong.
 */
export type ClaimedUnits = {
  order: string | null;
  item: { id: string; variationId: string | null } | null;
  quantity: number;
};

/** An allowed act of the seller on a claim. */
export type ClaimAction = {
  /** Null: only on the marketplace's own pages. */
  act: ClaimAct | null;
  /** The marketplace's own name for it. */
  name: string;
  mandatory: boolean;
  dueAt: Date | null;
  /** One of these has to be chosen: amounts, reasons. Empty without a choice. */
  choices: ClaimChoice[];
  /** Any sum between these, instead of choices. */
  amount: { from: Centavos; to: Centavos } | null;
  text: 'none' | 'optional' | 'required';
  /** Further inputs. */
  asks: { detail: ClaimDetail; required: boolean }[];
  takesPhotos: boolean;
  /** The address for acts on the marketplace's own pages; empty if unknown. */
  page: string;
  /** Files may be attached, as far as the capabilities allow. */
  takesFiles: boolean;
};

/** An action without inputs and without a deadline. */
export const plainAction = {
  mandatory: false,
  dueAt: null,
  choices: [],
  amount: null,
  text: 'none',
  asks: [],
  takesPhotos: false,
  takesFiles: false,
  page: '',
} satisfies Omit<ClaimAction, 'act' | 'name'>;

export type ClaimChoice = { id: string; name: string; amount: Centavos | null; needsPhoto: boolean };

export type MarketplaceReturn = {
  remoteId: string;
  step: ReturnStep;
  /** The marketplace's own word. */
  status: string;
  trackingCode: string;
  /** It goes to the seller and not to a warehouse of the marketplace. */
  toSeller: boolean;
  updatedAt: Date | null;
};

/** A claim in a search result, with the fields that show a change. */
export type SeenClaim = { remoteId: string; updatedAt: Date };

/** Which claims are searched: those that are not over, however old; or all that changed since then. */
export type ClaimSearch = { open: true } | { changedSince: Date };

export type ClaimDecision = {
  act: ClaimAct;
  /** Of the `choices` of that action. */
  choice: string | null;
  amount: Centavos | null;
  text: string;
  details: DecisionDetails;
  /** Of the side that decided, if the marketplace writes to somebody about it. */
  email: string;
  /** Photos of the problem, or attachments of a message. */
  files: readonly SentFile[];
};

export type Claims = {
  /** With its messages and its return. Null if it does not exist, or is not ours to see. */
  read(session: SellerSession, id: string): Promise<MarketplaceClaim | null>;
  search(session: SellerSession, which: ClaimSearch): AsyncIterable<SeenClaim[]>;
  /** The marketplace's reason for refusing it, or null if it was accepted. */
  act(session: SellerSession, id: string, decision: ClaimDecision): Promise<string | null>;
  /** Null if no message has files. */
  readonly openFile: OpenFile | null;
};

/** A review of a product by a buyer. */
export type MarketplaceReview = {
  remoteId: string;
  itemId: string;
  /** 1 to 5. */
  rating: number;
  title: string;
  text: string;
  at: Date;
  /** The seller's reply. */
  reply: { text: string; at: Date | null } | null;
};

export type Reviews = {
  /** Of one listing, or of all of the seller: `item` is then null. */
  readonly by: 'listing' | 'seller';
  /** The newest first if there is an order, page after page. */
  read(session: SellerSession, item: string | null): AsyncIterable<MarketplaceReview[]>;
  /** The marketplace's reason for refusing it, or null if it was accepted. Null if replies are not supported. */
  readonly answer: ((session: SellerSession, id: string, text: string) => Promise<string | null>) | null;
};

/** Conversations between buyers and sellers; null if the marketplace has none of this kind. */
export type Conversations = {
  questions: Questions | null;
  messages: Messages | null;
  claims: Claims | null;
  reviews: Reviews | null;
};
