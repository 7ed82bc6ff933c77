import { marketTime } from '../../clock.ts';
import type { World } from '../../world.ts';
import { claimReason } from './reasons.ts';
import type { Claim, ClaimMessage, Expectation, Role } from './state.ts';

const MEDIATOR_ID = 46_622_406;

type Action = { action: string; mandatory: boolean; due_date: string | null };

const may = (action: string, due: string | null = null, mandatory = false): Action => ({
  action,
  mandatory,
  due_date: due === null ? null : marketTime(due),
});

const wants = (claim: Claim, what: string): boolean =>
  claim.expectations.some(
    ({ player_role: role, expected_resolution: wish, status }) =>
      role === 'complainant' && wish === what && status === 'pending',
  );

/** Of the seller, now. */
const sellerActions = (world: World, claim: Claim): Action[] => {
  if (claim.status === 'closed') return [];
  const found = claim.return;
  const waits = found?.status === 'delivered' && found.reviews.length === 0;
  const looks = waits ? [may('return_review_ok', found.due, true), may('return_review_fail', found.due)] : [];
  if (claim.stage === 'dispute') return [may('send_message_to_mediator'), may('send_attachments'), ...looks];
  if (claim.type === 'return') return looks;
  if (found !== null) return [may('send_message_to_complainant'), may('send_attachments'), ...looks];
  const shipment = world.market.shipments[String(world.market.orders[String(claim.order_id)]?.shipment_id)];
  const did = (action: string) => claim.actions.some(({ action_name: name }) => name === action);
  // For a parcel that the seller sends; proof is accepted once.
  const own = shipment !== undefined && shipment.mode !== 'me2' && !did('add_shipping_evidence');
  const late = own && ['pending', 'handling', 'ready_to_ship'].includes(shipment.status);
  const back = claim.fulfilled && shipment?.mode === 'me2' && wants(claim, 'return_product');
  return [
    may('send_message_to_complainant', claim.answer_due, claim.answer_due !== null),
    may('send_attachments'),
    may('refund'),
    may('open_dispute'),
    ...(own ? [may('add_shipping_evidence'), may('send_tracking_number')] : []),
    ...(late && !did('send_potential_shipping') ? [may('send_potential_shipping')] : []),
    ...(back ? [may('allow_return'), may('allow_partial_refund')] : []),
  ];
};

export const isAllowed = (world: World, claim: Claim, action: string): boolean =>
  sellerActions(world, claim).some((entry) => entry.action === action);

const related = (claim: Claim): string[] => [
  ...(claim.return === null ? [] : ['return']),
  ...((claim.return?.reviews.length ?? 0) > 0 ? ['reviews'] : []),
];

export const viewClaim = (world: World, claim: Claim) => ({
  id: claim.id,
  resource_id: claim.order_id,
  status: claim.status,
  type: claim.type as string,
  stage: claim.stage,
  parent_id: null,
  resource: 'order',
  reason_id: claim.reason_id,
  fulfilled: claim.fulfilled,
  quantity_type: claim.quantity === claim.total_quantity ? 'total' : 'partial',
  claimed_quantity: claim.quantity,
  claim_version: 2.0,
  players: [
    { role: 'complainant', type: 'buyer', user_id: claim.buyer_id, available_actions: [] },
    {
      role: 'respondent',
      type: 'seller',
      user_id: claim.seller_id,
      available_actions: sellerActions(world, claim),
    },
    ...(claim.stage === 'dispute' ? [{ role: 'mediator', type: 'internal', user_id: MEDIATOR_ID }] : []),
  ],
  resolution:
    claim.resolution === null
      ? null
      : { ...claim.resolution, date_created: marketTime(claim.resolution.date_created) },
  site_id: 'MLB',
  date_created: marketTime(claim.date_created),
  last_updated: marketTime(claim.last_updated),
  related_entities: related(claim),
});

type Situation = { due: string | null; who: string; title: string; text: string };

const situationOf = (claim: Claim): Situation => {
  const found = claim.return;
  if (claim.status === 'closed')
    return { due: null, who: 'mediator', title: 'Reclamação encerrada', text: 'Nada mais a fazer.' };
  if (found?.status === 'delivered' && found.reviews.length === 0)
    return {
      due: found.due,
      who: 'seller',
      title: 'A devolução chegou',
      text: 'Confira o produto e diga se chegou como esperado.',
    };
  if (claim.stage === 'dispute')
    return {
      due: null,
      who: 'mediator',
      title: 'Reclamação em mediação com o Mercado Livre',
      text: 'Intervimos para ajudar. Avisaremos assim que decidirmos.',
    };
  if (found !== null)
    return {
      due: found.due,
      who: 'buyer',
      title: found.status === 'shipped' ? 'A devolução está a caminho' : 'Esperando o envio da devolução',
      text: 'O comprador tem a etiqueta para devolver o produto.',
    };
  if (claim.answer_due !== null)
    return {
      due: claim.answer_due,
      who: 'seller',
      title: 'Responda ao comprador',
      text: 'Ofereça uma solução antes do prazo.',
    };
  return { due: null, who: 'buyer', title: 'Esperando o comprador', text: 'Você já respondeu.' };
};

export const viewDetail = (claim: Claim) => {
  const { due, who, title, text } = situationOf(claim);
  return {
    due_date: due === null ? null : marketTime(due),
    action_responsible: who,
    title,
    description: text,
    problem: claimReason(claim.reason_id)?.detail ?? '',
  };
};

export const viewClaimMessage = (world: World, message: ClaimMessage) => ({
  sender_role: message.sender_role,
  receiver_role: message.receiver_role,
  message: message.message,
  translated_message: null,
  date_created: marketTime(message.date_created),
  last_updated: marketTime(message.date_created),
  message_date: marketTime(message.date_created),
  date_read: message.date_read,
  attachments: message.attachments.flatMap((name) => {
    const file = world.market.afterSale.attachments[name];
    return file === undefined
      ? []
      : [
          {
            filename: file.name,
            original_filename: file.original,
            size: file.size,
            date_created: marketTime(file.date_created),
            type: file.type,
          },
        ];
  }),
  status: message.status,
  stage: message.stage,
  message_moderation: {
    status: message.status === 'available' ? 'clean' : 'rejected',
    reason: message.reason,
    source: 'online',
    date_moderated: null,
  },
  repeated: false,
  hash: message.hash,
});

/** Without an offset, as the page shows them. */
const bare = (iso: string): string => marketTime(iso).slice(0, 19);

/** The answer to a refund spells two of the names in another way than the list does. */
export const viewExpectation = (wish: Expectation, spelledForRefund = false) => ({
  player_role: wish.player_role satisfies Role,
  user_id: wish.user_id,
  expected_resolution: wish.expected_resolution,
  [spelledForRefund ? 'detail' : 'details']: wish.details,
  date_created: bare(wish.date_created),
  [spelledForRefund ? 'last_update' : 'last_updated']: bare(wish.last_updated),
  status: wish.status,
});
