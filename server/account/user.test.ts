import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeBusiness } from '#server/business/test/factory.ts';
import { setScope } from '#server/db/transaction.ts';
import { testApp } from '#server/test/app.ts';
import { goodPassword, registerActive, signInByHeader } from './test/factory.ts';
import { startInbox } from './test/inbox.ts';

const inbox = await startInbox();
const app = await testApp({ SMTP_URL: inbox.url });
const guest = app.anonymous;

const knownDevices = (userId: number) =>
  app.database.transact({ userId }, async (tx) => {
    const rows = await tx.db.selectFrom('known_devices').select('user_id').execute();
    return rows.length;
  });

test('hands-free is the person’s own setting, and part of the session', async () => {
  const app = await testApp();
  const owner = await app.join('supply');
  const packer = await app.hire(owner.businessId, ['packer']);
  expect((await packer.call(api.auth.session, {})).handsFree).toBe(true);
  expect((await packer.call(api.user.update, { body: { handsFree: false } })).handsFree).toBe(false);
  expect((await packer.call(api.auth.session, {})).handsFree).toBe(false);
  expect((await owner.call(api.auth.session, {})).handsFree).toBe(true);
});

test('a profile can be read and changed, and a stale edit is refused', async () => {
  const me = await app.join('sales');
  const before = await me.call(api.user.detail);
  const after = await me.call(api.user.update, {
    body: { name: 'Clara', locale: 'en' },
    version: before.version,
  });
  expect(after).toMatchObject({ name: 'Clara', locale: 'en', email: me.email });
  const stale = await me.refused(api.user.update, { body: { name: 'Z' }, version: before.version });
  expect(stale).toMatchObject({ code: 'stale_version', facts: { version: after.version } });
  expect((await me.call(api.auth.session)).locale).toBe('en');
  const own = await me.refused(api.user.update, { body: { email: 'x@y.example' } as object });
  expect(own.status).toBe(422);
});

test('changing the password ends the other sessions and sends the owner a mail', async () => {
  const email = await registerActive(app, inbox);
  const here = await signInByHeader(app, email);
  const there = await signInByHeader(app, email);
  const me = app.withToken(here.token);
  const password = 'nove barcos no cais';
  const wrong = { currentPassword: 'not my password', password, passwordConfirmation: password };
  expect((await me.refused(api.user.changePassword, { body: wrong })).code).toBe('password_wrong');
  await me.call(api.user.changePassword, { body: { ...wrong, currentPassword: goodPassword } });
  await me.call(api.auth.session);
  expect((await app.withToken(there.token).refused(api.auth.session)).code).toBe('unauthenticated');
  expect((await guest.refused(api.auth.refresh, { body: { refreshToken: there.refreshToken } })).status).toBe(
    401,
  );
  await app.drain();
  expect(inbox.latest(email).subject).toBe('Sua senha do Easy foi trocada');
  await signInByHeader(app, email, password);
});

test('a forgotten password is reset by one mail, once, which ends all sessions', async () => {
  const email = await registerActive(app, inbox);
  const stolen = await signInByHeader(app, email);
  await guest.call(api.auth.signIn, { body: { email, password: goodPassword, carriedBy: 'cookie' } });
  const { user: before } = await app.withToken(stolen.token).call(api.auth.session);
  // The browser that registered, and the one that signed in.
  expect(await knownDevices(before.id)).toBe(2);
  await guest.call(api.auth.forgotPassword, { body: { email } });
  await guest.call(api.auth.forgotPassword, { body: { email: 'stranger@nowhere.example' } });
  await app.drain();
  const token = inbox.token(email);
  expect(inbox.latest(email).text).toContain(`${app.env.appUrl}/auth/reset-password/${token}`);
  const common = { token, password: 'corinthians10', passwordConfirmation: 'corinthians10' };
  expect((await guest.refused(api.auth.resetPassword, { body: common })).errors).toHaveProperty('password');
  const password = 'nove barcos no cais';
  const body = { token, password, passwordConfirmation: password, carriedBy: 'header' as const };
  const race = await Promise.allSettled(
    Array.from({ length: 20 }, () => guest.call(api.auth.resetPassword, { body })),
  );
  const won = race.filter((outcome) => outcome.status === 'fulfilled');
  expect(won).toHaveLength(1);
  expect((await app.withToken(stolen.token).refused(api.auth.session)).status).toBe(401);
  const { token: access = '' } = won[0]?.value ?? {};
  const { user } = await app.withToken(access).call(api.auth.session);
  // The former holder's browser is no longer known.
  expect(await knownDevices(user.id)).toBe(0);
  expect((await guest.refused(api.auth.resetPassword, { body })).code).toBe('token_invalid');
});

