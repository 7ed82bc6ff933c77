import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant } from '../primitives.ts';
import { passkeyProof } from './passkey.ts';
import { knownPassword } from './password.ts';
import { carriedBy, perAddress, signedIn } from './signed-in.ts';

/** The six digits of an authenticator app, or a recovery code; blanks and dashes are ignored. */
export const secondFactor = z
  .string()
  .max(64, 'too_long')
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z2-7]{16})$/, 'invalid'));

/** The proof for a sensitive act: the password, and a code or a passkey if there is a second step. */
export const identity = {
  password: knownPassword,
  token: secondFactor.optional(),
  passkey: passkeyProof.optional(),
};

/** Six digits alone: the proof that the app was set up. */
const appCode = z
  .string()
  .max(64, 'too_long')
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'invalid'));

/** Shown once: sixteen characters of base32 each, in groups of four. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** `activatedAt` null: sign-in asks for the password alone. */
const twoStepState = z
  .object({ activatedAt: instant.nullable(), recoveryCodesLeft: z.number() })
  .meta({ id: 'TwoStep' });

/** The second step of a sign-in: an authenticator app (RFC 6238) with recovery codes. */
export const twoStep = {
  otp: endpoint({
    method: 'GET',
    path: '/auth/otp',
    permission: 'signed-in',
    summary: 'Whether two-step is on, and the number of remaining recovery codes',
    response: twoStepState,
  }),
  setupOtp: endpoint({
    method: 'POST',
    path: '/auth/otp/setup',
    permission: 'signed-in',
    fresh: true,
    summary: 'A new secret for an authenticator app; it applies once a code of it is confirmed',
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['state_conflict'],
    limit: perAddress(60),
  }),
  activateOtp: endpoint({
    method: 'PATCH',
    path: '/auth/otp/activate',
    permission: 'signed-in',
    fresh: true,
    summary: 'Turn two-step on by a code of the app; ends the other sessions',
    body: z.strictObject({ token: appCode }),
    response: recoveryCodes,
    errors: ['otp_wrong', 'state_conflict'],
    limit: perAddress(60),
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/auth/otp/recovery-codes',
    permission: 'signed-in',
    fresh: true,
    summary: 'Create ten new recovery codes; the former ones are invalid',
    response: recoveryCodes,
    errors: ['state_conflict'],
    limit: perAddress(60),
  }),
  disableOtp: endpoint({
    method: 'PATCH',
    path: '/auth/otp/disable',
    permission: 'signed-in',
    summary: 'Turn two-step off by the password and a code or passkey; ends the other sessions',
    body: z.strictObject(identity),
    errors: ['password_wrong', 'otp_wrong', 'passkey_refused', 'state_conflict'],
    limit: perAddress(60),
  }),
  validateOtp: endpoint({
    method: 'PATCH',
    path: '/auth/otp/validate',
    permission: 'second-factor',
    summary: 'Complete a sign-in by a code of the app or a recovery code',
    body: z.strictObject({ token: secondFactor, carriedBy }),
    response: signedIn,
    errors: ['otp_wrong', 'state_conflict'],
    limit: perAddress(120),
  }),
};

export type TwoStepState = z.output<typeof twoStepState>;
