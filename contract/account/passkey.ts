import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { idParams, instant, name } from '../primitives.ts';
import { carriedBy, perAddress, signedIn } from './signed-in.ts';

/** Bytes as WebAuthn writes them in JSON. */
const base64url = (max: number) =>
  z
    .string()
    .min(1, 'required')
    .max(max, 'too_long')
    .regex(/^[\w-]+$/, 'invalid');

/** An authenticator's signature of a challenge: proves one of the person's passkeys, once. */
export const passkeyProof = z.strictObject({
  credentialId: base64url(1400),
  clientDataJSON: base64url(8000),
  authenticatorData: base64url(8000),
  signature: base64url(2000),
});

/** A key pair that an authenticator has just made. */
const newCredential = z.strictObject({
  credentialId: base64url(1400),
  clientDataJSON: base64url(8000),
  attestationObject: base64url(20_000),
  transports: z.array(z.string().regex(/^[a-z-]{1,20}$/, 'invalid')).max(10),
});

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** The argument of `navigator.credentials.create`, as JSON. */
const creation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
});

/** The argument of `navigator.credentials.get`, as JSON. */
const request = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.number(),
    allowCredentials: z.array(descriptor),
    userVerification: z.literal('preferred'),
  })
  .meta({ id: 'PasskeyRequest' });

/** `lastUsedAt` null: never since it was added. */
const passkey = z
  .object({ id: z.number(), name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() })
  .meta({ id: 'Passkey' });

/** At the second step of a sign-in. */
export const passkeyStep = {
  requestPasskey: endpoint({
    method: 'POST',
    path: '/auth/otp/passkey',
    permission: 'second-factor',
    summary: 'A challenge for the second step of this sign-in by passkey; valid once for five minutes',
    response: request,
    errors: ['state_conflict'],
    limit: perAddress(120),
  }),
  validatePasskey: endpoint({
    method: 'PATCH',
    path: '/auth/otp/passkey',
    permission: 'second-factor',
    summary: 'Complete a sign-in by a passkey',
    body: z.strictObject({ passkey: passkeyProof, carriedBy }),
    response: signedIn,
    errors: ['passkey_refused'],
    limit: perAddress(120),
  }),
};

/** Passkeys supplement the authenticator app: they are added while two-step is on, and deleted with it. */
export const passkeys = entity('passkeys', {
  list: endpoint({
    method: 'GET',
    path: '/user/passkeys',
    permission: 'signed-in',
    summary: 'My passkeys',
    response: z.object({ items: z.array(passkey) }),
  }),
  prepare: endpoint({
    method: 'POST',
    path: '/user/passkeys/options',
    permission: 'signed-in',
    fresh: true,
    summary: 'A challenge for creating a passkey; valid once for five minutes',
    response: creation,
    errors: ['state_conflict'],
    limit: perAddress(60),
  }),
  create: endpoint({
    method: 'POST',
    path: '/user/passkeys',
    permission: 'signed-in',
    fresh: true,
    summary: 'Add a passkey',
    body: z.strictObject({ name, credential: newCredential }),
    response: passkey,
    errors: ['passkey_refused', 'state_conflict'],
    limit: perAddress(60),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/user/passkeys/:id',
    permission: 'signed-in',
    summary: 'Rename a passkey',
    params: idParams,
    body: z.strictObject({ name }),
    response: passkey,
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/passkeys/:id',
    permission: 'signed-in',
    fresh: true,
    summary: 'Remove a passkey and end every other session',
    params: idParams,
    errors: ['not_found'],
  }),
  requestProof: endpoint({
    method: 'POST',
    path: '/user/passkeys/challenge',
    permission: 'signed-in',
    summary: 'A challenge for confirming a sensitive act by passkey; valid once for five minutes',
    response: request,
    errors: ['state_conflict'],
    limit: perAddress(120),
  }),
});

export type Passkey = z.output<typeof passkey>;
export type PasskeyProof = z.output<typeof passkeyProof>;
export type NewCredential = z.output<typeof newCredential>;
export type PasskeyCreation = z.output<typeof creation>;
export type PasskeyRequest = z.output<typeof request>;
