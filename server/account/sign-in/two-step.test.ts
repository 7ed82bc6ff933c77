import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { goodPassword, registerActive, signInByHeader } from '#server/account/test/factory.ts';
import { startInbox } from '#server/account/test/inbox.ts';
import { type Person, testApp } from '#server/test/app.ts';
import { codeAt } from './second-step.ts';

const inbox = await startInbox();
const app = await testApp({ SMTP_URL: inbox.url });

const code = (secret: string) => codeAt(secret, app.clock.now());
/** The codes of thirty seconds ago and of now are over. */
const nextCode = (secret: string) => {
  app.clock.advance(1);
  return code(secret);
};

/** A person whose sign-in has a second step, and how it is passed. */
async function makeTwoStep() {
  const email = await registerActive(app, inbox);
  const { token } = await signInByHeader(app, email);
  const me = app.withToken(token);
  const { secret } = await me.call(api.auth.setupOtp);
  const { recoveryCodes } = await me.call(api.auth.activateOtp, { body: { token: nextCode(secret) } });
  return { email, me, secret, recoveryCodes };
}

async function firstStep(email: string): Promise<Person> {
  const answer = await app.anonymous.call(api.auth.signIn, {
    body: { email, password: goodPassword, carriedBy: 'header' },
  });
  expect(answer).toEqual({ stage: 'otp', token: expect.any(String) });
  return app.withToken(answer.token ?? '');
}

const validate = (person: Person, token: string) =>
  person.call(api.auth.validateOtp, { body: { token, carriedBy: 'header' } });
const refusedCode = async (person: Person, token: string) =>
  (await person.refused(api.auth.validateOtp, { body: { token, carriedBy: 'header' } })).code;

test('sign-in asks for a code of the app, and only then opens anything', async () => {
  const { email, secret } = await makeTwoStep();
  const waiting = await firstStep(email);
  expect((await waiting.refused(api.auth.session)).code).toBe('unauthenticated');
  expect((await waiting.refused(api.orders.list)).code).toBe('unauthenticated');
  const { stage, token, refreshToken } = await validate(waiting, nextCode(secret));
  expect(stage).toBe('full');
  expect((await app.withToken(token ?? '').call(api.auth.session)).twoStep).toBe(true);
  expect((await waiting.refused(api.auth.session)).code).toBe('unauthenticated');
  const renewed = await app.anonymous.call(api.auth.refresh, { body: { refreshToken: refreshToken ?? '' } });
  expect(renewed.stage).toBe('full');
});

test('a session that waits for the code ends after ten minutes and cannot be renewed', async () => {
  const { email, secret } = await makeTwoStep();
  const waiting = await firstStep(email);
  app.clock.advance(11);
  expect(await refusedCode(waiting, code(secret))).toBe('unauthenticated');
});

