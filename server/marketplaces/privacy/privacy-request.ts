import { sql } from 'kysely';
import { z } from 'zod';
import { noteErasure } from '#server/account/erasures.ts';
import { linkTo } from '#server/account/links.ts';
import { mailOwners } from '#server/account/owners-mail.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext, Task } from '#server/jobs/task.ts';
import type { PrivacyRequest } from '#server/outside/marketplaces/inbox.ts';
import { disconnectAccount } from '../account-tokens.queries.ts';

type NotificationRef = { notificationId: number; marketplace: string; remote_user_id: string };
type Account = { accountId: number; businessId: number };

/**
 * A marketplace forwards a legal request of a buyer, or of a seller who left. It reaches all businesses that ever had
 * the account, even if it was removed. Of the request only the fact is kept, not the person it names.
 */
export async function processPrivacy(
  job: JobContext,
  asked: PrivacyRequest,
  reported: NotificationRef,
): Promise<void> {
  const accounts = await job.unscoped(async (tx) => {
    const { rows } = await sql<Account>`select account_id as "accountId", business_id as "businessId"
      from accounts_of_seller_ever(${reported.marketplace}, ${reported.remote_user_id})`.execute(tx.db);
    return rows;
  });
  for (const account of accounts) await job.inBusiness(account.businessId, (tx) => actOn(tx, account, asked));
  await job.unscoped(async (tx) => {
    await sql`select forget_notification(${reported.notificationId})`.execute(tx.db);
  });
}

async function actOn(tx: Tx, account: Account, asked: PrivacyRequest): Promise<void> {
  switch (asked.what) {
    case 'erase-buyer':
      return eraseBuyers(tx, account, asked.orders);
    case 'erase-seller':
      await endAccount(tx, account);
      tell(tx, account, 'storeErased', {});
      return eraseBuyers(tx, account, null);
    case 'tell-buyer': {
      const { requestId: request, buyer, orders } = asked;
      return tell(tx, account, 'buyerDataAsked', { request, buyer, sales: orders.join(', ') });
    }
  }
}

async function eraseBuyers(tx: Tx, account: Account, orders: string[] | null): Promise<void> {
  await tx.publish('buyers.erasing', { ...account, orders });
  const { created_at: since } = await tx.db
    .selectFrom('marketplace_accounts')
    .select('created_at')
    .where('id', '=', account.accountId)
    .executeTakeFirstOrThrow();
  noteErasure(tx, { kind: 'buyers', ...account, since: since.toISOString(), orders });
}

/** Ends the grant; of the seller only our own name for the account is kept. */
export async function endAccount(tx: Tx, account: Account): Promise<void> {
  await disconnectAccount(tx, account.accountId, 'removed');
  await tx.db
    .updateTable('marketplace_accounts')
    .set({ removed_at: sql`coalesce(removed_at, ${tx.now()})`, email: '', nickname: '' })
    .where('id', '=', account.accountId)
    .execute();
}

const notices = ['buyerDataAsked', 'storeErased'] as const;
const payload = z.object({
  businessId: z.number(),
  accountId: z.number(),
  notice: z.enum(notices),
  values: z.record(z.string(), z.string()),
});

/** Mails the owners. */
function tell(
  tx: Tx,
  account: Account,
  notice: (typeof notices)[number],
  values: Record<string, string>,
): void {
  tx.enqueue({ task: 'account.tell-privacy', payload: { ...account, notice, values } });
}

/** Task `account.tell-privacy`. */
export const privacyNoticeTask: Task = async (job, input) => {
  const { businessId, accountId, notice, values } = payload.parse(input);
  await job.inBusiness(businessId, async (tx) => {
    const { name } = await tx.db
      .selectFrom('marketplace_accounts')
      .select('name')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    await mailOwners(tx, businessId, {
      template: `marketplaces.${notice}`,
      values: { account: name, link: linkTo.sales(job.env.appUrl), ...values },
    });
  });
};
