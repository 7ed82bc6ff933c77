import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { keepRows } from './restore.ts';

/** What differs between two undisturbed runs: random by intent, or the real time of the queue. */
const random: Record<string, readonly string[]> = {
  audit_entries: ['request_id'],
  // A key that is claimed again uses up an id; what was answered is stored encrypted.
  idempotency_keys: ['id', 'created_at', 'response'],
  marketplace_accounts: ['access_token', 'refresh_token'],
  authorization_requests: ['verifier'],
  // Rows that are checked again are written anew; nothing else names them.
  import_rows: ['id'],
};

/** A database as its owner sees it, beside everything that runs on it. */
export type Inspector = {
  /** Fingerprint of every table; ids and instants included, for both are the same in a run that is repeated. */
  digest(): Promise<string>;
  /** Every row as text, by table. */
  rows(): Promise<Record<string, string[]>>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Nobody but us, and whoever is named, is connected: what the dead process had open has been rolled back. */
  alone(besides?: readonly number[]): Promise<void>;
  /** Who is connected but us. */
  connected(): Promise<number[]>;
  /** Remembers every row as it is now; what is answered brings them back. */
  keep(): Promise<() => Promise<void>>;
  /** Ids that a rolled back transaction has used up are given again. */
  rewind(): Promise<void>;
  close(): Promise<void>;
};

/** How the last calls went is told of what was tried, also of what is tried again. */
const tablesText = `
  select c.relname as name, array_agg(a.attname::text) filter (where t.typname in ('bytea', 'uuid')) as random
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('migrations', 'account_calls')
  group by c.relname order by c.relname`;

/** A job without a key of its own has a random one. */
const jobsText = `select task, payload::text, case when key !~ '^[0-9a-f]{8}-' then key end as key, queue, attempts, state
  from queued_jobs`;

/** Sequences behind ids, and those that a column takes its default from. */
const rewindText = `
  with numbered as (
    select t.oid as source, a.attname as number, pg_get_serial_sequence(quote_ident(t.relname), a.attname)::regclass as counter
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attname = 'id'
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
    union
    select f.adrelid, a.attname, s.oid::regclass
    from pg_attrdef f join pg_attribute a on a.attrelid = f.adrelid and a.attnum = f.adnum
      join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = f.oid and d.refclassid = 'pg_class'::regclass
      join pg_class s on s.oid = d.refobjid and s.relkind = 'S' and s.relnamespace = 'public'::regnamespace)
  select setval(counter, greatest(1, coalesce(m.top, 0)), coalesce(m.top, 0) > 0)
  from numbered cross join lateral (select (xpath('/row/top/text()', query_to_xml(
    format('select max(%I) as top from %s', number, source::regclass), false, true, '')))[1]::text::bigint as top) m
  where counter is not null`;

export async function openInspector(url: string): Promise<Inspector> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'inspector',
    lock_timeout: 20_000,
    statement_timeout: 60_000,
  });
  await client.connect();
  const tables = (await client.query<{ name: string; random: string[] | null }>(tablesText)).rows;
  const sources = tables.map(({ name, random: bytes }) => {
    const dropped = [...(bytes ?? []), ...(random[name] ?? [])];
    const kept = `to_jsonb(t)${dropped.length > 0 ? ` - '{${dropped.join(',')}}'::text[]` : ''}`;
    // Encrypted with a nonce of its own each time; the digest beside it says whether it is the same.
    const row = `${kept} #- '{body,sealed}' #- '{buyer,sealedDocument}'`;
    return { name, text: `select (${row})::text as row from "${name}" t` };
  });
  sources.push({ name: 'jobs', text: `select to_jsonb(t)::text as row from (${jobsText}) t` });
  const connected = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    return rows.map(({ pid }) => pid);
  };
  const digestText = sources
    .map(({ text }) => `select md5(coalesce(string_agg(row, ',' order by row), '')) as sum from (${text}) r`)
    .join(' union all ');
  return {
    async digest() {
      const { rows } = await client.query<{ sum: string }>(digestText);
      return rows.map(({ sum }) => sum).join('');
    },
    async rows() {
      const found: Record<string, string[]> = {};
      for (const { name, text } of sources) {
        const { rows } = await client.query<{ row: string }>(`${text} order by 1`);
        found[name] = rows.map(({ row }) => row);
      }
      return found;
    },
    keep: () => keepRows(client),
    query: async (text, values) => (await client.query(text, values)).rows,
    connected,
    async alone(besides = []) {
      for (let n = 0; n < 5000; n++) {
        const others = await connected();
        if (others.every((pid) => besides.includes(pid))) return;
        await delay(2);
      }
      throw new Error('somebody stays connected after the crash');
    },
    async rewind() {
      await client.query(rewindText);
    },
    close: () => client.end(),
  };
}

/** Keys of the files in a folder store, unfinished ones included. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}
