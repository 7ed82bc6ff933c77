import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { accountKey } from '#server/account/account-key.ts';
import {
  goodPassword,
  registerActive,
  registrationOf,
  signInByHeader,
} from '#server/account/test/factory.ts';
import { startInbox } from '#server/account/test/inbox.ts';
import { certainlyApart } from '#server/test/apart.ts';
import { requestOf, testApp } from '#server/test/app.ts';
import { codeAt } from './second-step.ts';

const inbox = await startInbox();
const app = await testApp({ SMTP_URL: inbox.url });
const guest = app.anonymous;

const tryPassword = (email: string, password: string, remoteAddress = '10.0.0.1') =>
  app.http.inject({ ...requestOf(api.auth.signIn, { body: { email, password } }, ''), remoteAddress });

test('the browser gets its tokens in HttpOnly, SameSite cookies and nowhere else', async () => {
  const email = await registerActive(app, inbox);
  const answer = await tryPassword(email, goodPassword);
  expect(answer.json()).toEqual({ stage: 'full' });
  const cookies = answer.cookies;
  expect(cookies.map(({ name }) => name).sort()).toEqual([
    '__Host-easy-access',
    '__Host-easy-device',
    '__Host-easy-refresh',
  ]);
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
  const session = await app.http.inject({
    url: '/api/auth/session',
    cookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])),
  });
  expect(session.json().user.email).toBe(email);
});

test('a write with cookies from another site changes nothing', async () => {
  const email = await registerActive(app, inbox);
  const { cookies } = await tryPassword(email, goodPassword);
  const jar = Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    const answer = await app.http.inject({
      method: 'PATCH',
      url: '/api/user',
      cookies: jar,
      headers,
      payload: { name: 'Evil' },
    });
    expect(answer.json().code).toBe('cross_site');
  }
  const form = await app.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    payload: `email=${email}&password=x`,
  });
  expect(form.statusCode).toBeGreaterThanOrEqual(400);
});

test.each([[['a@b.example']], [{ a: 1 }], [null], [7], [true]])(
  'a sign-in with %j as e-mail is refused',
  async (email) => {
    for (const path of ['login', 'forgot-password', 'resend-activation']) {
      const answer = await app.http.inject({
        method: 'POST',
        url: `/api/auth/${path}`,
        payload: path === 'login' ? { email, password: goodPassword } : { email },
      });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors.email[0].code).toBe('email_required');
    }
  },
);

const fail10 = async (email: string, remoteAddress: string, cookies = {}) => {
  for (let n = 0; n < 10; n++) {
    const body = { email, password: 'wrong password' };
    const answer = await app.http.inject({
      ...requestOf(api.auth.signIn, { body }, ''),
      remoteAddress,
      cookies,
    });
    expect(answer.statusCode).toBe(401);
  }
};

test('ten failed sign-ins lock their address, say for how long, and lock no other address', async () => {
  const email = await registerActive(app, inbox);
  await fail10(email, '10.0.1.1');
  app.clock.advance(5);
  const locked = await tryPassword(email, goodPassword, '10.0.1.1');
  expect([locked.statusCode, locked.headers['retry-after']]).toEqual([429, '600']);
  expect((await tryPassword(email, goodPassword, '10.0.1.2')).statusCode).toBe(200);
  app.clock.advance(9.9);
  expect((await tryPassword(email, goodPassword, '10.0.1.1')).statusCode).toBe(429);
  app.clock.advance(0.2);
  expect((await tryPassword(email, goodPassword, '10.0.1.1')).statusCode).toBe(200);
});

test('all addresses of an IPv6 /64 count as one caller', async () => {
  const email = await registerActive(app, inbox);
  await fail10(email, '2001:db8:1:2::1');
  expect((await tryPassword(email, goodPassword, '2001:db8:1:2:ffff::9')).statusCode).toBe(429);
  expect((await tryPassword(email, goodPassword, '2001:db8:1:3::1')).statusCode).toBe(200);
});

/** Twenty addresses have guessed ten times each. */
const guessFromEverywhere = (email: string) =>
  app.database.transact(null, (tx) =>
    tx.db
      .insertInto('sign_in_failures')
      .values(
        Array.from({ length: 200 }, () => ({
          email_hash: accountKey(email),
          source_hash: randomBytes(32),
          known: false,
          at: tx.now(),
        })),
      )
      .execute(),
  );

