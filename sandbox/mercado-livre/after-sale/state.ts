/** Messages and acts after a sale. Names with underscores are those of the protocol. */

export type Attachment = {
  /** Its name in the API; the bytes are stored under it. */
  name: string;
  original: string;
  type: string;
  size: number;
  user_id: number;
  /** Of which claim; null belongs to the messages of sales. */
  claim_id: number | null;
  used: boolean;
  date_created: string;
};

export type PackMessage = {
  id: string;
  by: 'buyer' | 'seller';
  text: string;
  status: 'available' | 'moderated';
  /** Why it was moderated. */
  reason: string | null;
  attachments: string[];
  created: string;
  read: string | null;
};

export type Conversation = {
  /** The pack, or the order if there is none. */
  key: string;
  seller_id: number;
  buyer_id: number;
  messages: PackMessage[];
  /** The marketplace's decision to block it; null applies the rules. */
  blocked: string | null;
  /** How often each reason to write first was used. */
  used: Record<string, number>;
  status_date: string;
};

export type Role = 'complainant' | 'respondent' | 'mediator';

export type ClaimMessage = {
  hash: string;
  sender_role: Role;
  receiver_role: Role;
  message: string;
  attachments: string[];
  status: 'available' | 'moderated';
  reason: string | null;
  stage: string;
  date_created: string;
  date_read: string | null;
};

export type Expectation = {
  player_role: Role;
  user_id: number;
  expected_resolution: string;
  details: { key: string; value: string }[];
  status: 'pending' | 'accepted' | 'rejected';
  date_created: string;
  last_updated: string;
};

export type Resolution = {
  reason: string;
  date_created: string;
  benefited: Role[];
  closed_by: 'mediator' | 'buyer' | 'seller';
  applied_coverage: boolean;
};

export type ReturnReview = {
  stage: 'closed' | 'pending' | 'timeout';
  seller_status: 'success' | 'failed' | 'claimed';
  seller_reason: string | null;
  order_id: number;
  benefited: string | null;
  date_created: string;
  last_updated: string;
};

export type Return = {
  id: number;
  status: string;
  status_money: 'retained' | 'refunded' | 'available';
  subtype: 'return_total' | 'return_partial';
  refund_at: 'shipped' | 'delivered';
  shipment_id: number;
  /** The deadline of the buyer for handing it over, then that of the seller for inspecting it. */
  due: string | null;
  reviews: ReturnReview[];
  date_created: string;
  date_closed: string | null;
  last_updated: string;
};

export type Claim = {
  id: number;
  order_id: number;
  pack_id: number | null;
  seller_id: number;
  buyer_id: number;
  status: 'opened' | 'closed';
  type: 'mediations' | 'return';
  stage: 'claim' | 'dispute';
  reason_id: string;
  fulfilled: boolean;
  quantity: number;
  /** Total of the order, to recognize a partial refund. */
  total_quantity: number;
  /** The seller's deadline; null after their answer. */
  answer_due: string | null;
  answered_at: string | null;
  messages: ClaimMessage[];
  expectations: Expectation[];
  actions: { action_name: string; player_role: Role; stage: string; status: string; date: string }[];
  stages: { stage: string; status: string; date: string; change_by: Role }[];
  resolution: Resolution | null;
  return: Return | null;
  date_created: string;
  last_updated: string;
};

export type Review = {
  id: number;
  order_id: number;
  item_id: string;
  rate: number;
  title: string;
  content: string;
  buying_date: string;
  date_created: string;
};

export type AfterSale = {
  conversations: Record<string, Conversation>;
  claims: Record<string, Claim>;
  reviews: Review[];
  attachments: Record<string, Attachment>;
  /** Orders whose money went back, and when. */
  refunds: Record<string, string>;
};

export const emptyAfterSale = (): AfterSale => ({
  conversations: {},
  claims: {},
  reviews: [],
  attachments: {},
  refunds: {},
});
