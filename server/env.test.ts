import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironment } from './env.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'easy-env-'));

const production = () => ({
  EASY_MODE: 'production',
  DATA_DIR: folder(),
  SECRET_KEY: randomBytes(32).toString('base64'),
  APP_URL: 'https://easy.com.br',
  SMTP_URL: 'smtps://mail.easy.com.br',
  MAIL_FROM: 'Easy <nao-responda@easy.com.br>',
  VIA_CEP_URL: 'https://viacep.com.br',
  BRASIL_API_URL: 'https://brasilapi.com.br',
  MERCADO_LIVRE_API: 'https://api.mercadolibre.com',
  MERCADO_LIVRE_AUTH: 'https://auth.mercadolivre.com.br',
  MERCADO_LIVRE_CLIENT_ID: '7715532901',
  MERCADO_LIVRE_CLIENT_SECRET: randomBytes(16).toString('hex'),
  MERCADO_LIVRE_NOTIFICATION_SECRET: randomBytes(16).toString('hex'),
});
const nuvemshop = {
  NUVEMSHOP_API: 'https://api.nuvemshop.com.br',
  NUVEMSHOP_AUTH: 'https://www.nuvemshop.com.br',
  NUVEMSHOP_CLIENT_ID: '5001',
  NUVEMSHOP_CLIENT_SECRET: randomBytes(16).toString('hex'),
};

const shopee = {
  SHOPEE_API: 'https://openplatform.shopee.com.br',
  SHOPEE_CLIENT_ID: '2001887',
  SHOPEE_CLIENT_SECRET: randomBytes(32).toString('hex'),
};

test('development needs nothing: secrets are made once, for one account, and hosts are the sandbox', () => {
  const DATA_DIR = folder();
  const first = readEnvironment([], { DATA_DIR, PORT: '3100' });
  const second = readEnvironment([], { DATA_DIR, PORT: '3100' });
  expect(second.secretKey.equals(first.secretKey)).toBe(true);
  expect(statSync(join(DATA_DIR, 'secrets.json')).mode & 0o077).toBe(0);
  expect(first.sandbox).toEqual({ port: 13_100, smtpPort: 23_100, url: 'http://localhost:13100' });
  expect(first.mercadoLivre.apiUrl).toBe(first.sandbox?.url);
  expect(first).toMatchObject({ appUrl: 'http://localhost:3100', demo: true, web: true, worker: true });
});

test('flags choose the role and leave the demo out', () => {
  const env = { DATA_DIR: folder() };
  expect(readEnvironment(['--worker'], env)).toMatchObject({ web: false, worker: true });
  expect(readEnvironment(['--web'], env)).toMatchObject({ web: true, worker: false });
  expect(readEnvironment(['--empty'], env).demo).toBe(false);
  expect(() => readEnvironment(['--emtpy'], env)).toThrow('--emtpy');
});

