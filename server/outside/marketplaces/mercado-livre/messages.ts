import { z } from 'zod';
import type { MessageBlock } from '#contract/marketplaces/chat-states.ts';
import { RemoteFailure } from '../../http.ts';
import { orNull, readRows, understood } from '../answers.ts';
import type { MarketplaceMessage, MessageOpening, Messages, MessageThread } from '../conversations.ts';
import { OtherResource } from '../sale.ts';
import type { SellerSession } from '../seller-session.ts';
import { numberOf } from './items.ts';
import { attachedFiles, filesOf, giveMessageFiles, openMessageFile } from './message-files.ts';
import { remoteId, remoteTime } from './order.ts';
import { refusalOf } from './refusal.ts';

/** Buyers are reached through it on this site: neither side of a message names the buyer. */
const agent = '3037675074';
const pageSize = 50;
const tag = 'tag=post_sale';
const longest = 350;
/** At this number there may be more that are not listed: answered ones are read, which makes room for them. */
const mostUnread = 1000;

const message = z.looseObject({
  id: remoteId,
  from: z.looseObject({ user_id: remoteId.catch('') }).catch({ user_id: '' }),
  text: z.string().nullish().catch(null),
  status: z.string().nullish().catch(null),
  message_date: z.looseObject({
    received: remoteTime.nullish().catch(null),
    available: remoteTime.nullish().catch(null),
    created: remoteTime.nullish().catch(null),
  }),
  message_moderation: z.looseObject({ status: z.string().nullish() }).nullish().catch(null),
  message_attachments: attachedFiles,
});

const page = z.looseObject({
  paging: z.looseObject({ total: z.int().nonnegative() }).nullish().catch(null),
  conversation_status: z
    .looseObject({
      path: z.string().nullish(),
      status: z.string(),
      substatus: z.string().nullish().catch(null),
    })
    .nullish(),
  messages: z.array(z.unknown()),
});
type MessagesPage = z.output<typeof page>;

const guide = z.looseObject({
  options: z
    .array(
      z.looseObject({
        id: z.string().min(1),
        internal_description: z.string().nullish().catch(null),
        enabled: z.boolean().catch(true),
        type: z.string().nullish().catch(null),
        templates: z
          .array(z.looseObject({ id: z.string().nullish(), text: z.string().nullish().catch(null) }))
          .nullish()
          .catch(null),
        char_limit: z.int().positive().nullish().catch(null),
        cap_available: z.int().nullish().catch(null),
      }),
    )
    .nullish(),
});

const unreadPage = z.looseObject({
  results: z.array(z.looseObject({ resource: z.string().catch('') })).catch([]),
});
const single = z.looseObject({
  messages: z
    .array(
      z.looseObject({
        message_resources: z
          .array(z.looseObject({ id: remoteId.catch(''), name: z.string().catch('') }))
          .nullish()
          .catch(null),
      }),
    )
    .nullish()
    .catch(null),
  message_resources: z
    .array(z.looseObject({ id: remoteId.catch(''), name: z.string().catch('') }))
    .nullish()
    .catch(null),
});

const blocks: Readonly<Record<string, MessageBlock>> = {
  blocked_by_time: 'time_over',
  blocked_by_buyer: 'by_buyer',
  blocked_by_conversation_expired: 'time_over',
  blocked_by_mediation: 'in_claim',
  blocked_by_mediation_fbm: 'in_claim',
  blocked_by_claim_change_open: 'in_claim',
  blocked_by_claim: 'in_claim',
  blocked_by_fulfillment: 'not_delivered',
  blocked_by_payment: 'unpaid',
  blocked_by_cancelled_order: 'canceled',
  blocked_by_cancelled_order_by_fraud: 'canceled',
  blocked_by_cancelled_order_hidden: 'canceled',
  blocked_by_refund: 'refunded',
  blocked_by_ai_assistant: 'assistant',
  blocked_by_ai_assistant_expired: 'assistant',
  blocked_by_ai_assistant_contact_closed: 'assistant',
};

function blockOf(substatus: string): MessageBlock {
  const known = blocks[substatus];
  if (known) return known;
  return substatus.startsWith('blocked_by_conversation_') ? 'needs_opening' : 'other';
}

const pathOf = (session: SellerSession, id: string) =>
  `/messages/packs/${encodeURIComponent(id)}/sellers/${session.remoteUserId}`;

