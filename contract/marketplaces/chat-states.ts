/** What a thread is about: a publication before the sale, or the sale. `return` without a claim is a parcel that comes back. */
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
 * Where a thread stands for whoever answers; computed by the database. `open`: nobody has to do anything now, because it
 * is on its way, or with the marketplace.
 */
export const chatStates = ['waiting_us', 'waiting_buyer', 'open', 'closed', 'blocked'] as const;
export type ChatState = (typeof chatStates)[number];

/** Whose turn it is, as the marketplace sees it. */
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
  /** The seller begins by one of the marketplace's own openings. */
  'needs_opening',
  'assistant',
  'other',
] as const;
export type MessageBlock = (typeof messageBlocks)[number];

/** What can be done about a claim from here; what else the marketplace names is done on its own pages. */
export const claimActs = [
  'message_buyer',
  'message_mediator',
  'refund',
  'refund_part',
  'accept_return',
  'replace',
  'accept_offer',
  'open_dispute',
  'confirm_return',
  'contest_return',
  'send_proof',
  'prove_shipping',
  'promise_dispatch',
] as const;
export type ClaimAct = (typeof claimActs)[number];

/** What an act may ask for besides a choice, a sum, words and photos. */
export const claimDetails = [
  'shippedOn',
  'deliveredOn',
  'carrier',
  'trackingCode',
  'receiver',
  'dispatchOn',
] as const;
export type ClaimDetail = (typeof claimDetails)[number];

/** Those that are a message and nothing else. */
export const messageActs = ['message_buyer', 'message_mediator'] as const satisfies readonly ClaimAct[];

/** Those that may bring goods back. */
export const returnActs = ['accept_return', 'replace', 'accept_offer'] as const satisfies readonly ClaimAct[];

/** How far a parcel is that a claim sends back. */
export const returnSteps = ['agreed', 'on_the_way', 'delivered', 'ended', 'failed'] as const;
export type ReturnStep = (typeof returnSteps)[number];

/** What may be sent along with a message. */
export const chatFileKinds = ['picture', 'pdf'] as const;
export type ChatFileKind = (typeof chatFileKinds)[number];

/** How far what we wrote or did is. */
export const sendStates = ['sending', 'sent', 'refused'] as const;

/** Why it did not get there; the marketplace's own words stand beside it. */
export const sendReasons = ['marketplace', 'not_open', 'no_answer', 'account_disconnected'] as const;
export type SendReason = (typeof sendReasons)[number];
