import { z } from 'zod';
import { type ClaimAct, messageActs, type SendReason } from '#contract/marketplaces/chat-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import type { ClaimDecision } from '#server/outside/marketplaces/conversations.ts';
import { isMarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import { type AccountSession, jobAccountContext, withAccount } from '../account-access.ts';
import type { ChatName } from './chat-queue.ts';
import { readAndStore } from './fetch-chat.ts';
import { readSentFiles } from './sent-files.ts';
import { summarize } from './store-messages.ts';

const payload = z.object({ businessId: z.number(), messageId: z.number() });

type Verdict = { sent: true } | { sent: false; reason: SendReason; detail: string };
const refused = (reason: SendReason, detail = ''): Verdict => ({ sent: false, reason, detail });

/**
 * Task `chats.send`. The thread is read before and after: an earlier attempt may have succeeded although its response
 * was lost. A message found that way is taken as ours and not sent again.
 */
export async function sendMessage(job: JobContext, input: unknown): Promise<void> {
  const { businessId, messageId } = payload.parse(input);
  const message = await job.inBusiness(businessId, (tx) => findSending(tx, messageId));
  if (!message || message.account_id === null) return;
  const chat = {
    ...{ businessId, accountId: message.account_id, remoteId: message.remote_id },
    source: message.source === 'claim' ? ('claim' as const) : ('messages' as const),
  };
  const context = jobAccountContext(job, businessId);
  let verdict: Verdict;
  try {
    verdict = await withAccount(context, chat.accountId, (session) =>
      chat.source === 'claim' ? decide(job, session, chat, message) : say(job, session, chat, message),
    );
  } catch (error) {
    verdict = giveUp(job, error);
  }
  await job.inBusiness(businessId, (tx) => writeVerdict(tx, businessId, message, verdict));
}

type Sending = NonNullable<Awaited<ReturnType<typeof findSending>>>;

function findSending(tx: Tx, id: number) {
  return tx.db
    .selectFrom('chat_messages as m')
    .innerJoin('chats as c', 'c.id', 'm.chat_id')
    .leftJoin('users as u', 'u.id', 'm.written_by')
    .select([
      'm.id',
      'u.email',
      'm.chat_id',
      'm.act',
      'm.choice',
      'm.amount_centavos',
      'm.opening',
      'm.text',
      'm.details',
      'm.tried_at',
      'c.account_id',
      'c.source',
      'c.remote_id',
    ])
    .where('m.id', '=', id)
    .where('m.send_state', '=', 'sending')
    .executeTakeFirst();
}

const isSending = async (job: JobContext, businessId: number, id: number) =>
  (await job.inBusiness(businessId, (tx) => findSending(tx, id))) !== undefined;

async function say(
  job: JobContext,
  session: AccountSession,
  chat: ChatName,
  message: Sending,
): Promise<Verdict> {
  const { messages } = session.marketplace.conversations;
  if (!messages) return refused('not_open');
  // Only an attempt that was made can have succeeded.
  const there = await readAndStore(job, session, chat);
  if (!there) return refused('not_open');
  if (message.tried_at && !(await isSending(job, chat.businessId, message.id))) return { sent: true };
  const files = await readSentFiles(job, session, chat.businessId, message.id);
  await markTried(job, chat.businessId, message);
  const { text, opening } = message;
  const refusal = await messages.send(session, chat.remoteId, { text, opening, files });
  await readAndStore(job, session, chat);
  return refusal === null ? { sent: true } : refused('marketplace', refusal);
}

async function decide(
  job: JobContext,
  session: AccountSession,
  chat: ChatName,
  message: Sending,
): Promise<Verdict> {
  const { claims } = session.marketplace.conversations;
  const act = message.act as ClaimAct;
  if (!claims) return refused('not_open');
  const isMessage = messageActs.some((one) => one === act);
  const before = await claims.read(session, chat.remoteId);
  await readAndStore(job, session, chat);
  if (isMessage && message.tried_at && !(await isSending(job, chat.businessId, message.id)))
    return { sent: true };
  const isAllowed = before?.actions.some((one) => one.act === act) ?? false;
  // An action that an earlier attempt completed is no longer offered.
  if (!isAllowed) return !isMessage && message.tried_at ? { sent: true } : refused('not_open');
  await markTried(job, chat.businessId, message);
  const decision: ClaimDecision = {
    act,
    choice: message.choice,
    amount: message.amount_centavos,
    text: message.text,
    details: message.details as ClaimDecision['details'],
    email: message.email ?? '',
    files: await readSentFiles(job, session, chat.businessId, message.id),
  };
  const refusal = await claims.act(session, chat.remoteId, decision);
  await readAndStore(job, session, chat);
  return refusal === null ? { sent: true } : refused('marketplace', refusal);
}

const markTried = (job: JobContext, businessId: number, { id }: Sending) =>
  job.inBusiness(businessId, (tx) =>
    tx.db
      .updateTable('chat_messages')
      .set({ tried_at: tx.now() })
      .where('id', '=', id)
      .where('tried_at', 'is', null)
      .execute(),
  );

/** After the last attempt a person decides; before it the queue retries. */
function giveUp(job: JobContext, error: unknown): Verdict {
  if (error instanceof Fault && error.code === 'account_disconnected') return refused('account_disconnected');
  const outage = error instanceof RemoteFailure || isMarketplaceError(error);
  if (outage && job.attempt >= job.maxAttempts) return refused('no_answer');
  throw error;
}

async function writeVerdict(tx: Tx, businessId: number, { id, chat_id }: Sending, verdict: Verdict) {
  await tx.db
    .updateTable('chat_messages')
    .set(
      verdict.sent
        ? { send_state: 'sent', send_reason: null, send_detail: '' }
        : { send_state: 'refused', send_reason: verdict.reason, send_detail: verdict.detail.slice(0, 500) },
    )
    .where('id', '=', id)
    .where('send_state', '=', 'sending')
    .execute();
  await summarize(tx, chat_id);
  tx.changed(businessId, 'chats');
}
