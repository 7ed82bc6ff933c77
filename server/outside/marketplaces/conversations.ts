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

/** What somebody sent along with a message. */
export type MessageFile = {
  /** By which it is opened there. */
  remoteId: string;
  name: string;
  /** As the marketplace says; empty where it does not. */
  contentType: string;
  bytes: number | null;
};

/** What we send along: with its bytes. */
export type SentFile = { name: string; bytes: Buffer; contentType: string };

/** Opens one of them; null where it is not there any more, or not ours to see. */
export type OpenFile = (
  session: SellerSession,
  threadId: string,
  remoteId: string,
) => Promise<{ bytes: Buffer } | null>;

/** What somebody said in a thread of a sale. */
export type MarketplaceMessage = {
  /** By which it is known again. */
  remoteId: string;
  by: ChatAuthor;
  text: string;
  at: Date;
  /** Kept back or taken away by the marketplace. */
  withheld: boolean;
  files: readonly MessageFile[];
};

/** The messages of one sale, or of a pack of several. */
export type MessageThread = {
  /** Of the pack, or of the sale where it has none. */
  remoteId: string;
  /** The oldest first. */
  messages: MarketplaceMessage[];
  /** Why nobody may write now, with the marketplace's own word; null where the seller may. */
  blocked: { reason: MessageBlock; detail: string } | null;
  /** What the seller may begin with; empty where no opening is asked for, or none is left. */
  openings: MessageOpening[];
};

/** A way to begin that the marketplace offers. */
export type MessageOpening = {
  id: string;
  /** The marketplace's own words for it. */
  name: string;
  /** Sent as it stands; null where the seller writes. */
  text: string | null;
  /** Characters. */
  longest: number;
};

export type Messages = {
  /** Null where it is not there, or not ours to see. */
  read(session: SellerSession, id: string): Promise<MessageThread | null>;
  /** The threads that a notification about a message may be of. */
  threadsOf(session: SellerSession, messageId: string): Promise<string[]>;
  /** Threads with something that nobody read, page after page. */
  unread(session: SellerSession): AsyncIterable<string[]>;
  /** The marketplace's reason for refusing it, or null where it took it. `opening`: by which the seller begins. */
  send(
    session: SellerSession,
    id: string,
    message: { text: string; opening: string | null; files: readonly SentFile[] },
  ): Promise<string | null>;
  /** Null where no message has files. */
  readonly openFile: OpenFile | null;
};

/** What a claim is about, by the marketplace's number. */
export type ClaimSubject = { what: 'order' | 'pack' | 'parcel'; id: string };

export type MarketplaceClaim = {
  remoteId: string;
  kind: 'claim' | 'return' | 'exchange' | 'cancellation';
  about: ClaimSubject | null;
  isOpen: boolean;
  /** Whose turn it is; null where it is over, or nobody's. */
  turn: ChatTurn | null;
  /** The marketplace decides it. */
  mediated: boolean;
  /** Why, and what is to be done, in the marketplace's own words. */
  reason: string;
  detail: string;
  openedAt: Date;
  updatedAt: Date;
  /** By when the seller has to answer. */
  dueAt: Date | null;
  /** What the seller may do now: the marketplace's own list. */
  actions: ClaimAction[];
  /** How it ended, in the marketplace's own word; empty while it goes on. */
  outcome: string;
  /** Whether it counts against the seller, and until when an answer keeps it from that. Null where nobody says. */
  reputation: { affected: boolean; spareUntil: Date | null } | null;
  /** The oldest first. */
  messages: MarketplaceMessage[];
  /** What the buyer claims of the sale, and sends back where it comes back; null where the marketplace does not say. */
  units: ClaimedUnits[] | null;
  /** The parcel that comes back because of it. */
  return: MarketplaceReturn | null;
};

/**
 * Units of one line of a sale. `item` is null where only their number is said, of a sale of one line; `order` where the
 * marketplace does not say of which sale of a cart.
 */
export type ClaimedUnits = {
  order: string | null;
  item: { id: string; variationId: string | null } | null;
  quantity: number;
};

/** One thing the seller may do about a claim now. */
export type ClaimAction = {
  /** Null: on the marketplace's own pages only. */
  act: ClaimAct | null;
  /** The marketplace's own name for it. */
  name: string;
  mandatory: boolean;
  dueAt: Date | null;
  /** One of these has to be chosen: parts of the money, reasons. Empty where there is nothing to choose. */
  choices: ClaimChoice[];
  /** Any sum between these, instead of choices. */
  amount: { from: Centavos; to: Centavos } | null;
  text: 'none' | 'optional' | 'required';
  /** What else it asks for. */
  asks: { detail: ClaimDetail; required: boolean }[];
  takesPhotos: boolean;
  /** Where it is done, of what is done on the marketplace's own pages only; empty: nobody says. */
  page: string;
  /** Files may go along with what is said, as far as the capabilities say. */
  takesFiles: boolean;
};

/** An action that asks for nothing and has no end. */
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
  /** It comes to the seller, not to a warehouse of the marketplace. */
  toSeller: boolean;
  updatedAt: Date | null;
};

/** A claim of a search, as far as it tells whether it has news. */
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
  /** Of who decided, where the marketplace writes to somebody about it. */
  email: string;
  /** Photos of what is wrong, or what goes along with a message. */
  files: readonly SentFile[];
};

export type Claims = {
  /** With its messages and its return. Null where it is not there, or not ours to see. */
  read(session: SellerSession, id: string): Promise<MarketplaceClaim | null>;
  search(session: SellerSession, which: ClaimSearch): AsyncIterable<SeenClaim[]>;
  /** The marketplace's reason for refusing it, or null where it took it. */
  act(session: SellerSession, id: string, decision: ClaimDecision): Promise<string | null>;
  /** Null where no message has files. */
  readonly openFile: OpenFile | null;
};

/** What a buyer says of a product. */
export type MarketplaceReview = {
  remoteId: string;
  itemId: string;
  /** 1 to 5. */
  rating: number;
  title: string;
  text: string;
  at: Date;
  /** What the seller said to it. */
  reply: { text: string; at: Date | null } | null;
};

export type Reviews = {
  /** Of one listing, or of all of the seller at once: `item` is then null. */
  readonly by: 'listing' | 'seller';
  /** The newest first where there is an order, page after page. */
  read(session: SellerSession, item: string | null): AsyncIterable<MarketplaceReview[]>;
  /** The marketplace's reason for refusing it, or null where it took it. Null where nobody can answer. */
  readonly answer: ((session: SellerSession, id: string, text: string) => Promise<string | null>) | null;
};

/** What buyers and sellers say to each other; null where the marketplace has no such thing. */
export type Conversations = {
  questions: Questions | null;
  messages: Messages | null;
  claims: Claims | null;
  reviews: Reviews | null;
};
