import { z } from 'zod';
import { keysAfter } from '../business/api-key.ts';
import { businessOwnFields } from '../business/business.ts';
import { endpoint, entity } from '../endpoint.ts';
import { businessTypes, roles, supplierSwitchNames } from '../permissions.ts';
import { businessDocument, email, id, instant, name, opaque } from '../primitives.ts';
import { passkeyStep } from './passkey.ts';
import {
  isConfirmed,
  isPasswordRepeated,
  knownPassword,
  newPassword,
  passwordConfirmation,
  passwordMismatch,
} from './password.ts';
import { carriedBy, perAddress, signedIn } from './signed-in.ts';
import { identity, twoStep } from './two-step.ts';

/** The token in a mail's link: 256 random bits in base64url. */
const mailToken = z.string().regex(/^[\w-]{43}$/, 'invalid');

const unusedAreas = ['marketplaces', 'warehouse'] as const;

const membership = z.object({ id: z.number(), name: z.string(), type: z.enum(businessTypes) });

/** The signed-in person, their business and roles. `business` is null for a person without one. */
const session = z
  .object({
    user: z.object({ id: z.number(), name: z.string(), email: z.string() }),
    business: membership.nullable(),
    businesses: z.array(membership),
    roles: z.array(z.enum(roles)),
    /** Permissions that the owner gave to the supplier role. */
    supplierMay: z.array(z.enum(supplierSwitchNames)),
    locale: z.enum(['pt', 'en']),
    twoStep: z.boolean(),
    /**
     * The business requires a second step that this person has not set up; `over`: until then they can do nothing else.
     */
    twoStepDue: z.object({ at: instant, over: z.boolean() }).nullable(),
    /** Hands-free: the last scan packs, prints the label and opens the next sale. */
    handsFree: z.boolean(),
    /** The station at which the person signed in by PIN: only acts of the floor are allowed. */
    station: z.object({ id: z.number(), name: z.string() }).nullable(),
    /** Areas in which the business has no record yet: no marketplace account, no warehouse of its own. */
    unusedAreas: z.array(z.enum(unusedAreas)),
  })
  .meta({ id: 'Session' });

