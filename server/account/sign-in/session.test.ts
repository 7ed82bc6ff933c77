import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { goodPassword, registerActive, signInByHeader } from '#server/account/test/factory.ts';
import { startInbox } from '#server/account/test/inbox.ts';
import { setScope } from '#server/db/transaction.ts';
import { testApp } from '#server/test/app.ts';

const inbox = await startInbox();
const app = await testApp({ SMTP_URL: inbox.url });
const guest = app.anonymous;
const email = await registerActive(app, inbox);
const refresh = (refreshToken: string) => guest.call(api.auth.refresh, { body: { refreshToken } });
const refused = (refreshToken: string) => guest.refused(api.auth.refresh, { body: { refreshToken } });
const isAlive = (token: string) =>
  app
    .withToken(token)
    .call(api.auth.session)
    .then(
      () => true,
      () => false,
    );

test('the access token lives ten minutes; a refresh gives the next pair and ends the old one', async () => {
  const first = await signInByHeader(app, email);
  app.clock.advance(9);
  expect(await isAlive(first.token)).toBe(true);
  app.clock.advance(1.1);
  expect(await isAlive(first.token)).toBe(false);
  const second = await refresh(first.refreshToken);
  expect(await isAlive(second.token ?? '')).toBe(true);
});

test('an expired session stays expired when the clock is set back', async () => {
  const { token } = await signInByHeader(app, email);
  const invite = { body: { email: 'later@loja.example', roles: ['owner' as const] } };
  const unseen = await signInByHeader(app, email);
  app.clock.advance(10.5);
  expect(await isAlive(token)).toBe(false);
  app.clock.advance(-5);
  expect(await isAlive(token)).toBe(false);
  expect(await isAlive(unseen.token)).toBe(true);

  // The time in which a password counts as fresh, too.
  const next = await refresh(unseen.refreshToken);
  app.clock.advance(6);
  const me = app.withToken(next.token ?? '');
  expect((await me.refused(api.staff.create, invite)).code).toBe('fresh_authentication_required');
  app.clock.advance(-8);
  expect((await me.refused(api.staff.create, invite)).code).toBe('fresh_authentication_required');
});

test('a refresh that is repeated within ten seconds gets the same successor', async () => {
  const first = await signInByHeader(app, email);
  const answers = await Promise.all([1, 2, 3].map(() => refresh(first.refreshToken)));
  expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).toBe(1);
  app.clock.advance(9 / 60);
  expect((await refresh(first.refreshToken)).token).toBe(answers[0]?.token);
  expect(await isAlive(answers[0]?.token ?? '')).toBe(true);
});

test('reusing a refresh token after the grace period ends its whole family of sessions and is logged', async () => {
  const first = await signInByHeader(app, email);
  const second = await refresh(first.refreshToken);
  app.clock.advance(11 / 60);
  expect((await refused(first.refreshToken)).code).toBe('unauthenticated');
  expect(await isAlive(second.token ?? '')).toBe(false);
  await refused(second.refreshToken ?? '');
  const logged = await app.database.transact({}, async (tx) => {
    const { rows } = await sql<{ id: number }>`select id from find_user_by_email(${email})`.execute(tx.db);
    await setScope(tx, { userId: rows[0]?.id ?? 0 });
    return tx.db.selectFrom('sessions').select('revoked_reason').orderBy('id', 'desc').executeTakeFirst();
  });
  expect(logged?.revoked_reason).toBe('refresh token used twice');

  // The person is told by mail and in the list of sessions.
  await app.drain();
  expect(inbox.latest(email)).toMatchObject({ subject: 'Encerramos um acesso à sua conta do Easy' });
  expect(inbox.latest(email).text).toContain('/user?tab=security');
  const { token } = await signInByHeader(app, email);
  const me = app.withToken(token);
  // For a month, and of no session that ended in another way.
  await app.withToken((await signInByHeader(app, email)).token).call(api.auth.signOut, { body: {} });
  const { stolen } = await me.call(api.user.sessions);
  expect(stolen).toMatchObject([{ endedAt: app.clock.now().toISOString() }]);
  app.clock.advance(31 * 24 * 60);
  const later = app.withToken((await signInByHeader(app, email)).token);
  expect((await later.call(api.user.sessions)).stolen).toEqual([]);
});

test('a refresh token two generations old counts as reused', async () => {
  const first = await signInByHeader(app, email);
  const second = await refresh(first.refreshToken);
  app.clock.advance(1);
  const third = await refresh(second.refreshToken ?? '');
  app.clock.advance(1);
  await refused(first.refreshToken);
  expect(await isAlive(third.token ?? '')).toBe(false);
});

test('a session ends after thirty days, regardless of renewals', async () => {
  let { refreshToken } = await signInByHeader(app, email);
  for (let day = 0; day < 29; day++) {
    app.clock.advance(24 * 60);
    refreshToken = (await refresh(refreshToken)).refreshToken ?? '';
  }
  app.clock.advance(24 * 60 + 1);
  expect((await refused(refreshToken)).code).toBe('unauthenticated');
});

test('a browser renews its session by cookie, and an invalid cookie is cleared', async () => {
  const signedIn = await app.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: goodPassword },
  });
  const jar = Object.fromEntries(signedIn.cookies.map(({ name, value }) => [name, value]));
  const renewed = await app.http.inject({
    method: 'POST',
    url: '/api/auth/refresh',
    cookies: jar,
    payload: {},
  });
  expect(renewed.json()).toEqual({ stage: 'full' });
  expect(renewed.cookies).toHaveLength(2);
  app.clock.advance(1);
  const again = await app.http.inject({
    method: 'POST',
    url: '/api/auth/refresh',
    cookies: jar,
    payload: {},
  });
  expect(again.statusCode).toBe(401);
  expect(again.cookies.every(({ value }) => value === '')).toBe(true);
});

test('a session that awaits its second step can only be ended', async () => {
  const { token, refreshToken } = await signInByHeader(app, email);
  await app.database.transact({}, async (tx) => {
    const { rows } = await sql<{ id: number }>`select id from find_user_by_email(${email})`.execute(tx.db);
    await setScope(tx, { userId: rows[0]?.id ?? 0 });
    await tx.db.updateTable('sessions').set({ stage: 'otp' }).where('revoked_at', 'is', null).execute();
  });
  const half = app.withToken(token);
  for (const acts of Object.values(api)) {
    for (const endpoint of Object.values(acts)) {
      if (endpoint.permission === 'public' || endpoint.permission === 'second-factor') continue;
      const problem = await half.refused(endpoint, { params: { id: 1 } });
      expect([endpoint.path, problem.status]).toEqual([endpoint.path, 401]);
    }
  }
  expect((await refused(refreshToken)).code).toBe('unauthenticated');
  await half.call(api.auth.signOut, { body: {} });
});
