import type { JobContext } from '#server/jobs/task.ts';
import { type AccountSession, jobAccountContext, withAccount } from '../account-access.ts';
import type { NotificationEvent } from '../notification-event.ts';
import { forgetParked, parkAll } from '../parked-answers.ts';
import { type ChatName, chatName, enqueueChat, messageName, partsOfClaim } from './chat-queue.ts';
import { unknownSales } from './claim-sales.ts';
import { storeClaim, storeThread } from './store-chats.ts';

/** Processes a notification about a claim. */
export const processClaim = (job: JobContext, { businessId, accountId, id }: NotificationEvent) =>
  fetchChat(job, { businessId, accountId, source: 'claim', remoteId: id });

/** Processes a notification about a message: it names the message and not always its sale. */
export const processMessage = (job: JobContext, { businessId, accountId, id }: NotificationEvent) =>
  findChats(job, { businessId, accountId, messageId: id });

/** Task `chats.find`. */
export async function findChats(job: JobContext, input: unknown): Promise<void> {
  const { businessId, accountId, messageId } = messageName.parse(input);
  const context = jobAccountContext(job, businessId);
  const ids = await withAccount(
    context,
    accountId,
    async (session) =>
      (await session.marketplace.conversations.messages?.threadsOf(session, messageId)) ?? [],
  );
  await context.transact(async (tx) => {
    for (const remoteId of ids) enqueueChat(tx, { businessId, accountId, source: 'messages', remoteId });
  });
}

/** Task `chats.fetch`: reads one thread at its marketplace and stores it. */
export async function fetchChat(job: JobContext, input: unknown): Promise<void> {
  const chat = chatName.parse(input);
  const context = jobAccountContext(job, chat.businessId);
  await withAccount(context, chat.accountId, async (session) => {
    try {
      await readAndStore(job, session, chat);
    } catch (error) {
      await parkAll(context, chat.accountId, [error]);
      throw error;
    }
  });
}

/** Stores the thread as it is at the marketplace; false if there is none. */
export async function readAndStore(
  job: JobContext,
  session: AccountSession,
  { businessId, accountId, source, remoteId }: ChatName,
): Promise<boolean> {
  const { claims, messages } = session.marketplace.conversations;
  const account = { businessId, accountId };
  const readAt = job.clock.now();
  if (source === 'messages') {
    const thread = (await messages?.read(session, remoteId)) ?? null;
    if (!thread) return false;
    await job.inBusiness(businessId, async (tx) => {
      if (session.hasParkedAnswers) await forgetParked(tx, accountId, [`messages of ${remoteId}`]);
      await storeThread(tx, account, thread, readAt);
    });
    return true;
  }
  const claim = (await claims?.read(session, remoteId)) ?? null;
  if (!claim) return false;
  await job.inBusiness(businessId, async (tx) => {
    if (session.hasParkedAnswers)
      await forgetParked(
        tx,
        accountId,
        partsOfClaim.map((part) => `${part} ${remoteId}`),
      );
    const id = await storeClaim(tx, account, claim, readAt);
    if (id === null) return;
    for (const remoteOrderId of await unknownSales(tx, account, claim))
      await tx.publish('sale.unknown', { businessId, accountId, remoteOrderId });
  });
  return true;
}