test('a code works once, also with many simultaneous uses, and an older one never again', async () => {
  const { email, secret } = await makeTwoStep();
  const waiting = await Promise.all(Array.from({ length: 8 }, () => firstStep(email)));
  const before = nextCode(secret);
  app.clock.advance(0.5);
  const now = code(secret);
  const tries = await Promise.allSettled(waiting.map((person) => validate(person, now)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [late] = waiting.filter((_, n) => tries[n]?.status === 'rejected');
  // The former time step was valid until a later one was used.
  if (late) expect(await refusedCode(late, before)).toBe('otp_wrong');
});

test('fifty simultaneous sign-ins with one code let one in', async () => {
  const { email, secret } = await makeTwoStep();
  const waiting = [await firstStep(email), await firstStep(email)];
  const now = nextCode(secret);
  const hands = Array.from({ length: 50 }, (_, nth) => waiting[nth % waiting.length] ?? app.anonymous);
  const tries = await Promise.allSettled(hands.map((person) => validate(person, now)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('accepts the previous code of the app, and refuses the next one and that of a minute ago', async () => {
  const { email, secret } = await makeTwoStep();
  const at = (seconds: number) => codeAt(secret, new Date(app.clock.now().getTime() + seconds * 1000));
  app.clock.advance(5);
  const waiting = await firstStep(email);
  expect(await refusedCode(waiting, at(30))).toBe('otp_wrong');
  expect(await refusedCode(waiting, at(-60))).toBe('otp_wrong');
  expect((await validate(waiting, at(-30))).stage).toBe('full');
});

test('a used code and an older one stay invalid when the clock is set back', async () => {
  const { email, secret } = await makeTwoStep();
  app.clock.advance(1);
  const began = app.clock.now();
  const earlier = codeAt(secret, began);
  app.clock.advance(0.5);
  const used = code(secret);
  await validate(await firstStep(email), used);
  app.clock.set(began.toISOString());
  const waiting = await firstStep(email);
  expect(await refusedCode(waiting, earlier)).toBe('otp_wrong');
  expect(await refusedCode(waiting, used)).toBe('otp_wrong');
  app.clock.advance(1);
  expect((await validate(waiting, code(secret))).stage).toBe('full');
});

test('ten wrong codes from any source lock the account for fifteen minutes, and a new password opens it', async () => {
  const { email, secret } = await makeTwoStep();
  const waiting = await Promise.all([firstStep(email), firstStep(email)]);
  const [one, other] = waiting as [Person, Person];
  for (let n = 0; n < 10; n++) expect(await refusedCode(n % 2 ? one : other, '000000')).toBe('otp_wrong');
  const locked = await one.refused(api.auth.validateOtp, {
    body: { token: nextCode(secret), carriedBy: 'header' },
  });
  expect(locked.code).toBe('too_many_requests');
  app.clock.advance(16);
  expect((await validate(await firstStep(email), nextCode(secret))).stage).toBe('full');
  const third = await firstStep(email);
  for (let n = 0; n < 10; n++) await refusedCode(third, '000000');
  await app.anonymous.call(api.auth.forgotPassword, { body: { email } });
  await app.drain();
  const password = 'outra senha longa 77';
  const opened = await app.anonymous.call(api.auth.resetPassword, {
    body: { token: inbox.token(email), password, passwordConfirmation: password, carriedBy: 'header' },
  });
  expect((await validate(app.withToken(opened.token ?? ''), nextCode(secret))).stage).toBe('full');
});

test('a recovery code works once, and new ones invalidate the former ones', async () => {
  const { email, me, recoveryCodes } = await makeTwoStep();
  expect(recoveryCodes).toHaveLength(10);
  const [first = '', second = ''] = recoveryCodes;
  expect((await validate(await firstStep(email), first.toLowerCase())).stage).toBe('full');
  expect(await refusedCode(await firstStep(email), first)).toBe('otp_wrong');
  expect(await me.call(api.auth.otp)).toMatchObject({ recoveryCodesLeft: 9 });
  await me.call(api.auth.renewRecoveryCodes);
  expect(await refusedCode(await firstStep(email), second)).toBe('otp_wrong');
});

test('turning two-step on requires a fresh sign-in and a code, ends the other sessions and sends a mail', async () => {
  const email = await registerActive(app, inbox);
  const elsewhere = app.withToken((await signInByHeader(app, email)).token);
  const me = app.withToken((await signInByHeader(app, email)).token);
  const { secret, uri } = await me.call(api.auth.setupOtp);
  expect(uri).toContain(`secret=${secret}`);
  const wrong = await me.refused(api.auth.activateOtp, { body: { token: '000000' } });
  expect(wrong.code).toBe('otp_wrong');
  expect((await me.call(api.auth.otp)).activatedAt).toBeNull();
  expect((await app.anonymous.call(api.auth.signIn, { body: { email, password: goodPassword } })).stage).toBe(
    'full',
  );
  await me.call(api.auth.activateOtp, { body: { token: code(secret) } });
  expect((await elsewhere.refused(api.auth.session)).code).toBe('unauthenticated');
  expect((await me.call(api.auth.session)).twoStep).toBe(true);
  await app.drain();
  expect(inbox.latest(email).subject).toBe('Verificação em duas etapas ativada');
  expect((await me.refused(api.auth.setupOtp)).code).toBe('state_conflict');
  app.clock.advance(11);
  const renewed = app.withToken((await validate(await firstStep(email), code(secret))).token ?? '');
  app.clock.advance(9.9);
  expect((await renewed.call(api.auth.otp)).activatedAt).not.toBeNull();
});

test('sensitive acts require password and code, and so does turning two-step off', async () => {
  const { me, secret } = await makeTwoStep();
  const fresh = (body: { password: string; token?: string }) =>
    me.refused(api.auth.confirmPassword, { body });
  expect((await fresh({ password: goodPassword })).errors).toHaveProperty('token');
  expect((await fresh({ password: goodPassword, token: '000000' })).code).toBe('otp_wrong');
  expect((await fresh({ password: 'wrong wrong wrong', token: nextCode(secret) })).code).toBe(
    'password_wrong',
  );
  await me.call(api.auth.confirmPassword, { body: { password: goodPassword, token: code(secret) } });
  const disable = (password: string, token: string) => ({ body: { password, token } });
  expect((await me.refused(api.auth.disableOtp, disable(goodPassword, '000000'))).code).toBe('otp_wrong');
  await me.call(api.auth.disableOtp, disable(goodPassword, nextCode(secret)));
  expect((await me.call(api.auth.session)).twoStep).toBe(false);
});

test('a new password by mail does not skip the second step', async () => {
  const { email } = await makeTwoStep();
  await app.anonymous.call(api.auth.forgotPassword, { body: { email } });
  await app.drain();
  const password = 'outra senha longa 77';
  const opened = await app.anonymous.call(api.auth.resetPassword, {
    body: { token: inbox.token(email), password, passwordConfirmation: password, carriedBy: 'header' },
  });
  expect(opened.stage).toBe('otp');
});

test('the key of the app is shown only during set-up and stored encrypted', async () => {
  const { me, secret } = await makeTwoStep();
  expect(JSON.stringify([await me.call(api.auth.otp), await me.call(api.user.detail)])).not.toContain(secret);
  const stored = await app.database.transact({ userId: (await me.call(api.user.detail)).id }, (tx) =>
    tx.db.selectFrom('two_step_secrets').select('secret').execute(),
  );
  expect(stored).toHaveLength(1);
  expect(stored[0]?.secret).not.toContain(secret);
});
