import type { api } from '#contract/index.ts';
import { acceptInvitation, readInvitation } from '#server/business/accept-invitation.ts';
import { fail } from '#server/fault.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { newToken } from '#server/http/session.ts';
import { callerOf } from './device.ts';
import { requestLink } from './link-task.ts';
import { peekMailToken } from './mail-token.ts';
import { activateAccount, registerBusiness } from './registration.ts';
import { changePassword, resetPassword } from './reset-password.ts';
import { endByToken, handOver, ReusedToken, readSession, rotateSession, switchBusiness } from './session.ts';
import { confirmPassword, signIn } from './sign-in.ts';
import { endDevice, endOtherDevices, listDevices, readProfile, updateProfile } from './user.ts';

// Handlers that hash a password are `remote`: no transaction is open while they do.
export const authRoutes: Handlers<typeof api.auth> = {
  signIn: remote(async (call) => {
    const { transact, body } = call;
    return handOver(
      await signIn(transact, body, callerOf(call, body.carriedBy)),
      body.carriedBy,
      call.signIn,
    );
  }),
  signOut: async ({ tx, actor, body, refreshToken, signOut }) => {
    await endByToken(tx, actor, body.refreshToken ?? refreshToken);
    signOut();
  },
  session: ({ tx, actor }) => readSession(tx, actor),
  // A reuse is stored although the call fails: the transaction has to be over by then.
  refresh: remote(async ({ transact, body, refreshToken, env, signIn: setCookies, signOut }) => {
    const refresh = body.refreshToken ?? refreshToken ?? '';
    const opened = await transact((tx) => rotateSession(tx, refresh, env));
    if (!opened || opened instanceof ReusedToken) {
      if (body.refreshToken === undefined) signOut();
      return fail('unauthenticated', opened ? { security: { event: 'refresh.reused', ...opened } } : {});
    }
    return handOver(opened, body.refreshToken === undefined ? 'cookie' : 'header', setCookies);
  }),
  confirmPassword: remote((call) => confirmPassword(call, call.actor, call.body.password)),
  switchBusiness: ({ tx, actor, body }) => switchBusiness(tx, actor, body.businessId),
  // Every e-mail is answered with the cookie of the browser, so that it tells nothing.
  registerBusiness: remote(async ({ transact, body, locale, deviceToken, setDevice }) => {
    const device = deviceToken ?? newToken();
    await registerBusiness(transact, body, { locale, device });
    setDevice(device);
  }),
  activate: remote(async (call) => {
    const opened = await activateAccount(call.transact, call.body.token, callerOf(call, 'cookie'));
    if (opened) handOver(opened, 'cookie', call.signIn);
    return { signedIn: opened !== null };
  }),
  resendActivation: async ({ tx, body, locale }) =>
    requestLink(tx, { purpose: 'activation', email: body.email, locale }),
  forgotPassword: async ({ tx, body, locale }) =>
    requestLink(tx, { purpose: 'reset', email: body.email, locale }),
  verifyToken: async ({ tx, body }) => ({
    valid: (await peekMailToken(tx, body.token, body.purpose)) !== null,
  }),
  resetPassword: remote(async (call) => {
    const { transact, body } = call;
    const opened = await resetPassword(transact, body, callerOf(call, body.carriedBy));
    return handOver(opened, body.carriedBy, call.signIn);
  }),
  verifyInvitation: remote(({ transact, body }) => readInvitation(transact, body.token)),
  registerStaff: remote(async (call) => {
    const { transact, actor, body, locale } = call;
    const caller = callerOf(call, body.carriedBy);
    const opened = await acceptInvitation(transact, actor, body, { locale, caller });
    return handOver(opened, body.carriedBy, call.signIn);
  }),
};

export const userRoutes: Handlers<typeof api.user> = {
  detail: ({ tx, actor }) => readProfile(tx, actor),
  update: ({ tx, actor, body, version }) => updateProfile(tx, actor, body, version),
  changePassword: remote((call) => changePassword(call, call.actor, call.body)),
  sessions: ({ tx, actor }) => listDevices(tx, actor),
  endSession: ({ tx, actor, params }) => endDevice(tx, actor, params.id),
  endOtherSessions: ({ tx, actor }) => endOtherDevices(tx, actor),
};
