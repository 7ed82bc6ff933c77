import pino from 'pino';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { bank } from '#server/dropshipping/factory.ts';
import { securityEvents } from '#server/http/security-log.ts';
import { testApp } from '#server/test/app.ts';
import { goodPassword, registerActive, signInByHeader } from './factory.ts';
import { startInbox } from './inbox.ts';

const inbox = await startInbox();
const app = await testApp({ SMTP_URL: inbox.url, LOG_LEVEL: 'warn' });
const lines: Record<string, unknown>[] = [];
Reflect.set(Reflect.get(app.log, pino.symbols.streamSym), 'write', (line: string) => {
  const said: Record<string, unknown> = JSON.parse(line);
  if ('event' in said) lines.push(said);
});

const audited = (businessId: number) =>
  app.rows(businessId, 'select endpoint, entity_id, user_id from audit_entries order by id');

async function counted(event: string): Promise<number> {
  const { body } = await app.http.inject('/metrics');
  return Number(new RegExp(`easy_security_events_total\\{event="${event}"\\} (\\d+)`).exec(body)?.[1]);
}

test('what is watched is one field of the log from a closed list, a counter, and a line of the audit', async () => {
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

  const own = (await audited(businessId)).map(({ endpoint }) => endpoint);
  expect(own).toEqual(expect.arrayContaining(['sign_in.failed', 'refresh.reused']));
  expect(await audited(supplier.businessId)).toEqual(
    expect.arrayContaining([
      { endpoint: 'permission.refused', entity_id: 'bankAccount.update', user_id: packer.userId },
      expect.objectContaining({ endpoint: 'bankAccount.update', user_id: supplier.userId }),
      expect.objectContaining({ endpoint: 'staff.create', user_id: supplier.userId }),
    ]),
  );
});
