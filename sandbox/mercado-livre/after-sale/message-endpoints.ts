import type { Answer } from '../../answer.ts';
import { sleep } from '../../control/spoil.ts';
import { fieldsOf, idOf, listOf, textOf, textsOf } from '../../reading.ts';
import type { World } from '../../world.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { get, ok, post, Refusal } from '../endpoint.ts';
import {
  AGENT_ID,
  BUYER_MAX,
  blockOf,
  conversationOf,
  isExpired,
  markRead,
  ordersOfKey,
  SELLER_MAX,
  say,
} from './conversations.ts';
import { bytesOf, fileNamed, keepFile, messageFileProblem } from './files.ts';
import { isSupported } from './moderation.ts';
import type { Conversation, PackMessage } from './state.ts';

const MAX_PAGE = 50;
const MAX_UNREAD = 500;
const MAX_FILES = 25;
const LOCK_MS = 15;

/** This part of the API has its own error body. */
const refuseTalk = (status: number, code: string, message: string): Refusal =>
  new Refusal({ status, body: { status_code: status, code, message } });

const needTag = (call: Call): void => {
  if (call.query.tag !== 'post_sale')
    throw refuseTalk(400, 'bad_request', "The queryparam 'tag' is required");
};

/** The caller's, by pack, or by order if there is no pack. */
export const ownConversation = (call: Call, key = call.params.pack ?? ''): Conversation => {
  needTag(call);
  const [order] = ordersOfKey(call.world, key);
  const named = call.params.seller ?? String(call.caller.id);
  if (order === undefined || order.seller_id !== call.caller.id || named !== String(call.caller.id))
    throw refuseTalk(403, 'forbidden', `User access token invalid for resource ${key}`);
  return conversationOf(call.world, order);
};

export const visibleTo = (side: PackMessage['by'], { messages }: Conversation): PackMessage[] =>
  messages.filter(({ by, status }) => by === side || status === 'available');

const viewAttachments = (world: World, names: string[]) =>
  names.length === 0
    ? null
    : names.flatMap((name) => {
        const file = world.market.afterSale.attachments[name];
        if (file === undefined) return [];
        return [
          {
            filename: file.name,
            original_filename: file.original,
            type: file.type,
            size: file.size,
            potential_security_threat: false,
            creation_date: file.date_created,
          },
        ];
      });

const moderationView = (message: PackMessage) => ({
  status: message.status === 'available' ? 'clean' : 'rejected',
  reason: message.reason,
  source: 'online',
  moderation_date: message.created,
});

const viewMessage = (world: World, conversation: Conversation, message: PackMessage) => ({
  id: message.id,
  site_id: 'MLB',
  client_id: message.by === 'seller' ? Number(world.application.clientId) || null : null,
  from: { user_id: message.by === 'seller' ? conversation.seller_id : AGENT_ID },
  to: { user_id: message.by === 'seller' ? AGENT_ID : conversation.seller_id },
  status: message.status,
  subject: null,
  text: message.text,
  message_date: {
    received: message.created,
    available: message.status === 'available' ? message.created : null,
    notified: message.status === 'available' ? message.created : null,
    created: message.created,
    read: message.read,
  },
  message_moderation: moderationView(message),
  message_attachments: viewAttachments(world, message.attachments),
  message_resources: [
    { id: conversation.key, name: 'packs' },
    { id: String(conversation.seller_id), name: 'sellers' },
  ],
  conversation_first_message: conversation.messages[0] === message,
});

const statusView = (world: World, conversation: Conversation) => {
  const block = blockOf(world, conversation);
  return {
    path: `/packs/${conversation.key}/sellers/${conversation.seller_id}/conversations/post_sale`,
    status: block === null ? 'active' : 'blocked',
    substatus: block,
    status_date: conversation.status_date,
    status_update_allowed: false,
    claim_ids: null,
    shipping_id: null,
  };
};

const numberIn = (call: Call, name: 'limit' | 'offset', fallback: number): number => {
  const asked = Number(call.query[name] ?? fallback);
  if (!Number.isInteger(asked) || asked < 0) throw refuseTalk(400, 'bad_request', `Invalid ${name} param`);
  if (name === 'limit' && asked === 0)
    throw refuseTalk(400, 'bad_request', 'The limit param must be greater than 0');
  return asked;
};

