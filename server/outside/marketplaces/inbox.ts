import type { SellerSession } from './seller-session.ts';

/** Notifications of a marketplace. Only their subject is used; the resource itself is fetched. */
export type Inbox = {
  /** Whether it is authentic: by the secret in its address, or by its signature. */
  isProven(delivery: Delivery): boolean;
  read(body: NotificationBody): InboundNotification;
  /** It accepts only an answer without a body. */
  readonly answersEmpty: boolean;
  /** The marketplace's names of processed topics; others are stored and ignored. */
  readonly topics: readonly string[];
  /** Its subject, in the product's terms; null if it needs no action. */
  concernOf(notification: { topic: string; resource: string }): Concern | null;
  /**
   * The meaning of the end of its address, added to its body; null: nothing is received there, or not in this form.
   * Null: not used.
   */
  readonly named: ((address: string, body: NotificationBody) => NotificationBody | null) | null;
  /** Its request about personal data; null: none. Null: the marketplace sends none. */
  readonly privacyOf: ((body: NotificationBody) => PrivacyRequest | null) | null;
  /** Lost notifications; null if they cannot be requested. */
  readonly readMissed: ((session: SellerSession) => Promise<MissedNews>) | null;
  /** Subscribes to notifications of this seller; null if that is set once for the application. Idempotent. */
  readonly subscribe: ((session: SellerSession) => Promise<void>) | null;
};

type NotificationBody = Readonly<Record<string, unknown>>;

/** `erase-seller`: the account ends, with the data of all its buyers. */
export type PrivacyRequest =
  | { what: 'erase-seller' }
  | { what: 'erase-buyer'; orders: string[] }
  | { what: 'tell-buyer'; requestId: string; buyer: string; orders: string[] };

/** One call of the marketplace as received, because a signature covers exactly these bytes. */
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

/** `grant`: the seller may have revoked it. */
export type Concern = {
  what: 'order' | 'parcel' | 'listing' | 'question' | 'message' | 'claim' | 'grant';
  id: string;
};

/** Unreadable entries are among the failures, and do not affect the others. */
export type MissedNews = {
  orders: string[];
  parcels: string[];
  listings: string[];
  questions: string[];
  messages: string[];
  claims: string[];
  failures: unknown[];
};
