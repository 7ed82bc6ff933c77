import { z } from 'zod';
import { keysAfter, ownKey } from '../business/api-key.ts';
import { endpoint, entity } from '../endpoint.ts';
import { idParams, instant, name } from '../primitives.ts';
import {
  isPasswordRepeated,
  knownPassword,
  newPassword,
  passwordConfirmation,
  passwordMismatch,
} from './password.ts';
import { newPin } from './pin.ts';
import { identity } from './two-step.ts';

const profile = z
  .object({
    id: z.number(),
    name: z.string(),
    email: z.string(),
    locale: z.enum(['pt', 'en']),
    handsFree: z.boolean(),
    /** Since when there is a PIN for the stations of the floor. */
    pinSetAt: instant.nullable(),
    createdAt: instant,
    version: z.number(),
  })
  .meta({ id: 'User' });

/** One signed-in device. */
const device = z
  .object({
    id: z.number(),
    current: z.boolean(),
    userAgent: z.string(),
    createdAt: instant,
    lastUsedAt: instant,
    expiresAt: instant,
  })
  .meta({ id: 'Device' });

/** A session that ended because its refresh token was used twice, in the last thirty days. */
const stolenSession = z.object({ id: z.number(), userAgent: z.string(), endedAt: instant });

/** Open debts and sales of a business; it does not end before all of them are zero. */
const bonds = z.object({
  openSales: z.number(),
  unpaidInvoices: z.number(),
  openBalances: z.number(),
  publications: z.number(),
  offers: z.number(),
});

/** `ends`: the business has no other owner and ends with the account. */
const removalPreview = z.object({
  businesses: z.array(z.object({ id: z.number(), name: z.string(), ends: bonds.nullable() })),
});

export const user = entity('user', {
  detail: endpoint({
    method: 'GET',
    path: '/user',
    permission: 'signed-in',
    summary: 'My profile',
    response: profile,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/user',
    permission: 'signed-in',
    summary: 'Change the own name, language or hands-free setting',
    body: z.strictObject({
      name: name.optional(),
      locale: z.enum(['pt', 'en']).optional(),
      handsFree: z.boolean().optional(),
    }),
    response: profile,
    errors: ['stale_version'],
    touches: ['auth'],
  }),
  changePassword: endpoint({
    method: 'PATCH',
    path: '/user/password',
    permission: 'signed-in',
    summary: 'Change the own password; ends every other session, with `endApiKeys` also the own API keys',
    body: z
      .strictObject({
        currentPassword: knownPassword,
        password: newPassword,
        passwordConfirmation,
        endApiKeys: z.boolean().default(false),
      })
      .refine(isPasswordRepeated, passwordMismatch),
    response: keysAfter,
    touches: ['apiKeys'],
    errors: ['password_wrong'],
    limit: { max: 60, seconds: 60, by: 'address' },
  }),
  apiKeys: endpoint({
    method: 'GET',
    path: '/user/api-keys',
    permission: 'signed-in',
    summary: 'Active API keys that the person created, in all their businesses',
    response: z.object({ items: z.array(ownKey) }),
  }),
  updatePin: endpoint({
    method: 'PATCH',
    path: '/user/pin',
    permission: 'signed-in',
    fresh: true,
    summary: 'Set or remove the own PIN for stations; ends sessions at stations with the former PIN',
    body: z.strictObject({ pin: newPin.nullable() }),
    response: profile,
    limit: { max: 60, seconds: 60, by: 'address' },
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/user/sessions',
    permission: 'signed-in',
    summary: 'Devices with a session of the person',
    response: z.object({ items: z.array(device), stolen: z.array(stolenSession) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/user/sessions/:id',
    permission: 'signed-in',
    summary: 'Sign one device out',
    params: idParams,
    errors: ['not_found'],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/user/sessions',
    permission: 'signed-in',
    summary: 'Sign all other devices out',
    response: z.object({ ended: z.number() }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/user/data',
    permission: 'signed-in',
    summary: 'All stored personal data of the person, as JSON',
    binary: 'file',
  }),
  removal: endpoint({
    method: 'GET',
    path: '/user/removal',
    permission: 'signed-in',
    summary: 'Businesses that would end with the account, and obstacles to deleting it',
    response: removalPreview,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/user/removal',
    permission: 'signed-in',
    summary:
      'Delete the own account by password, with a code or passkey if two-step is on; ends businesses without another owner',
    body: z.strictObject(identity),
    errors: ['password_wrong', 'otp_wrong', 'passkey_refused', 'state_conflict'],
    limit: { max: 60, seconds: 60, by: 'address' },
  }),
});

export type RemovalPreview = z.output<typeof removalPreview>;
export type Profile = z.output<typeof profile>;
export type Device = z.output<typeof device>;
export type StolenSession = z.output<typeof stolenSession>;