export const auth = entity('auth', {
  ...twoStep,
  ...passkeyStep,
  signIn: endpoint({
    method: 'POST',
    path: '/auth/login',
    permission: 'public',
    summary: 'Sign in with e-mail and password',
    body: z.strictObject({ email, password: knownPassword, carriedBy }),
    response: signedIn,
    errors: ['sign_in_failed', 'not_activated', 'demo_in_making'],
    limit: perAddress(120),
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/auth/logout',
    permission: 'public',
    summary: 'End this session, even before its second step',
    body: z.strictObject({ refreshToken: opaque(200).optional() }),
  }),
  session: endpoint({
    method: 'GET',
    path: '/auth/session',
    permission: 'signed-in',
    atStation: true,
    summary: 'The current session',
    response: session,
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/auth/refresh',
    permission: 'public',
    summary: 'Exchange a refresh token for the next pair of tokens',
    body: z.strictObject({ refreshToken: opaque(200).optional() }),
    response: signedIn,
    errors: ['unauthenticated'],
    limit: perAddress(240),
  }),
  confirmPassword: endpoint({
    method: 'PATCH',
    path: '/auth/fresh',
    permission: 'signed-in',
    summary:
      'Confirm the password, with a code or passkey if two-step is on: allows sensitive acts for ten minutes',
    body: z.strictObject(identity),
    errors: ['password_wrong', 'otp_wrong', 'passkey_refused', 'state_conflict'],
    limit: perAddress(60),
  }),
  switchBusiness: endpoint({
    method: 'POST',
    path: '/auth/switch-business',
    permission: 'signed-in',
    summary: 'Switch the session to another business of the person',
    body: z.strictObject({ businessId: id }),
    response: session,
    errors: ['not_found'],
  }),
  registerBusiness: endpoint({
    method: 'POST',
    path: '/auth/register-business',
    permission: 'public',
    summary: 'Register a person and a business; the answer is the same for a known e-mail',
    body: z
      .strictObject({
        name,
        email,
        password: newPassword,
        /** As it was typed a second time, where a form asks for it twice. */
        passwordConfirmation: passwordConfirmation.optional(),
        businessName: name,
        businessType: z.enum(businessTypes, 'choose_one'),
        document: businessDocument,
        /** The wrong e-mail that this browser has just registered: its link ends. */
        insteadOf: email.optional(),
      })
      .refine(isConfirmed, passwordMismatch),
    limit: perAddress(60),
  }),
  activate: endpoint({
    method: 'POST',
    path: '/auth/activation-account',
    permission: 'public',
    summary:
      'Activate an account by the mailed token and sign in; another browser than that of the registration also needs its password',
    body: z.strictObject({ token: mailToken, password: knownPassword.optional(), carriedBy }),
    response: signedIn,
    errors: ['token_invalid', 'password_wrong'],
    limit: perAddress(60),
  }),
  resendActivation: endpoint({
    method: 'POST',
    path: '/auth/resend-activation',
    permission: 'public',
    summary: 'Request the activation mail again; the answer is the same for every e-mail',
    body: z.strictObject({ email }),
    limit: perAddress(60),
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    permission: 'public',
    summary: 'Request a password reset mail; the answer is the same for every e-mail',
    body: z.strictObject({ email }),
    limit: perAddress(60),
  }),
  verifyToken: endpoint({
    method: 'POST',
    path: '/auth/verify-token',
    permission: 'public',
    summary: 'Check whether a mailed token is valid, without consuming it',
    body: z.strictObject({ token: mailToken, purpose: z.enum(['activation', 'reset']) }),
    response: z.object({
      valid: z.boolean(),
      /** Of an activation: this browser registered the account, so its password is not asked for. */
      byLink: z.boolean(),
      /** Of a reset: how many keys of the API the person made that still open something. Their names need a session. */
      apiKeys: z.number(),
    }),
    limit: perAddress(120),
  }),
  stopTwoStepReset: endpoint({
    method: 'POST',
    path: '/auth/otp/stop-reset',
    permission: 'public',
    summary: 'Cancel the reset of the own second step, by the mailed token',
    body: z.strictObject({ token: mailToken }),
    errors: ['token_invalid'],
    limit: perAddress(60),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    permission: 'public',
    summary:
      'Set a new password by the mailed token; ends every session, with `endApiKeys` also the person’s API keys, and signs in',
    body: z
      .strictObject({
        token: mailToken,
        password: newPassword,
        passwordConfirmation,
        endApiKeys: z.boolean().default(false),
        carriedBy,
      })
      .refine(isPasswordRepeated, passwordMismatch),
    response: signedIn.extend(keysAfter.shape),
    errors: ['token_invalid'],
    limit: perAddress(60),
  }),
  verifyInvitation: endpoint({
    method: 'POST',
    path: '/auth/verify-pre-register-staff',
    permission: 'public',
    summary: 'Read an invitation, without consuming it',
    body: z.strictObject({ token: mailToken }),
    response: z.object({
      business: z.object(businessOwnFields),
      email: z.string(),
      roles: z.array(z.enum(roles)),
      /** The invited person has an account: accepting asks for its password, not for a new one. */
      hasAccount: z.boolean(),
    }),
    errors: ['token_invalid'],
    limit: perAddress(120),
  }),
  registerStaff: endpoint({
    method: 'POST',
    path: '/auth/register-staff',
    permission: 'public',
    summary:
      'Accept an invitation: as the signed-in invited person, with the account’s password, or as a new person',
    body: z
      .strictObject({
        token: mailToken,
        name: name.optional(),
        password: knownPassword.optional(),
        passwordConfirmation: passwordConfirmation.optional(),
        carriedBy,
      })
      .refine(isConfirmed, passwordMismatch),
    response: signedIn,
    errors: ['token_invalid', 'password_wrong', 'invitation_for_other_email', 'already_staff'],
    limit: perAddress(60),
  }),
});

export type Session = z.output<typeof session>;
export type SignedIn = z.output<typeof signedIn>;
