import { z } from 'zod';
import { dayOf, formatDay } from '#contract/dates.ts';
import { linkTo } from '#server/account/links.ts';
import { mailOwners } from '#server/account/owners-mail.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Task } from '#server/jobs/task.ts';

const notices = ['authorizationEnds', 'authorizationEnded'] as const;
const payload = z.object({
  businessId: z.number(),
  accountId: z.number(),
  notice: z.enum(notices),
  endsAt: z.iso.datetime().nullable(),
});

/** Mails the owners: the seller's consent ends soon, or has ended. */
export function notifyOfGrant(
  tx: Tx,
  account: { businessId: number; accountId: number },
  notice: (typeof notices)[number],
  endsAt: Date | null,
): void {
  tx.enqueue({
    task: 'account.tell-grant',
    payload: { ...account, notice, endsAt: endsAt?.toISOString() ?? null },
  });
}

/** Task `account.tell-grant`. */
export const grantNoticeTask: Task = async (job, input) => {
  const { businessId, accountId, notice, endsAt } = payload.parse(input);
  await job.inBusiness(businessId, async (tx) => {
    const account = await tx.db
      .selectFrom('marketplace_accounts')
      .select('name')
      .where('id', '=', accountId)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (!account) return;
    await mailOwners(tx, businessId, {
      template: `marketplaces.${notice}`,
      values: {
        account: account.name,
        day: endsAt ? formatDay(dayOf(new Date(endsAt))) : '',
        link: linkTo.accounts(job.env.appUrl),
      },
    });
  });
};