test('a reset link sent before a password change sets no other password', async () => {
  const email = await registerActive(app, inbox);
  const here = await signInByHeader(app, email);
  await guest.call(api.auth.forgotPassword, { body: { email } });
  await app.drain();
  const token = inbox.token(email);
  const password = 'nove barcos no cais';
  const body = { currentPassword: goodPassword, password, passwordConfirmation: password };
  await app.withToken(here.token).call(api.user.changePassword, { body });
  const reset = { token, password: goodPassword, passwordConfirmation: goodPassword };
  expect((await guest.refused(api.auth.resetPassword, { body: reset })).code).toBe('token_invalid');
  await signInByHeader(app, email, password);
});

test('a reset link lives one hour', async () => {
  const email = await registerActive(app, inbox);
  await guest.call(api.auth.forgotPassword, { body: { email } });
  await app.drain();
  app.clock.advance(61);
  const verify = { body: { token: inbox.token(email), purpose: 'reset' as const } };
  expect(await guest.call(api.auth.verifyToken, verify)).toEqual({ valid: false, byLink: false, apiKeys: 0 });
});

test('devices are listed and ended one by one or all others, never another person’s', async () => {
  const email = await registerActive(app, inbox);
  const [a, b, c] = [
    await signInByHeader(app, email),
    await signInByHeader(app, email),
    await signInByHeader(app, email),
  ];
  const me = app.withToken(a.token);
  const { items } = await me.call(api.user.sessions);
  expect(items).toHaveLength(3);
  expect(items.filter(({ current }) => current)).toHaveLength(1);
  const other = items.find(({ current }) => !current);
  await me.call(api.user.endSession, { params: { id: other?.id ?? 0 } });
  expect((await me.call(api.user.sessions)).items).toHaveLength(2);
  const foreign = await (await app.join('sales')).refused(api.user.endSession, {
    params: { id: items[0]?.id ?? 0 },
  });
  expect(foreign.code).toBe('not_found');
  expect(await me.call(api.user.endOtherSessions)).toEqual({ ended: 1 });
  for (const { token } of [b, c])
    expect((await app.withToken(token).refused(api.auth.session)).status).toBe(401);
});

test('a known person founds another business, owns it, and switches between the two', async () => {
  const me = await app.join('sales', ['packer']);
  const body = { name: 'Fábrica da Nona', type: 'supply', document: '11222333000181' } as const;
  const founded = await me.call(api.business.create, { body });
  expect((await me.call(api.auth.session)).business?.id).toBe(me.businessId);
  await me.call(api.auth.switchBusiness, { body: { businessId: founded.id } });
  expect(await me.call(api.auth.session)).toMatchObject({
    business: { id: founded.id, name: body.name, type: 'supply' },
    roles: ['owner'],
    businesses: expect.arrayContaining([expect.objectContaining({ id: me.businessId })]),
  });
  expect((await me.call(api.plans.current)).plan).toBe('free');
  expect((await me.refused(api.business.create, { body: { ...body, document: '1' } })).status).toBe(422);
  const back = await me.call(api.auth.switchBusiness, { body: { businessId: me.businessId } });
  expect(back.roles).toEqual(['packer']);
  expect((await me.refused(api.staff.list)).code).toBe('forbidden');
});

test('a person without a business founds one and is in it', async () => {
  const boss = await app.join('sales');
  const me = await app.hire(boss.businessId, ['packer']);
  const { items } = await boss.call(api.staff.list);
  await boss.call(api.staff.remove, { params: { id: items.find(({ self }) => !self)?.id ?? 0 } });
  expect((await me.call(api.auth.session)).business).toBeNull();
  const { id } = await me.call(api.business.create, {
    body: { name: 'Ateliê', type: 'sales', document: '52998224725' },
  });
  await me.call(api.auth.switchBusiness, { body: { businessId: id } });
  expect((await me.call(api.auth.session)).business?.id).toBe(id);
});

