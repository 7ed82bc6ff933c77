import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { codeAt } from '#server/account/sign-in/second-step.ts';
import { registerActive, signInByHeader } from '#server/account/test/factory.ts';
import { startInbox } from '#server/account/test/inbox.ts';
import { bank } from '#server/dropshipping/test/factory.ts';
import { connectSeller, remoteSellers } from '#server/marketplaces/test/factory.ts';
import { unseal } from '#server/seal.ts';
import { requestOf, testApp } from '#server/test/app.ts';
import { dumpTables } from '#server/test/dump-tables.ts';
import { notificationSecret, startSandboxProcess } from '#server/test/sandbox.ts';
import { openOwner } from '../faults/planted/stage.ts';

const inbox = await startInbox();
const sandbox = await startSandboxProcess();
const app = await testApp({ ...sandbox.variables, SMTP_URL: inbox.url, LOG_LEVEL: 'trace' });
const owner = await openOwner(app.databaseUrl);
afterAll(() => owner.end());

/** Everything that the product logs, and every answer to a refused caller. */
const said: string[] = [];
Reflect.set(Reflect.get(app.log, pino.symbols.streamSym), 'write', (line: string) => said.push(line));

const password = 'canário de senha 9137';
const pixKey = 'canario-7719@fornecedor.example';
const account = '88990-17719';
const document = '11144477735';

async function refusedOf(endpoint: Parameters<typeof requestOf>[0], send: object, token = ''): Promise<void> {
  const answer = await app.http.inject(requestOf(endpoint, send, token));
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  said.push(answer.body);
}

/** Looks like a wrong schema to the rule that reads it, and so reaches an unexpected failure. */
async function without(table: string, act: () => Promise<void>): Promise<void> {
  await owner.query(`alter table ${table} rename to mislaid`);
  await act();
  await owner.query(`alter table mislaid rename to ${table}`);
}

test('INV-56: no secret is in a log, in the answer to a refused caller, or in a dump', {
  timeout: 60_000,
}, async () => {
  const email = await registerActive(app, inbox, { password, document });
  const tokens = await signInByHeader(app, email, password);
  const renewed = await app.anonymous.call(api.auth.refresh, { body: { refreshToken: tokens.refreshToken } });
  const credentials = { email, password };
  await refusedOf(api.auth.signIn, { body: { ...credentials, password: `${password}!` } });
  await refusedOf(api.auth.signIn, { body: { email: password, password: [password] } });
  await refusedOf(api.auth.signIn, { body: { ...credentials, more: tokens.token } });
  await without('sessions', () => refusedOf(api.auth.signIn, { body: credentials }));
  await without('mail_tokens', async () => {
    await app.anonymous.call(api.auth.forgotPassword, { body: { email } });
    await app.drain();
  });
  await app.anonymous.call(api.auth.forgotPassword, { body: { email } });
  await app.drain();
  const reset = inbox.token(email);
  await without('users', () =>
    refusedOf(api.auth.resetPassword, { body: { token: reset, password, passwordConfirmation: password } }),
  );

  const secondStep = await setUpSecondStep(renewed.token ?? '', email);

  const supplier = await app.join('supply');
  const details = { ...bank, pixKey, account };
  await supplier.call(api.bankAccount.update, { body: details, key: 'bank-data' });
  await refusedOf(api.bankAccount.update, { body: { ...details, city: '' } }, supplier.token);
  await without('supplier_bank_accounts', () =>
    refusedOf(api.bankAccount.update, { body: details }, supplier.token),
  );
  await without('businesses', () =>
    refusedOf(api.business.update, { body: { document } }, renewed.token ?? ''),
  );

  const seller = await app.join('sales');
  const { id } = await connectSeller(seller, remoteSellers.legacy);
  const [row] = await app.rows(
    seller.businessId,
    'select access_token, refresh_token from marketplace_accounts',
  );
  const open = (sealed: unknown) => {
    try {
      return unseal(app.env.secretKey, 'marketplace-tokens', String(sealed));
    } catch {
      // Stored as it arrived: the stored bytes are then the secret.
      return String(sealed);
    }
  };
  await sandbox.control('POST', '/faults', { kind: 'error-500', path: '/*' });
  app.clock.advance(7 * 60);
  await refusedOf(api.marketplacesCategories.list, { params: { account: id } }, seller.token);
  await app.drain();

  const secrets = {
    password,
    access: renewed.token ?? '',
    refresh: renewed.refreshToken ?? '',
    'first access': tokens.token,
    'first refresh': tokens.refreshToken,
    'reset link': reset,
    'marketplace access': open(row?.access_token),
    'marketplace refresh': open(row?.refresh_token),
    'client secret': sandbox.variables.MERCADO_LIVRE_CLIENT_SECRET ?? '',
    'notification secret': notificationSecret,
    'secret key': app.env.secretKey.toString('hex'),
    'PIX key': pixKey,
    'bank account': account,
    ...secondStep,
  };
  // The document of a business is searched by others, and is stored in its table and nowhere else.
  const inTables = { document };
  expect(said.length).toBeGreaterThan(10);
  expect(leaks(said.join('\n'), { ...secrets, ...inTables })).toEqual([]);
  expect(leaks(await dumpTables(owner), secrets)).toEqual([]);
});

/** Every secret of a second step, each sent with an idempotency key, so that the answer is stored too. */
async function setUpSecondStep(token: string, email: string): Promise<Record<string, string>> {
  const me = app.withToken(token);
  const { secret } = await me.call(api.auth.setupOtp, { key: 'set-up' });
  await refusedOf(api.auth.activateOtp, { body: { token: '000000' } }, token);
  const body = { token: codeAt(secret, app.clock.now()) };
  const { recoveryCodes } = await me.call(api.auth.activateOtp, { body, key: 'activate' });
  const [code = '', wrong = ''] = recoveryCodes;
  const { challenge } = await me.call(api.passkeys.prepare, { key: 'prepare' });
  const given = { body: { password: `${password}!`, token: wrong } };
  await refusedOf(api.auth.confirmPassword, given, token);
  await without('recovery_codes', () =>
    refusedOf(api.auth.confirmPassword, { body: { password, token: wrong } }, token),
  );
  const waiting = await app.anonymous.call(api.auth.signIn, {
    body: { email, password, carriedBy: 'header' },
  });
  return {
    'key of the app': secret,
    'recovery code': code,
    'recovery code without dashes': code.replaceAll('-', ''),
    'recovery code that was typed': wrong,
    'challenge of a passkey': challenge,
    'token before the second step': waiting.token ?? '',
  };
}

/** Names of the secrets that a text contains, in plain text or in base64. */
function leaks(text: string, secrets: Record<string, string>): string[] {
  const forms = (secret: string) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('hex'),
  ];
  return Object.entries(secrets)
    .filter(([, secret]) => secret.length < 6 || forms(secret).some((form) => text.includes(form)))
    .map(([name]) => name);
}
