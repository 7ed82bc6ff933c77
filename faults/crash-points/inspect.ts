import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { keepRows } from './restore.ts';

/** Differences between two undisturbed runs: random by intent, or the real time of the queue. */
const random: Record<string, readonly string[]> = {
  audit_entries: ['request_id'],
  // A repeated claim of a key uses up an id; the answer is stored encrypted.
  idempotency_keys: ['id', 'created_at', 'response'],
  marketplace_accounts: ['access_token', 'refresh_token'],
  authorization_requests: ['verifier'],
  // Rows that are checked again are inserted again; nothing else refers to them.
  import_rows: ['id'],
};

/** A database as its owner sees it, independent of everything that runs on it. */
export type Inspector = {
  /** Fingerprint of every table, including ids and instants: both are equal in a repeated run. */
  digest(): Promise<string>;
  /** Every row as text, by table. */
  rows(): Promise<Record<string, string[]>>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /**
   * Waits until only this process, and those named, are connected: everything that the dead process had open has
   * been rolled back.
   */
  alone(besides?: readonly number[]): Promise<void>;
  /** Who else is connected. */
  connected(): Promise<number[]>;
  /** Stores every row as it is now; the returned function restores them. */
  keep(): Promise<() => Promise<void>>;
  /** Ids that a rolled back transaction has used up are issued again. */
  rewind(): Promise<void>;
  close(): Promise<void>;
};

/** The record of recent calls counts every attempt, including repetitions. */
const tablesText = `
  select c.relname as name, array_agg(a.attname::text) filter (where t.typname in ('bytea', 'uuid')) as random
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('migrations', 'account_calls')
  group by c.relname order by c.relname`;

/** A job without a key of its own has a random one. */
const jobsText = `select task, payload::text, case when key !~ '^[0-9a-f]{8}-' then key end as key, queue, attempts, state
  from queued_jobs`;

/** Sequences of ids, and those of column defaults. */
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
    // Encrypted with a new nonce each time; the digest beside it says whether the value is the same.
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

/** Keys of the files in a folder store, including incomplete ones. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}