test('every wrong variable is named at once', () => {
  const wrong = { DATA_DIR: folder(), PORT: 'many', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x' };
  expect(() => readEnvironment([], wrong)).toThrow(/PORT.*\n.*DATABASE_URL.*\n.*LOG_LEVEL/);
});

test('Nuvemshop is available with all variables of its application, an incomplete set is an error, and none is valid', () => {
  const whole = readEnvironment([], { ...production(), ...nuvemshop });
  expect(whole.offeredMarketplaces).toEqual(['mercado-livre', 'nuvemshop']);
  const [first, second] = [production(), production()].map((given) => readEnvironment([], given));
  expect(first?.offeredMarketplaces).toEqual(['mercado-livre']);
  expect(first?.nuvemshop.clientSecret).not.toBe(second?.nuvemshop.clientSecret);
  for (const name of Object.keys(nuvemshop))
    expect(() => readEnvironment([], { ...production(), ...nuvemshop, [name]: '' })).toThrow(name);
});

test('Shopee is available with all variables of its partner, and an incomplete set is an error', () => {
  const whole = readEnvironment([], { ...production(), ...shopee });
  expect(whole.offeredMarketplaces).toEqual(['mercado-livre', 'shopee']);
  expect(whole.shopee).toMatchObject({
    partnerId: '2001887',
    notifyUrl: 'https://easy.com.br/api/notifications/shopee/2001887',
  });
  for (const name of Object.keys(shopee))
    expect(() => readEnvironment([], { ...production(), ...shopee, [name]: '' })).toThrow(name);
});

test('production has no demo and no sandbox', () => {
  expect(readEnvironment([], production())).toMatchObject({ demo: false, sandbox: undefined });
});

test.each(Object.keys(production()).filter((name) => !['EASY_MODE', 'DATA_DIR'].includes(name)))(
  'production refuses to start without %s',
  (name) => {
    expect(() => readEnvironment([], { ...production(), [name]: undefined })).toThrow(`${name}: is missing`);
  },
);

test.each([
  ['SECRET_KEY', 'short', 'at least 32 bytes'],
  ['SECRET_KEY', Buffer.alloc(32).toString('base64'), 'not random'],
  ['MERCADO_LIVRE_CLIENT_SECRET', 'changeme-changeme-changeme', 'placeholder'],
  ['APP_URL', 'http://easy.com.br', 'must be https'],
])('production refuses %s = %s', (name, value, reason) => {
  expect(() => readEnvironment([], { ...production(), [name]: value })).toThrow(reason);
});

const otherMarketplaces = {
  NUVEMSHOP_API: 'https://api.nuvemshop.com.br',
  NUVEMSHOP_AUTH: 'https://www.nuvemshop.com.br',
  NUVEMSHOP_CLIENT_ID: '5001',
  NUVEMSHOP_CLIENT_SECRET: 'a'.repeat(8) + 'b'.repeat(24),
  SHOPEE_API: 'https://openplatform.shopee.com.br',
  SHOPEE_CLIENT_ID: '2001887',
  SHOPEE_CLIENT_SECRET: 'c'.repeat(8) + 'd'.repeat(24),
};

test.each([
  ['SMTP_URL', 'smtp://mail.example.com:25'],
  ['VIA_CEP_URL', 'http://viacep.example.com'],
  ['MERCADO_LIVRE_API', 'http://api.example.com'],
  ['S3_ENDPOINT', 'http://files.example.com'],
  ['DATABASE_URL', 'postgres://easy_login:x@db.example.com/easy'],
  ['DATABASE_URL', 'postgres://easy_login:x@db.example.com/easy?sslmode=prefer'],
  ['DATABASE_URL', 'postgres://easy_login:x@db.example.com/easy?sslmode=verify-full&sslmode=disable'],
  ['DATABASE_URL', 'postgresql://easy_login:x@db.example.com/easy?sslmode=no-verify'],
  ['SMTP_URL', 'smtp://mail.example.com:587?requireTLS=true&ignoreTLS=true'],
  ['SMTP_URL', 'smtp://mail.example.com?requireTLS=false'],
  ['SMTP_URL', 'smtp://MAIL.example.com:25'],
  ['SHOPEE_API', 'HTTP://api.example.com'],
  ['NUVEMSHOP_AUTH', 'http://api.example.com:8443'],
  ['S3_ENDPOINT', 'http://[2001:db8::7]:9000'],
  ['VIA_CEP_URL', 'http://0x7f000002'],
])('production refuses %s = %s unless its host is named as one of the own network', (name, value) => {
  const s3 = { S3_BUCKET: 'easy', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
  const given = { ...production(), ...s3, ...otherMarketplaces, [name]: value };
  expect(() => readEnvironment([], given)).toThrow(`${name}: would be sent unencrypted`);
  const { hostname } = new URL(value);
  expect(() => readEnvironment([], { ...given, PLAINTEXT_HOSTS: 'other.example.com' })).toThrow(name);
  readEnvironment([], { ...given, PLAINTEXT_HOSTS: `other.example.com, ${hostname}` });
  readEnvironment([], { DATA_DIR: folder(), ...s3, [name]: value });
});

test('a host among the parameters of the database is the one that is looked at', () => {
  const hidden = 'postgres://easy_login:x@localhost/easy?host=db.example.com';
  expect(() => readEnvironment([], { ...production(), DATABASE_URL: hidden })).toThrow(
    'DATABASE_URL: would be sent unencrypted to db.example.com',
  );
  readEnvironment([], { ...production(), DATABASE_URL: hidden, PLAINTEXT_HOSTS: 'DB.example.com' });
  readEnvironment([], { ...production(), DATABASE_URL: 'postgres:///easy?host=/var/run/postgresql' });
});

test.each([
  ['SMTP_URL', 'smtps://user:x@mail.example.com'],
  ['SMTP_URL', 'smtp://user:x@mail.example.com:587?requireTLS=true'],
  ['SMTP_URL', 'smtp://localhost:25'],
  ['VIA_CEP_URL', 'https://viacep.example.com'],
  ['DATABASE_URL', 'postgres://easy_login:x@db.example.com/easy?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://easy_login:x@127.0.0.1/easy'],
])('production takes %s = %s', (name, value) => {
  readEnvironment([], { ...production(), [name]: value });
});

test('production refuses the key that development made', () => {
  const DATA_DIR = folder();
  readEnvironment([], { DATA_DIR });
  const { secretKey } = JSON.parse(readFileSync(join(DATA_DIR, 'secrets.json'), 'utf8'));
  expect(() => readEnvironment([], { ...production(), DATA_DIR, SECRET_KEY: secretKey })).toThrow(
    'made for development',
  );
});

test('a bucket is named whole or not at all', () => {
  const s3 = { S3_BUCKET: 'easy', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
  expect(readEnvironment([], { DATA_DIR: folder() }).storage.s3).toBeUndefined();
  expect(readEnvironment([], { DATA_DIR: folder(), ...s3 }).storage.s3).toMatchObject({ bucket: 'easy' });
  const forgotten = { DATA_DIR: folder(), ...s3, S3_SECRET_ACCESS_KEY: undefined };
  expect(() => readEnvironment([], forgotten)).toThrow('S3_SECRET_ACCESS_KEY: is missing');
});
