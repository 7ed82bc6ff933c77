import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { codeAt } from '#server/account/sign-in/second-step.ts';
import { goodPassword, registerActive, signInByHeader } from '#server/account/test/factory.ts';
import { startInbox } from '#server/account/test/inbox.ts';
import { type Person, testApp } from '#server/test/app.ts';

const inbox = await startInbox();
const app = await testApp({ SMTP_URL: inbox.url });

async function turnOn(person: Person): Promise<void> {
  const { secret } = await person.call(api.auth.setupOtp);
  await person.call(api.auth.activateOtp, { body: { token: codeAt(secret, app.clock.now()) } });
}

/** A colleague with a password, by invitation; answers their e-mail. */
async function invite(owner: Person, email: string): Promise<Person> {
  await owner.call(api.staff.create, { body: { email, roles: ['seller'] } });
  await app.drain();
  const joined = await app.anonymous.call(api.auth.registerStaff, {
    body: {
      token: inbox.token(email),
      name: 'Bruno Dias',
      password: goodPassword,
      passwordConfirmation: goodPassword,
      carriedBy: 'header',
    },
  });
  return app.withToken(joined.token ?? '');
}

const staffId = async (owner: Person, email: string) =>
  (await owner.call(api.staff.list, { query: { query: `email:${email}` } })).items[0]?.id ?? 0;

/** The job that waits for the end of the day uses the database's clock: enqueued again when ours is there. */
async function applyResets(owner: Person, minutes: number): Promise<void> {
  const { business } = await owner.call(api.auth.session);
  const businessId = business?.id ?? 0;
  const resets = await app.rows(businessId, 'select id from two_step_resets');
  const run = () =>
    app.database.transact({ businessId }, async (tx) => {
      for (const { id } of resets)
        tx.enqueue({ task: 'business.resetTwoStep', payload: { businessId, resetId: id } });
    });
  app.clock.advance(minutes - 1);
  await run();
  await app.drain();
  expect(await app.rows(businessId, 'select id from two_step_resets where done_at is not null')).toEqual([]);
  app.clock.advance(1);
  await run();
  await app.drain();
}

test('after an owner requires two-step, people have days to comply and then reach only their own account', async () => {
  const owner = await app.join('sales');
  const seller = await app.hire(owner.businessId, ['seller']);
  await turnOn(owner);
  expect((await seller.refused(api.business.requireTwoStep, { body: { required: true } })).code).toBe(
    'forbidden',
  );
  await owner.call(api.business.requireTwoStep, { body: { required: true, days: 7 } });
  await app.drain();
  expect(inbox.latest(seller.email).text).toContain('/user?tab=security');
  expect(inbox.letters.filter(({ to }) => to === owner.email)).not.toContainEqual(
    expect.objectContaining({ subject: inbox.latest(seller.email).subject }),
  );
  expect((await seller.call(api.auth.session)).twoStepDue).toMatchObject({ over: false });
  await seller.call(api.products.list);
  app.clock.advance(7 * 24 * 60);
  expect((await seller.refused(api.products.list)).code).toBe('two_step_required');
  expect((await seller.refused(api.dashboard.detail)).code).toBe('two_step_required');
  expect((await seller.call(api.auth.session)).twoStepDue).toMatchObject({ over: true });
  await owner.call(api.products.list);
  await turnOn(seller);
  await seller.call(api.products.list);
  expect((await seller.call(api.auth.session)).twoStepDue).toBeNull();
});

test('a person in two businesses is blocked only in the one that requires two-step', async () => {
  const [strict, lax] = [await app.join('sales'), await app.join('sales')];
  const email = await registerActive(app, inbox);
  const person = app.withToken((await signInByHeader(app, email)).token);
  const own = (await person.call(api.auth.session)).business?.id ?? 0;
  await strict.call(api.staff.create, { body: { email, roles: ['seller'] } });
  await app.drain();
  const joined = await person.call(api.auth.registerStaff, {
    body: { token: inbox.token(email), carriedBy: 'header' },
  });
  const worker = app.withToken(joined.token ?? '');
  await strict.call(api.business.requireTwoStep, { body: { required: true, days: 0 } });
  const { businesses } = await worker.call(api.auth.session);
  expect(businesses.map(({ id }) => id).toSorted()).toEqual([own, strict.businessId].toSorted());
  const there = await worker.call(api.auth.switchBusiness, { body: { businessId: strict.businessId } });
  expect(there.twoStepDue).toMatchObject({ over: true });
  expect((await worker.refused(api.products.list)).code).toBe('two_step_required');
  const here = await worker.call(api.auth.switchBusiness, { body: { businessId: own } });
  expect(here.twoStepDue).toBeNull();
  await worker.call(api.products.list);
  await lax.call(api.products.list);
});

test("resetting a colleague's second step notifies both by mail and takes effect a day later", async () => {
  const email = await registerActive(app, inbox);
  const owner = app.withToken((await signInByHeader(app, email)).token);
  const lost = 'perdeu@loja.example';
  await turnOn(await invite(owner, lost));
  const id = await staffId(owner, lost);
  const asked = await owner.call(api.staff.resetTwoStep, { params: { id } });
  expect(asked).toMatchObject({ twoStep: true, twoStepResetAt: expect.any(String) });
  expect((await owner.refused(api.staff.resetTwoStep, { params: { id } })).code).toBe('state_conflict');
  await app.drain();
  expect(inbox.latest(lost).text).toContain('/auth/stop-two-step-reset/');
  expect(inbox.latest(email).subject).toContain('Bruno Dias');
  const signIn = { body: { email: lost, password: goodPassword, carriedBy: 'header' as const } };
  expect((await app.anonymous.call(api.auth.signIn, signIn)).stage).toBe('otp');
  await applyResets(owner, 24 * 60);
  expect((await app.anonymous.call(api.auth.signIn, signIn)).stage).toBe('full');
});

test('the mailed link cancels its own reset, once', async () => {
  const email = await registerActive(app, inbox);
  const owner = app.withToken((await signInByHeader(app, email)).token);
  const careful = 'atento@loja.example';
  await turnOn(await invite(owner, careful));
  const id = await staffId(owner, careful);
  await owner.call(api.staff.resetTwoStep, { params: { id } });
  await app.drain();
  const body = { token: inbox.token(careful) };
  const wrong = { token: 'x'.repeat(43) };
  expect((await app.anonymous.refused(api.auth.stopTwoStepReset, { body: wrong })).code).toBe(
    'token_invalid',
  );
  await app.anonymous.call(api.auth.stopTwoStepReset, { body });
  expect((await app.anonymous.refused(api.auth.stopTwoStepReset, { body })).code).toBe('token_invalid');
  await applyResets(owner, 25 * 60);
  const signIn = { body: { email: careful, password: goodPassword, carriedBy: 'header' as const } };
  expect((await app.anonymous.call(api.auth.signIn, signIn)).stage).toBe('otp');
});

test('resetting the second step of a person who also belongs to another business is refused', async () => {
  const email = await registerActive(app, inbox);
  const owner = app.withToken((await signInByHeader(app, email)).token);
  const both = await registerActive(app, inbox);
  const person = app.withToken((await signInByHeader(app, both)).token);
  await turnOn(person);
  await owner.call(api.staff.create, { body: { email: both, roles: ['seller'] } });
  await app.drain();
  await person.call(api.auth.registerStaff, { body: { token: inbox.token(both) } });
  const id = await staffId(owner, both);
  expect((await owner.refused(api.staff.resetTwoStep, { params: { id } })).code).toBe('belongs_elsewhere');
});
