import type { api } from '#contract/index.ts';
import { fail } from '#server/fault.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { newToken } from '#server/http/session.ts';
import { requestLink } from './link-task.ts';
import { listOwnKeys } from './own-keys.ts';
import {
  addPasskey,
  listPasskeys,
  preparePasskey,
  removePasskey,
  renamePasskey,
  verifyNewPasskey,
} from './passkeys/passkey.ts';
import { provePasskey, requestProof } from './passkeys/prove-passkey.ts';
import { hashPassword } from './password.ts';
import { changePin } from './pin.ts';
import { activateAccount, registerBusiness } from './registration.ts';
import { downloadOwnData, removePerson } from './removal.ts';
import { changePassword, checkMailToken, resetPassword } from './reset-password.ts';
import { callerOf } from './sign-in/device.ts';
import {
  endByToken,
  handOver,
  ReusedToken,
  readSession,
  rotateSession,
  switchBusiness,
} from './sign-in/session.ts';
import { confirmPassword, proveIdentity, signIn } from './sign-in/sign-in.ts';
import {
  activateTwoStep,
  disableTwoStep,
  passSecondStep,
  proveCode,
  readTwoStep,
  renewRecoveryCodes,
  setUpTwoStep,
} from './sign-in/two-step.ts';
import { endDevice, endOtherDevices, listDevices, readProfile, updateProfile } from './user.ts';

// Handlers that hash a password are `remote`: no transaction is open while they do.
export const authRoutes: Handlers<
  Omit<typeof api.auth, 'verifyInvitation' | 'registerStaff' | 'stopTwoStepReset'>
> = {
  signIn: remote(async (call) => {
    const { transact, body } = call;
    return handOver(
      await signIn(transact, body, callerOf(call, body.carriedBy), call.env),
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
  refresh: remote(async ({ transact, actor, body, refreshToken, env, signIn: setCookies, signOut }) => {
    const refresh = body.refreshToken ?? refreshToken ?? '';
    const opened = await transact((tx) => rotateSession(tx, refresh, env));
    if (!opened || opened instanceof ReusedToken) {
      // A browser that waits for the second step has nothing to renew, and keeps its token.
      if (body.refreshToken === undefined && actor?.stage !== 'otp') signOut();
      return fail('unauthenticated', opened ? { security: { event: 'refresh.reused', ...opened } } : {});
    }
    return handOver(opened, body.refreshToken === undefined ? 'cookie' : 'header', setCookies);
  }),
  confirmPassword: remote((call) => confirmPassword(call, call.actor, call.body, call.env)),
  otp: ({ tx, actor }) => readTwoStep(tx, actor),
  setupOtp: ({ tx, actor }) => setUpTwoStep(tx, actor),
  activateOtp: remote(async ({ transact, conclude, actor, body }) => {
    await proveCode(transact, actor.userId, body.token, 'pending');
    return conclude((tx) => activateTwoStep(tx, actor));
  }),
  renewRecoveryCodes: ({ tx, actor }) => renewRecoveryCodes(tx, actor),
  disableOtp: remote(async ({ transact, conclude, actor, body, env }) => {
    await proveIdentity(transact, actor, body, env);
    await conclude((tx) => disableTwoStep(tx, actor));
  }),
  validateOtp: remote(async (call) => {
    const { transact, actor, body } = call;
    await proveCode(transact, actor.userId, body.token, 'active');
    const opened = await passSecondStep(transact, actor, callerOf(call, body.carriedBy));
    return handOver(opened, body.carriedBy, call.signIn);
  }),
  requestPasskey: ({ tx, actor, env }) => requestProof(tx, actor, env.appUrl),
  validatePasskey: remote(async (call) => {
    const { transact, actor, body, env } = call;
    await provePasskey(transact, actor, body.passkey, env.appUrl);
    const opened = await passSecondStep(transact, actor, callerOf(call, body.carriedBy));
    return handOver(opened, body.carriedBy, call.signIn);
  }),
  switchBusiness: ({ tx, actor, body }) => switchBusiness(tx, actor, body.businessId),
  // Every e-mail gets the browser's cookie in the answer, so the cookie reveals nothing.
  registerBusiness: remote(async ({ transact, body, locale, deviceToken, setDevice }) => {
    const device = deviceToken ?? newToken();
    await registerBusiness(transact, body, { locale, device });
    setDevice(device);
  }),
  activate: remote(async (call) => {
    const { transact, body } = call;
    const opened = await activateAccount(transact, body, callerOf(call, body.carriedBy));
    return handOver(opened, body.carriedBy, call.signIn);
  }),
  resendActivation: async ({ tx, body, locale }) =>
    requestLink(tx, { purpose: 'activation', email: body.email, locale }),
  forgotPassword: async ({ tx, body, locale }) =>
    requestLink(tx, { purpose: 'reset', email: body.email, locale }),
  verifyToken: ({ tx, body, deviceToken }) => checkMailToken(tx, body, deviceToken),
  resetPassword: remote(async (call) => {
    const { transact, body } = call;
    const { opened, keys } = await resetPassword(transact, body, callerOf(call, body.carriedBy));
    return { ...handOver(opened, body.carriedBy, call.signIn), ...keys };
  }),
};

export const passkeyRoutes: Handlers<typeof api.passkeys> = {
  list: ({ tx, actor }) => listPasskeys(tx, actor),
  prepare: ({ tx, actor, env }) => preparePasskey(tx, actor, env.appUrl),
  create: remote(async ({ transact, conclude, actor, body, env }) => {
    const credential = await verifyNewPasskey(transact, actor, body.credential, env.appUrl);
    const { transports } = body.credential;
    return conclude((tx) => addPasskey(tx, actor, { name: body.name, transports, credential }));
  }),
  update: ({ tx, actor, params, body }) => renamePasskey(tx, actor, params.id, body.name),
  remove: ({ tx, actor, params }) => removePasskey(tx, actor, params.id),
  requestProof: ({ tx, actor, env }) => requestProof(tx, actor, env.appUrl),
};

export const userRoutes: Handlers<Omit<typeof api.user, 'removal'>> = {
  detail: ({ tx, actor }) => readProfile(tx, actor),
  update: ({ tx, actor, body, version }) => updateProfile(tx, actor, body, version),
  apiKeys: ({ tx, actor }) => listOwnKeys(tx, actor.userId),
  changePassword: remote((call) => changePassword(call, call.actor, call.body)),
  updatePin: remote(async ({ conclude, actor, body }) => {
    const hash = body.pin === null ? null : await hashPassword(body.pin);
    return conclude((tx) => changePin(tx, actor, hash));
  }),
  sessions: ({ tx, actor }) => listDevices(tx, actor),
  download: remote((call) => call.transact((tx) => downloadOwnData(tx, call.actor))),
  remove: remote(async (call) => {
    await proveIdentity(call.transact, call.actor, call.body, call.env);
    await call.conclude((tx) => removePerson(tx, call.actor));
    call.signOut();
  }),
  endSession: ({ tx, actor, params }) => endDevice(tx, actor, params.id),
  endOtherSessions: ({ tx, actor }) => endOtherDevices(tx, actor),
};
