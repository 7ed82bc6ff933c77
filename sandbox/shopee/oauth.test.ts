import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { control } from '../testing.ts';
import {
  callerAt,
  companyShop,
  decideAt,
  exchangeAt,
  lettersShop,
  linkOf,
  partnerId,
  passTime,
  publicCall,
  redirectUri,
  secondsAt,
  shopCaller,
  signOf,
  startShopee,
  tokensFor,
} from './testing.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startShopee();
});
afterAll(() => sandbox.close());

const page = (query: URLSearchParams) => fetch(`${sandbox.url}/shopee/api/v2/shop/auth_partner?${query}`);

describe('authorising', () => {
  it('signatures equal those of the public examples', () => {
    expect(signOf('/api/v2/auth/token/get', 1_767_225_600)).toBe(
      '563c5ac49c80dfc6a514e98cbd2a47a0dda4ae657f966cd126d108f34ba213d9',
    );
    expect(signOf('/api/v2/returns/get_return_list', 1_767_225_600, 'acc-token-155667788')).toBe(
      '276f0d5e8ff6d69fe690647195eafb3ba117bed2331e6f5dc593e3617f7bd631',
    );
  });

  it('the consent page requires a recent signed link to the registered domain', async () => {
    const good = await page(linkOf(sandbox, `${redirectUri}?state=s-1`));
    expect(await good.text()).toContain('canecas.oficial');
    const spoiled: Record<string, string>[] = [
      { sign: 'f'.repeat(64) },
      { partner_id: '999' },
      { timestamp: String(secondsAt(sandbox) - 301) },
      { redirect: 'https://elsewhere.example/back' },
    ];
    for (const changes of spoiled)
      expect((await page(linkOf(sandbox, redirectUri, changes))).status).toBe(400);
  });

  it('redirects the browser with our state, a code and the shop; a seller who refuses stays', async () => {
    const { status, target } = await decideAt(sandbox, companyShop);
    expect(status).toBe(303);
    expect(Object.fromEntries(target?.searchParams ?? [])).toEqual({
      state: 's-1',
      code: expect.any(String),
      shop_id: String(companyShop),
    });
    expect((await decideAt(sandbox, companyShop, { decision: 'deny' })).target).toBeNull();
  });

  it('an authorization code is exchanged once, within ten minutes, for its shop only', async () => {
    const codeFor = async () => (await decideAt(sandbox, companyShop)).target?.searchParams.get('code') ?? '';
    const code = await codeFor();
    expect((await exchangeAt(sandbox, code, lettersShop)).body.error).toBe('invalid_code');
    const first = await exchangeAt(sandbox, code, companyShop);
    expect(first).toMatchObject({ status: 200, body: { error: '', expire_in: 14_400 } });
    expect(first.body.response).toBeUndefined();
    expect((await exchangeAt(sandbox, code, companyShop)).body.error).toBe('invalid_code');
    const late = await codeFor();
    await passTime(sandbox, 601);
    expect((await exchangeAt(sandbox, late, companyShop)).body.error).toBe('invalid_code');
  });
});

describe('tokens', () => {
  const renew = (refresh: unknown, shopId = companyShop) =>
    publicCall(sandbox, '/auth/access_token/get', {
      refresh_token: refresh,
      partner_id: Number(partnerId),
      shop_id: shopId,
    });

  it('a refresh token is used once, for its own shop', async () => {
    const { access_token: access, refresh_token: refresh } = await tokensFor(sandbox, companyShop);
    const old = shopCaller(sandbox, companyShop, textOf(access) ?? '');
    expect((await old('GET', '/shop/get_shop_info')).body).toMatchObject({
      error: '',
      shop_name: 'canecas.oficial',
      region: 'BR',
    });
    const outsider = shopCaller(sandbox, lettersShop, textOf(access) ?? '');
    expect((await outsider('GET', '/shop/get_shop_info')).body.error).toBe('error_auth');
    const renewed = await renew(refresh);
    expect(renewed.body).toMatchObject({ error: '', shop_id: companyShop });
    expect((await renew(refresh)).body.error).toBe('error_auth');
    expect((await old('GET', '/shop/get_shop_info')).body.error).toBe('error_auth');
  });

  it('end after four hours, and with the authorisation', async () => {
    const { access_token: access, refresh_token: refresh } = await tokensFor(sandbox, companyShop);
    const call = shopCaller(sandbox, companyShop, textOf(access) ?? '');
    await passTime(sandbox, 14_401);
    expect((await call('GET', '/shop/get_shop_info')).body).toMatchObject({
      error: 'error_auth',
      message: 'Invalid access_token.',
    });
    await control(sandbox, 'POST', `/shopee/grants/${companyShop}`, { revoke: true });
    expect((await renew(refresh)).body.error).toBe('error_auth');
  });
});

describe('signed calls', () => {
  it('a call with a missing, expired or wrong parameter is refused with status 200', async () => {
    const call = await callerAt(sandbox, companyShop);
    const with_ = async (changes: Record<string, string>) => {
      const { status, body } = await call('GET', '/shop/get_shop_info', {}, changes);
      return [status, body.error, body.message];
    };
    expect(await with_({ sign: '0'.repeat(64) })).toEqual([200, 'error_sign', 'Wrong sign.']);
    expect(await with_({ timestamp: String(secondsAt(sandbox) - 301) })).toEqual([
      200,
      'error_param',
      'Timestamp is expired.',
    ]);
    expect((await with_({ partner_id: '1' }))[2]).toBe('Invalid partner_id.');
    expect((await with_({ access_token: '' }))[2]).toBe('There is no access_token in query.');
    const bare = await fetch(`${sandbox.url}/shopee/api/v2/shop/get_shop_info`);
    expect(bare.status).toBe(200);
    const nowhere = await call('GET', '/shop/nothing');
    expect(nowhere).toMatchObject({ status: 200, body: { error: 'error_param' } });
  });
});
