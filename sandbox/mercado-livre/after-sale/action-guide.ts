import type { Answer } from '../../answer.ts';
import { fieldsOf, textOf } from '../../reading.ts';
import type { World } from '../../world.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { get, ok, post, Refusal } from '../endpoint.ts';
import { blockOf, SELLER_MAX, say, shipmentOfKey } from './conversations.ts';
import { alone, ownConversation, sentView, textToSend } from './message-endpoints.ts';
import type { Conversation } from './state.ts';

/** The reasons for which a seller may write before the buyer does, each once. */

type Reason = { id: string; free: boolean; text: string | null };

const reasons: Reason[] = [
  {
    id: 'REQUEST_VARIANTS',
    free: false,
    text: 'Olá! Por favor, confirme as características que quer para o produto que você comprou, assim, podemos fazer o envio.',
  },
  // No text of it is published for Brazil.
  { id: 'REQUEST_BILLING_INFO', free: false, text: null },
  { id: 'SEND_INVOICE_LINK', free: true, text: null },
  { id: 'DELIVERY_PROMISE', free: false, text: null },
  { id: 'OTHER', free: true, text: null },
];

const sorting = ['cross_docking', 'drop_off', 'xd_drop_off'];

/** Which of them this parcel allows at all. */
const isEnabled = (world: World, conversation: Conversation, reason: Reason): boolean => {
  const shipment = shipmentOfKey(world, conversation.key);
  if (reason.id === 'REQUEST_VARIANTS') return sorting.includes(shipment?.logistic_type ?? '');
  if (reason.id === 'DELIVERY_PROMISE') return shipment?.logistic_type === 'self_service';
  if (reason.id === 'REQUEST_BILLING_INFO') return false;
  return reason.id !== 'OTHER' || shipment?.status !== 'delivered';
};

const leftOf = (world: World, conversation: Conversation, reason: Reason): number =>
  isEnabled(world, conversation, reason) ? Math.max(0, 1 - (conversation.used[reason.id] ?? 0)) : 0;

const refuse = (status: number, error: string, message: string, cause: string | null = null): Refusal =>
  new Refusal({ status, body: { cause, error, message, status_code: status } });

const LIMITED = 'blocked_by_conversation_initiated_by_seller_limited';

/** Open only while the rule about who begins is the only obstacle. */
const guided = (call: Call): Conversation => {
  const conversation = ownConversation(call);
  const block = blockOf(call.world, conversation);
  if (block === LIMITED) return conversation;
  const shipment = shipmentOfKey(call.world, conversation.key);
  if (block === null && shipment !== null && shipment.mode !== 'me2')
    throw refuse(
      400,
      'bad_request',
      'This pack belongs to an excepted case, it is requested to use the messaging resource.',
      'blocked_by_excepted_case',
    );
  throw refuse(
    403,
    'forbidden',
    'This package has the conversation blocked, please check blocked messages',
    block ?? 'blocked_by_conversation_use_message_api',
  );
};

const templateOf = (id: string): string => `TEMPLATE___${id}___1`;

const limitVars = ['INIT', 'LIMIT'].map((name) => `${templateOf('DELIVERY_PROMISE')}___VAR___${name}`);

const viewReason = (world: World, conversation: Conversation, reason: Reason) => ({
  id: reason.id,
  internal_description: reason.id,
  enabled: isEnabled(world, conversation, reason),
  type: reason.free ? 'free_text' : 'template',
  templates: reason.free
    ? null
    : [
        {
          id: templateOf(reason.id),
          vars: reason.id === 'DELIVERY_PROMISE' ? limitVars.map((id) => ({ id, type: 'NUMBER' })) : null,
        },
      ],
  actionable: true,
  ...(reason.free && { char_limit: SELLER_MAX }),
  child_options: null,
  cap_available: leftOf(world, conversation, reason),
});

const promised = (call: Call): string => {
  const vars = fieldsOf(call.body).vars;
  const values = limitVars.map((id) =>
    Array.isArray(vars)
      ? Number(fieldsOf(vars.find((entry) => fieldsOf(entry).id === id)).value)
      : Number.NaN,
  );
  const [from = Number.NaN, to = Number.NaN] = values;
  if (!(from >= 0 && from < to && to <= 24)) throw refuse(400, 'bad_request', 'The vars are invalid');
  return `Olá, Entregaremos sua compra hoje entre ${from} e ${to} h.`;
};

const textFor = (call: Call, reason: Reason): string => {
  const body = fieldsOf(call.body);
  if (reason.free) {
    const text = textOf(body.text) ?? '';
    if ([...text].length > SELLER_MAX) throw refuse(400, 'limit_exceeded', 'The text is invalid');
    return textToSend(text);
  }
  if (textOf(body.template_id) !== templateOf(reason.id))
    throw refuse(404, 'not_found', 'The template selected is not valid');
  return reason.text ?? promised(call);
};

const sendOption = async (call: Call): Promise<Answer> => {
  const conversation = guided(call);
  const reason = reasons.find(({ id }) => id === textOf(fieldsOf(call.body).option_id));
  if (reason === undefined) throw refuse(404, 'not_found', 'The option selected is not valid');
  return alone(conversation, () => {
    if (leftOf(call.world, conversation, reason) === 0)
      throw refuse(403, 'bad_request', `You are not allowed to execute the option ${reason.id} again`);
    const text = textFor(call, reason);
    conversation.used[reason.id] = (conversation.used[reason.id] ?? 0) + 1;
    return ok(sentView(say(call.world, conversation, { by: 'seller', text, attachments: [] })), 201);
  });
};

export const actionGuideEndpoints: Endpoint[] = [
  get('/messages/action_guide/packs/:pack', (call) => {
    const conversation = guided(call);
    return ok({ options: reasons.map((reason) => viewReason(call.world, conversation, reason)) });
  }),
  get('/messages/action_guide/packs/:pack/caps_available', (call) => {
    const conversation = guided(call);
    return ok(
      reasons.map((reason) => ({
        option_id: reason.id,
        cap_available: leftOf(call.world, conversation, reason),
      })),
    );
  }),
  post('/messages/action_guide/packs/:pack/option', sendOption),
];
