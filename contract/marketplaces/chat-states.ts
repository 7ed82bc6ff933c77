/**
 * The subject of a thread: a publication before the sale, or the sale. `return` without a claim is a parcel that comes
 * back.
 */
export const chatKinds = ['question', 'message', 'claim', 'return', 'exchange', 'cancellation'] as const;
export type ChatKind = (typeof chatKinds)[number];

/** Those of a sale: resource `postsales`. */
export const postsaleKinds = [
  'message',
  'claim',
  'return',
  'exchange',
  'cancellation',
] as const satisfies readonly ChatKind[];

/**
 * The state of a thread for the people who answer; computed by the database. `open`: nobody has to act now, because it
 * is being sent, or waits for the marketplace.
 */
export const chatStates = ['waiting_us', 'waiting_buyer', 'open', 'closed', 'blocked'] as const;
export type ChatState = (typeof chatStates)[number];

/** The side whose turn it is, according to the marketplace. */
export const chatTurns = ['us', 'buyer', 'marketplace'] as const;
export type ChatTurn = (typeof chatTurns)[number];

export const chatAuthors = ['buyer', 'seller', 'marketplace'] as const;
export type ChatAuthor = (typeof chatAuthors)[number];

/** Why nobody may write in the messages of a sale. */
export const messageBlocks = [
  'time_over',
  'by_buyer',
  'in_claim',
  'not_delivered',
  'unpaid',
  'canceled',
  'refunded',
  /** The seller begins with one of the marketplace's own openings. */
  'needs_opening',
  'assistant',
  'other',
] as const;
export type MessageBlock = (typeof messageBlocks)[number];

/** Acts on a claim that are possible here; others are done on the marketplace's own pages. */
export const claimActs = [
  'message_buyer',
  'message_mediator',
  'refund',
  'refund_part',
  'accept_return',
  'replace',
  'accept_offer',
  'accept_cancellation',
  'refuse_cancellation',
  'open_dispute',
  'confirm_return',
  'contest_return',
  'send_proof',
  'prove_shipping',
  'promise_dispatch',
] as const;
export type ClaimAct = (typeof claimActs)[number];

/** Inputs of an act besides a choice, an amount, a text and photos. */
export const claimDetails = [
  'shippedOn',
  'deliveredOn',
  'carrier',
  'trackingCode',
  'receiver',
  'dispatchOn',
] as const;
export type ClaimDetail = (typeof claimDetails)[number];

/** Acts that are only a message. */
export const messageActs = ['message_buyer', 'message_mediator'] as const satisfies readonly ClaimAct[];

/** Those that may bring goods back. */
export const returnActs = ['accept_return', 'replace', 'accept_offer'] as const satisfies readonly ClaimAct[];

/** How far a parcel is that a claim sends back. */
export const returnSteps = ['agreed', 'on_the_way', 'delivered', 'ended', 'failed'] as const;
export type ReturnStep = (typeof returnSteps)[number];

/** Attachments of a message. */
export const chatFileKinds = ['picture', 'pdf'] as const;
export type ChatFileKind = (typeof chatFileKinds)[number];

/** How far what we wrote or did is. */
export const sendStates = ['sending', 'sent', 'refused'] as const;

/** Why it was not delivered; the marketplace's own words are next to it. */
export const sendReasons = ['marketplace', 'not_open', 'no_answer', 'account_disconnected'] as const;
export type SendReason = (typeof sendReasons)[number];
