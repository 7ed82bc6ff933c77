import { z } from 'zod';
import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import type { Claims, SeenClaim } from '#server/outside/marketplaces/conversations.ts';
import { type AccountSession, jobAccountContext, withAccount } from '../account-access.ts';
import { enqueueForAccounts } from '../connected-accounts.ts';
import { type ChatName, enqueueChat } from './chat-queue.ts';

/** Searches may be late: look back over more than one sweep. */
const overlapMinutes = 120;
const firstLookMinutes = 60 * 24 * 90;

const payload = z.object({ businessId: z.number(), accountId: z.number() });
type Account = z.output<typeof payload>;

export function enqueueChatSweep(tx: Pick<Tx, 'enqueue'>, account: Account): void {
  tx.enqueue(sweepOf(account));
}

const sweepOf = (account: Account) => ({
  task: 'chats.sweep-account',
  payload: account,
  key: `chats:${account.accountId}`,
  queue: `chats:${account.accountId}`,
  maxAttempts: 8,
});

/** Task `chats.sweep`: one job for each connected account. */
export async function sweepChats(job: JobContext): Promise<void> {
  await enqueueForAccounts(job, (account) => [sweepOf(account)]);
}

/**
 * Task `chats.sweep-account`: finds what notifications lost. What nobody has read there, claims that are open there or
 * here, and what changed since the last sweep are asked for; reading them is `chats.fetch`'s.
 */
export async function sweepChatsOf(job: JobContext, input: unknown): Promise<void> {
  const account = payload.parse(input);
  const { businessId, accountId } = account;
  const context = jobAccountContext(job, businessId);
  const started = job.clock.now();
  const swept = await job.inBusiness(businessId, (tx) =>
    tx.db
      .selectFrom('marketplace_accounts')
      .select(['state', 'chats_swept_at'])
      .where('id', '=', accountId)
      .executeTakeFirst(),
  );
  if (swept?.state !== 'connected') return;
  const last = swept.chats_swept_at;
  const changedSince = last ? addMinutes(last, -overlapMinutes) : addMinutes(started, -firstLookMinutes);
  await withAccount(context, accountId, async (session) => {
    const { claims, messages } = session.marketplace.conversations;
    if (messages) for await (const ids of messages.unread(session)) await ask(job, account, 'messages', ids);
    if (claims) await sweepClaims(job, account, session, claims, changedSince);
  });
  await job.inBusiness(businessId, (tx) =>
    tx.db
      .updateTable('marketplace_accounts')
      .set({ chats_swept_at: started })
      .where('id', '=', accountId)
      .execute(),
  );
}

async function sweepClaims(
  job: JobContext,
  account: Account,
  session: AccountSession,
  claims: Claims,
  changedSince: Date,
): Promise<void> {
  const open = new Set<string>();
  for await (const seen of claims.search(session, { open: true })) {
    for (const { remoteId } of seen) open.add(remoteId);
    await ask(job, account, 'claim', await newsOf(job, account, seen));
  }
  for await (const seen of claims.search(session, { changedSince }))
    await ask(job, account, 'claim', await newsOf(job, account, seen));
  // Open here, and there no longer: it ended unheard.
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
  await ask(job, account, 'claim', ended);
}

/** Those that we lack or know an older state of, or whose sale was not known when they were read. */
async function newsOf(job: JobContext, account: Account, seen: readonly SeenClaim[]): Promise<string[]> {
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
  { businessId, accountId }: Account,
  source: ChatName['source'],
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await job.inBusiness(businessId, async (tx) => {
    for (const remoteId of ids) enqueueChat(tx, { businessId, accountId, source, remoteId });
  });
}
