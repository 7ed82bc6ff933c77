import type { SellerSession } from './seller-session.ts';

/** What a marketplace sends by itself. Nothing of it is believed but what it is about. */
export type Inbox = {
  /** Whether it comes from where it says: by the secret in its address, or by what is signed. */
  isProven(delivery: Delivery): boolean;
  read(body: Told): InboundNotification;
  /** It takes nothing for an answer but one without a body. */
  readonly answersEmpty: boolean;
  /** Its own names of what something is done about; the others are stored and left. */
  readonly topics: readonly string[];
  /** What it concerns, in our words; null where nothing is done about it. */
  concernOf(notification: { topic: string; resource: string }): Concern | null;
  /** What the end of its address says of it, put among its body; null: nothing is told there, or not so. Null: of none. */
  readonly named: ((address: string, body: Told) => Told | null) | null;
  /** What it asks of personal data; null: nothing. Null: it never does. */
  readonly privacyOf: ((body: Told) => PrivacyRequest | null) | null;
  /** What was told and did not arrive; null where that cannot be asked. */
  readonly readMissed: ((session: SellerSession) => Promise<MissedNews>) | null;
  /** Asks it to tell of this seller; null where that is set once for the application. May be asked any number of times. */
  readonly subscribe: ((session: SellerSession) => Promise<void>) | null;
};

type Told = Readonly<Record<string, unknown>>;

/** `erase-seller`: the account ends, with the data of all its buyers. */
export type PrivacyRequest =
  | { what: 'erase-seller' }
  | { what: 'erase-buyer'; orders: string[] }
  | { what: 'tell-buyer'; requestId: string; buyer: string; orders: string[] };

/** One call of the marketplace as it came: a signature is over these very bytes. */
export type Delivery = {
  /** Last part of its address. */
  secret: string;
  bytes: Buffer;
  /** By lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

export type InboundNotification = {
  remoteUserId: string;
  topic: string;
  resource: string;
  /** Sent to our application. */
  isOurs: boolean;
};

/** `grant`: the seller may have taken it back. */
export type Concern = {
  what: 'order' | 'parcel' | 'listing' | 'question' | 'message' | 'claim' | 'grant';
  id: string;
};

/** What could not be read is among the failures, and costs nothing of the rest. */
export type MissedNews = {
  orders: string[];
  parcels: string[];
  listings: string[];
  questions: string[];
  messages: string[];
  claims: string[];
  failures: unknown[];
};