test('guesses from a few other addresses lock no known browser out, and the owner of the mailbox can always sign in', async () => {
  const email = await registerActive(app, inbox);
  for (const n of [1, 2, 3, 4]) await fail10(email, `10.0.8.${n}`);
  expect((await tryPassword(email, goodPassword, '10.0.9.1')).statusCode).toBe(200);
  const other = await registerActive(app, inbox);
  await guessFromEverywhere(other);
  expect((await tryPassword(other, goodPassword, '10.0.9.1')).statusCode).toBe(429);
  await app.anonymous.call(api.auth.forgotPassword, { body: { email: other } });
  await app.drain();
  const password = 'outro segredo bem comprido 93';
  const body = { token: inbox.token(other), password, passwordConfirmation: password };
  const reset = await app.http.inject({
    ...requestOf(api.auth.resetPassword, { body }, ''),
    remoteAddress: '10.0.9.1',
  });
  expect(reset.statusCode).toBe(200);
  const device = reset.cookies.find(({ name }) => name === '__Host-easy-device');
  await guessFromEverywhere(other);
  const again = await app.http.inject({
    ...requestOf(api.auth.signIn, { body: { email: other, password } }, ''),
    remoteAddress: '10.0.9.1',
    cookies: { [device?.name ?? '']: device?.value ?? '' },
  });
  expect(again.statusCode).toBe(200);
});

test('guessing from many addresses is limited, and the known browser still gets in', async () => {
  const email = await registerActive(app, inbox);
  const { cookies } = await tryPassword(email, goodPassword, '10.0.3.1');
  const device = cookies.find(({ name }) => name === '__Host-easy-device');
  expect(device).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
  await fail10(email, '10.0.4.1');
  await guessFromEverywhere(email);
  expect((await tryPassword(email, goodPassword, '10.0.5.1')).statusCode).toBe(429);
  const known = (password: string) =>
    app.http.inject({
      ...requestOf(api.auth.signIn, { body: { email, password } }, ''),
      remoteAddress: '10.0.4.1',
      cookies: { [device?.name ?? '']: device?.value ?? '' },
    });
  const home = await known(goodPassword);
  expect(home.statusCode).toBe(200);
  expect(home.cookies.find(({ name }) => name === device?.name)?.value).toBe(device?.value);
  // A stolen cookie allows ten guesses, and for no other account.
  const other = await registerActive(app, inbox);
  await fail10(email, '10.0.6.1', { [device?.name ?? '']: device?.value ?? '' });
  expect((await known(goodPassword)).statusCode).toBe(429);
  await guessFromEverywhere(other);
  const foreign = await app.http.inject({
    ...requestOf(api.auth.signIn, { body: { email: other, password: goodPassword } }, ''),
    remoteAddress: '10.0.6.2',
    cookies: { [device?.name ?? '']: device?.value ?? '' },
  });
  expect(foreign.statusCode).toBe(429);
});

