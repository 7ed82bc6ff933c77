import type pg from 'pg';

/** A table that is restored: `schema.name`, and its writable columns. */
type Kept = { source: string; copy: string; columns: string; secured: boolean; owners: string[] };

const tablesText = `
  select format('%I.%I', n.nspname, c.relname) as source, format('kept.%I', c.relname) as copy, c.relforcerowsecurity as secured,
    (select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    array(select format('%I.%I', pn.nspname, p.relname) from pg_constraint k join pg_class p on p.oid = k.confrelid
      join pg_namespace pn on pn.oid = p.relnamespace where k.conrelid = c.oid and k.confdeltype = 'c') as owners
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and ((n.nspname = 'public' and c.relname <> 'migrations')
    or (n.nspname = 'pgboss' and c.relname = 'job_common'))
  order by 1`;

/** Foreign keys are still checked after each statement; only the restore defers them to the end. */
const deferText = `do $$ declare key record; begin
  for key in select conrelid::regclass as source, conname from pg_constraint where contype = 'f' loop
    execute format('alter table %s alter constraint %I deferrable initially immediate', key.source, key.conname);
  end loop; end $$`;

/**
 * Stores a copy of every row beside the tables, and returns the restore, which is far quicker than a new database.
 * Requires the connection of the owner, and no other connection.
 */
export async function keepRows(client: pg.Client): Promise<() => Promise<void>> {
  const tables = (await client.query<Kept>(tablesText)).rows;
  await client.query('create schema kept');
  for (const { source, copy } of tables)
    await client.query(`create table ${copy} as select * from ${source}`);
  await client.query(deferText);
  const sums = tables
    .map(
      ({ source }) =>
        `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as sum from ${source} t`,
    )
    .join(' union all ');
  const read = async () => (await client.query<{ sum: string }>(sums)).rows.map(({ sum }) => sum);
  const before = await read();

  return async () => {
    const now = await read();
    const names = new Set(tables.flatMap(({ source }, at) => (now[at] === before[at] ? [] : [source])));
    // Rows that depend on another table are removed when that table is emptied.
    for (let size = 0; size < names.size; ) {
      size = names.size;
      for (const { source, owners } of tables) if (owners.some((name) => names.has(name))) names.add(source);
    }
    const changed = tables.filter(({ source }) => names.has(source));
    for (const { source, secured } of changed)
      await client.query(
        `alter table ${source} disable trigger user${secured ? ', no force row level security' : ''}`,
      );
    await client.query('begin; set constraints all deferred');
    for (const { source } of changed) await client.query(`delete from ${source}`);
    for (const { source, copy, columns } of changed)
      await client.query(
        `insert into ${source} (${columns}) overriding system value select ${columns} from ${copy}`,
      );
    await client.query('commit');
    for (const { source, secured } of changed)
      await client.query(
        `alter table ${source} enable trigger user${secured ? ', force row level security' : ''}`,
      );
    const after = await read();
    const lost = tables.filter((_, at) => after[at] !== before[at]).map(({ source }) => source);
    if (lost.length > 0) throw new Error(`not put back: ${lost.join(', ')}`);
  };
}
