import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, instant, name } from '../primitives.ts';
import { isSameTwice, knownPassword, newPassword, notSameTwice, passwordConfirmation } from './password.ts';

const profile = z
  .object({
    id: z.number(),
    name: z.string(),
    email: z.string(),
    locale: z.enum(['pt', 'en']),
    handsFree: z.boolean(),
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

export const user = {
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
    summary: 'Change my password; every other session ends',
    body: z
      .strictObject({ currentPassword: knownPassword, password: newPassword, passwordConfirmation })
      .refine(isSameTwice, notSameTwice),
    errors: ['password_wrong'],
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
};

export type Profile = z.output<typeof profile>;
export type Device = z.output<typeof device>;
export type StolenSession = z.output<typeof stolenSession>;
