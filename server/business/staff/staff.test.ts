import pg from 'pg';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { goodPassword, registerActive, signInByHeader } from '#server/account/test/factory.ts';
import { startInbox } from '#server/account/test/inbox.ts';
import { type Person, testApp } from '#server/test/app.ts';
import { lockBusiness } from './staff.queries.ts';

const inbox = await startInbox();
const app = await testApp({ SMTP_URL: inbox.url });
const guest = app.anonymous;
let serial = 0;
const newEmail = () => `convidado${++serial}@loja.example`;

async function invite(owner: Person, email: string, roles: ('owner' | 'packer' | 'seller')[] = ['packer']) {
  const invitation = await owner.call(api.staff.create, { body: { email, roles } });
  await app.drain();
  return { invitation, token: inbox.token(email) };
}

const idOf = async (owner: Person, person: Person) =>
  (await owner.call(api.staff.list, { query: { query: `email:${person.email}` } })).items[0]?.id ?? 0;

test('a new person invited by e-mail reads the invitation, accepts it and can work', async () => {
  const owner = await app.join('supply');
  const email = newEmail();
  const { invitation, token } = await invite(owner, email);
  expect(invitation).toMatchObject({ email, roles: ['packer'], expired: false });
  expect(inbox.latest(email).text).toContain(`${app.env.appUrl}/auth/register-staff/${token}`);
  expect(inbox.latest(email).text).toContain('Embalador');
  const seen = await guest.call(api.auth.verifyInvitation, { body: { token } });
  expect(seen).toMatchObject({ email, roles: ['packer'], hasAccount: false, business: { type: 'supply' } });

  const empty = await guest.refused(api.auth.registerStaff, { body: { token } });
  expect(empty.errors).toHaveProperty('name');
  const short = { token, name: 'Rui', password: 'short', passwordConfirmation: 'short' };
  expect((await guest.refused(api.auth.registerStaff, { body: short })).errors).toHaveProperty('password');
  const body = {
    ...short,
    password: goodPassword,
    passwordConfirmation: goodPassword,
    carriedBy: 'header' as const,
  };
  const race = await Promise.allSettled(
    Array.from({ length: 20 }, () => guest.call(api.auth.registerStaff, { body })),
  );
  const won = race.filter((outcome) => outcome.status === 'fulfilled');
  expect(won).toHaveLength(1);
  const session = await app.withToken(won[0]?.value.token ?? '').call(api.auth.session);
  expect(session).toMatchObject({ roles: ['packer'], business: { id: owner.businessId } });
  expect((await owner.call(api.staff.list)).items.map(({ name }) => name)).toContain('Rui');
  expect((await owner.call(api.staffInvitations.list)).total).toBe(0);
  expect((await guest.refused(api.auth.verifyInvitation, { body: { token } })).code).toBe('token_invalid');
});

test('a person with an account accepts an invitation with its password or signed in, and nobody else can', async () => {
  const owner = await app.join('sales');
  const email = await registerActive(app, inbox);
  const { token } = await invite(owner, email, ['seller']);
  expect((await guest.call(api.auth.verifyInvitation, { body: { token } })).hasAccount).toBe(true);
  const wrong = {
    token,
    name: 'Me',
    password: 'some other password',
    passwordConfirmation: 'some other password',
  };
  expect((await guest.refused(api.auth.registerStaff, { body: wrong })).code).toBe('password_wrong');
  const stranger = await app.join('sales');
  const other = await stranger.refused(api.auth.registerStaff, { body: { token } });
  expect(other.code).toBe('invitation_for_other_email');
  const mine = app.withToken((await signInByHeader(app, email)).token);
  const race = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      mine.call(api.auth.registerStaff, { body: { token, carriedBy: 'header' } }),
    ),
  );
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { token: access } = await signInByHeader(app, email);
  const session = await app.withToken(access).call(api.auth.session);
  expect(session.businesses).toHaveLength(2);
  expect(session.business?.id).toBe(owner.businessId);
  const again = await owner.refused(api.staff.create, { body: { email, roles: ['seller'] } });
  expect(again.code).toBe('already_staff');
});

