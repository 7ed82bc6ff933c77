import { z } from 'zod';
import type { Environment } from '#server/env.ts';
import { understand } from '../../http.ts';
import type { MercadoLivre } from './client.ts';
import type { SellerCalls } from './items.ts';

export type TokenPair = {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  userId: string;
};
export type RemoteUser = {
  id: string;
  nickname: string;
  email: string;
  siteId: string;
  tags: string[];
  operator: boolean;
};

const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
  user_id: z.union([z.number(), z.string()]).transform(String),
});

const user = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  nickname: z.string().catch(''),
  email: z.string().catch(''),
  site_id: z.string().catch('MLB'),
  tags: z.array(z.string()).catch([]),
  user_type: z.string().catch(''),
});

type Application = Environment['mercadoLivre'];

async function askForTokens(
  client: MercadoLivre,
  form: Record<string, string>,
  account?: number,
): Promise<TokenPair> {
  const { json } = await client.call('/oauth/token', { method: 'POST', form, account });
  const pair = understand(tokens, json, 'tokens');
  return {
    accessToken: pair.access_token,
    refreshToken: pair.refresh_token,
    expiresInSeconds: pair.expires_in,
    userId: pair.user_id,
  };
}

export function exchangeCode(
  client: MercadoLivre,
  app: Application,
  code: string,
  verifier: string,
): Promise<TokenPair> {
  return askForTokens(client, {
    grant_type: 'authorization_code',
    client_id: app.clientId,
    client_secret: app.clientSecret,
    code,
    redirect_uri: app.redirectUri,
    code_verifier: verifier,
  });
}

/** The given refresh token dies with the answer, whether or not the answer arrives. */
export function renewTokens(
  client: MercadoLivre,
  app: Application,
  refreshToken: string,
  account: number,
): Promise<TokenPair> {
  const form = {
    grant_type: 'refresh_token',
    client_id: app.clientId,
    client_secret: app.clientSecret,
    refresh_token: refreshToken,
  };
  return askForTokens(client, form, account);
}

export async function readUser(client: MercadoLivre, accessToken: string): Promise<RemoteUser> {
  const { json } = await client.call('/users/me', { accessToken });
  return viewUser(json);
}

/** The same for an account that is connected. */
export async function readSeller(calls: SellerCalls): Promise<RemoteUser> {
  const { json } = await calls.call('/users/me');
  return viewUser(json);
}

function viewUser(json: unknown): RemoteUser {
  const found = understand(user, json, 'user');
  return {
    id: found.id,
    nickname: found.nickname,
    email: found.email,
    siteId: found.site_id,
    tags: found.tags,
    operator: found.user_type === 'operator',
  };
}
