import { sql } from 'kysely';
import { type BulkOutcome, outcomeOf } from '#contract/bulk.ts';
import { addDays, dayOf, startOfDay } from '#contract/dates.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  type ChatDetail,
  type ChatRow,
  type chats,
  type LineUnits,
  maxChatFileBytes,
} from '#contract/marketplaces/chat.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { FileLimits } from '#server/outside/marketplaces/capabilities.ts';
import { plainAction } from '#server/outside/marketplaces/conversations.ts';
import type { Outside } from '#server/outside/outside.ts';
import { capabilitiesOf } from '../account-capabilities.ts';
import { findGiven, findQuestion } from '../questions/question.queries.ts';
import {
  type ChatFacts,
  type ChatListRow,
  countChats,
  findChat,
  findGivenInChats,
  findMessages,
  findOthers,
  listChatRows,
  listPostsaleRows,
} from './chat.queries.ts';

const shapeRow = (row: ChatListRow) => ({
  id: row.id,
  kind: row.kind as ChatRow['kind'],
  state: row.state as ChatRow['state'],
  sending: row.send_state as ChatRow['sending'],
  block: row.block_reason as ChatRow['block'],
  excerpt: row.excerpt,
  openedAt: row.opened_at,
  lastAt: row.last_at,
  dueAt: row.due_at,
  dueGiven: row.due_given,
  account: row.account_id === null ? null : { id: row.account_id, name: row.account_name ?? '' },
  sale:
    row.order_id === null
      ? null
      : { id: row.order_id, number: row.remote_order_id ?? `${row.order_id}`, items: row.items ?? '' },
  publication:
    row.publication_id === null
      ? null
      : { id: row.publication_id, name: row.publication_name ?? '', image: row.image },
  questionId: row.question_id,
  handled:
    row.source === 'messages' &&
    row.turn === 'us' &&
    row.handled_until !== null &&
    row.handled_until >= row.last_at,
});

export async function listChats(tx: Tx, query: ListQuery) {
  const found = await listChatRows(tx, query);
  return { ...found, items: found.items.map(shapeRow) } satisfies Page<unknown>;
}

export async function listPostsales(tx: Tx, query: ListQuery) {
  const found = await listPostsaleRows(tx, query);
  return { ...found, items: found.items.map(shapeRow) } satisfies Page<unknown>;
}

