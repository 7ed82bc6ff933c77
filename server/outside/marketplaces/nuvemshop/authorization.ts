import { z } from 'zod';
import { understand } from '../../http.ts';
import type { Connect, RemoteUser } from '../connect.ts';
import { isMarketplaceError } from '../marketplace-error.ts';
import type { SellerSession } from '../seller-session.ts';
import { accessRevoked, type Nuvemshop, NuvemshopError, storePath } from './client.ts';
import { remoteId, spoken } from './values.ts';

/** As registered at the marketplace, which knows the redirect address. */
export type Application = { clientId: string; clientSecret: string };

const grant = z.object({ access_token: z.string().min(1), user_id: remoteId });

/** Comes behind a 200 as well. */
const refused = z.object({ error: z.string(), error_description: z.string().catch('') });

const store = z.object({ id: remoteId, name: spoken, email: z.string().catch('') });

/** A token lasts until the application is removed from the store: longer than any limit here. */
const lifetimeSeconds = 100 * 365 * 24 * 3600;

export function createConnect(client: Nuvemshop, authUrl: string, app: Application): Connect {
  return {
    consentUrl: ({ state }) =>
      `${authUrl}/apps/${encodeURIComponent(app.clientId)}/authorize?${new URLSearchParams({ state })}`,
    async exchange(code) {
      const json = await client.askForToken({
        client_id: app.clientId,
        client_secret: app.clientSecret,
        grant_type: 'authorization_code',
        code,
      });
      const refusal = refused.safeParse(json).data;
      if (refusal) throw new NuvemshopError(400, refusal.error, refusal.error_description, json);
      const given = understand(grant, json, 'token');
      return {
        accessToken: given.access_token,
        refreshToken: '',
        expiresInSeconds: lifetimeSeconds,
        userId: given.user_id,
      };
    },
    // Checked only if the token was refused: there is no other one.
    renew: async () => {
      throw new NuvemshopError(401, accessRevoked, 'the store has taken the access back', {});
    },
    whoIs: async ({ accessToken, userId }) =>
      viewStore((await client.call(`${storePath(userId)}/store`, { accessToken })).json),
    readGrantEnd: null,
    isOperatorRefusal: () => false,
    endOfGrant(error) {
      if (!isMarketplaceError(error, 'ended_grant')) return null;
      return error.code === accessRevoked ? 'revoked' : 'invalid_grant';
    },
  };
}

/** The same for an account that is connected. */
export async function readStore(session: SellerSession): Promise<RemoteUser> {
  return viewStore((await session.call(`${storePath(session.remoteUserId)}/store`)).json);
}

function viewStore(json: unknown): RemoteUser {
  const found = understand(store, json, 'store');
  return {
    id: found.id,
    nickname: found.name,
    email: found.email,
    siteId: 'BR',
    tags: [],
    grantEndsAt: null,
    operator: false,
  };
}
