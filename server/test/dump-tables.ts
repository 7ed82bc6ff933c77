import type pg from 'pg';

/** All rows of all tables of ours and of the queue, as a dump would have them. */
export async function dumpTables(client: pg.Client | pg.Pool): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relkind = 'r'
      and c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`,
  );
  const texts = await Promise.all(
    rows.map(async ({ name }) => {
      const { rows: all } = await client.query<{ text: string }>(`select t::text as text from ${name} t`);
      return all.map(({ text }) => text).join('\n');
    }),
  );
  return texts.join('\n');
}
