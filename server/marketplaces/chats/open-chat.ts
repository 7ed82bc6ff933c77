import type { postsales } from '#contract/marketplaces/chat.ts';
import { fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import { withAccount } from '../account-access.ts';
import { storeThread } from './store-chats.ts';

/** The messages of a sale at its marketplace, also before the first message was written. */
export async function openChat(call: RemoteCall<typeof postsales.open>): Promise<{ id: number }> {
  const { actor, body, clock, transact, conclude } = call;
  const sale = await transact((tx) =>
    tx.db
      .selectFrom('orders')
      .select(['account_id', 'pack_id', 'remote_order_id'])
      .where('business_id', '=', actor.businessId)
      .where('id', '=', body.order)
      .executeTakeFirst(),
  );
  if (!sale) return fail('not_found');
  const { account_id: accountId } = sale;
  const remoteId = sale.pack_id ?? sale.remote_order_id;
  if (accountId === null || remoteId === null) return fail('state_conflict');
  const readAt = clock.now();
  const thread = await withAccount({ ...call, businessId: actor.businessId }, accountId, async (session) =>
    session.marketplace.conversations.messages?.read(session, remoteId),
  );
  if (!thread) return fail('state_conflict');
  return conclude(async (tx) => {
    const account = { businessId: actor.businessId, accountId };
    const stored = await storeThread(tx, account, thread, readAt);
    if (stored !== null) return { id: stored };
    const { id } = await tx.db
      .selectFrom('chats')
      .select('id')
      .where('account_id', '=', accountId)
      .where('source', '=', 'messages')
      .where('remote_id', '=', remoteId)
      .executeTakeFirstOrThrow();
    return { id };
  });
}
