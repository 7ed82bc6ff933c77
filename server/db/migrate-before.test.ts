import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { createApp } from '#server/app.ts';
import { readEnvironment } from '#server/env.ts';
import { hashToken, newToken } from '#server/http/session.ts';
import { requestOf, testClock } from '#server/test/app.ts';
import { testDatabases } from '../test/database.ts';
import { migrate } from './migrate.ts';

/** The last migration of the release that knew no second step, no plans and no passkeys. */
const last = '0036';

const folders: string[] = [];
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'easy-before-'));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The migrations as that release had them. */
function migrationsOfBefore(): string {
  const root = makeFolder();
  const folder = join(root, 'migrations');
  mkdirSync(folder);
  const landed = join(import.meta.dirname, 'migrations');
  for (const name of readdirSync(landed))
    if (name.slice(0, 4) <= last) cpSync(join(landed, name), join(folder, name));
  cpSync(join(import.meta.dirname, 'before'), join(root, 'before'), { recursive: true });
  return folder;
}

async function asOwner(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

test('a database of an earlier release is migrated with its rows, and who was signed in stays so', async () => {
  const { url, loginUrl } = await testDatabases();
  const clock = testClock();
  const [access, family] = [newToken(), newToken().slice(0, 22)];
  const refresh = family + newToken();
  await asOwner(url, (client) =>
    client.query(`drop schema public cascade; drop schema pgboss cascade;
      drop schema if exists graphile_worker cascade; create schema public; grant usage on schema public to public`),
  );
  await migrate(url, migrationsOfBefore());
  const now = clock.now();
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  await asOwner(url, async (client) => {
    for (const table of ['users', 'businesses', 'staff', 'sessions'])
      await client.query(`alter table ${table} no force row level security`);
    await client.query(
      `insert into users (id, name, email, password_hash, activated_at, created_at)
        values (7001, 'Ana Ribeiro', 'ana@antes.example', '-', $1, $1)`,
      [now],
    );
    await client.query(
      `insert into businesses (id, name, type, document, created_at)
        values (8001, 'Casa da Ana', 'sales', '52998224725', $1)`,
      [now],
    );
    await client.query(
      `insert into staff (business_id, user_id, roles, created_at) values (8001, 7001, '{owner}', $1)`,
      [now],
    );
    await client.query(
      `insert into sessions (user_id, business_id, access_hash, access_expires_at, family_hash, refresh_hash,
          fresh_until, created_at, expires_at) values (7001, 8001, $1, $2, $3, $4, $2, $5, $6)`,
      [hashToken(access), later(10), hashToken(family), hashToken(refresh), now, later(30 * 24 * 60)],
    );
    for (const table of ['users', 'businesses', 'staff', 'sessions'])
      await client.query(`alter table ${table} force row level security`);
  });

  await Promise.all([migrate(url), migrate(url)]);
  const env = readEnvironment([], {
    DATA_DIR: makeFolder(),
    LOG_LEVEL: 'error',
  });
  const app = await createApp({ env, databaseUrl: loginUrl, clock });
  try {
    const session = await app.http.inject(requestOf(api.auth.session, {}, access));
    expect(session.json()).toMatchObject({
      user: { id: 7001, name: 'Ana Ribeiro' },
      business: { id: 8001, name: 'Casa da Ana' },
      twoStep: false,
    });
    // What came since is there for them: a plan, and what a sensitive act asks for.
    expect((await app.http.inject(requestOf(api.plans.current, {}, access))).json()).toMatchObject({
      plan: 'free',
    });
    expect((await app.http.inject(requestOf(api.passkeys.list, {}, access))).json()).toEqual({ items: [] });
    expect((await app.http.inject(requestOf(api.auth.setupOtp, {}, access))).statusCode).toBe(200);
    clock.advance(11);
    const body = { refreshToken: refresh };
    const renewed = await app.http.inject(requestOf(api.auth.refresh, { body }, ''));
    expect(renewed.json()).toMatchObject({ stage: 'full', token: expect.any(String) });
  } finally {
    await app.close();
  }
});