/** Only messages of a sale: claims and questions have a deadline at the marketplace. */
export async function markHandled(
  tx: Tx,
  { ids, handled }: BodyOf<typeof chats.markHandled>,
): Promise<BulkOutcome> {
  const known = await tx.db
    .selectFrom('chats')
    .select(['id', 'source', 'state'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const changing = known.filter(
    ({ source, state }) => source === 'messages' && (!handled || state === 'waiting_us'),
  );
  const done = changing.map(({ id }) => id);
  await tx.db
    .updateTable('chats')
    .set((set) => ({ handled_until: handled ? set.ref('last_at') : null }))
    .where(sql<boolean>`id = any(${done}::bigint[])`)
    .execute();
  const failed = known
    .filter(({ id }) => !done.includes(id))
    .map(({ id }) => ({ id, code: 'state_conflict' as const }));
  return outcomeOf(ids, done, failed);
}

export const readCounts = (tx: Tx, query: string | undefined) =>
  countChats(tx, startOfDay(addDays(dayOf(tx.now()), 1)), query);

export async function readChat(tx: Tx, id: number, outside: Outside) {
  const row = (await findChat(tx, id)) ?? fail('not_found');
  const [messages, others, given] = await Promise.all([
    findMessages(tx, id),
    findOthers(tx, row),
    earlierAnswersFor(tx, row),
  ]);
  return {
    ...shapeRow(row),
    publication: publicationOf(row),
    turn: row.turn as ChatDetail['turn'],
    blockDetail: row.block_detail,
    messages: messages.map((one) => ({
      ...{ id: one.id, author: one.author as ChatDetail['messages'][number]['author'], at: one.at },
      ...{ text: one.text, act: one.act as ChatDetail['messages'][number]['act'], choice: one.choice },
      ...{ withheld: one.withheld, files: one.files, detail: one.send_detail, by: one.by },
      sending: one.send_state as ChatDetail['messages'][number]['sending'],
      reason: one.send_reason as ChatDetail['messages'][number]['reason'],
    })),
    openings: row.openings as ChatDetail['openings'],
    ...writingOf(
      row,
      outside,
      messages.some(({ author }) => author === 'buyer'),
    ),
    claim: claimOf(row),
    sale: saleOf(row),
    given,
    others,
  };
}

/** Earlier answers for a question come from questions; for messages and claims they come from both. */
async function earlierAnswersFor(tx: Tx, row: ChatFacts): Promise<ChatDetail['given']> {
  if (row.question_id === null) return findGivenInChats(tx, row);
  const question = await findQuestion(tx, row.question_id);
  return question ? findGiven(tx, question) : [];
}

/** Whether a message may be written now; in a claim it is one of the claim's actions. */
function writingOf(
  row: ChatFacts,
  outside: Outside,
  isBegun: boolean,
): Pick<ChatDetail, 'mayWrite' | 'longest' | 'attachable'> {
  const nothing = { mayWrite: false, longest: 0, attachable: null };
  if (row.marketplace === null || row.account_state !== 'connected') return nothing;
  const limits = capabilitiesOf(outside, { marketplace: row.marketplace, tags: row.tags ?? [] });
  if (row.source === 'claim')
    return {
      mayWrite: false,
      longest: limits.longestClaimMessage,
      attachable: attachableOf(limits.claimFiles),
    };
  if (row.source !== 'messages') return nothing;
  const mayBegin = isBegun || limits.beginsMessages === 'freely' || openingsOf(row.openings).length > 0;
  return {
    mayWrite: limits.messages === 'answer' && row.thread_status === 'open' && mayBegin,
    longest: limits.longestMessage,
    attachable: openingsOf(row.openings).length > 0 ? null : attachableOf(limits.messageFiles),
  };
}

const attachableOf = (limits: FileLimits | null): ChatDetail['attachable'] =>
  limits && { kinds: [...limits.kinds], mostBytes: Math.min(limits.mostBytes, maxChatFileBytes) };

export const openingsOf = (json: unknown) => json as ChatDetail['openings'];

function claimOf(row: ChatFacts): ChatDetail['claim'] {
  if (row.claim_id === null) return null;
  return {
    mediated: row.mediated ?? false,
    reason: row.reason ?? '',
    detail: row.detail ?? '',
    outcome: row.outcome ?? '',
    sales: row.sales,
    units: row.units as LineUnits[] | null,
    affectsReputation: row.affects_reputation,
    spareUntil: row.spare_until?.toISOString() ?? null,
    // Default for a claim that was stored before this part was read.
    actions: (row.actions as NonNullable<ChatDetail['claim']>['actions']).map((action) => ({
      ...plainAction,
      ...action,
    })),
    return:
      row.return_step === null
        ? null
        : {
            step: row.return_step as NonNullable<NonNullable<ChatDetail['claim']>['return']>['step'],
            status: row.return_status ?? '',
            trackingCode: row.return_tracking ?? '',
            toSeller: row.return_to_seller ?? false,
          },
  };
}

function saleOf(row: ChatFacts) {
  const { sale } = shapeRow(row);
  if (!sale || row.order_status === null || row.purchased_at === null) return null;
  return {
    ...{ id: sale.id, number: sale.number },
    status: row.order_status,
    buyer: row.buyer_name ?? '',
    totalCentavos: row.total_centavos ?? 0,
    purchasedAt: row.purchased_at,
    trackingCode: row.tracking_code ?? '',
    returnExpected: row.return_expected ?? false,
    returnedAt: row.returned_at,
    lines: row.lines,
  };
}

function publicationOf(row: ChatFacts) {
  const { publication } = shapeRow(row);
  if (!publication || row.advertisement_id === null) return null;
  return {
    ...publication,
    advertisement: row.advertisement_id,
    state: row.publication_state ?? '',
    link: row.link ?? '',
    priceCentavos: row.offered?.price ?? null,
    stock: row.offered?.stock ?? null,
  };
}
