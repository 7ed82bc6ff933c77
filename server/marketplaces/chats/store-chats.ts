import { sql } from 'kysely';
import { addMinutes } from '#contract/dates.ts';
import type { LineUnits } from '#contract/marketplaces/chat.ts';
import type { ChatAuthor } from '#contract/marketplaces/chat-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import type {
  ClaimSubject,
  MarketplaceClaim,
  MarketplaceMessage,
  MessageThread,
} from '#server/outside/marketplaces/conversations.ts';
import { linesOfUnits } from './claim-lines.ts';
import { type ClaimedSale, followReturn, salesOf, salesOfClaim, writeClaimSales } from './claim-sales.ts';
import { forgetWords } from './forget-buyer.ts';
import { storeMessages, summarize } from './store-messages.ts';

export type ChatAccount = { businessId: number; accountId: number };

/** Used if the marketplace sets no deadline: a waiting buyer is answered within a day. */
const ownTargetMinutes = 60 * 24;

/** Stores the messages of a sale as of `readAt`; a newer reading is never overwritten. */
export async function storeThread(
  tx: Tx,
  account: ChatAccount,
  thread: MessageThread,
  readAt: Date,
): Promise<number | null> {
  const about: ClaimSubject = { what: 'pack', id: thread.remoteId };
  const last = thread.messages.at(-1);
  const isFirst = thread.messages.length === 0;
  const waitsSince = last?.by === 'buyer' ? firstUnanswered(thread.messages) : null;
  const isBlocked = thread.blocked !== null && thread.blocked.reason !== 'needs_opening';
  const id = await upsertChat(tx, account, {
    source: 'messages',
    remote_id: thread.remoteId,
    kind: 'message',
    ...aboutOf(about, await salesOf(tx, account, about)),
    status: isBlocked ? 'blocked' : 'open',
    turn: isBlocked || isFirst ? null : waitsSince ? 'us' : 'buyer',
    block_reason: thread.blocked?.reason ?? null,
    block_detail: thread.blocked?.detail.slice(0, 200) ?? '',
    openings: JSON.stringify(thread.openings),
    opened_at: thread.messages[0]?.at ?? readAt,
    last_at: last?.at ?? readAt,
    due_at: waitsSince && !isBlocked ? addMinutes(waitsSince, ownTargetMinutes) : null,
    due_given: false,
    read_at: readAt,
  });
  if (id === null) return null;
  await storeMessages(tx, account.businessId, id, thread.messages);
  await forgetWords(tx, id);
  await summarize(tx, id);
  tx.changed(account.businessId, 'chats');
  return id;
}

/** Stores a claim likewise. Its fulfiller expects a parcel that it sends back. */
export async function storeClaim(
  tx: Tx,
  account: ChatAccount,
  claim: MarketplaceClaim,
  readAt: Date,
): Promise<number | null> {
  const sales = await salesOfClaim(tx, account, claim);
  const last = claim.messages.at(-1);
  const isOurs = claim.isOpen && claim.turn === 'us';
  const due = claim.dueAt ?? (isOurs ? addMinutes(claim.updatedAt, ownTargetMinutes) : null);
  const id = await upsertChat(tx, account, {
    source: 'claim',
    remote_id: claim.remoteId,
    kind: claim.kind,
    ...aboutOf(claim.about, sales),
    status: claim.isOpen ? 'open' : 'closed',
    turn: claim.isOpen ? claim.turn : null,
    block_reason: null,
    block_detail: '',
    openings: '[]',
    opened_at: claim.openedAt,
    last_at: later(last?.at, claim.updatedAt),
    due_at: claim.isOpen ? due : null,
    due_given: claim.isOpen && claim.dueAt !== null,
    read_at: readAt,
  });
  if (id === null) return null;
  const units = claim.units && sales.length > 0 ? await linesOfUnits(tx, sales, claim.units) : null;
  await writeClaim(tx, account.businessId, id, claim, units);
  const left = await writeClaimSales(tx, account.businessId, id, sales);
  await storeMessages(tx, account.businessId, id, claim.messages);
  await forgetWords(tx, id);
  await summarize(tx, id);
  await followReturn(tx, account.businessId, claim, sales, left);
  tx.changed(account.businessId, 'chats');
  return id;
}

const later = (one: Date | undefined, other: Date) => (one && one > other ? one : other);

function firstUnanswered(messages: readonly MarketplaceMessage[]): Date | null {
  const isBuyer = ({ by }: { by: ChatAuthor }) => by === 'buyer';
  const answered = messages.findLastIndex((one) => !isBuyer(one));
  return messages[answered + 1]?.at ?? null;
}

type About = { order_id: number | null; about_what: string | null; about_id: string };

/** The subject of a thread; a thread of several sales is linked to the first. */
const aboutOf = (subject: ClaimSubject | null, [first]: readonly ClaimedSale[]): About => ({
  order_id: first?.id ?? null,
  about_what: subject?.what ?? null,
  about_id: subject?.id ?? '',
});

type ChatFacts = About & {
  source: 'messages' | 'claim';
  remote_id: string;
  kind: string;
  status: string;
  turn: string | null;
  block_reason: string | null;
  block_detail: string;
  openings: string;
  opened_at: Date;
  last_at: Date;
  due_at: Date | null;
  due_given: boolean;
  read_at: Date;
};

async function upsertChat(
  tx: Tx,
  { businessId, accountId }: ChatAccount,
  facts: ChatFacts,
): Promise<number | null> {
  const { source, remote_id: remoteId, ...changing } = facts;
  const names = Object.keys(changing) as (keyof typeof changing)[];
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const values = sql.join(names.map((name) => sql`${changing[name]}`));
  const set = sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));
  const { rows } = await sql<{ id: number }>`
    insert into chats as known (business_id, account_id, source, remote_id, ${columns})
    values (${businessId}, ${accountId}, ${source}, ${remoteId}, ${values})
    on conflict (account_id, source, remote_id) where source in ('messages', 'claim') do update set ${set}
    where known.read_at <= excluded.read_at returning id`.execute(tx.db);
  return rows[0]?.id ?? null;
}

async function writeClaim(
  tx: Tx,
  businessId: number,
  chatId: number,
  claim: MarketplaceClaim,
  units: LineUnits[] | null,
): Promise<void> {
  const facts = {
    mediated: claim.mediated,
    reason: claim.reason.slice(0, 1000),
    detail: claim.detail.slice(0, 2000),
    outcome: claim.outcome,
    actions: JSON.stringify(claim.actions),
    affects_reputation: claim.reputation?.affected ?? null,
    spare_until: claim.reputation?.spareUntil ?? null,
    remote_updated_at: claim.updatedAt,
    return_id: claim.return?.remoteId ?? null,
    return_step: claim.return?.step ?? null,
    return_status: claim.return?.status ?? '',
    return_tracking: claim.return?.trackingCode ?? '',
    return_to_seller: claim.return?.toSeller ?? false,
    // Units that a person entered are kept unless the marketplace states them.
    ...(units && { units: JSON.stringify(units) }),
  };
  await tx.db
    .insertInto('claims')
    .values({ chat_id: chatId, business_id: businessId, ...facts })
    .onConflict((conflict) => conflict.columns(['business_id', 'chat_id']).doUpdateSet(facts))
    .execute();
}
