import { type Answers, type Case, describeCorpus } from './corpus-server.ts';
import { buyerId, claim, type Fields, message, question, sellerId, sources, thread } from './shapes.ts';

const readQuestion = (more: Fields): Pick<Case, 'answers' | 'read'> => ({
  answers: { '/questions/13204118220': question(more) },
  read: ({ conversations }, session) =>
    conversations.questions?.read(session, '13204118220') ?? Promise.reject(),
});

const questions: Case[] = [
  {
    name: 'a question that waits: whose, of what, when',
    source: sources.questions,
    ...readQuestion({}),
    expected: {
      remoteId: '13204118220',
      itemId: 'MLB4810027731',
      buyerId: String(buyerId),
      text: 'Serve em fogão de indução?',
      askedAt: new Date('2026-11-22T15:41:09.338Z'),
      status: 'unanswered',
      onHold: false,
      answer: null,
    },
  },
  {
    name: 'a question by its id, with buyer_id, nanoseconds and an answer that was banned',
    source: sources.questions,
    ...readQuestion({
      from: undefined,
      buyer_id: buyerId,
      app_id: 8_304_540_643_508_652,
      date_created: '2026-11-22T17:51:21.746608612Z',
      status: 'ANSWERED',
      answer: { text: '', status: 'BANNED', date_created: '2026-11-22T14:52:13.580-04:00' },
    }),
    expected: {
      buyerId: String(buyerId),
      askedAt: new Date('2026-11-22T17:51:21.746Z'),
      status: 'answered',
      answer: { text: '', removed: true, at: new Date('2026-11-22T18:52:13.580Z') },
    },
  },
  {
    name: 'a question that was banned: no text, no answer',
    source: sources.questions,
    ...readQuestion({ status: 'BANNED', text: '' }),
    expected: { status: 'banned', text: '', answer: null },
  },
];

const threadId = '2000013100200301';
const readThread = (body: Fields, beside: Answers = {}): Pick<Case, 'answers' | 'read'> => ({
  answers: { [`/messages/packs/${threadId}/sellers/${sellerId}`]: body, ...beside },
  read: ({ conversations }, session) => conversations.messages?.read(session, threadId) ?? Promise.reject(),
});
const blocked = (substatus: string) => ({ status: 'blocked', substatus });
const blockCase = (substatus: string, reason: string): Case => ({
  name: `${substatus}: ${reason}`,
  source: sources.blocks,
  ...readThread(thread([message()], blocked(substatus))),
  expected: { blocked: { reason, detail: substatus } },
});

const messages: Case[] = [
  {
    name: 'a message by the agent of the site: from the buyer; ours is ours',
    source: sources.messages,
    ...readThread(
      thread([
        message({
          id: 'b2',
          from: { user_id: sellerId },
          text: 'Enviamos outro puxador.',
          message_date: { created: '2026-11-25T18:00:00.000Z', received: null, available: null },
        }),
        message(),
      ]),
    ),
    expected: {
      remoteId: threadId,
      blocked: null,
      messages: [
        { by: 'buyer', text: 'Boa tarde, a tampa veio sem o puxador.', withheld: false, files: [] },
        { by: 'seller', text: 'Enviamos outro puxador.', at: new Date('2026-11-25T18:00:00.000Z') },
      ],
    },
  },
  {
    name: 'a message whose status says moderated: withheld',
    source: sources.messages,
    ...readThread(thread([message({ status: 'moderated', message_moderation: null })])),
    expected: { messages: [{ withheld: true }] },
  },
  blockCase('blocked_by_buyer', 'by_buyer'),
  blockCase('blocked_by_conversation_expired', 'time_over'),
  blockCase('blocked_by_mediation_fbm', 'in_claim'),
  blockCase('blocked_by_cancelled_order_by_fraud', 'canceled'),
  blockCase('blocked_by_ai_assistant_contact_closed', 'assistant'),
];

const claimId = '5410220918';
const path = `/post-purchase/v1/claims/${claimId}`;
const readClaim = (body: Fields, beside: Answers = {}): Pick<Case, 'answers' | 'read'> => ({
  answers: { [path]: body, ...beside },
  read: ({ conversations }, session) => conversations.claims?.read(session, claimId) ?? Promise.reject(),
});

const leg = (name: string, type: string, status: string, tracking: string | null = null) => ({
  ...{ shipment_id: 43_825_249_001, status, tracking_number: tracking, type },
  destination: { name, shipping_address: { address_id: 0, zip_code: '89201330' } },
});
const comesBack = (more: Fields) =>
  readClaim(claim({ type: 'return', related_entities: ['return'] }), {
    [`/post-purchase/v2/claims/${claimId}/returns`]: {
      id: 57_341_020,
      last_updated: '2026-11-26T17:26:41.704+00:00',
      refund_at: 'delivered',
      date_closed: null,
      resource_type: 'order',
      date_created: '2026-11-24T16:24:26.636+00:00',
      claim_id: 5_410_220_918,
      status_money: 'retained',
      resource_id: 2_000_013_100_200_301,
      subtype: 'return_total',
      related_entities: [],
      intermediate_check: false,
      orders: [
        {
          ...{ order_id: 2_000_013_100_200_301, item_id: 'MLB4810027731', variation_id: 183_302_447_119 },
          ...{ context_type: 'partial', total_quantity: '3.0', return_quantity: '2.0' },
        },
      ],
      ...more,
    },
  });