export const messages: Messages = {
  async read(session, id) {
    const said = new Map<string, MarketplaceMessage>();
    let first: MessagesPage | null = null;
    for (let offset = 0, total = 1; offset < total; offset += pageSize) {
      const query = `${tag}&mark_as_read=false&limit=${pageSize}&offset=${offset}`;
      const answer = await orNull(() => session.call(`${pathOf(session, id)}?${query}`));
      if (!answer) return null;
      const reported = understood(() => page.parse(answer.json), `messages of ${id}`);
      first ??= reported;
      expectThread(reported, id);
      // Set aside under the name of its thread: a message is only read with its thread.
      for (const one of readRows(
        session,
        reported.messages,
        (row) => message.parse(row),
        () => `messages of ${id}`,
      ))
        said.set(one.id, messageOf(session, one));
      total = reported.paging?.total ?? reported.messages.length;
      if (reported.messages.length === 0) break;
    }
    const list = [...said.values()].toSorted((one, other) => one.at.getTime() - other.at.getTime());
    return withOpenings(session, { remoteId: id, messages: list, blocked: blockedOf(first), openings: [] });
  },
  async threadsOf(session, messageId) {
    const answer = await orNull(() => session.call(`/messages/${encodeURIComponent(messageId)}?${tag}`));
    const reported = answer ? understood(() => single.parse(answer.json), `message ${messageId}`) : null;
    const resources = [
      ...(reported?.message_resources ?? []),
      ...(reported?.messages ?? []).flatMap((one) => one.message_resources ?? []),
    ];
    const packs = resources.filter(({ name, id }) => name === 'packs' && id !== '').map(({ id }) => id);
    if (packs.length > 0) return [...new Set(packs)];
    // The answer does not name the sale: all unread messages are read.
    return readUnread(session);
  },
  async *unread(session) {
    const ids = await readUnread(session);
    if (ids.length > 0) yield ids;
    if (ids.length >= mostUnread)
      throw new RemoteFailure(`unread messages: it names no more than ${mostUnread}, and has no next page`);
  },
  async send(session, id, { text, opening, files }) {
    if (opening !== null) {
      const path = `/messages/action_guide/packs/${encodeURIComponent(id)}/option?${tag}`;
      return refusalOf(() =>
        session.call(path, { method: 'POST', json: { option_id: opening, ...(text !== '' && { text }) } }),
      );
    }
    const from = { user_id: numberOf(session.remoteUserId) };
    const to = { user_id: numberOf(agent) };
    return refusalOf(async () => {
      const attachments = await giveMessageFiles(session, files);
      const json = { from, to, text, attachments };
      return session.call(`${pathOf(session, id)}?${tag}`, { method: 'POST', json });
    });
  },
  openFile: openMessageFile,
};

async function readUnread(session: SellerSession): Promise<string[]> {
  const answer = await orNull(() => session.call(`/messages/unread?role=seller&${tag}`));
  if (!answer) return [];
  const reported = understood(() => unreadPage.parse(answer.json), 'unread messages');
  const ids = reported.results.flatMap(
    ({ resource }) => /\/packs\/(\d{1,19})(?:\/|$)/.exec(resource)?.[1] ?? [],
  );
  return [...new Set(ids)];
}

/** The path names pack and seller; an answer about another thread is not believed. */
function expectThread(reported: MessagesPage, id: string): void {
  const got = /\/packs\/(\d+)/.exec(reported.conversation_status?.path ?? '')?.[1];
  if (got !== undefined && got !== id) throw new OtherResource(`messages of ${id}`, 'other_resource', got);
}

function messageOf(session: SellerSession, reported: z.output<typeof message>): MarketplaceMessage {
  const { received, available, created } = reported.message_date;
  const statuses = [reported.status ?? '', reported.message_moderation?.status ?? ''];
  return {
    remoteId: reported.id,
    by: reported.from.user_id === session.remoteUserId ? 'seller' : 'buyer',
    text: reported.text ?? '',
    at: understood(() => remoteDate.parse(created ?? received ?? available), `message ${reported.id}`),
    withheld: statuses.some((status) => /^(rejected|moderated)$/i.test(status)),
    files: filesOf(reported.message_attachments),
  };
}

const remoteDate = z.date();

function blockedOf(reported: MessagesPage | null): MessageThread['blocked'] {
  const status = reported?.conversation_status;
  if (!status || status.status.toLowerCase() === 'active') return null;
  const detail = status.substatus ?? status.status;
  return { reason: blockOf(detail), detail };
}

/** If the buyer has written nothing, the seller chooses how to begin. */
async function withOpenings(session: SellerSession, thread: MessageThread): Promise<MessageThread> {
  const isBegun = thread.messages.some(({ by }) => by === 'buyer');
  if (isBegun || (thread.blocked && thread.blocked.reason !== 'needs_opening')) return thread;
  const path = `/messages/action_guide/packs/${encodeURIComponent(thread.remoteId)}?${tag}`;
  const answer = await orNull(() => session.call(path));
  const reported = answer
    ? understood(() => guide.parse(answer.json), `openings of ${thread.remoteId}`)
    : null;
  const openings = (reported?.options ?? [])
    .filter((option) => option.enabled && (option.cap_available ?? 1) > 0)
    .map(
      (option): MessageOpening => ({
        id: option.id,
        name: option.internal_description || option.id,
        text: isTemplate(option) ? (option.templates?.[0]?.text ?? '') : null,
        longest: option.char_limit ?? longest,
      }),
    );
  return { ...thread, openings };
}

const isTemplate = (option: { type?: string | null }) => option.type?.toLowerCase() === 'template';