test('a person in two businesses switches between them, and to no other', async () => {
  const me = await app.join('sales');
  const second = await makeBusiness(app, 'supply', 'Fábrica');
  await app.database.transact({ businessId: second }, async (tx) => {
    await setScope(tx, { businessId: second, userId: me.userId });
    await tx.db
      .insertInto('staff')
      .values({ business_id: second, user_id: me.userId, roles: ['packer'], created_at: tx.now() })
      .execute();
  });
  const session = await me.call(api.auth.switchBusiness, { body: { businessId: second } });
  expect(session).toMatchObject({
    business: { id: second, name: 'Fábrica', type: 'supply' },
    roles: ['packer'],
  });
  expect((await me.call(api.auth.session)).business?.id).toBe(second);
  expect((await me.refused(api.staff.list)).code).toBe('forbidden');
  const foreign = await app.join('sales');
  const refused = await me.refused(api.auth.switchBusiness, { body: { businessId: foreign.businessId } });
  expect(refused.code).toBe('not_found');
});

/** A person with a key in each of two businesses that they own, and a colleague with a key in the first. */
async function withKeys() {
  const email = await registerActive(app, inbox);
  const { token } = await signInByHeader(app, email);
  const me = app.withToken(token);
  const { user, business } = await me.call(api.auth.session);
  const first = business?.id ?? 0;
  const second = await me.call(api.business.create, {
    body: { name: 'Outra', type: 'supply', document: '529.982.247-25' },
  });
  const colleague = await app.hire(first, ['owner']);
  const add = (businessId: number, userId: number, name: string) =>
    app.rows(
      businessId,
      `insert into api_keys (business_id, name, role, token_hash, hint, created_by, created_at, expires_at)
       values (${businessId}, '${name}', 'seller', sha256('${name} ${userId}'), 'x', ${userId}, now(), '2027-11-01')`,
    );
  await add(first, user.id, 'ERP');
  await add(second.id, user.id, 'BI');
  await add(first, colleague.userId, 'Colega');
  const live = (businessId: number) =>
    app.rows(businessId, 'select name from api_keys where revoked_at is null order by name');
  const audited = (businessId: number) =>
    app.rows(businessId, `select 1 from audit_entries where endpoint = 'apiKeys.revoke'`);
  return { email, me, first, second: second.id, live, audited };
}

const newPasswords = { password: 'nove barcos no cais', passwordConfirmation: 'nove barcos no cais' };

test('a password change lists the keys of the person, and ends them when requested', async () => {
  const { me, first, second, live, audited } = await withKeys();
  const { items } = await me.call(api.user.apiKeys);
  expect(items.map(({ name, business }) => [name, business.id])).toEqual([
    ['ERP', first],
    ['BI', second],
  ]);
  const body = { currentPassword: goodPassword, ...newPasswords };
  expect(await me.call(api.user.changePassword, { body })).toEqual({ keysEnded: 0, keysLeft: 2 });
  const again = { ...body, currentPassword: newPasswords.password, endApiKeys: true };
  expect(await me.call(api.user.changePassword, { body: again })).toEqual({ keysEnded: 2, keysLeft: 0 });
  expect(await live(first)).toEqual([{ name: 'Colega' }]);
  expect(await live(second)).toEqual([]);
  expect([(await audited(first)).length, (await audited(second)).length]).toEqual([1, 1]);
  expect((await me.call(api.user.apiKeys)).items).toEqual([]);
});

test('a password reset says how many keys are active, and ends them when requested', async () => {
  const { email, first, second, live, audited } = await withKeys();
  await guest.call(api.auth.forgotPassword, { body: { email } });
  await app.drain();
  const token = inbox.token(email);
  const checked = await guest.call(api.auth.verifyToken, { body: { token, purpose: 'reset' } });
  expect(checked).toEqual({ valid: true, byLink: false, apiKeys: 2 });
  const opened = await guest.call(api.auth.resetPassword, {
    body: { token, ...newPasswords, endApiKeys: true },
  });
  expect(opened).toMatchObject({ stage: 'full', keysEnded: 2, keysLeft: 0 });
  expect([await live(first), await live(second)]).toEqual([[{ name: 'Colega' }], []]);
  expect([(await audited(first)).length, (await audited(second)).length]).toEqual([1, 1]);
});
