import { randomBytes } from 'node:crypto';
import type { Answer } from '../answer.ts';
import { later } from '../clock.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, idOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import { ok } from './endpoint.ts';
import type { Grant } from './market.ts';
import { grantOf } from './market.ts';
import { notify } from './notify.ts';
import type { Store } from './stores.ts';

const CODE_LIFE_MS = 5 * 60_000;

/** Scopes that a scope includes. */
const inherited: Record<string, string[]> = {
  read_products: ['read_locations'],
  write_products: ['read_locations'],
  read_shipping: ['read_locations'],
  write_shipping: ['read_locations'],
  read_orders: ['read_fulfillment_orders'],
  write_orders: ['write_fulfillment_orders'],
};

export const issueCode = (world: World, store: Store): string => {
  const code = randomBytes(20).toString('hex');
  world.nuvemshop.codes[code] = {
    store_id: store.id,
    scopes: world.nuvemshop.scopes,
    expires_at: later(world.clock.now(), CODE_LIFE_MS).toISOString(),
  };
  world.changed();
  return code;
};

/** Refusals have status 200: only the body says that there is no token. */
const oauthError = (error: string, description: string): Answer =>
  ok({ error, error_description: description });

/** `POST /apps/authorize/token`: the fields in the body, as JSON or as a form, never in the address. */
export const answerTokenCall = (world: World, sent: unknown): Answer => {
  const body: Fields = fieldsOf(sent);
  const { clientId, clientSecret } = world.nuvemshopApplication;
  if (textOf(body.grant_type) !== 'authorization_code') {
    return oauthError(
      'unsupported_grant_type',
      'The grant type is not supported by the authorization server',
    );
  }
  if (idOf(body.client_id) !== clientId || textOf(body.client_secret) !== clientSecret) {
    return oauthError('invalid_client', 'Client authentication failed');
  }
  const name = textOf(body.code) ?? '';
  const code = world.nuvemshop.codes[name];
  if (code === undefined || new Date(code.expires_at) <= world.clock.now()) {
    return oauthError('invalid_grant', 'The authorization code is invalid or has expired');
  }
  delete world.nuvemshop.codes[name];
  const token = randomBytes(20).toString('hex');
  const grant: Grant = { store_id: code.store_id, token, scopes: code.scopes };
  // The token before this one is dead.
  world.nuvemshop.grants = [
    ...world.nuvemshop.grants.filter((other) => other.store_id !== code.store_id),
    grant,
  ];
  world.changed();
  return ok({
    access_token: token,
    token_type: 'bearer',
    scope: grant.scopes.join(','),
    user_id: String(grant.store_id),
  });
};

/** The token of a request, in either header; the word before it is ignored. */
export const tokenOf = (headers: { authentication?: unknown; authorization?: unknown }): string | null => {
  const header = textOf(headers.authentication) ?? textOf(headers.authorization);
  const token = header?.trim().split(/\s+/).at(-1);
  return token === undefined || token === '' ? null : token;
};

export const allowed = (grant: Grant, needed: string): boolean => {
  const held = grant.scopes.flatMap((scope) => [scope, ...(inherited[scope] ?? [])]);
  return held.includes(needed) || held.includes(needed.replace(/^read_/, 'write_'));
};

/** The merchant removes the application from the store: one last notification, then token and webhooks end. */
export const uninstall = (world: World, store: Store): boolean => {
  if (grantOf(world.nuvemshop, store.id) === null) return false;
  notify(world, store.id, 'app/uninstalled', { id: Number(world.nuvemshopApplication.clientId) || 0 });
  const market = world.nuvemshop;
  market.grants = market.grants.filter((grant) => grant.store_id !== store.id);
  market.webhooks = Object.fromEntries(
    Object.entries(market.webhooks).filter(([, webhook]) => webhook.store_id !== store.id),
  );
  world.changed();
  return true;
};