test('of thirty simultaneous guesses ten are checked, and a new password by mail unlocks the account', async () => {
  const email = await registerActive(app, inbox);
  const burst = await Promise.all(Array.from({ length: 30 }, () => tryPassword(email, 'wrong password')));
  expect(burst.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
  await guest.call(api.auth.forgotPassword, { body: { email } });
  await app.drain();
  const password = 'quatro ipês na praça';
  await guest.call(api.auth.resetPassword, {
    body: { token: inbox.token(email), password, passwordConfirmation: password },
  });
  expect((await tryPassword(email, password)).statusCode).toBe(200);
});

test('a password in another Unicode form is accepted (NFKC)', async () => {
  const email = await registerActive(app, inbox, { password: 'cafe\u0301 com ﬁgo 90' });
  expect((await tryPassword(email, 'café com figo 90')).statusCode).toBe(200);
});

/** A person whose sign-in has a second step. */
async function registerTwoStep(): Promise<string> {
  const email = await registerActive(app, inbox);
  const me = app.withToken((await signInByHeader(app, email)).token);
  const { secret } = await me.call(api.auth.setupOtp);
  await me.call(api.auth.activateOtp, { body: { token: codeAt(secret, app.clock.now()) } });
  return email;
}

test('known, unknown and unactivated e-mails get one answer in the same time, with two-step and without', {
  timeout: 120_000,
}, async () => {
  const people = {
    known: await Promise.all(Array.from({ length: 8 }, () => registerActive(app, inbox))),
    twoStep: await Promise.all(Array.from({ length: 8 }, registerTwoStep)),
  };
  const unactivated = registrationOf();
  await guest.call(api.auth.registerBusiness, { body: unactivated });
  await app.drain();
  // A sign-in mostly takes the time of the hash; thirty attempts are enough to notice if it is missing.
  const samples = { login: 30, 'forgot-password': 60 };
  const emailOf = {
    known: () => people.known[Math.floor(Math.random() * people.known.length)] ?? '',
    twoStep: () => people.twoStep[Math.floor(Math.random() * people.twoStep.length)] ?? '',
    unknown: () => 'nobody@nowhere.example',
    unactivated: () => unactivated.email,
  };
  const measure = async (kind: keyof typeof emailOf, path: 'login' | 'forgot-password') => {
    const email = emailOf[kind]();
    const began = performance.now();
    const answer = await app.http.inject({
      method: 'POST',
      url: `/api/auth/${path}`,
      payload: path === 'login' ? { email, password: 'wrong password' } : { email },
      remoteAddress: `10.${Math.floor(Math.random() * 200)}.${Math.floor(Math.random() * 200)}.3`,
    });
    const took = performance.now() - began;
    const { requestId: _, ...body } = answer.body ? answer.json() : { requestId: '' };
    return { took, seen: JSON.stringify([answer.statusCode, body]) };
  };
  for (const path of ['login', 'forgot-password'] as const) {
    const seen = new Set<string>();
    const times: Record<string, number[]> = { known: [], twoStep: [], unknown: [], unactivated: [] };
    for (let n = 0; n < samples[path]; n++) {
      // Interleaved, so that a busy moment of the machine weighs on all alike.
      for (const kind of ['known', 'twoStep', 'unknown', 'unactivated'] as const) {
        const sample = await measure(kind, path);
        times[kind]?.push(sample.took);
        seen.add(sample.seen);
      }
      if (n % 5 === 0) app.clock.advance(16);
    }
    expect([...seen]).toHaveLength(1);
    const { known: ofKnown = [], ...others } = times;
    for (const other of Object.values(others)) expect(certainlyApart(ofKnown, other)).toBeLessThan(5);
  }
  // Hundreds of letters wait: the next test is not to send them.
  await app.drain();
});

test('signing out ends the session at once, with either token', async () => {
  const email = await registerActive(app, inbox);
  const first = await signInByHeader(app, email);
  await app.withToken(first.token).call(api.auth.signOut, { body: {} });
  expect((await app.withToken(first.token).refused(api.auth.session)).code).toBe('unauthenticated');
  const refused = await guest.refused(api.auth.refresh, { body: { refreshToken: first.refreshToken } });
  expect(refused.code).toBe('unauthenticated');
  const second = await signInByHeader(app, email);
  await guest.call(api.auth.signOut, { body: { refreshToken: second.refreshToken } });
  expect((await app.withToken(second.token).refused(api.auth.session)).code).toBe('unauthenticated');
});

test('confirming the password allows sensitive acts for ten minutes', async () => {
  const email = await registerActive(app, inbox);
  const me = app.withToken((await signInByHeader(app, email)).token);
  const invite = { body: { email: 'second@loja.example', roles: ['owner' as const] } };
  app.clock.advance(9);
  await me.call(api.staff.create, invite);
  const { refreshToken } = await signInByHeader(app, email);
  app.clock.advance(11);
  const next = await guest.call(api.auth.refresh, { body: { refreshToken } });
  const later = app.withToken(next.token ?? '');
  expect((await later.refused(api.staff.create, invite)).code).toBe('fresh_authentication_required');
  const wrong = await later.refused(api.auth.confirmPassword, { body: { password: 'wrong password' } });
  expect(wrong.code).toBe('password_wrong');
  await later.call(api.auth.confirmPassword, { body: { password: goodPassword } });
  await later.call(api.staff.create, invite);
});

test('while the demo is being created, a sign-in of its people says so, and others get their own reason', async () => {
  const refusedAs = async (email: string) => {
    await guest.call(api.auth.registerBusiness, { body: registrationOf({ email }) });
    return (await guest.refused(api.auth.signIn, { body: { email, password: goodPassword } })).code;
  };
  expect(app.env.demo).toBe(true);
  expect(await refusedAs('dona@praca.demo')).toBe('demo_in_making');
  expect(await refusedAs('dona@praca.example')).toBe('not_activated');
});
