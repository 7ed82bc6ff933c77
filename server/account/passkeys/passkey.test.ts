import { expect, test } from 'vitest';
import type { PasskeyProof } from '#contract/account/passkey.ts';
import { api } from '#contract/index.ts';
import { codeAt } from '#server/account/sign-in/second-step.ts';
import { makeAuthenticator } from '#server/account/test/authenticator.ts';
import { goodPassword, registerActive, signInByHeader } from '#server/account/test/factory.ts';
import { startInbox } from '#server/account/test/inbox.ts';
import { type Person, testApp } from '#server/test/app.ts';

const inbox = await startInbox();
const app = await testApp({ SMTP_URL: inbox.url });
const origin = new URL(app.env.appUrl).origin;

/** A person with an app and, on this authenticator, a passkey. */
async function makePasskeyHolder() {
  const email = await registerActive(app, inbox);
  const me = app.withToken((await signInByHeader(app, email)).token);
  const { secret } = await me.call(api.auth.setupOtp);
  app.clock.advance(1);
  await me.call(api.auth.activateOtp, { body: { token: codeAt(secret, app.clock.now()) } });
  const authenticator = makeAuthenticator(origin);
  const credential = authenticator.create(await me.call(api.passkeys.prepare));
  const passkey = await me.call(api.passkeys.create, { body: { name: 'Notebook', credential } });
  return { email, me, secret, authenticator, passkey };
}

async function firstStep(email: string): Promise<Person> {
  const answer = await app.anonymous.call(api.auth.signIn, {
    body: { email, password: goodPassword, carriedBy: 'header' },
  });
  expect(answer).toEqual({ stage: 'otp', token: expect.any(String), passkey: true });
  return app.withToken(answer.token ?? '');
}

const validate = (person: Person, passkey: PasskeyProof) =>
  person.call(api.auth.validatePasskey, { body: { passkey, carriedBy: 'header' } });
const refusal = async (person: Person, passkey: PasskeyProof) =>
  (await person.refused(api.auth.validatePasskey, { body: { passkey, carriedBy: 'header' } })).code;

test('a passkey is named, listed, used, renamed and removed', async () => {
  const { email, me, authenticator, passkey } = await makePasskeyHolder();
  expect((await me.call(api.passkeys.list)).items).toEqual([
    { id: passkey.id, name: 'Notebook', createdAt: expect.any(String), lastUsedAt: null },
  ]);
  const waiting = await firstStep(email);
  const proof = authenticator.prove(await waiting.call(api.auth.requestPasskey));
  const opened = await validate(waiting, proof);
  expect(opened.stage).toBe('full');
  const signedIn = app.withToken(opened.token ?? '');
  const [used] = (await signedIn.call(api.passkeys.list)).items;
  expect(used?.lastUsedAt).toBe(app.clock.now().toISOString());
  const named = { params: { id: passkey.id }, body: { name: 'Chave azul' } };
  expect(await signedIn.call(api.passkeys.update, named)).toEqual({ ...used, name: 'Chave azul' });
  expect((await signedIn.call(api.passkeys.list)).items).toEqual([{ ...used, name: 'Chave azul' }]);
  await signedIn.call(api.passkeys.remove, { params: { id: passkey.id } });
  expect((await signedIn.call(api.passkeys.list)).items).toEqual([]);
  // The finder of the lost key may be signed in elsewhere.
  expect((await me.refused(api.auth.session)).code).toBe('unauthenticated');
});

test('a challenge works once, for its session, its purpose and five minutes', async () => {
  const { email, me, authenticator } = await makePasskeyHolder();
  const [one, other] = [await firstStep(email), await firstStep(email)];
  const asked = await one.call(api.auth.requestPasskey);
  await other.call(api.auth.requestPasskey);
  expect(await refusal(other, authenticator.prove(asked))).toBe('passkey_refused');
  expect(await refusal(one, { ...authenticator.prove(asked), signature: 'AAAA' })).toBe('passkey_refused');
  // Used up by the wrong answer.
  expect(await refusal(one, authenticator.prove(asked))).toBe('passkey_refused');

  const late = await one.call(api.auth.requestPasskey);
  app.clock.advance(5);
  expect(await refusal(one, authenticator.prove(late))).toBe('passkey_refused');

  const creation = await me.call(api.passkeys.prepare);
  const { challenge } = await me.call(api.passkeys.requestProof);
  const credential = authenticator.create({ ...creation, challenge });
  expect((await me.refused(api.passkeys.create, { body: { name: 'x', credential } })).code).toBe(
    'passkey_refused',
  );
});

