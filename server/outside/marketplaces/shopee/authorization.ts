import { z } from 'zod';
import { understand } from '../../http.ts';
import type { Connect, RemoteUser, TokenPair } from '../connect.ts';
import { isMarketplaceError } from '../marketplace-error.ts';
import type { SellerSession } from '../seller-session.ts';
import type { Shopee } from './client.ts';
import { grantOver, ShopeeError } from './shopee-error.ts';
import { maybe, moment, numberOf, pathOf, remoteId, responseOf, shopPath } from './values.ts';

/** As it is registered at the marketplace. */
export type Application = { partnerId: string; partnerKey: string; redirectUri: string };

const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expire_in: z.number().positive(),
  shop_id_list: maybe(z.array(remoteId)),
});

/** Fields of a shop are not inside `response`. */
const shop = z.object({
  shop_name: z.string().catch(''),
  region: z.string().catch('BR'),
  expire_time: maybe(moment),
});

const fiscal = z.object({ tax_id_type: maybe(z.number()) });

/** Tags of ours, from the shop's data about its owner: a person issues no NF-e. */
export const ownerTags = { person: 'cpf', company: 'cnpj' } as const;

export function createConnect(client: Shopee, app: Application): Connect {
  async function askForTokens(method: string, json: Record<string, unknown>, account?: number) {
    try {
      const sent = { ...json, partner_id: numberOf(app.partnerId) };
      const answer = await client.call(pathOf(method), { method: 'POST', json: sent, account });
      return understand(tokens, answer.json, 'tokens');
    } catch (error) {
      throw error instanceof ShopeeError && isOver(error)
        ? new ShopeeError(400, grantOver, error.message, error.body, { cause: error })
        : error;
    }
  }

  return {
    // The link has no state parameter: it is part of the redirect address.
    consentUrl({ state }) {
      const redirect = new URL(app.redirectUri);
      redirect.searchParams.set('state', state);
      return client.signed(pathOf('shop/auth_partner', { redirect: redirect.href }));
    },
    async exchange(code, _verifier, said) {
      const { shop_id: shopId, main_account_id: mainId } = said;
      const whose = shopId ? { shop_id: numberOf(shopId) } : { main_account_id: numberOf(mainId ?? '') };
      const given = await askForTokens('auth/token/get', { code, ...whose });
      const [only, ...others] = given.shop_id_list ?? [];
      const userId = shopId ?? (others.length === 0 ? only : undefined);
      // The tokens of several shops differ after the first renewal, so each shop is connected separately.
      if (!userId) throw new ShopeeError(400, 'several_shops', 'one shop at a time', {});
      return viewTokens(given, userId);
    },
    async renew(refreshToken, account, shopId) {
      const json = { refresh_token: refreshToken, shop_id: numberOf(shopId) };
      return viewTokens(await askForTokens('auth/access_token/get', json, account), shopId);
    },
    async whoIs({ accessToken, userId }) {
      const call: SellerSession['call'] = (path, options) => client.call(path, { ...options, accessToken });
      return readShop({ remoteUserId: userId, call });
    },
    readGrantEnd: async (session) => (await readInfo(session)).expire_time ?? null,
    isOperatorRefusal: () => false,
    endOfGrant(error) {
      if (!isMarketplaceError(error, 'ended_grant')) return null;
      return error.code === grantOver ? 'invalid_grant' : 'revoked';
    },
  };
}

/**
 * A code or token that was used, is too old, or belongs to a removed shop: `error_param` says so only in its sentence.
 */
function isOver({ kind, code, message }: ShopeeError): boolean {
  if (kind === 'unauthorized' || kind === 'ended_grant') return true;
  if (kind !== 'refused' && kind !== 'not_found' && kind !== 'forbidden') return false;
  return /code|refresh_?token|expired/i.test(`${code} ${message}`);
}

function viewTokens(given: z.output<typeof tokens>, userId: string): TokenPair {
  return {
    accessToken: given.access_token,
    refreshToken: given.refresh_token,
    expiresInSeconds: given.expire_in,
    userId,
  };
}

/** The owner of the shop and their data; a shop that may not be asked returns none. */
export async function readShop(session: Pick<SellerSession, 'remoteUserId' | 'call'>): Promise<RemoteUser> {
  const found = await readInfo(session);
  return {
    id: session.remoteUserId,
    nickname: found.shop_name,
    email: '',
    siteId: found.region,
    tags: await readOwner(session),
    grantEndsAt: found.expire_time ?? null,
    operator: false,
  };
}

async function readInfo(session: Pick<SellerSession, 'remoteUserId' | 'call'>) {
  const { json } = await session.call(shopPath(session, 'shop/get_shop_info'));
  return understand(shop, json, 'shop');
}

async function readOwner(session: Pick<SellerSession, 'remoteUserId' | 'call'>): Promise<string[]> {
  try {
    const answer = await session.call(shopPath(session, 'shop/get_br_shop_onboarding_info'));
    const type = responseOf(fiscal, answer, 'owner of a shop').tax_id_type;
    return type === 1 ? [ownerTags.person] : type === 2 ? [ownerTags.company] : [];
  } catch (error) {
    // A missing answer says nothing about the owner; a failed call is repeated, and removes nothing.
    if (isMarketplaceError(error, 'refused', 'not_found', 'forbidden')) return [];
    throw error;
  }
}
