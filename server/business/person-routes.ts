import type { api } from '#contract/index.ts';
import { callerOf } from '#server/account/sign-in/device.ts';
import { handOver } from '#server/account/sign-in/session.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { previewRemoval } from './ending.ts';
import { acceptInvitation, readInvitation } from './staff/accept-invitation.ts';
import { stopReset } from './staff/two-step-reset.ts';

/** Acts of a person by a link that a business sent. */
export const joiningRoutes: Handlers<
  Pick<typeof api.auth, 'verifyInvitation' | 'registerStaff' | 'stopTwoStepReset'>
> = {
  stopTwoStepReset: ({ tx, body }) => stopReset(tx, body.token),
  verifyInvitation: remote(({ transact, body }) => readInvitation(transact, body.token)),
  registerStaff: remote(async (call) => {
    const { transact, actor, body, locale } = call;
    const caller = callerOf(call, body.carriedBy);
    const opened = await acceptInvitation(transact, actor, body, { locale, caller });
    return handOver(opened, body.carriedBy, call.signIn);
  }),
};

export const leavingRoutes: Handlers<Pick<typeof api.user, 'removal'>> = {
  removal: ({ tx, actor }) => previewRemoval(tx, actor),
};
