import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Answer } from '../answer.ts';
import type { World } from '../world.ts';
import { failure } from './endpoint.ts';
import { shopById } from './market.ts';
import type { Shop } from './shops.ts';

const VALID_SECONDS = 300;

export const hmac = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

const equal = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

type Query = Record<string, string>;

/** The error of partner, time and sign; null if the call is accepted. */
const problemOf = (world: World, path: string, query: Query, personal: string): Answer | null => {
  const { partnerId, partnerKey } = world.shopeeApplication;
  if (query.partner_id === undefined) return failure('error_param', 'There is no partner_id in query.');
  if (query.partner_id !== partnerId) return failure('error_param', 'Invalid partner_id.');
  if (query.timestamp === undefined) return failure('error_param', 'no timestamp');
  if (!/^\d{1,10}$/.test(query.timestamp)) return failure('error_param', 'Invalid timestamp');
  const age = world.clock.now().getTime() / 1000 - Number(query.timestamp);
  if (Math.abs(age) > VALID_SECONDS) return failure('error_param', 'Timestamp is expired.');
  if (query.sign === undefined) return failure('error_param', 'There is no sign in query.');
  const right = hmac(partnerKey, `${partnerId}${path}${query.timestamp}${personal}`);
  return equal(query.sign, right) ? null : failure('error_sign', 'Wrong sign.');
};

export const checkPublic = (world: World, path: string, query: Query): Answer | null =>
  problemOf(world, path, query, '');

export const isAnswer = (found: Shop | Answer): found is Answer => 'status' in found && !('shop_id' in found);

/** The shop whose token it is, or why not. */
export const checkShop = (world: World, path: string, query: Query): Shop | Answer => {
  const { access_token: token, shop_id: named } = query;
  if (token === undefined || token === '')
    return failure('error_param', 'There is no access_token in query.');
  if (named === undefined || named === '') return failure('error_param', 'There is no shop_id in query.');
  const problem = problemOf(world, path, query, `${token}${named}`);
  if (problem !== null) return problem;
  const held = world.shopee.accessTokens[token];
  const dead = held === undefined || new Date(held.expires_at) <= world.clock.now();
  if (dead || String(held.shop_id) !== named) return failure('error_auth', 'Invalid access_token.');
  const shop = shopById(world.shopee, held.shop_id);
  if (shop === null) return failure('error_shop', 'shopid is invalid');
  if (shop.status === 'BANNED') return failure('shop_banned', 'The shop account has been banned.');
  return shop;
};
