import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { businessTypes, roles } from '../permissions.ts';
import { id, idParams, instant, oneLine, reference, typedDay } from '../primitives.ts';

/** The prefix of every key, so that secret scanners recognize it. */
export const keyPrefix = 'easy_key_';
export const maxKeyDays = 366;

/** `orphaned`: its creator is no longer an owner here. */
export const keyStates = ['active', 'expired', 'revoked', 'orphaned'] as const;

const role = z.enum(roles);

const apiKey = z
  .object({
    id,
    name: z.string(),
    role,
    state: z.enum(keyStates),
    /** The first characters of the key. */
    hint: z.string(),
    createdBy: reference,
    createdAt: instant,
    expiresAt: instant,
    lastUsedAt: instant.nullable(),
    lastAddress: z.string().nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof apiKey>;

/** A key that its maker's new password leaves open, unless they end it too. */
export const ownKey = z.object({ id, name: z.string(), business: reference }).meta({ id: 'OwnKey' });
export type OwnKey = z.output<typeof ownKey>;

/** What happened to them with the new password. */
export const keysAfter = z.object({ keysEnded: z.number(), keysLeft: z.number() });

/** Keys by which programs act for the business, with the rights of one role. */
export const apiKeys = entity('apiKeys', {
  list: endpoint({
    method: 'GET',
    path: '/api-keys',
    permission: 'api-keys.read',
    summary: 'API keys of the business, active ones first',
    response: z.object({ items: z.array(apiKey) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api-keys',
    permission: 'api-keys.manage',
    summary: 'Create an API key; only this response shows it',
    body: z.strictObject({ name: oneLine(60, 1), role, expiresOn: typedDay }),
    response: z.object({ id, token: z.string() }),
    errors: ['key_exists'],
    fresh: true,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api-keys/:id',
    permission: 'api-keys.manage',
    summary: 'Revoke an API key; it is refused from that moment on',
    params: idParams,
    errors: ['state_conflict'],
  }),
  current: endpoint({
    method: 'GET',
    path: '/api-keys/current',
    permission: 'signed-in',
    byKey: true,
    summary: 'The API key of this request and the person it acts for',
    response: z.object({
      id,
      name: z.string(),
      role,
      expiresAt: instant,
      business: z.object({ id, name: z.string(), type: z.enum(businessTypes) }),
    }),
    errors: ['not_found'],
  }),
});