test('fifty simultaneous sign-ins with one proof let one in', async () => {
  const { email, authenticator } = await makePasskeyHolder();
  const waiting = await firstStep(email);
  const proof = authenticator.prove(await waiting.call(api.auth.requestPasskey));
  const tries = await Promise.allSettled(Array.from({ length: 50 }, () => validate(waiting, proof)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('an authenticator whose count falls behind was copied', async () => {
  const { email, authenticator } = await makePasskeyHolder();
  for (const behind of [0, 0, 1]) {
    const waiting = await firstStep(email);
    const proof = authenticator.prove(await waiting.call(api.auth.requestPasskey), { behind });
    if (behind > 0) expect(await refusal(waiting, proof)).toBe('passkey_refused');
    else await validate(waiting, proof);
  }
});

test('refuses a passkey that a page of another origin creates or uses', async () => {
  const { email, me, authenticator } = await makePasskeyHolder();
  const phished = makeAuthenticator('https://easy.example.evil');
  const credential = phished.create(await me.call(api.passkeys.prepare));
  expect((await me.refused(api.passkeys.create, { body: { name: 'x', credential } })).code).toBe(
    'passkey_refused',
  );
  const waiting = await firstStep(email);
  const proof = authenticator.prove(await waiting.call(api.auth.requestPasskey), {
    at: 'https://easy.example.evil',
  });
  expect(await refusal(waiting, proof)).toBe('passkey_refused');
});

test("refuses another person's passkey", async () => {
  const { email } = await makePasskeyHolder();
  const stranger = await makePasskeyHolder();
  const [waiting, theirs] = [await firstStep(email), await firstStep(stranger.email)];
  const { challenge } = await waiting.call(api.auth.requestPasskey);
  const proof = stranger.authenticator.prove({
    ...(await theirs.call(api.auth.requestPasskey)),
    challenge,
  });
  expect(await refusal(waiting, proof)).toBe('passkey_refused');
});

test('a sensitive act is opened by password and passkey; ten wrong codes do not lock the passkey', async () => {
  const { me, authenticator } = await makePasskeyHolder();
  for (let tries = 0; tries < 11; tries += 1)
    await me.refused(api.auth.confirmPassword, { body: { password: goodPassword, token: '000000' } });
  const passkey = authenticator.prove(await me.call(api.passkeys.requestProof));
  expect(
    (await me.refused(api.auth.confirmPassword, { body: { password: 'another one', passkey } })).code,
  ).toBe('password_wrong');
  await me.call(api.auth.confirmPassword, { body: { password: goodPassword, passkey } });
  expect(
    (await me.refused(api.auth.confirmPassword, { body: { password: goodPassword, passkey } })).code,
  ).toBe('passkey_refused');
});

test('passkeys can be added only while two-step is on, and turning it off removes them', async () => {
  const email = await registerActive(app, inbox);
  const me = app.withToken((await signInByHeader(app, email)).token);
  expect((await me.refused(api.passkeys.prepare)).code).toBe('state_conflict');
  expect((await me.refused(api.passkeys.requestProof)).code).toBe('state_conflict');

  const holder = await makePasskeyHolder();
  app.clock.advance(1);
  const token = codeAt(holder.secret, app.clock.now());
  await holder.me.call(api.auth.disableOtp, { body: { password: goodPassword, token } });
  expect((await holder.me.call(api.passkeys.list)).items).toEqual([]);
  const { stage } = await app.anonymous.call(api.auth.signIn, {
    body: { email: holder.email, password: goodPassword, carriedBy: 'header' },
  });
  expect(stage).toBe('full');
});

test('turning two-step off requires password and passkey, and is refused while it is off', async () => {
  const { email, me, authenticator } = await makePasskeyHolder();
  const refused = async (body: { password: string; passkey?: PasskeyProof }) =>
    (await me.refused(api.auth.disableOtp, { body })).code;
  const prove = async () => authenticator.prove(await me.call(api.passkeys.requestProof));
  expect(await refused({ password: goodPassword })).toBe('invalid');
  const passkey = await prove();
  expect(await refused({ password: 'another one', passkey })).toBe('password_wrong');
  expect(await refused({ password: goodPassword, passkey: { ...passkey, signature: 'AAAA' } })).toBe(
    'passkey_refused',
  );
  expect((await me.call(api.auth.session)).twoStep).toBe(true);
  await me.call(api.auth.disableOtp, { body: { password: goodPassword, passkey: await prove() } });
  expect((await me.call(api.auth.session)).twoStep).toBe(false);
  expect((await me.call(api.passkeys.list)).items).toEqual([]);
  expect(await refused({ password: goodPassword })).toBe('state_conflict');
  await app.drain();
  expect(inbox.latest(email).subject).toBe('Verificação em duas etapas desativada');
});

test('another person’s passkey is not found', async () => {
  const { passkey } = await makePasskeyHolder();
  const { me } = await makePasskeyHolder();
  const params = { id: passkey.id };
  expect((await me.refused(api.passkeys.update, { params, body: { name: 'x' } })).code).toBe('not_found');
  expect((await me.refused(api.passkeys.remove, { params })).code).toBe('not_found');
});