const listMessages = (call: Call): Answer => {
  const { world } = call;
  const conversation = ownConversation(call);
  // A longer page is cut silently.
  const limit = Math.min(numberIn(call, 'limit', 10), MAX_PAGE);
  const offset = numberIn(call, 'offset', 0);
  const shown = isExpired(world, conversation.key) ? [] : visibleTo('seller', conversation).toReversed();
  const answer = ok({
    paging: { limit, offset, total: shown.length },
    conversation_status: statusView(world, conversation),
    messages: shown.slice(offset, offset + limit).map((message) => viewMessage(world, conversation, message)),
    seller_max_message_length: SELLER_MAX,
    buyer_max_message_length: BUYER_MAX,
  });
  if (call.query.mark_as_read !== 'false') markRead(world, conversation, 'seller');
  return answer;
};

export const sentView = (message: PackMessage) => ({
  id: message.id,
  to: { user_id: AGENT_ID, name: null },
  status: message.status,
  text: message.text,
  message_date: {
    received: message.created,
    available: message.status === 'available' ? message.created : null,
    notified: null,
    created: message.created,
    read: null,
  },
  message_moderation: moderationView(message),
});

/** The text of a seller's message, if it may be sent at all. */
export const textToSend = (value: unknown, code = 'bad_request'): string => {
  const text = (textOf(value) ?? '').trim();
  if (text === '') throw refuseTalk(400, code, "The field 'text' is required");
  if (!isSupported(text)) throw refuseTalk(400, code, 'The text has character/s that is/are not supported.');
  if ([...text].length > SELLER_MAX)
    throw refuseTalk(400, code, `The message content is too long, max characters allowed are ${SELLER_MAX}`);
  return text;
};

const checkParties = (call: Call, conversation: Conversation): void => {
  const body = fieldsOf(call.body);
  const from = idOf(fieldsOf(body.from).user_id);
  const to = idOf(fieldsOf(body.to).user_id);
  if (from === null) throw refuseTalk(400, 'bad_request', "The field 'from' is required");
  if (to === null) throw refuseTalk(400, 'bad_request', "The field 'to.user_id' is required");
  if (!/^\d+$/.test(to)) throw refuseTalk(400, 'bad_request', "Invalid 'to' user id");
  if (from === to) throw refuseTalk(400, 'bad_request', 'Sender and received must not be equals');
  if (from !== String(call.caller.id))
    throw refuseTalk(403, 'forbidden', `Access denied for user ${from} to order ${conversation.key}`);
  if (to !== String(AGENT_ID))
    throw refuseTalk(403, 'forbidden', `Receiver does not belong to order ${conversation.key}`);
};

const attachmentsOf = (call: Call): string[] => {
  const names = textsOf(fieldsOf(call.body).attachments);
  if (names.length !== listOf(fieldsOf(call.body).attachments).length || names.length > MAX_FILES)
    throw refuseTalk(
      400,
      'bad_request',
      `The message exceeds the allowed number of attachments: ${MAX_FILES}`,
    );
  for (const name of names) {
    const file = fileNamed(call.world, name, null);
    if (file === null || file.user_id !== call.caller.id)
      throw refuseTalk(422, 'unprocessable_entity', 'Attachment key is invalid or not found');
    file.used = true;
  }
  return names;
};

const locked = new WeakSet<Conversation>();

/** One message at a time: a second message during the first is refused. */
export const alone = async (conversation: Conversation, act: () => Answer): Promise<Answer> => {
  if (locked.has(conversation))
    throw refuseTalk(409, 'conflict', 'There is another request locking this operation');
  locked.add(conversation);
  try {
    await sleep(LOCK_MS);
    return act();
  } finally {
    locked.delete(conversation);
  }
};

const blockedWords: Record<string, string> = {
  blocked_by_mediation: 'You can not send the message because a mediation is in process',
  blocked_by_fulfillment:
    'You can not send the message because the purchase is Mercado Envíos Full and has not been yet delivered',
};

const sendMessage = async (call: Call): Promise<Answer> => {
  const conversation = ownConversation(call);
  if (!('text' in fieldsOf(call.body))) throw refuseTalk(400, 'bad_request', 'A JSON body is required');
  checkParties(call, conversation);
  const text = textToSend(fieldsOf(call.body).text);
  return alone(conversation, () => {
    const block = blockOf(call.world, conversation);
    if (block !== null)
      throw refuseTalk(
        403,
        'forbidden',
        blockedWords[block] ?? 'blocked_conversation_send_message_forbidden',
      );
    const attachments = attachmentsOf(call);
    return ok(sentView(say(call.world, conversation, { by: 'seller', text, attachments })), 201);
  });
};

