import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** The connection can bypass the isolation between businesses, or does not keep its limits. */
export class UnsafeDatabaseError extends Error {
  override name = 'UnsafeDatabaseError';
}

/** `easy_app` sees the rows of one business at a time; `easy_queue` the tables of pg-boss. */
export type ConnectionRole = 'easy_app' | 'easy_queue';

/** Settings of every connection of the product, as PostgreSQL displays them. */
const limits = {
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
};

type Facts = {
  login: string;
  role: string;
  isWalled: boolean;
  powers: string[];
  settings: Record<string, string | null>;
};

/**
 * `powers`: roles of which the login is a member, directly or not, that own or bypass what it must not. A superuser is
 * a member of every role.
 */
const askFacts = `select session_user as login, current_user as role,
  row_security_active('public.businesses') as "isWalled",
  array(select rolname::text from pg_roles r where pg_has_role(session_user, r.oid, 'member')
    and (rolname = 'easy_system' or rolsuper or rolbypassrls or rolcreaterole or rolreplication
      or r.oid in (select relowner from pg_class where relnamespace in
        (select oid from pg_namespace where nspname in ('public', 'pgboss')))
      or r.oid = (select datdba from pg_database where datname = current_database()))
    order by rolsuper desc, rolname <> session_user, rolname limit 3) as powers,
  (select jsonb_object_agg(name, current_setting(name, true)) from unnest($1::text[]) as name) as settings`;

/**
 * Sets the role and the limits of a new connection by statements, because a pooler may drop start-up parameters, and
 * verifies both before the connection is used. Throws `UnsafeDatabaseError` on a wrong answer.
 */
export async function prepareConnection(
  client: pg.ClientBase,
  role: ConnectionRole,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const settings = { ...limits, ...more };
  const lines = Object.entries(settings).map(([name, value]) => `set ${name} = ${pg.escapeLiteral(value)}`);
  await client.query([`set role ${role}`, ...lines].join('; ')).catch(explainRole);
  await requireSafe(client, role, settings);
}

/** A connection in use may have become unsafe: its login was granted a role. */
export function requireSafeRole(pool: pg.Pool, role: ConnectionRole): Promise<void> {
  return requireSafe(pool, role, limits);
}

async function requireSafe(
  client: pg.ClientBase | pg.Pool,
  role: ConnectionRole,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows } = await client.query<Facts>(askFacts, [Object.keys(settings)]);
  const problem = rows[0] ? problemOf(rows[0], role, settings) : 'it did not say as whom it acts';
  if (problem !== null) throw unsafe(problem);
}

function problemOf(
  { login, role, isWalled, powers, settings }: Facts,
  wanted: ConnectionRole,
  wantedSettings: Readonly<Record<string, string>>,
): string | null {
  if (powers.length > 0)
    return `its login ${login} ${powers.includes(login) ? 'is' : 'may act as'} ${powers.join(', ')}`;
  if (role !== wanted) return `it acts as ${role} and not as ${wanted}`;
  if (!isWalled) return 'row-level security is not in force';
  const lost = Object.entries(wantedSettings).find(([name, value]) => settings[name] !== value);
  return lost ? `${lost[0]} is ${settings[lost[0]] ?? 'not set'} and not ${lost[1]}` : null;
}

/** Insufficient privilege: the login is no member of the role. An undefined role: the database was never migrated. */
function explainRole(error: unknown): never {
  if (error instanceof pg.DatabaseError && (error.code === '42501' || error.code === '22023'))
    throw unsafe(error.message);
  throw error;
}

function unsafe(problem: string): UnsafeDatabaseError {
  return new UnsafeDatabaseError(
    `The connection to the database is not safe to serve with: ${problem}.\n` +
      'DATABASE_URL has to be a login of its own that owns nothing and is a member of easy_app and easy_queue only; ' +
      'docs/operations.md, "Another PostgreSQL", says how to make it.',
  );
}

/**
 * Opens two connections and compares the processes behind them: if they share one, or one of them changes its own, a
 * pooler assigns connections by transaction, which loses roles, limits, locks and notifications between statements.
 */
export async function requireSessionPooling(url: string): Promise<void> {
  const [first, second] = [connect(), connect()];
  const pidOf = async (client: pg.Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  try {
    await first.connect();
    const before = await pidOf(first);
    await second.connect();
    await second.query('begin');
    const other = await pidOf(second);
    const after = await Promise.race([pidOf(first), delay(5000, undefined, { ref: false })]);
    if (other === before || after !== before) throw transactionPooling();
  } finally {
    await Promise.all([first, second].map((client) => client.end().catch(() => undefined)));
  }

  function connect(): pg.Client {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'easy start',
      connectionTimeoutMillis: 5000,
    });
    client.on('error', () => undefined);
    return client;
  }
}

const transactionPooling = () =>
  new UnsafeDatabaseError(
    'Between the product and the database is a pooler that hands out connections by transaction. ' +
      'Roles, limits, locks and notifications need a connection of their own: set it to session pooling (PgBouncer: pool_mode = session).',
  );