test('inviting again replaces an invitation, resending replaces its link, and canceling ends it', async () => {
  const owner = await app.join('supply');
  const email = newEmail();
  const first = await invite(owner, email);
  const second = await invite(owner, email, ['seller']);
  expect(second.invitation.id).toBe(first.invitation.id);
  const dead = await guest.refused(api.auth.verifyInvitation, { body: { token: first.token } });
  expect(dead.code).toBe('token_invalid');
  await owner.call(api.staffInvitations.resend, { params: { id: first.invitation.id }, locale: 'en' });
  await app.drain();
  expect(inbox.latest(email).subject).toMatch(/invited you to Easy$/);
  const third = inbox.token(email);
  expect((await guest.call(api.auth.verifyInvitation, { body: { token: third } })).roles).toEqual(['seller']);
  await owner.call(api.staffInvitations.remove, { params: { id: first.invitation.id } });
  expect((await guest.refused(api.auth.verifyInvitation, { body: { token: third } })).code).toBe(
    'token_invalid',
  );
  expect(
    (await owner.refused(api.staffInvitations.resend, { params: { id: first.invitation.id } })).status,
  ).toBe(404);
  const late = await invite(owner, email);
  app.clock.advance(7 * 24 * 60 + 1);
  expect((await guest.refused(api.auth.verifyInvitation, { body: { token: late.token } })).status).toBe(422);
  expect((await owner.call(api.staffInvitations.list)).items[0]?.expired).toBe(true);
});

test('a changed role and a removal apply from the next request on, including a refresh', async () => {
  const owner = await app.join('sales');
  const email = newEmail();
  const { token } = await invite(owner, email, ['owner']);
  const body = { token, name: 'Nina', password: goodPassword, passwordConfirmation: goodPassword };
  const answer = await guest.call(api.auth.registerStaff, { body: { ...body, carriedBy: 'header' } });
  const person = app.withToken(answer.token ?? '');
  await person.call(api.staff.list);
  const found = (await owner.call(api.staff.list, { query: { query: `email:${email}` } })).items[0];
  const id = found?.id ?? 0;
  await owner.call(api.staff.update, {
    params: { id },
    body: { roles: ['packer'] },
    version: found?.version ?? 0,
  });
  expect((await person.refused(api.staff.list)).code).toBe('forbidden');
  const stale = await owner.refused(api.staff.update, {
    params: { id },
    body: { roles: ['seller'] },
    version: found?.version ?? 0,
  });
  expect(stale.code).toBe('stale_version');
  await owner.call(api.staff.remove, { params: { id } });
  expect((await person.refused(api.business.detail)).code).toBe('forbidden');
  const renewed = await guest.call(api.auth.refresh, { body: { refreshToken: answer.refreshToken ?? '' } });
  const session = await app.withToken(renewed.token ?? '').call(api.auth.session);
  expect(session).toMatchObject({ business: null, businesses: [], roles: [] });
});

test('only owners manage the team, and changing owners requires a fresh password', async () => {
  const owner = await app.join('sales');
  for (const role of ['administrator', 'stockist', 'packer', 'distributor', 'seller', 'supplier'] as const) {
    const person = await app.hire(owner.businessId, [role]);
    const attempt = await person.refused(api.staff.create, { body: { email: newEmail(), roles: ['owner'] } });
    expect([role, attempt.code]).toEqual([role, 'forbidden']);
    const own = { params: { id: await idOf(owner, person) }, body: { roles: ['owner' as const] } };
    expect((await person.refused(api.staff.update, own)).code).toBe('forbidden');
  }
});

test('the last owner cannot be removed', async () => {
  const owner = await app.join('sales');
  const id = await idOf(owner, owner);
  expect((await owner.refused(api.staff.remove, { params: { id } })).code).toBe('last_owner');
  const step = await owner.refused(api.staff.update, { params: { id }, body: { roles: ['administrator'] } });
  expect(step.code).toBe('last_owner');
  expect((await owner.call(api.auth.session)).roles).toEqual(['owner']);
});

