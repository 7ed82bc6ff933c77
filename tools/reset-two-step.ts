import { resolve } from 'node:path';
import pg from 'pg';
import { findRunning } from '../server/db/embedded.ts';

// For an owner who lost phone, passkeys and recovery codes: whoever runs the product has made sure who it is.
const [email] = process.argv.slice(2);
const url = process.env.DATABASE_URL ?? findRunning(resolve(process.env.DATA_DIR || './data'))?.adminUrl;
if (email === undefined) fail('Usage: npm run two-step:reset -- <e-mail>');
if (url === undefined) fail('No embedded database runs on this DATA_DIR, and DATABASE_URL is not set.');

const client = new pg.Client({ connectionString: url });
await client.connect();
try {
  await client.query('begin');
  const { rows } = await client.query<{ id: string }>('select id from users where email = lower($1)', [
    email,
  ]);
  const [person] = rows;
  if (!person) fail(`Nobody has the e-mail ${email}.`);
  const tables = [
    'two_step_secrets',
    'recovery_codes',
    'second_step_failures',
    'passkeys',
    'passkey_challenges',
  ];
  for (const table of tables) await client.query(`delete from ${table} where user_id = $1`, [person.id]);
  await client.query(
    `update sessions set revoked_at = now(), revoked_reason = 'two-step reset by the operator'
     where user_id = $1 and revoked_at is null`,
    [person.id],
  );
  await client.query(
    `insert into audit_entries (business_id, user_id, endpoint, entity_id, request_id, at)
     select business_id, user_id, 'two_step.changed', 'operator', '-', now() from staff where user_id = $1`,
    [person.id],
  );
  await client.query('commit');
} finally {
  await client.end();
}
console.log(`${email} signs in by password alone, and was signed out everywhere.`);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
