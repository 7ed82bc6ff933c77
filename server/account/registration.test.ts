import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { testApp } from '#server/test/app.ts';
import { goodPassword, registerActive, registrationOf, signInByHeader } from './test/factory.ts';
import { startInbox } from './test/inbox.ts';

const inbox = await startInbox();
const app = await testApp({ SMTP_URL: inbox.url });
const guest = app.anonymous;

test('a new person registers, activates the account by mail and signs in', async () => {
  const body = registrationOf({ email: '  Bia@Loja.Example ', document: '12.ABC.345/01DE-35' });
  await guest.call(api.auth.registerBusiness, { body });
  await app.drain();
  const email = 'bia@loja.example';
  const letter = inbox.latest(email);
  expect(letter.text).toContain(`${app.env.appUrl}/auth/activation-account/`);
  expect(letter.html).toContain('lang="pt-BR"');
  const early = await guest.refused(api.auth.signIn, { body: { email, password: goodPassword } });
  expect(early.code).toBe('not_activated');

  const token = inbox.token(email);
  const verify = { body: { token, purpose: 'activation' } } as const;
  expect(await guest.call(api.auth.verifyToken, verify)).toEqual({ valid: true, byLink: false, apiKeys: 0 });
  await guest.call(api.auth.activate, { body: { token, password: goodPassword } });
  expect(await guest.call(api.auth.verifyToken, verify)).toEqual({ valid: false, byLink: false, apiKeys: 0 });
  const { token: access } = await signInByHeader(app, email);
  const session = await app.withToken(access).call(api.auth.session);
  expect(session).toMatchObject({
    user: { name: 'Ana Ribeiro', email },
    business: { name: body.businessName, type: 'sales' },
    roles: ['owner'],
    locale: 'pt',
    twoStep: false,
  });
  expect((await app.withToken(access).call(api.business.detail)).document).toBe('12ABC34501DE35');
});

const post = (url: string, payload: object, cookies: Record<string, string> = {}) =>
  app.http.inject({ method: 'POST', url, payload, cookies, headers: { host: 'localhost' } });
const jarOf = (answer: Awaited<ReturnType<typeof post>>) =>
  Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));

test('activation signs in by the link and the password of the registration, in any browser', async () => {
  const mine = registrationOf();
  await post('/api/auth/register-business', mine);
  await app.drain();
  const token = inbox.token(mine.email);
  const alone = await post('/api/auth/activation-account', { token });
  expect(alone.statusCode).toBe(422);
  expect(alone.json().errors).toHaveProperty('password');
  const wrong = await guest.refused(api.auth.activate, { body: { token, password: 'another password' } });
  expect(wrong.code).toBe('password_wrong');
  const elsewhere = await post('/api/auth/activation-account', { token, password: goodPassword });
  expect(elsewhere.json()).toEqual({ stage: 'full' });
  const session = await app.http.inject({ url: '/api/auth/session', cookies: jarOf(elsewhere) });
  expect(session.json()).toMatchObject({ user: { email: mine.email }, roles: ['owner'] });
});

test('the browser of the registration activates by the link alone, and no other browser does', async () => {
  const mine = registrationOf();
  const { passwordConfirmation: _twice, ...once } = mine;
  const registered = jarOf(await post('/api/auth/register-business', once));
  await app.drain();
  const token = inbox.token(mine.email);
  const other = jarOf(await post('/api/auth/register-business', registrationOf()));
  const check = { token, purpose: 'activation' };
  const byLink = async (jar: Record<string, string>) =>
    (await post('/api/auth/verify-token', check, jar)).json().byLink;
  expect([await byLink(registered), await byLink(other), await byLink({})]).toEqual([true, false, false]);
  for (const jar of [other, {}]) {
    const refused = await post('/api/auth/activation-account', { token }, jar);
    expect([refused.statusCode, refused.json().errors]).toMatchObject([
      422,
      { password: [{ code: 'required' }] },
    ]);
  }
  const byHeader = await post('/api/auth/activation-account', { token, carriedBy: 'header' }, registered);
  expect(byHeader.statusCode).toBe(422);
  const opened = await post('/api/auth/activation-account', { token }, registered);
  expect(opened.json()).toEqual({ stage: 'full' });
  const session = await app.http.inject({ url: '/api/auth/session', cookies: jarOf(opened) });
  expect(session.json()).toMatchObject({ user: { email: mine.email }, roles: ['owner'] });
  expect((await post('/api/auth/activation-account', { token }, registered)).json().code).toBe(
    'token_invalid',
  );
});

