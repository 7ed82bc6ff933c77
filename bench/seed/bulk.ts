import type { Client } from 'pg';

type Definition = { make: string; drop: string };

const withCodes = ['advertisement_components', 'publications', 'publication_variations'];

/**
 * Runs `load` in the open transaction as the owner, who sees every row, without foreign keys and indexes. Afterwards
 * they are built, and violations are refused. The loader writes the codes of advertisements itself, because without an
 * index the trigger would read a whole table for each row. A failure leaves the database unchanged.
 */
export async function loadInBulk(client: Client, load: () => Promise<void>): Promise<void> {
  const guarded = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace`,
  );
  const keys = await client.query<Definition>(
    `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make,
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const indexes = await client.query<Definition>(
    `select pg_get_indexdef(indexrelid) as make, format('drop index %s', indexrelid::regclass) as drop
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  const built = [...indexes.rows, ...keys.rows];
  await client.query(`set local synchronous_commit = off; set local maintenance_work_mem = '512MB';
    set local work_mem = '256MB'; set local statement_timeout = 0`);
  for (const { name } of guarded.rows) await client.query(`alter table ${name} no force row level security`);
  for (const { drop } of [...keys.rows, ...indexes.rows]) await client.query(drop);
  for (const table of withCodes) await client.query(`alter table ${table} disable trigger keep_codes`);
  await load();
  for (const table of withCodes) await client.query(`alter table ${table} enable trigger keep_codes`);
  for (const { make } of built) await client.query(make);
  for (const { name } of guarded.rows) await client.query(`alter table ${name} force row level security`);
}

/** Identity columns go on after the highest id that was written. */
export async function advanceSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string; sequence: string }>(
    `select c.oid::regclass::text as table, pg_get_serial_sequence(c.oid::regclass::text, 'id') as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, sequence } of rows)
    await client.query(
      `select setval('${sequence}', (select max(id) from ${table})) where exists (select from ${table})`,
    );
}
