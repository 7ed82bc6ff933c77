import pino from 'pino';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { bank } from '#server/dropshipping/test/factory.ts';
import { securityEvents } from '#server/http/security-log.ts';
import { testApp } from '#server/test/app.ts';
import { goodPassword, registerActive, signInByHeader } from './test/factory.ts';
import { startInbox } from './test/inbox.ts';

const metricsToken = 'read by the watch 51';
const inbox = await startInbox();
const app = await testApp({ SMTP_URL: inbox.url, LOG_LEVEL: 'warn', METRICS_TOKEN: metricsToken });
const lines: Record<string, unknown>[] = [];
Reflect.set(Reflect.get(app.log, pino.symbols.streamSym), 'write', (line: string) => {
  const said: Record<string, unknown> = JSON.parse(line);
  if ('event' in said) lines.push(said);
});

const audited = (businessId: number) =>
  app.rows(businessId, 'select endpoint, entity_id, user_id from audit_entries order by id');

async function counted(event: string): Promise<number> {
  const { body } = await app.http.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  return Number(new RegExp(`easy_security_events_total\\{event="${event}"\\} (\\d+)`).exec(body)?.[1]);
}

test('a security event is a value of a closed list in the log, a counter, and an audit entry', async () => {
  const email = await registerActive(app, inbox);
  const credentials = { email, password: 'wrong password' };
  await app.anonymous.refused(api.auth.signIn, { body: credentials });
  await app.anonymous.refused(api.auth.signIn, { body: { ...credentials, email: 'nobody@nowhere.example' } });
  await app.drain();
  const first = await signInByHeader(app, email);
  const me = app.withToken(first.token);
  const businessId = (await me.call(api.auth.session)).business?.id ?? 0;
  await me.refused(api.auth.confirmPassword, { body: { password: 'wrong password' } });
  await app.anonymous.call(api.auth.refresh, { body: { refreshToken: first.refreshToken } });
  app.clock.advance(1);
  await app.anonymous.refused(api.auth.refresh, { body: { refreshToken: first.refreshToken } });

  const supplier = await app.join('supply');
  const packer = await app.hire(supplier.businessId, ['packer']);
  await packer.refused(api.bankAccount.update, { body: bank });
  await supplier.call(api.bankAccount.update, { body: bank });
  await supplier.call(api.staff.create, { body: { email: 'novo@loja.example', roles: ['packer'] } });
  for (let n = 0; n < 10; n++) await app.anonymous.refused(api.auth.signIn, { body: credentials });
  expect((await app.anonymous.refused(api.auth.signIn, { body: credentials })).status).toBe(429);

  const events = lines.map(({ event }) => event);
  expect(new Set(events)).toEqual(
    new Set([
      ...['sign_in.failed', 'password.refused', 'refresh.reused', 'permission.refused'],
      ...['bank_data.changed', 'rights.changed', 'sign_in.locked'],
    ]),
  );
  for (const event of new Set(events)) {
    expect(securityEvents).toContain(event);
    expect(await counted(String(event))).toBe(events.filter((one) => one === event).length);
  }
  expect(await counted('buyers.exported')).toBe(0);
  const [failed, unknown] = lines;
  expect(failed).toMatchObject({
    endpoint: 'auth.signIn',
    address: '127.0.0.1',
    account: expect.any(String),
  });
  expect(failed?.account).not.toBe(unknown?.account);
  expect(JSON.stringify(lines)).not.toContain(email);
  expect(JSON.stringify(lines)).not.toContain(goodPassword);
  expect(lines.find(({ event }) => event === 'permission.refused')).toMatchObject({
    endpoint: 'bankAccount.update',
    userId: packer.userId,
    businessId: supplier.businessId,
  });

  await app.drain();
  const own = (await audited(businessId)).map(({ endpoint, entity_id: entity }) => [endpoint, entity]);
  expect(own).toEqual(
    expect.arrayContaining([
      ['sign_in.failed', 'auth.signIn'],
      ['sign_in.locked', 'auth.signIn'],
      ['password.refused', 'auth.confirmPassword'],
      ['refresh.reused', expect.any(String)],
    ]),
  );
  expect(await audited(supplier.businessId)).toEqual(
    expect.arrayContaining([
      { endpoint: 'permission.refused', entity_id: 'bankAccount.update', user_id: packer.userId },
      expect.objectContaining({ endpoint: 'bankAccount.update', user_id: supplier.userId }),
      expect.objectContaining({ endpoint: 'staff.create', user_id: supplier.userId }),
    ]),
  );
});