const claims: Case[] = [
  {
    name: 'a claim in mediation, with its reason and what the buyer wrote, no hash beside it',
    source: `${sources.claims} and gestionar-mensaje-de-un-reclamo.md`,
    ...readClaim(
      claim({ stage: 'dispute' }, [
        { action: 'send_message_to_mediator', mandatory: true, due_date: '2026-11-27T22:33:00.000-04:00' },
      ]),
      {
        [`${path}/detail`]: {
          due_date: '2026-11-28T22:33:00.000-04:00',
          action_responsible: 'seller',
          title: 'Reclamação em mediação',
          description: 'Responda até sexta-feira',
          problem: 'O produto chegou com defeito',
        },
        '/post-purchase/v1/claims/reasons/PDD9549': {
          id: 'PDD9549',
          name: 'defective',
          detail: 'Veio com defeito',
        },
        [`${path}/messages`]: [
          {
            ...{ sender_role: 'complainant', receiver_role: 'respondent', message: 'A tampa não fecha' },
            ...{ date_created: '2026-11-24T12:44:05.000-04:00', attachments: [], status: 'available' },
          },
          {
            ...{ sender_role: 'respondent', receiver_role: 'mediator', message: 'Pedimos uma foto' },
            ...{ date_created: '2026-11-24T13:00:00.000-04:00', status: 'available' },
            attachments: [
              { filename: '3cf94d52.jpeg', original_filename: 'tampa.jpg', size: 17950, type: 'image/jpeg' },
            ],
          },
        ],
      },
    ),
    expected: {
      remoteId: claimId,
      kind: 'claim',
      about: { what: 'order', id: '2000013100200301' },
      isOpen: true,
      turn: 'us',
      mediated: true,
      reason: 'Veio com defeito',
      dueAt: new Date('2026-11-28T02:33:00.000Z'),
      units: [{ order: null, item: null, quantity: 1 }],
      messages: [
        { by: 'buyer', text: 'A tampa não fecha' },
        { by: 'seller', files: [{ remoteId: '3cf94d52.jpeg', name: 'tampa.jpg', bytes: 17950 }] },
      ],
    },
  },
  {
    name: 'a claim that is over: how it ended, and nothing to do',
    source: sources.claims,
    ...readClaim(
      claim({
        status: 'closed',
        resolution: {
          ...{ reason: 'payment_refunded', date_created: '2026-11-26T05:19:22.000-04:00' },
          ...{ benefited: ['complainant'], closed_by: 'respondent', applied_coverage: false },
        },
      }),
    ),
    expected: { isOpen: false, turn: null, outcome: 'payment_refunded', actions: [], dueAt: null },
  },
  {
    name: 'cancel_purchase: a cancellation',
    source: sources.claims,
    ...readClaim(claim({ type: 'cancel_purchase', stage: 'none', reason_id: null })),
    expected: { kind: 'cancellation', mediated: false },
  },
  {
    name: 'ml_case, where the buyer cancels because the dispatch is late: a cancellation',
    source: sources.claims,
    ...readClaim(
      claim({ type: 'ml_case', stage: 'stale', resource: 'shipment', resource_id: 46_100_200_300 }),
    ),
    expected: { kind: 'cancellation', about: { what: 'parcel', id: '46100200300' } },
  },
  {
    name: 'change: an exchange',
    source: sources.claims,
    ...readClaim(claim({ type: 'change' })),
    expected: { kind: 'exchange' },
  },
  {
    name: 'a return of a part, on its way to the seller: its units and its tracking code',
    source: sources.returns,
    ...comesBack({
      status: 'shipped',
      subtype: 'return_partial',
      shipments: [leg('seller_address', 'return', 'shipped', 'AN334455667BR')],
    }),
    expected: {
      kind: 'return',
      return: { remoteId: '57341020', step: 'on_the_way', trackingCode: 'AN334455667BR', toSeller: true },
      units: [
        {
          order: '2000013100200301',
          item: { id: 'MLB4810027731', variationId: '183302447119' },
          quantity: 2,
        },
      ],
    },
  },
  {
    name: 'a return at a warehouse, whose last leg has not begun: on its way to the seller',
    source: sources.returns,
    ...comesBack({
      status: 'delivered',
      intermediate_check: true,
      shipments: [
        leg('warehouse', 'return', 'delivered'),
        leg('seller_address', 'return_from_triage', 'pending'),
      ],
    }),
    expected: { return: { step: 'on_the_way', status: 'delivered', toSeller: true } },
  },
  {
    name: 'a return whose last leg arrived: delivered',
    source: sources.returns,
    ...comesBack({
      status: 'delivered',
      shipments: [
        leg('warehouse', 'return', 'delivered'),
        leg('seller_address', 'return_from_triage', 'delivered'),
      ],
    }),
    expected: { return: { step: 'delivered', toSeller: true } },
  },
];

describeCorpus('questions of Mercado Livre', questions);
describeCorpus('messages of Mercado Livre', messages);
describeCorpus('claims and returns of Mercado Livre', claims);
