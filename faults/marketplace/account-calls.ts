import { api } from '#contract/index.ts';
import { Fault } from '#server/fault.ts';
import { jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { connectSeller } from '#server/marketplaces/test/factory.ts';
import { readSeller } from '#server/outside/marketplaces/mercado-livre/authorization.ts';
import type { Act, OutgoingCall } from './call.ts';
import type { Lane } from './lane.ts';

const accounts = (lane: Lane) =>
  lane.rows(`select remote_user_id, state, state_reason, renewing_until from marketplace_accounts`);

const whoAmI = (lane: Lane) =>
  withAccount(jobAccountContext(lane.job, lane.seller.businessId), lane.account, readSeller);

/** Each try begins with a new consent, as a person's does: a code is good for one. */
async function connecting(lane: Lane): Promise<Act> {
  const person = await lane.app.hire(lane.seller.businessId, ['owner']);
  // The first call of a session counts for the limit of its address, which all tries of a lane share.
  await person.call(api.marketplaceAccounts.list, {});
  return {
    run: () => connectSeller(person),
    state: async () => ({ accounts: await accounts(lane), asks: (await whoAmI(lane)).id }),
  };
}

/** As once the pause is over that a refused renewal asks for. */
async function endRenewalPause({ app, seller, account }: Lane, expired = false): Promise<void> {
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db
      .updateTable('marketplace_accounts')
      .set({ renewal_retry_at: null, ...(expired && { token_expires_at: tx.now() }) })
      .where('id', '=', account)
      .execute(),
  );
}

async function renewing(lane: Lane): Promise<Act> {
  const { app, seller } = lane;
  await endRenewalPause(lane, true);
  return {
    run: () => whoAmI(lane),
    // The marketplace issued a token that no process received: only connecting again helps, and the account says so.
    again: async () => {
      await endRenewalPause(lane);
      try {
        return await whoAmI(lane);
      } catch (error) {
        if (!(error instanceof Fault && error.code === 'account_disconnected')) throw error;
        return connectSeller(await app.hire(seller.businessId, ['owner']));
      }
    },
    state: async () => ({ accounts: await accounts(lane), asks: (await whoAmI(lane)).id }),
  };
}

/** Attributes of a category, requested by the form. */
async function looking({ seller, account }: Lane): Promise<Act> {
  let seen: unknown;
  return {
    run: async () => {
      seen = await seller.call(api.marketplacesCategories.attributes, {
        params: { account, id: 'MLB269653' },
      });
    },
    state: async () => seen,
  };
}

export const accountCalls: readonly OutgoingCall[] = [
  { name: 'token exchange', line: /^POST \/mercado-livre\/oauth\/token /, prepare: connecting },
  { name: 'token refresh', line: /^POST \/mercado-livre\/oauth\/token /, prepare: renewing },
  { name: 'users/me', line: /^GET \/mercado-livre\/users\/me /, prepare: connecting },
  {
    name: 'category attributes',
    line: /^GET \/mercado-livre\/categories\/\w+\/attributes /,
    prepare: looking,
  },
];
