import type { api } from '#contract/index.ts';
import { acceptInvitation, readInvitation } from '#server/business/accept-invitation.ts';
import { fail } from '#server/fault.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { requestLink } from './link-task.ts';
import { peekMailToken } from './mail-token.ts';
import { activateAccount, registerBusiness } from './registration.ts';
import { changePassword, resetPassword } from './reset-password.ts';
import { endByToken, handOver, readSession, rotateSession, switchBusiness } from './session.ts';
import { confirmPassword, signIn } from './sign-in.ts';
import { endDevice, endOtherDevices, listDevices, readProfile, updateProfile } from './user.ts';

// Handlers that hash a password are `remote`: no transaction is open while they do.
export const authRoutes: Handlers<typeof api.auth> = {
  signIn: remote(async ({ transact, body, userAgent, signIn: setCookies }) =>
    handOver(await signIn(transact, body, userAgent), body.carriedBy, setCookies),
  ),
  signOut: async ({ tx, actor, body, refreshToken, signOut }) => {
    await endByToken(tx, actor, body.refreshToken ?? refreshToken);
    signOut();
  },
  session: ({ tx, actor }) => readSession(tx, actor),
  // A reuse is stored although the call fails: the transaction has to be over by then.
  refresh: remote(async ({ transact, body, refreshToken, env, signIn: setCookies, signOut }) => {
    const refresh = body.refreshToken ?? refreshToken ?? '';
    const opened = await transact((tx) => rotateSession(tx, refresh, env.secretKey));
    if (!opened) {
      if (body.refreshToken === undefined) signOut();
      return fail('unauthenticated');
    }
    return handOver(opened, body.refreshToken === undefined ? 'cookie' : 'header', setCookies);
  }),
  confirmPassword: remote((call) => confirmPassword(call, call.actor, call.body.password)),
  switchBusiness: ({ tx, actor, body }) => switchBusiness(tx, actor, body.businessId),
  registerBusiness: remote(({ transact, body, locale }) => registerBusiness(transact, body, locale)),
  activate: ({ tx, body }) => activateAccount(tx, body.token),
  resendActivation: async ({ tx, body, locale }) =>
    requestLink(tx, { purpose: 'activation', email: body.email, locale }),
  forgotPassword: async ({ tx, body, locale }) =>
    requestLink(tx, { purpose: 'reset', email: body.email, locale }),
  verifyToken: async ({ tx, body }) => ({
    valid: (await peekMailToken(tx, body.token, body.purpose)) !== null,
  }),
  resetPassword: remote(async ({ transact, body, userAgent, signIn: setCookies }) =>
    handOver(await resetPassword(transact, body, userAgent), body.carriedBy, setCookies),
  ),
  verifyInvitation: ({ tx, body }) => readInvitation(tx, body.token),
  registerStaff: remote(async ({ transact, actor, body, locale, userAgent, signIn: setCookies }) =>
    handOver(
      await acceptInvitation(transact, actor, body, { locale, userAgent }),
      body.carriedBy,
      setCookies,
    ),
  ),
};

export const userRoutes: Handlers<typeof api.user> = {
  detail: ({ tx, actor }) => readProfile(tx, actor),
  update: ({ tx, actor, body, version }) => updateProfile(tx, actor, body, version),
  changePassword: remote((call) => changePassword(call, call.actor, call.body)),
  sessions: ({ tx, actor }) => listDevices(tx, actor),
  endSession: ({ tx, actor, params }) => endDevice(tx, actor, params.id),
  endOtherSessions: ({ tx, actor }) => endOtherDevices(tx, actor),
};
