import type { JobContext } from '#server/jobs/task.ts';
import type { SeenClaim } from '#server/outside/marketplaces/conversations.ts';
import { findUnreadable } from '../parked-answers.ts';
import { type ChatName, enqueueChat, partsOfClaim } from './chat-queue.ts';
import { conversationSweep, type SweepContext, type SweptAccount } from './conversation-sweep.ts';

/** Unread threads of the marketplace and those that were unreadable before; `chats.fetch` reads them. */
async function sweepMessages({ job, account, session }: SweepContext): Promise<void> {
  const { messages } = session.marketplace.conversations;
  if (!messages) return;
  for await (const ids of messages.unread(session)) await ask(job, account, 'messages', ids);
  const threads = await findAside(job, account, ['messages of']);
  await ask(
    job,
    account,
    'messages',
    threads.filter((id) => !id.includes(' ')),
  );
}

/** Claims that are open at the marketplace or here, changed since the last sweep, or were unreadable. */
async function sweepClaims({ job, account, session, since: changedSince }: SweepContext): Promise<void> {
  const { claims } = session.marketplace.conversations;
  if (!claims) return;
  const open = new Set<string>();
  for await (const seen of claims.search(session, { open: true })) {
    for (const { remoteId } of seen) open.add(remoteId);
    await ask(job, account, 'claim', await newsOf(job, account, seen));
  }
  for await (const seen of claims.search(session, { changedSince }))
    await ask(job, account, 'claim', await newsOf(job, account, seen));
  // Open here and no longer open at the marketplace: its end was missed.
  const ours = await job.inBusiness(account.businessId, (tx) =>
    tx.db
      .selectFrom('chats')
      .select('remote_id')
      .where('account_id', '=', account.accountId)
      .where('source', '=', 'claim')
      .where('status', '=', 'open')
      .execute(),
  );
  const ended = ours.map((row) => row.remote_id).filter((id) => !open.has(id));
  const unreadable = await findAside(job, account, partsOfClaim);
  await ask(job, account, 'claim', [...new Set([...ended, ...unreadable])]);
}

/** Ids parked as unreadable under one of these names. */
function findAside(job: JobContext, account: SweptAccount, names: readonly string[]): Promise<string[]> {
  return job.inBusiness(account.businessId, async (tx) => {
    const ids: string[] = [];
    for (const name of names) ids.push(...(await findUnreadable(tx, account.accountId, name)));
    return ids;
  });
}

/** Those that are missing here, older here, or whose sale was unknown when they were read. */
async function newsOf(job: JobContext, account: SweptAccount, seen: readonly SeenClaim[]): Promise<string[]> {
  const rows = await job.inBusiness(account.businessId, (tx) =>
    tx.db
      .selectFrom('chats as c')
      .innerJoin('claims as k', 'k.chat_id', 'c.id')
      .select(['c.remote_id', 'c.order_id', 'k.remote_updated_at'])
      .where('c.account_id', '=', account.accountId)
      .where('c.source', '=', 'claim')
      .where(
        'c.remote_id',
        'in',
        seen.map(({ remoteId }) => remoteId),
      )
      .execute(),
  );
  const known = new Map(rows.map((row) => [row.remote_id, row]));
  return seen
    .filter(({ remoteId, updatedAt }) => {
      const ours = known.get(remoteId);
      return !ours || ours.order_id === null || updatedAt > ours.remote_updated_at;
    })
    .map(({ remoteId }) => remoteId);
}

async function ask(
  job: JobContext,
  { businessId, accountId }: SweptAccount,
  source: ChatName['source'],
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await job.inBusiness(businessId, async (tx) => {
    for (const remoteId of ids) enqueueChat(tx, { businessId, accountId, source, remoteId });
  });
}

const sweep = conversationSweep('chats', [sweepMessages, sweepClaims]);
export const enqueueChatSweep = sweep.enqueue;
/** Task `chats.sweep`. */
export const sweepChats = sweep.sweepAll;
/** Task `chats.sweep-account`. */
export const sweepChatsOf = sweep.sweepOne;
