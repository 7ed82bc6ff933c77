import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import {
  callWith,
  connect,
  control,
  decide,
  exchange,
  legacySeller,
  operator,
  redirectUri,
  startForTest,
  tokenCall,
} from './testing.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startForTest();
});
afterAll(() => sandbox.close());

const codeFor = async (userId = legacySeller) =>
  (await decide(sandbox, userId)).target?.searchParams.get('code') ?? '';

describe('consent page', () => {
  const page = (changes: Record<string, string> = {}) =>
    fetch(
      `${sandbox.url}/mercado-livre-auth/authorization?${new URLSearchParams({ response_type: 'code', client_id: '1000', redirect_uri: redirectUri, state: 's', ...changes })}`,
    );

  it('the consent page offers the accounts and two decisions', async () => {
    const text = await (await page()).text();
    expect(text).toContain('CASA.DAS.CANECAS');
    expect(text).toContain('value="approve"');
    expect(text).toContain('value="deny"');
  });

  it('the consent page escapes the values of its address', async () => {
    const text = await (await page({ state: '"><script>alert(1)</script>' })).text();
    expect(text).not.toContain('<script>');
  });

  it.each<Record<string, string>>([
    { redirect_uri: `${redirectUri}/` },
    { redirect_uri: `${redirectUri}?x=1` },
    { client_id: '1001' },
  ])('does not redirect for %o', async (changes) => {
    expect((await page(changes)).status).toBe(400);
    expect((await decide(sandbox, legacySeller, changes)).target).toBeNull();
  });

  it('approving consent returns a code and the state', async () => {
    const { status, target } = await decide(sandbox, legacySeller);
    expect(status).toBe(303);
    expect(target?.origin + (target?.pathname ?? '')).toBe(redirectUri);
    expect(target?.searchParams.get('code')).toMatch(/^TG-/);
    expect(target?.searchParams.get('state')).toBe('state-1');
  });

  it('denying consent returns access_denied', async () => {
    const { target } = await decide(sandbox, legacySeller, { decision: 'deny' });
    expect(target?.searchParams.get('error')).toBe('access_denied');
    expect(target?.searchParams.get('code')).toBeNull();
  });

  it('an operator account cannot give consent', async () => {
    const { target } = await decide(sandbox, operator);
    expect(target?.searchParams.get('error')).toBe('invalid_operator_user_id');
  });
});

describe('authorization code', () => {
  it('an authorization code is exchanged for a pair of tokens once', async () => {
    const code = await codeFor();
    const first = await exchange(sandbox, code);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      token_type: 'bearer',
      expires_in: 21_600,
      user_id: legacySeller,
      scope: 'offline_access read write',
    });
    const second = await exchange(sandbox, code);
    expect(second).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('an authorization code requires the verifier of its challenge', async () => {
    expect((await exchange(sandbox, await codeFor(), { code_verifier: 'another' })).body.error).toBe(
      'invalid_grant',
    );
  });

  it('an authorization code requires the same redirect address and the right secret', async () => {
    expect((await exchange(sandbox, await codeFor(), { redirect_uri: `${redirectUri}x` })).body.error).toBe(
      'invalid_grant',
    );
    expect((await exchange(sandbox, await codeFor(), { client_secret: 'no' })).body.error).toBe(
      'invalid_client',
    );
  });

  it('an unknown grant type is refused', async () => {
    expect((await tokenCall(sandbox, { grant_type: 'password' })).body.error).toBe('unsupported_grant_type');
  });
});

describe('refresh', () => {
  const refresh = (token: unknown) =>
    tokenCall(sandbox, { grant_type: 'refresh_token', refresh_token: textOf(token) ?? '' });

  it('rotates, and the token used before is dead', async () => {
    const { refresh_token: first } = await connect(sandbox, legacySeller);
    const next = await refresh(first);
    expect(next.status).toBe(200);
    expect(next.body.refresh_token).not.toBe(first);
    expect(await refresh(first)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await refresh(next.body.refresh_token)).status).toBe(200);
  });

  it('connecting an account again leaves only the newest tokens valid', async () => {
    const { refresh_token: old } = await connect(sandbox, legacySeller);
    await connect(sandbox, legacySeller);
    expect((await refresh(old)).body.error).toBe('invalid_grant');
  });

  it('dies with a revoked grant, the access token too', async () => {
    const pair = await connect(sandbox, legacySeller);
    const call = callWith(sandbox, textOf(pair.access_token) ?? '');
    expect((await call('GET', '/users/me')).status).toBe(200);
    await control(sandbox, 'POST', '/tokens', { revoke: legacySeller });
    expect((await call('GET', '/users/me')).status).toBe(401);
    expect((await refresh(pair.refresh_token)).body.error).toBe('invalid_grant');
  });
});

describe('access token', () => {
  it('an access token expires after expires_in by the clock of the sandbox', async () => {
    const { access_token: token } = await connect(sandbox, legacySeller);
    const call = callWith(sandbox, textOf(token) ?? '');
    const me = await call('GET', '/users/me');
    expect(me.body).toMatchObject({ id: legacySeller, nickname: 'CASA.DAS.CANECAS', site_id: 'MLB' });
    await control(sandbox, 'POST', '/clock', { seconds: 21_601 });
    expect((await call('GET', '/users/me')).status).toBe(401);
  });

  it('every call requires an access token', async () => {
    expect((await callWith(sandbox, 'nothing')('GET', '/sites/MLB/categories')).status).toBe(401);
  });
});
