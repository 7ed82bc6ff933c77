import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { control, readReply, redirectUri, startForTest } from '../testing.ts';
import {
  callerIn,
  codeIn,
  decideIn,
  exchangeIn,
  plate,
  simpleStore,
  storeCaller,
  storeControl,
  tokenFor,
  twoPlaceStore,
} from './testing.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startForTest();
});
afterAll(() => sandbox.close());

describe('consent page', () => {
  const page = (app = '1000', query = 'state=s') =>
    fetch(`${sandbox.url}/nuvemshop-auth/apps/${app}/authorize?${query}`);

  it('the consent page shows the stores and the requested scopes', async () => {
    const text = await (await page()).text();
    expect(text).toContain('Casa das Canecas');
    expect(text).toContain('Ver e mudar vendas e envios');
  });

  it('the consent page escapes the values of its address', async () => {
    const text = await (
      await page('1000', `state=${encodeURIComponent('"><script>alert(1)</script>')}`)
    ).text();
    expect(text).not.toContain('<script>');
  });

  it('exists under the real path too', async () => {
    expect((await fetch(`${sandbox.url}/apps/1000/authorize?state=s`)).status).toBe(200);
  });

  it('redirects to the registered address only, with code and state', async () => {
    const { status, target } = await decideIn(sandbox, simpleStore);
    expect(status).toBe(303);
    expect(target?.origin + (target?.pathname ?? '')).toBe(redirectUri);
    expect(target?.searchParams.get('state')).toBe('s-1');
    const elsewhere = await decideIn(sandbox, simpleStore, { redirect_uri: 'https://elsewhere.example/' });
    expect(elsewhere).toEqual({ status: 400, target: null });
    expect((await page('1001')).status).toBe(400);
  });

  it('a refusal on the consent page is not reported to the application', async () => {
    expect(await decideIn(sandbox, simpleStore, { decision: 'deny' })).toEqual({ status: 200, target: null });
  });
});

describe('authorization code', () => {
  it('an authorization code is exchanged once, for a token that does not expire', async () => {
    const code = await codeIn(sandbox, simpleStore);
    const { body } = await exchangeIn(sandbox, code);
    expect(body).toMatchObject({
      token_type: 'bearer',
      scope: 'write_products,write_orders,read_customers',
      user_id: String(simpleStore),
    });
    expect(body).not.toHaveProperty('expires_in');
    const again = await exchangeIn(sandbox, code);
    expect(again.body.access_token).toBeUndefined();
    expect(again.body.error).toBe('invalid_grant');
    const call = storeCaller(sandbox, simpleStore, textOf(body.access_token) ?? '');
    await control(sandbox, 'POST', '/clock', { seconds: 400 * 24 * 3_600 });
    expect((await call('GET', '/store')).status).toBe(200);
  });

  it('an invalid authorization code is answered 200 with the error in the body', async () => {
    const wrong = await exchangeIn(sandbox, await codeIn(sandbox, simpleStore), { client_secret: 'no' });
    expect(wrong).toMatchObject({ status: 200, body: { error: 'invalid_client' } });
    const refresh = await exchangeIn(sandbox, '', { grant_type: 'refresh_token' });
    expect(refresh.body.error).toBe('unsupported_grant_type');
  });

  it('lives five minutes', async () => {
    const code = await codeIn(sandbox, simpleStore);
    await control(sandbox, 'POST', '/clock', { seconds: 301 });
    expect((await exchangeIn(sandbox, code)).body.error).toBe('invalid_grant');
  });

  it('an authorization code in the address is ignored', async () => {
    const query = new URLSearchParams({
      client_id: '1000',
      client_secret: 'secret',
      grant_type: 'authorization_code',
      code: await codeIn(sandbox, simpleStore),
    });
    const url = `${sandbox.url}/nuvemshop-auth/apps/authorize/token`;
    expect((await readReply(await fetch(`${url}?${query}`, { method: 'POST' }))).body.error).toBeTruthy();
    expect(
      (await readReply(await fetch(url, { method: 'POST', body: query }))).body.access_token,
    ).toBeTruthy();
  });
});

describe('access token', () => {
  it('a newer access token invalidates the former one', async () => {
    const old = storeCaller(sandbox, simpleStore, await tokenFor(sandbox, simpleStore));
    expect((await old('GET', '/store')).status).toBe(200);
    const call = await callerIn(sandbox, simpleStore);
    expect(await old('GET', '/store')).toMatchObject({
      status: 401,
      body: { code: 401, description: 'Invalid access token' },
    });
    expect((await call('GET', '/store')).status).toBe(200);
  });

  it('an access token is valid only for its own store', async () => {
    const token = await tokenFor(sandbox, simpleStore);
    expect((await storeCaller(sandbox, twoPlaceStore, token)('GET', '/store')).status).toBe(401);
  });

  it('an access token is accepted from either header, and a missing one has its own error', async () => {
    const token = await tokenFor(sandbox, simpleStore);
    const bare = storeCaller(sandbox, simpleStore, '');
    expect((await bare('GET', '/store', undefined, { authorization: `Bearer ${token}` })).status).toBe(401);
    const url = `${sandbox.url}/nuvemshop/2025-03/${simpleStore}/store`;
    const agent = { 'user-agent': 'Easy (a@b.example)' };
    const either = await fetch(url, { headers: { ...agent, authorization: `Bearer ${token}` } });
    expect(either.status).toBe(200);
    const none = await readReply(await fetch(url, { headers: agent }));
    expect(none).toMatchObject({ status: 401, body: { description: 'Required access token is missing' } });
  });

  it('a call requires a User-Agent with a contact, checked after the token', async () => {
    const call = await callerIn(sandbox, simpleStore);
    expect((await call('GET', '/store', undefined, { 'user-agent': 'node' })).status).toBe(400);
    const outsider = storeCaller(sandbox, simpleStore, 'nothing');
    expect((await outsider('GET', '/store', undefined, { 'user-agent': 'node' })).status).toBe(401);
  });

  it('an access token allows only calls of its scopes', async () => {
    await storeControl(sandbox, 'POST', '/application', { scopes: ['read_products'] });
    const call = await callerIn(sandbox, simpleStore);
    await storeControl(sandbox, 'POST', '/application', {
      scopes: ['write_products', 'write_orders', 'read_customers'],
    });
    expect((await call('GET', '/locations')).status).toBe(200);
    expect((await call('POST', '/products', plate())).status).toBe(403);
    expect((await call('GET', '/orders')).status).toBe(403);
  });

  it('uninstalling the application invalidates the access token and its webhooks', async () => {
    const call = await callerIn(sandbox, twoPlaceStore);
    await call('POST', '/webhooks', { event: 'order/paid', url: 'https://app.example/hook' });
    await storeControl(sandbox, 'POST', `/stores/${twoPlaceStore}/uninstall`);
    expect((await call('GET', '/store')).status).toBe(401);
    expect((await (await callerIn(sandbox, twoPlaceStore))('GET', '/webhooks')).list).toEqual([]);
  });
});
