import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase, testDatabase } from '#server/test/database.ts';
import {
  crossTenantKeys,
  definerFunctions,
  rowsOfTwoBusinesses,
  sharedRows,
  tablesWithoutTenant,
} from './tenants.ts';

let client: pg.Client;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await drop();
});

async function column(sql: string): Promise<string[]> {
  const { rows } = await client.query<Record<string, unknown>>(sql);
  return rows.map((row) => String(Object.values(row)[0]));
}

const tables = `pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

describe('tenancy in the database', () => {
  test('every table forces row-level security, or is listed as an exception', async () => {
    const open = await column(
      `select relname from ${tables} and not (relrowsecurity and relforcerowsecurity) order by 1`,
    );
    expect(open).toEqual(Object.keys(tablesWithoutTenant).sort());
  });

  test('every protected table has a policy for reading and for each way of writing', async () => {
    const missing =
      await column(`select relname || ' ' || command from ${tables.replace('pg_class c', "pg_class c cross join unnest(array['r','a','w','d']) as command")}
      and relrowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd in (command::"char", '*'))`);
    expect(missing).toEqual([]);
  });

  test('each policy admits the rows of the business, or those that the table is listed with', async () => {
    const { rows } = await client.query<{ table: string; writing: boolean; rule: string }>(
      `select tablename as table, cmd <> 'SELECT' as writing, rule from pg_policies, unnest(array[qual, with_check]) as rule
        where schemaname = 'public' and roles && '{easy_app,public}' and rule is not null order by 1, 2, 3`,
    );
    const plain = (rule: string) => rule.replace(/\s+/g, ' ').replace(/\( ?SELECT (\w+\(\)) AS \w+\)/g, '$1');
    const wrong = rows.filter(({ table, writing, rule }) => {
      const said = sharedRows[table]?.[writing ? 'writing' : 'reading'];
      return plain(rule) !== (said ?? '(business_id = app_business())');
    });
    expect(wrong.map(({ table, rule }) => `${table}: ${plain(rule)}`)).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
  });

  test('the owning column is never null', async () => {
    const loose = await column(`select relname from ${tables} and relrowsecurity
      and relname not in ('users', 'businesses', 'sessions', 'mail_tokens', 'known_devices',
        'two_step_secrets', 'recovery_codes', 'second_step_failures', 'passkeys', 'passkey_challenges', 'pins')
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attnotnull and a.attname in ('business_id', 'seller_id'))`);
    expect(loose).toEqual([]);
  });

  test('the key of every table of a business begins with the business, or the row is of two businesses', async () => {
    const others = await column(`select relname from ${tables}
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attnotnull and a.attname in ('business_id', 'seller_id'))
      and not exists (select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        where k.conrelid = c.oid and a.attname = 'business_id' and (k.contype = 'p'
          or k.contype = 'u' and exists (select from pg_constraint f where f.contype = 'f' and f.conindid = k.conindid)))
      order by 1`);
    expect(others).toEqual(Object.values(rowsOfTwoBusinesses).flat().toSorted());
  });

  test('foreign keys contain the business of the row to which they refer, or are named', async () => {
    const bare = await column(`select f.relname || '.' || a.attname || ' -> ' || t.relname
      from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      join pg_attribute a on a.attrelid = f.oid and a.attnum = k.conkey[cardinality(k.conkey)]
      where k.contype = 'f' and f.relnamespace = 'public'::regnamespace and t.relname not in ('businesses', 'users')
        and not exists (select from unnest(k.conkey, k.confkey) as pair (here, there)
          join pg_attribute x on x.attrelid = f.oid and x.attnum = pair.here
          join pg_attribute y on y.attrelid = t.oid and y.attnum = pair.there
          where y.attname in ('business_id', 'seller_id')
            and x.attname in ('business_id', 'seller_id', 'supplier_id', 'fulfiller_id'))`);
    expect(bare.toSorted()).toEqual(Object.values(crossTenantKeys).flat().toSorted());
  });

  test('the application owns nothing and bypasses nothing', async () => {
    expect(
      await column(
        `select rolname from pg_roles where rolname in ('easy_app', 'easy_system') and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`,
      ),
    ).toEqual([]);
    expect(await column(`select relname from pg_class where relowner = 'easy_app'::regrole`)).toEqual([]);
    expect(
      await column(
        `select rolname from pg_roles where rolname <> 'easy_app' and pg_has_role('easy_app', oid, 'member')`,
      ),
    ).toEqual([]);
  });

  test('functions that read across businesses are a closed list', async () => {
    const definers = await column(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`,
    );
    expect(definers).toEqual([...definerFunctions].sort());
    const unsafe =
      await column(`select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
      and (proconfig is null or not exists (select from unnest(proconfig) as setting where setting like 'search_path=%'))`);
    expect(unsafe).toEqual([]);
    const open = await column(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef and has_function_privilege('public', oid, 'execute')`,
    );
    expect(open).toEqual([]);
  });

  test('append-only tables are only added to', async () => {
    const logs = [
      'audit_entries',
      'ledger_entries',
      'volume_events',
      'order_events',
      'dropinvoice_items',
      'dropinvoice_settlements',
      'pair_entries',
      'notifications',
    ];
    const open =
      await column(`select relname || ' ' || right_to from pg_class, unnest(array['update', 'delete', 'truncate']) as right_to
      where relnamespace = 'public'::regnamespace and relname = any ('{${logs.join(',')}}')
        and has_any_column_privilege('easy_app', oid, 'update') and right_to = 'update'
        or relnamespace = 'public'::regnamespace and relname = any ('{${logs.join(',')}}')
        and right_to <> 'update' and has_table_privilege('easy_app', oid, right_to)`);
    expect(open).toEqual([]);
  });

  test('money is whole centavos, and no count is a float', async () => {
    const floats =
      await column(`select c.relname || '.' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
        and (a.atttypid in ('real'::regtype, 'double precision'::regtype, 'money'::regtype)
          or a.attname like '%centavos' and a.atttypid <> 'bigint'::regtype)`);
    expect(floats).toEqual([]);
  });

  test('every view checks permissions as its reader', async () => {
    expect(
      await column(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not coalesce(reloptions::text like '%security_invoker=true%', false)`),
    ).toEqual([]);
  });

  test('a query without a tenant is an error, not an empty result', async () => {
    const url = await testDatabase();
    const app = new pg.Client({ connectionString: url, options: '-c role=easy_app' });
    await app.connect();
    // Inserts a row: a policy is only evaluated for rows, and an empty table would prove nothing.
    await app.query(`begin; select set_config('app.business_id', '1', true);
      insert into businesses (id, name, type, document, created_at) values (1, 'A', 'supply', '12345678901', now());
      insert into products (business_id, name, created_at, updated_at) values (1, 'Caneca', now(), now()); commit`);
    const fresh = new pg.Client({ connectionString: url, options: '-c role=easy_app' });
    await fresh.connect();
    await expect(fresh.query('select * from products')).rejects.toThrow(/app\.business_id/);
    await fresh.end();
    await app.query("begin; select set_config('app.business_id', '2', true)");
    await expect(app.query('select * from products')).resolves.toMatchObject({ rows: [] });
    await app.query('commit');
    await expect(app.query('select * from products')).rejects.toThrow(/invalid input syntax for type bigint/);
    await app.end();
  });
});