test('a stranger who registers an e-mail does not open the account by the link in the browser of its owner', async () => {
  const mine = registrationOf();
  const owner = jarOf(await post('/api/auth/register-business', registrationOf()));
  await post('/api/auth/register-business', mine);
  // The owner tries to register as well: their browser does not become one of the account.
  await post(
    '/api/auth/register-business',
    { ...mine, password: 'nove barcos no cais', passwordConfirmation: 'nove barcos no cais' },
    owner,
  );
  await app.drain();
  const refused = await post('/api/auth/activation-account', { token: inbox.token(mine.email) }, owner);
  expect(refused.statusCode).toBe(422);
});

test('activation reports a used link before it checks the password', async () => {
  const email = await registerActive(app, inbox);
  const used = { token: inbox.token(email), password: 'another password' };
  expect((await guest.refused(api.auth.activate, { body: used })).code).toBe('token_invalid');
});

test('an activation link accepts no password after ten wrong ones', async () => {
  const mine = registrationOf();
  await guest.call(api.auth.registerBusiness, { body: mine });
  await app.drain();
  const body = { token: inbox.token(mine.email), password: 'another password' };
  for (let n = 0; n < 10; n++) await guest.refused(api.auth.activate, { body });
  const locked = await guest.refused(api.auth.activate, { body: { ...body, password: goodPassword } });
  expect(locked.code).toBe('too_many_requests');
});

const strangersPassword = 'senha de um estranho 7';

/** An e-mail that a stranger registered, in a browser of theirs, with a password of theirs. */
async function registerByStranger() {
  const body = registrationOf({ password: strangersPassword, passwordConfirmation: strangersPassword });
  const jar = jarOf(await post('/api/auth/register-business', body));
  await app.drain();
  return { email: body.email, jar };
}

const signInOf = (email: string, password: string, jar: Record<string, string> = {}) =>
  post('/api/auth/login', { email, password }, jar);

test('an e-mail registered by a stranger stays closed to them, and a reset gives it to its owner', async () => {
  const { email, jar } = await registerByStranger();
  const follow = await post('/api/auth/activation-account', { token: inbox.token(email) });
  expect(follow.statusCode).toBe(422);
  const early = await signInOf(email, strangersPassword, jar);
  expect(early.json()).toMatchObject({ code: 'not_activated' });
  expect(early.cookies.filter(({ name }) => /token|session/i.test(name))).toEqual([]);

  await guest.call(api.auth.forgotPassword, { body: { email } });
  await app.drain();
  const reset = { token: inbox.token(email), password: goodPassword, passwordConfirmation: goodPassword };
  const opened = await guest.call(api.auth.resetPassword, { body: { ...reset, carriedBy: 'header' } });
  expect(opened.stage).toBe('full');
  expect((await signInOf(email, strangersPassword, jar)).json()).toMatchObject({ code: 'sign_in_failed' });
  const { rows } = await app.database.pool.query('select is_known_device($1, sha256($2)) as known', [
    email,
    Buffer.from(Object.values(jar)[0] ?? ''),
  ]);
  expect(rows[0].known).toBe(false);
});

test('a reset ends the activation link and every other reset link', async () => {
  const { email } = await registerByStranger();
  const activation = inbox.token(email);
  const resets: string[] = [];
  for (let n = 0; n < 2; n++) {
    await guest.call(api.auth.forgotPassword, { body: { email } });
    await app.drain();
    resets.push(inbox.token(email));
  }
  const [first = '', second = ''] = resets;
  const reset = { password: goodPassword, passwordConfirmation: goodPassword };
  await guest.call(api.auth.resetPassword, { body: { ...reset, token: first } });
  const again = { ...reset, token: second };
  expect((await guest.refused(api.auth.resetPassword, { body: again })).code).toBe('token_invalid');
  for (const password of [strangersPassword, goodPassword]) {
    const body = { token: activation, password };
    expect((await guest.refused(api.auth.activate, { body })).code).toBe('token_invalid');
  }
});

test('an invitation to an e-mail that a stranger registered opens by a reset, not by the link alone', async () => {
  const { email } = await registerByStranger();
  const owner = await app.join('sales');
  await owner.call(api.staff.create, { body: { email, roles: ['seller'] } });
  await app.drain();
  const token = inbox.token(email);
  const alone = await guest.refused(api.auth.registerStaff, { body: { token } });
  expect(alone.errors).toHaveProperty('password');
  const own = { token, name: 'Bia', password: goodPassword, passwordConfirmation: goodPassword };
  expect((await guest.refused(api.auth.registerStaff, { body: own })).code).toBe('password_wrong');
  await guest.call(api.auth.forgotPassword, { body: { email } });
  await app.drain();
  const reset = { token: inbox.token(email), password: goodPassword, passwordConfirmation: goodPassword };
  await guest.call(api.auth.resetPassword, { body: reset });
  const accepted = await guest.call(api.auth.registerStaff, { body: { token, password: goodPassword } });
  expect(accepted.stage).toBe('full');
});

