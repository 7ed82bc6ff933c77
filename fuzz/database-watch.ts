import pg from 'pg';

/** One row that a committed transaction wrote. `owners` are the businesses the row belongs to. */
export type Touch = { table: string; act: 'INSERT' | 'UPDATE' | 'DELETE'; owners: number[] };

export type DatabaseWatch = {
  /** Rows committed since the last call. */
  since(): Promise<Touch[]>;
  /** Hash of every row of these businesses, by table. */
  digest(businessIds: readonly number[]): Promise<Record<string, string>>;
  close(): Promise<void>;
};

const setup = `
  create schema fuzz;
  create table fuzz.touched (id bigint generated always as identity primary key, tab text, act text, owners bigint[]);
  create function fuzz.note() returns trigger language plpgsql security definer set search_path = fuzz, public, pg_temp as $$
  declare found jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  begin
    insert into fuzz.touched (tab, act, owners) values (tg_table_name, tg_op, array_remove(array[
      (found->>'business_id')::bigint, (found->>'seller_id')::bigint, (found->>'supplier_id')::bigint,
      (found->>'fulfiller_id')::bigint, case when tg_table_name = 'businesses' then (found->>'id')::bigint end], null));
    return null;
  end $$;
  do $$ declare target regclass; begin
    for target in select c.oid from pg_class c where c.relkind = 'r' and
      (c.relnamespace = 'public'::regnamespace and not c.relispartition or c.oid = 'pgboss.job_common'::regclass) loop
      execute format('create trigger fuzz_note after insert or update or delete on %s for each row execute function fuzz.note()', target);
    end loop;
  end $$;`;

/** Watches a database from the inside: triggers write down what every committed transaction changed. */
export async function watchDatabase(url: string): Promise<DatabaseWatch> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(setup);
  const owned = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attname in ('business_id', 'seller_id', 'supplier_id', 'fulfiller_id') group by c.relname order by 1`);
  let last = 0;
  return {
    async since() {
      const { rows } = await client.query<{ id: string; tab: string; act: Touch['act']; owners: string[] }>({
        name: 'since',
        text: 'select id, tab, act, owners from fuzz.touched where id > $1 order by id',
        values: [last],
      });
      last = Number(rows.at(-1)?.id ?? last);
      return rows.map(({ tab, act, owners }) => ({ table: tab, act, owners: owners.map(Number) }));
    },
    async digest(businessIds) {
      const digests: Record<string, string> = {};
      for (const businessId of businessIds) {
        // With the role of a business: the owner of the tables sees no rows.
        await client.query(`set role easy_app; set app.business_id = '${businessId}'`);
        for (const { name, columns } of owned.rows) {
          const mine = columns.map((column) => `${column} = ${businessId}`).join(' or ');
          const { rows } = await client.query<{ hash: string }>(
            `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t where ${mine}`,
          );
          digests[`${businessId} ${name}`] = rows[0]?.hash ?? '';
        }
        await client.query('reset role; reset app.business_id');
      }
      return digests;
    },
    close: () => client.end(),
  };
}
