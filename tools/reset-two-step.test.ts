import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { codeAt } from '#server/account/sign-in/second-step.ts';
import { goodPassword, registerActive, signInByHeader } from '#server/account/test/factory.ts';
import { startInbox } from '#server/account/test/inbox.ts';
import { testApp } from '#server/test/app.ts';

const inbox = await startInbox();
const app = await testApp({ SMTP_URL: inbox.url });

/** Runs the tool against a database that is not the embedded one, with no more than the application's login. */
async function reset(email: string): Promise<number> {
  const tool = spawn(process.execPath, [join(import.meta.dirname, 'reset-two-step.ts'), email], {
    stdio: 'ignore',
    env: { DATABASE_URL: app.loginUrl, DATA_DIR: app.env.dataDir },
  });
  const [status] = await once(tool, 'close');
  return Number(status);
}

test('removes the second step of one person in an external database, ends their sessions, and records it', async () => {
  const email = await registerActive(app, inbox);
  const colleague = await registerActive(app, inbox);
  const me = app.withToken((await signInByHeader(app, email)).token);
  const other = app.withToken((await signInByHeader(app, colleague)).token);
  for (const person of [me, other]) {
    const { secret } = await person.call(api.auth.setupOtp);
    app.clock.advance(1);
    await person.call(api.auth.activateOtp, { body: { token: codeAt(secret, app.clock.now()) } });
  }

  expect(await reset(email.toUpperCase())).toBe(0);

  expect((await me.refused(api.auth.session)).code).toBe('unauthenticated');
  const body = { email, password: goodPassword, carriedBy: 'header' } as const;
  const { stage, token } = await app.anonymous.call(api.auth.signIn, { body });
  expect(stage).toBe('full');
  const mine = app.withToken(token ?? '');
  const { items } = await mine.call(api.audit.list, {
    query: { query: 'kind:security act:two_step_changed' },
  });
  expect(items.map(({ record }) => record)).toContain('operator');
  expect((await other.call(api.auth.session)).twoStep).toBe(true);
});

test('fails for an unknown e-mail', async () => {
  expect(await reset('ninguem@exemplo.example')).toBe(1);
});