test('repeated refusals write one audit entry a minute per endpoint, and every line of the log', async () => {
  const owner = await app.join('supply');
  const packer = await app.hire(owner.businessId, ['packer']);
  const other = await app.hire(owner.businessId, ['packer']);
  const before = await counted('permission.refused');
  app.clock.set('2026-12-01T12:00:00.000Z');
  for (let n = 0; n < 5; n++) await packer.refused(api.bankAccount.update, { body: bank });
  await other.refused(api.bankAccount.update, { body: bank });
  await packer.refused(api.staff.list);
  app.clock.advance(1);
  await packer.refused(api.bankAccount.update, { body: bank });
  expect(await counted('permission.refused')).toBe(before + 8);
  expect((await audited(owner.businessId)).map((line) => [line.user_id, line.entity_id])).toEqual([
    [packer.userId, 'bankAccount.update'],
    [other.userId, 'bankAccount.update'],
    [packer.userId, 'staff.list'],
    [packer.userId, 'bankAccount.update'],
  ]);
});

test('a session locked out of its own password is in the trail of its business', async () => {
  const email = await registerActive(app, inbox);
  const me = app.withToken((await signInByHeader(app, email)).token);
  const businessId = (await me.call(api.auth.session)).business?.id ?? 0;
  const wrong = { body: { password: 'wrong password' } };
  for (let n = 0; n < 10; n++) await me.refused(api.auth.confirmPassword, wrong);
  lines.length = 0;
  expect((await me.refused(api.auth.confirmPassword, wrong)).status).toBe(429);
  expect(lines).toMatchObject([{ event: 'sign_in.locked', businessId }]);
  // Another session of the same person is not locked with it.
  const other = app.withToken((await signInByHeader(app, email)).token);
  await other.call(api.auth.confirmPassword, { body: { password: goodPassword } });
  expect(await audited(businessId)).toContainEqual(
    expect.objectContaining({ endpoint: 'sign_in.locked', entity_id: 'auth.confirmPassword' }),
  );
});

test('security-relevant acts on passwords, permissions and buyers are logged by name and audited', async () => {
  lines.length = 0;
  const email = await registerActive(app, inbox);
  const password = 'quatro ipês na praça';
  await app.anonymous.call(api.auth.forgotPassword, { body: { email } });
  await app.drain();
  const body = { token: inbox.token(email), password, passwordConfirmation: password };
  await app.anonymous.call(api.auth.resetPassword, { body });
  const me = app.withToken((await signInByHeader(app, email, password)).token);
  const businessId = (await me.call(api.auth.session)).business?.id ?? 0;
  const change = { currentPassword: password, password: goodPassword, passwordConfirmation: goodPassword };
  await me.call(api.user.changePassword, { body: change });

  const invited = await registerActive(app, inbox);
  await me.call(api.staff.create, { body: { email: invited, roles: ['packer'] } });
  await app.drain();
  const token = inbox.token(invited);
  const wrong = { token, password: 'wrong password' };
  await app.anonymous.refused(api.auth.registerStaff, { body: wrong });
  await app.anonymous.call(api.auth.registerStaff, { body: { token, password: goodPassword } });
  const staff = await me.call(api.staff.list, { query: {} });
  const hired = staff.items.find((one) => one.email === invited)?.id ?? 0;
  await me.call(api.staff.update, { params: { id: hired }, body: { roles: ['stockist'] } });
  await me.call(api.staff.remove, { params: { id: hired } });
  await me.download(api.orders.export, { query: { format: 'csv' } });
  await me.download(api.orders.export, { query: { format: 'xlsx' } });
  const supplier = await app.join('supply');
  await supplier.download(api.checkout.export, { query: { format: 'csv' } });

  expect(lines.map(({ event, endpoint }) => [event, endpoint])).toEqual([
    ['password.changed', 'auth.resetPassword'],
    ['password.changed', 'user.changePassword'],
    ['rights.changed', 'staff.create'],
    ['password.refused', 'auth.registerStaff'],
    ['rights.changed', 'auth.registerStaff'],
    ['rights.changed', 'staff.update'],
    ['rights.changed', 'staff.remove'],
    ['buyers.exported', 'orders.export'],
    ['buyers.exported', 'orders.export'],
    ['buyers.exported', 'checkout.export'],
  ]);
  expect(await audited(supplier.businessId)).toMatchObject([
    { endpoint: 'buyers.exported', entity_id: 'checkout' },
  ]);
  expect((await audited(businessId)).map(({ endpoint, entity_id: entity }) => [endpoint, entity])).toEqual([
    ['auth.signOut', null],
    ['password.changed', null],
    ['user.changePassword', null],
    ['staff.create', expect.any(String)],
    ['rights.changed', String(hired)],
    ['staff.update', String(hired)],
    ['staff.remove', String(hired)],
    ['buyers.exported', 'orders'],
    ['buyers.exported', 'orders'],
  ]);
  await app.drain();
  const session = await app.withToken((await signInByHeader(app, invited)).token).call(api.auth.session);
  expect(await audited(session.business?.id ?? 0)).toContainEqual(
    expect.objectContaining({ endpoint: 'password.refused', entity_id: 'auth.registerStaff' }),
  );
});