test('a corrected e-mail ends the link sent to the wrong one, and only the same browser can do that', async () => {
  const wrong = registrationOf();
  const jar = jarOf(await post('/api/auth/register-business', wrong));
  await app.drain();
  const isValid = async () => {
    const body = { token: inbox.token(wrong.email), purpose: 'activation' as const };
    return (await guest.call(api.auth.verifyToken, { body })).valid;
  };
  await post('/api/auth/register-business', { ...registrationOf(), insteadOf: wrong.email });
  expect(await isValid()).toBe(true);
  const right = { ...registrationOf(), insteadOf: wrong.email };
  await post('/api/auth/register-business', right, jar);
  await app.drain();
  expect(await isValid()).toBe(false);
  const activation = { token: inbox.token(right.email), password: goodPassword };
  expect((await post('/api/auth/activation-account', activation, jar)).json()).toEqual({ stage: 'full' });
  // An account that was activated keeps what it has.
  await guest.call(api.auth.forgotPassword, { body: { email: right.email } });
  await post('/api/auth/register-business', { ...registrationOf(), insteadOf: right.email }, jar);
  expect((await signInByHeader(app, right.email)).token).not.toBe('');
});

test('registering a known e-mail does not make the browser known to its owner, and gives the same answer', async () => {
  const email = await registerActive(app, inbox);
  const answer = await post('/api/auth/register-business', registrationOf({ email }));
  const fresh = await post('/api/auth/register-business', registrationOf());
  expect(Object.keys(jarOf(answer))).toEqual(Object.keys(jarOf(fresh)));
  const device = Object.values(jarOf(answer))[0] ?? '';
  const { rows } = await app.database.pool.query('select is_known_device($1, sha256($2)) as known', [
    email,
    Buffer.from(device),
  ]);
  expect(rows[0].known).toBe(false);
});

test.each([
  [{ email: '' }, 'email', 'email_required'],
  [{ email: 'nobody' }, 'email', 'email_invalid'],
  [{ document: '529.982.247-26' }, 'document', 'cpf_invalid'],
  [{ password: 'short', passwordConfirmation: 'short' }, 'password', 'password_short'],
  [{ password: 'Senha12345', passwordConfirmation: 'Senha12345' }, 'password', 'password_common'],
  [{ password: 'anaribeiro77', passwordConfirmation: 'anaribeiro77' }, 'password', 'password_common'],
  [{ password: 'x'.repeat(129), passwordConfirmation: 'x'.repeat(129) }, 'password', 'too_long'],
  [{ passwordConfirmation: 'something else' }, 'passwordConfirmation', 'password_mismatch'],
  [{ name: '   ' }, 'name', 'required'],
] as const)('registration refuses %j', async (change, field, code) => {
  const problem = await guest.refused(api.auth.registerBusiness, { body: registrationOf(change) });
  expect(problem.status).toBe(422);
  expect(problem.errors?.[field]).toEqual([expect.objectContaining({ code })]);
});

test('an unknown business type and roles in a registration are refused', async () => {
  const body = { ...registrationOf(), businessType: 'bank', roles: ['owner'], activated: true };
  const answer = await app.http.inject({ method: 'POST', url: '/api/auth/register-business', payload: body });
  expect(answer.statusCode).toBe(422);
  expect(Object.keys(answer.json().errors).sort()).toEqual(['activated', 'businessType', 'roles']);
});

test('registering a known e-mail changes nothing and sends a mail', async () => {
  const email = await registerActive(app, inbox);
  const before = inbox.letters.length;
  await guest.call(api.auth.registerBusiness, {
    body: registrationOf({ email, businessName: 'Outra', businessType: 'supply' }),
    locale: 'en',
  });
  await app.drain();
  expect(inbox.letters.length).toBe(before + 1);
  expect(inbox.latest(email).subject).toBe('Você já tem uma conta no Easy');
  const { token } = await signInByHeader(app, email);
  expect((await app.withToken(token).call(api.auth.session)).businesses).toHaveLength(1);
});