const unreadOf = (conversation: Conversation) => ({
  resource: `/packs/${conversation.key}/sellers/${conversation.seller_id}`,
  count: visibleTo('seller', conversation).filter(({ by, read }) => by === 'buyer' && read === null).length,
});

const listUnread = (call: Call): Answer => {
  needTag(call);
  if (call.query.role !== 'seller' && call.query.role !== 'buyer')
    throw refuseTalk(400, 'bad_request', "The queryparam 'role' is required");
  const mine = Object.values(call.world.market.afterSale.conversations).filter(
    ({ seller_id: id }) => id === call.caller.id && call.query.role === 'seller',
  );
  const results = mine.map(unreadOf).filter(({ count }) => count > 0);
  return ok({ user_id: call.caller.id, results: results.slice(0, MAX_UNREAD) });
};

const showUnread = (call: Call): Answer => {
  const unread = unreadOf(ownConversation(call));
  return ok({ user_id: call.caller.id, results: unread.count === 0 ? [] : [unread] });
};

/** The older form without a header, the newer one with it. */
const showMessage = (call: Call): Answer => {
  needTag(call);
  const { world, params } = call;
  for (const conversation of Object.values(world.market.afterSale.conversations)) {
    const message = conversation.messages.find(({ id }) => id === params.id);
    if (message === undefined) continue;
    if (conversation.seller_id !== call.caller.id || !visibleTo('seller', conversation).includes(message))
      throw refuseTalk(
        403,
        'forbidden',
        `Access denied for user ${call.caller.id} to message with id ${params.id}`,
      );
    const view = viewMessage(world, conversation, message);
    if (call.headers['x-format-new'] === 'true')
      return ok({ paging: null, conversation_status: null, messages: [view] });
    return ok({
      message_id: message.id,
      date_received: message.created,
      date: message.created,
      date_available: view.message_date.available,
      date_notified: view.message_date.notified,
      date_read: message.read,
      from: view.from,
      to: view.to,
      subject: null,
      text: { plain: message.text },
      attachments: view.message_attachments ?? [],
      attachments_validations: { invalid_size: [], invalid_extension: [], forbidden: [], internal_error: [] },
      site_id: 'MLB',
      message_resources: view.message_resources,
      resource: 'orders',
      resource_id: String(ordersOfKey(world, conversation.key)[0]?.id),
      status: message.status,
      moderation: {
        status: message.status === 'available' ? 'clean' : 'rejected',
        date_moderated: message.created,
        source: 'online',
      },
    });
  }
  throw refuseTalk(400, 'bad_request', 'The specified message id does not exists');
};

const needSite = (call: Call): void => {
  needTag(call);
  if (call.query.site_id === undefined)
    throw refuseTalk(400, 'bad_request', "The queryparam 'site_id' is required");
  if (call.query.site_id !== 'MLB')
    throw refuseTalk(400, 'bad_request', `Invalid site_id: '${call.query.site_id}' is not a recognized site`);
};

const upload = (call: Call): Answer => {
  needSite(call);
  const file = call.files.find(({ field }) => field === 'file');
  const problem = messageFileProblem(file);
  if (problem !== null || file === undefined)
    throw refuseTalk(400, 'bad_request', problem ?? 'File attached is empty');
  return ok({ id: keepFile(call.world, file, call.caller.id, null).name }, 201);
};

const download = (call: Call): Answer => {
  needSite(call);
  const file = fileNamed(call.world, call.params.name ?? '', null);
  const mine = Object.values(call.world.market.afterSale.conversations).some(
    (conversation) =>
      conversation.seller_id === call.caller.id &&
      visibleTo('seller', conversation).some(({ attachments }) => attachments.includes(file?.name ?? '')),
  );
  if (file === null || (file.user_id !== call.caller.id && !mine))
    throw refuseTalk(404, 'not_found', 'File not found');
  return { status: 200, bytes: bytesOf(call.world, file), type: file.type };
};

export const messageEndpoints: Endpoint[] = [
  get('/messages/packs/:pack/sellers/:seller', listMessages),
  post('/messages/packs/:pack/sellers/:seller', sendMessage),
  get('/messages/unread', listUnread),
  get('/messages/unread/packs/:pack/sellers/:seller', showUnread),
  post('/messages/attachments', upload),
  get('/messages/attachments/:name', download),
  get('/messages/:id', showMessage),
];
