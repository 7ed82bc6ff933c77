import type { SellerSession } from './seller-session.ts';

/** What a marketplace sends by itself. Nothing of it is believed but what it is about. */
export type Inbox = {
  /** Whether it comes from where it says, by the secret in its address. */
  isProven(secret: string): boolean;
  read(body: Readonly<Record<string, unknown>>): InboundNotification;
  /** Its own names of what something is done about; the others are stored and left. */
  readonly topics: readonly string[];
  /** What it concerns, in our words; null where nothing is done about it. */
  concernOf(notification: { topic: string; resource: string }): Concern | null;
  /** What was told and did not arrive. */
  readMissed(session: SellerSession): Promise<MissedNews>;
};

export type InboundNotification = {
  remoteUserId: string;
  topic: string;
  resource: string;
  /** Sent to our application. */
  isOurs: boolean;
};

export type Concern = { what: 'order' | 'parcel' | 'listing' | 'question'; id: string };

/** What could not be read is among the failures, and costs nothing of the rest. */
export type MissedNews = { orders: string[]; parcels: string[]; questions: string[]; failures: unknown[] };