test('two simultaneous registrations of one e-mail create one account', async () => {
  const body = registrationOf();
  await Promise.all([1, 2, 3].map(() => guest.call(api.auth.registerBusiness, { body })));
  const { rows } = await app.database.pool.query('select count(*)::int as n from find_user_by_email($1)', [
    body.email,
  ]);
  expect(rows[0].n).toBe(1);
});

test('sends the activation mail again in the requested language, only to known e-mails and not without limit', async () => {
  const body = registrationOf();
  await guest.call(api.auth.registerBusiness, { body });
  const again = { body: { email: body.email }, locale: 'en' } as const;
  for (let n = 0; n < 8; n++) {
    await guest.call(api.auth.resendActivation, again);
    await app.drain();
  }
  const letters = inbox.letters.filter(({ to }) => to === body.email);
  expect(letters).toHaveLength(5);
  expect(letters.at(-1)?.subject).toBe('Activate your Easy account');
  await guest.call(api.auth.resendActivation, { body: { email: 'stranger@nowhere.example' } });
  await app.drain();
  expect(inbox.letters.some(({ to }) => to.startsWith('stranger'))).toBe(false);
});

test('a mailed token works once, for its purpose, until it expires', async () => {
  const body = registrationOf();
  await guest.call(api.auth.registerBusiness, { body });
  await app.drain();
  const token = inbox.token(body.email);
  const reset = { token, password: goodPassword, passwordConfirmation: goodPassword };
  expect((await guest.refused(api.auth.resetPassword, { body: reset })).code).toBe('token_invalid');
  app.clock.advance(3 * 24 * 60 + 1);
  expect((await guest.refused(api.auth.activate, { body: { token, password: goodPassword } })).code).toBe(
    'token_invalid',
  );

  await guest.call(api.auth.resendActivation, { body: { email: body.email } });
  await app.drain();
  const race = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      guest.call(api.auth.activate, { body: { token: inbox.token(body.email), password: goodPassword } }),
    ),
  );
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('opening a mailed link does not consume it, and its host comes from the configuration', async () => {
  const body = registrationOf();
  await app.http.inject({
    method: 'POST',
    url: '/api/auth/register-business',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    payload: body,
  });
  await app.drain();
  expect(inbox.latest(body.email).text).not.toContain('evil.example');
  const token = inbox.token(body.email);
  const got = await app.http.inject({ method: 'GET', url: `/api/auth/activation-account?token=${token}` });
  expect(got.statusCode).toBe(404);
  await guest.call(api.auth.activate, { body: { token, password: goodPassword } });
});

test('mailed tokens are stored only as hashes', async () => {
  const email = await registerActive(app, inbox);
  const tokens = await signInByHeader(app, email);
  const owner = app.databaseUrl;
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  const { rows } = await client.query(
    `select (select json_agg(s)::text from sessions s) || coalesce((select json_agg(t)::text from mail_tokens t), '')
      || (select json_agg(u)::text from users u) as everything`,
  );
  const jobs = await client.query('select count(*)::int as n from queued_jobs').catch(() => null);
  await client.end();
  for (const secret of [tokens.token, tokens.refreshToken, inbox.token(email), goodPassword])
    expect(rows[0].everything).not.toContain(secret);
  expect(jobs?.rows[0].n ?? 0).toBe(0);
});

test('an expired link stays expired when the clock is set back', async () => {
  const body = registrationOf();
  await guest.call(api.auth.registerBusiness, { body });
  await app.drain();
  const token = inbox.token(body.email);
  const hours = 60;
  app.clock.advance(3 * 24 * hours + 5);
  expect(await guest.call(api.auth.verifyToken, { body: { token, purpose: 'activation' } })).toEqual({
    valid: false,
    byLink: false,
    apiKeys: 0,
  });
  app.clock.advance(-10);
  expect((await guest.refused(api.auth.activate, { body: { token, password: goodPassword } })).code).toBe(
    'token_invalid',
  );

  const owner = await app.join('sales');
  await owner.call(api.staff.create, { body: { email: 'convite@loja.example', roles: ['seller'] } });
  await app.drain();
  const invitation = inbox.token('convite@loja.example');
  const verify = { body: { token: invitation } };
  await guest.call(api.auth.verifyInvitation, verify);
  app.clock.advance(7 * 24 * hours + 5);
  expect((await guest.refused(api.auth.verifyInvitation, verify)).code).toBe('token_invalid');
  app.clock.advance(-10);
  expect((await guest.refused(api.auth.verifyInvitation, verify)).code).toBe('token_invalid');
});
