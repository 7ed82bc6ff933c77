import { randomBytes } from 'node:crypto';
import type { Answer } from '../answer.ts';
import { later } from '../clock.ts';
import type { Fields } from '../reading.ts';
import { numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { bare, failure, open } from './endpoint.ts';
import { secondsOf } from './market.ts';
import { push } from './push.ts';
import type { Shop } from './shops.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CODE_LIFE_MS = 10 * MINUTE;
const ACCESS_SECONDS = 14_400;
const REFRESH_LIFE_MS = 30 * DAY;
const WARNING_MS = 7 * DAY;

export const issueCode = (world: World, shop: Shop, days: number): string => {
  const code = randomBytes(16).toString('hex');
  world.shopee.codes[code] = {
    shop_id: shop.shop_id,
    days,
    expires_at: later(world.clock.now(), CODE_LIFE_MS).toISOString(),
  };
  // The seller has accepted: the grant begins here, and the application is notified.
  const now = world.clock.now();
  world.shopee.grants[String(shop.shop_id)] = {
    auth_time: now.toISOString(),
    expire_time: later(now, days * DAY).toISOString(),
    warned: false,
  };
  push(world, 1, null, {
    authorize_type: 'shop authorization by user',
    extra: `shop id ${shop.shop_id} (BR) has been authorized successfully`,
    shop_id: shop.shop_id,
    success: 1,
  });
  world.changed();
  return code;
};

/** Both tokens before these are dead. */
const issuePair = (world: World, shopId: number): Fields => {
  const market = world.shopee;
  const now = world.clock.now();
  dropTokens(world, shopId);
  const access = randomBytes(16).toString('hex');
  const refresh = randomBytes(16).toString('hex');
  market.accessTokens[access] = {
    shop_id: shopId,
    expires_at: later(now, ACCESS_SECONDS * 1000).toISOString(),
  };
  market.refreshTokens[refresh] = {
    shop_id: shopId,
    expires_at: later(now, REFRESH_LIFE_MS).toISOString(),
  };
  world.changed();
  return { access_token: access, refresh_token: refresh, expire_in: ACCESS_SECONDS };
};

const without = <T extends { shop_id: number }>(tokens: Record<string, T>, shopId: number) =>
  Object.fromEntries(Object.entries(tokens).filter(([, token]) => token.shop_id !== shopId));

const dropTokens = (world: World, shopId: number): void => {
  world.shopee.accessTokens = without(world.shopee.accessTokens, shopId);
  world.shopee.refreshTokens = without(world.shopee.refreshTokens, shopId);
};

const partnerProblem = (call: Call): Answer | null =>
  String(numberOf(call.body.partner_id)) === call.world.shopeeApplication.partnerId
    ? null
    : failure('error_param', 'Invalid partner_id.');

const exchange = (call: Call): Answer => {
  const { world, body, market } = call;
  const problem = partnerProblem(call);
  if (problem !== null) return problem;
  const name = textOf(body.code) ?? '';
  const code = market.codes[name];
  const shopId = numberOf(body.shop_id);
  if (shopId === null) return failure('error_param', 'shop_id or main_account_id is required.');
  if (code === undefined || new Date(code.expires_at) <= world.clock.now() || code.shop_id !== shopId)
    return failure('invalid_code', 'Invalid code.');
  delete market.codes[name];
  return bare({ ...issuePair(world, shopId), shop_id_list: [shopId], merchant_id_list: [] });
};

const renew = (call: Call): Answer => {
  const { world, body, market } = call;
  const problem = partnerProblem(call);
  if (problem !== null) return problem;
  endExpired(world);
  const held = market.refreshTokens[textOf(body.refresh_token) ?? ''];
  const shopId = numberOf(body.shop_id);
  if (shopId === null) return failure('error_param', 'shop_id or merchant_id is required.');
  if (
    held === undefined ||
    held.shop_id !== shopId ||
    new Date(held.expires_at) <= world.clock.now() ||
    market.grants[String(shopId)] === undefined
  )
    return failure('error_auth', 'Invalid refresh_token.');
  return bare({
    partner_id: Number(world.shopeeApplication.partnerId),
    shop_id: shopId,
    ...issuePair(world, shopId),
  });
};

export const endGrant = (world: World, shopId: number, reason: string): boolean => {
  const market = world.shopee;
  if (market.grants[String(shopId)] === undefined) return false;
  delete market.grants[String(shopId)];
  dropTokens(world, shopId);
  push(world, 2, null, {
    authorize_type: reason,
    extra: `shop id ${shopId} (BR) has been canceled successfully`,
    shop_id: shopId,
    success: 1,
  });
  world.changed();
  return true;
};

/** Ended authorizations, and those about to end; applied at every read. */
export const endExpired = (world: World): void => {
  const now = world.clock.now();
  const soon: number[] = [];
  for (const [id, grant] of Object.entries(world.shopee.grants)) {
    const ends = new Date(grant.expire_time);
    if (ends <= now) endGrant(world, Number(id), 'expiry');
    else if (!grant.warned && ends <= later(now, WARNING_MS)) {
      grant.warned = true;
      soon.push(Number(id));
    }
  }
  if (soon.length === 0) return;
  push(world, 12, null, {
    merchant_expire_soon: [],
    shop_expire_soon: soon,
    user_expire_soon: [],
    expire_before: secondsOf(later(now, WARNING_MS).toISOString()),
    page_no: 1,
    total_page: 1,
  });
  world.changed();
};

export const expireAccess = (world: World, shopId: number): void => {
  const now = world.clock.now().toISOString();
  for (const token of Object.values(world.shopee.accessTokens))
    if (token.shop_id === shopId) token.expires_at = now;
  world.changed();
};

export const oauthEndpoints: Endpoint[] = [
  open('POST', '/auth/token/get', exchange),
  open('POST', '/auth/access_token/get', renew),
];
