import { z } from 'zod';
import { keysAfter, ownKey } from '../business/api-key.ts';
import { endpoint, entity } from '../endpoint.ts';
import { idParams, instant, name } from '../primitives.ts';
import { isSameTwice, knownPassword, newPassword, notSameTwice, passwordConfirmation } from './password.ts';
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
    summary: 'Change my name, my language, or whether the bench goes on by itself',
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
    summary: 'Change my password; every other session ends, and with `endApiKeys` the keys that I made',
    body: z
      .strictObject({
        currentPassword: knownPassword,
        password: newPassword,
        passwordConfirmation,
        endApiKeys: z.boolean().default(false),
      })
      .refine(isSameTwice, notSameTwice),
    response: keysAfter,
    touches: ['apiKeys'],
    errors: ['password_wrong'],
    limit: { max: 60, seconds: 60, by: 'address' },
  }),
  apiKeys: endpoint({
    method: 'GET',
    path: '/user/api-keys',
    permission: 'signed-in',
    summary: 'Keys of the API that I made and that still open something, in every business of mine',
    response: z.object({ items: z.array(ownKey) }),
  }),
  updatePin: endpoint({
    method: 'PATCH',
    path: '/user/pin',
    permission: 'signed-in',
    fresh: true,
    summary:
      'Choose my PIN for the stations of the floor, or have none; a person who is at a station by the old PIN has to enter again',
    body: z.strictObject({ pin: newPin.nullable() }),
    response: profile,
    limit: { max: 60, seconds: 60, by: 'address' },
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/user/sessions',
    permission: 'signed-in',
    summary: 'The devices where I am signed in',
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
    summary: 'Sign every other device out',
    response: z.object({ ended: z.number() }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/user/data',
    permission: 'signed-in',
    summary: 'Everything that is held of me as a person, as JSON',
    binary: 'file',
  }),
  removal: endpoint({
    method: 'GET',
    path: '/user/removal',
    permission: 'signed-in',
    summary: 'What would end with my account, and what stands in the way',
    response: removalPreview,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/user/removal',
    permission: 'signed-in',
    summary:
      'Delete my account: wants the password, and a code or a passkey where there is a second step; businesses that nobody else owns end',
    body: z.strictObject(identity),
    errors: ['password_wrong', 'otp_wrong', 'passkey_refused', 'business_busy'],
    limit: { max: 60, seconds: 60, by: 'address' },
  }),
});

export type RemovalPreview = z.output<typeof removalPreview>;
export type Profile = z.output<typeof profile>;
export type Device = z.output<typeof device>;
export type StolenSession = z.output<typeof stolenSession>;