test('two owners who remove each other at the same time leave one owner', async () => {
  for (let round = 0; round < 10; round++) {
    const first = await app.join('sales');
    const second = await app.hire(first.businessId, ['owner']);
    const [a, b] = [await idOf(first, first), await idOf(first, second)];
    const outcome = await Promise.allSettled([
      first.call(api.staff.remove, { params: { id: b } }),
      second.call(api.staff.remove, { params: { id: a } }),
    ]);
    expect(outcome.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const left = await Promise.all(
      [first, second].map((person) => person.call(api.auth.session).then(({ roles }) => roles)),
    );
    expect(left.flat()).toEqual(['owner']);
  }
});

test('an owner removed while their own act waits has lost the permission', async () => {
  const first = await app.join('sales');
  const second = await app.hire(first.businessId, ['owner']);
  const third = await app.hire(first.businessId, ['owner']);
  const id = await idOf(first, third);
  const watcher = new pg.Client({ connectionString: app.databaseUrl });
  await watcher.connect();
  const refused = await app.database.transact({ businessId: first.businessId }, async (tx) => {
    await lockBusiness(tx, first.businessId);
    const attempt = second.refused(api.staff.remove, { params: { id } });
    const waiting = () =>
      watcher
        .query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .then(({ rowCount }) => rowCount);
    await expect.poll(waiting).toBe(1);
    await tx.db.deleteFrom('staff').where('user_id', '=', second.userId).execute();
    return { attempt };
  });
  await watcher.end();
  expect((await refused.attempt).code).toBe('forbidden');
});

test('a role can be limited only to warehouses of the business', async () => {
  const owner = await app.join('supply');
  const body = { email: newEmail(), roles: ['packer' as const], warehouseIds: [999_999] };
  const refused = await owner.refused(api.staff.create, { body });
  expect(refused.errors?.warehouseIds).toEqual([expect.objectContaining({ code: 'not_found' })]);
  const person = await app.hire(owner.businessId, ['packer']);
  const change = { params: { id: await idOf(owner, person) }, body: { warehouseIds: [999_999] } };
  expect((await owner.refused(api.staff.update, change)).status).toBe(422);
});

test('people and invitations of another business are not found', async () => {
  const owner = await app.join('sales');
  const foreign = await app.join('sales');
  const id = await idOf(foreign, foreign);
  const { invitation } = await invite(foreign, newEmail());
  const random = await owner.refused(api.staff.remove, { params: { id: 987_654 } });
  const refused = [
    await owner.refused(api.staff.remove, { params: { id } }),
    await owner.refused(api.staff.update, { params: { id }, body: { roles: ['packer'] } }),
    await owner.refused(api.staffInvitations.remove, { params: { id: invitation.id } }),
    await owner.refused(api.staffInvitations.resend, { params: { id: invitation.id } }),
  ];
  for (const problem of refused) expect({ ...problem, requestId: '' }).toEqual({ ...random, requestId: '' });
  expect((await owner.call(api.staff.list)).items.map(({ self }) => self)).toEqual([true]);
});

test('the list of the team filters by role and refuses an unknown field', async () => {
  const owner = await app.join('sales');
  await app.hire(owner.businessId, ['packer', 'stockist']);
  const list = (query: string) => owner.call(api.staff.list, { query: { query } });
  expect((await list('role:stockist,seller')).items.map(({ roles }) => roles)).toEqual([
    ['packer', 'stockist'],
  ]);
  expect((await list('-role:owner')).total).toBe(1);
  expect((await list('person')).total).toBe(2);
  const { bytes } = await owner.download(api.staff.export, {
    query: { query: 'role:stockist', format: 'csv' },
  });
  expect(bytes.toString('utf8')).toMatch(/;Embalador, Estoquista;Todos;/);
  const unknown = await owner.refused(api.staff.list, { query: { query: 'password:x' } });
  expect(unknown.facts?.allowed).toEqual(['role', 'name', 'email']);
});

test('changes of owners require a fresh password, changes of other roles do not', async () => {
  const owner = await app.join('sales');
  const second = await app.hire(owner.businessId, ['owner']);
  const packer = await app.hire(owner.businessId, ['packer']);
  const params = async (person: Person) => ({ id: await idOf(owner, person) });
  app.clock.advance(31 * 24 * 60);
  const acts = [
    owner.refused(api.staff.remove, { params: await params(second) }),
    owner.refused(api.staff.update, { params: await params(second), body: { roles: ['packer'] } }),
    owner.refused(api.staff.update, { params: await params(packer), body: { roles: ['owner'] } }),
    owner.refused(api.staff.create, { body: { email: newEmail(), roles: ['owner'] } }),
  ];
  for (const problem of await Promise.all(acts)) expect(problem.code).toBe('fresh_authentication_required');
  await owner.call(api.staff.update, { params: await params(packer), body: { roles: ['seller'] } });
  await owner.call(api.staff.remove, { params: await params(packer) });
});
