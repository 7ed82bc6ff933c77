import pg from 'pg';
import { publicationInvariants, restInvariants } from '#server/advertisements/invariants.ts';
import { billingInvariants } from '#server/billing/invariants.ts';
import { peopleInvariants } from '#server/business/invariants.ts';
import type { Invariant } from '#server/db/invariant.ts';
import { settlementInvariants } from '#server/dropshipping/invariants.ts';
import { shelfInvariants } from '#server/inventory/invariants.ts';
import { saleInvariants } from '#server/orders/invariants.ts';
import { catalogueInvariants } from '#server/products/invariants.ts';
import { supplyInvariants } from '#server/supply/invariants.ts';

/** What must hold after every transaction, of every business. */
export const allInvariants: readonly Invariant[] = [
  ...shelfInvariants,
  ...saleInvariants,
  ...settlementInvariants,
  ...billingInvariants,
  ...catalogueInvariants,
  ...publicationInvariants,
  ...peopleInvariants,
  ...supplyInvariants,
];

/** With what must hold besides when the queue is empty. */
export const invariantsAtRest: readonly Invariant[] = [...allInvariants, ...restInvariants];

/** An invariant that does not hold, with the first rows that break it. */
export type Broken = { name: string; rows: unknown[] };

export type Checker = Readonly<{
  /** Every row of every business. */
  all(): Promise<Broken[]>;
  /**
   * The rows that changed since the call before the last one, so that entries that became visible out of order are
   * included: cheap enough to be called every few seconds on a large database. The first call only records where it
   * begins.
   */
  moved(): Promise<Broken[]>;
  close(): Promise<void>;
}>;

/** The owner of the tables is under their policies too: in a database of its own a test may let it read everything. */
const openToOwner = `do $$ declare target regclass; begin
  for target in select c.oid::regclass from pg_class c where c.relrowsecurity
    and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'auditing') loop
    execute format('create policy auditing on %s for select to current_user using (true)', target);
  end loop; end $$`;

/** Where it is written down that a row moved: the log's table, and its column with the row's id. */
const logs = {
  stock: { table: 'ledger_entries', column: 'stock_id' },
  volumes: { table: 'volume_events', column: 'volume_id' },
  orders: { table: 'order_events', column: 'order_id' },
  dropinvoices: { table: 'dropinvoice_items', column: 'dropinvoice_id' },
} as const satisfies Record<NonNullable<Invariant['of']>, { table: string; column: string }>;
type Driver = keyof typeof logs;
const drivers = Object.keys(logs) as Driver[];
type Marks = Record<Driver, string>;

/** A connection of the owner that looks for broken invariants; `url` is the owner's. */
export async function openChecker(
  url: string,
  invariants: readonly Invariant[] = allInvariants,
): Promise<Checker> {
  const client = new pg.Client({ connectionString: url, application_name: 'easy invariants' });
  await client.connect();
  await client.query(openToOwner);
  await client.query('set max_parallel_workers_per_gather = 0; set jit = off');
  const history: Marks[] = [];

  async function run(list: readonly Invariant[], narrow: (invariant: Invariant) => string) {
    const broken: Broken[] = [];
    for (const invariant of list) {
      const { rows } = await client.query(`select * from (${narrow(invariant)}) as broken limit 3`);
      if (rows.length > 0) broken.push({ name: invariant.name, rows });
    }
    return broken;
  }

  async function readMarks(): Promise<Marks> {
    const columns = drivers.map(
      (driver) => `(select coalesce(max(id), 0)::text from ${logs[driver].table}) as ${driver}`,
    );
    const { rows } = await client.query<Marks>(`select ${columns.join(', ')}`);
    return rows[0] ?? { stock: '0', volumes: '0', orders: '0', dropinvoices: '0' };
  }

  return {
    all: () => run(invariants, ({ sql }) => sql),
    async moved() {
      const since = history.shift();
      history.push(await readMarks());
      if (!since) {
        history.push(...history);
        return [];
      }
      for (const driver of drivers) {
        const { table, column } = logs[driver];
        await client.query(`create temp table if not exists moved_${driver} (id bigint primary key)`);
        await client.query(`truncate moved_${driver}`);
        await client.query(
          `insert into moved_${driver} select distinct ${column} from ${table} where id > $1 on conflict do nothing`,
          [since[driver]],
        );
        await client.query(`analyze moved_${driver}`);
      }
      const driven = invariants.filter(({ of }) => of !== undefined);
      return run(driven, narrowed);
    },
    close: () => client.end(),
  };
}

/** The same query over the rows of its driving table that moved. */
export function narrowed({ of, sql }: Invariant): string {
  if (!of) return sql;
  const source = new RegExp(`\\bfrom ${of} (\\w)\\b`);
  return sql.replace(source, `from (select t.* from moved_${of} m join ${of} t on t.id = m.id) $1`);
}

/** Every broken invariant of a database, over all businesses; none: `[]`. */
export async function checkInvariants(
  url: string,
  invariants: readonly Invariant[] = allInvariants,
): Promise<Broken[]> {
  const checker = await openChecker(url, invariants);
  try {
    return await checker.all();
  } finally {
    await checker.close();
  }
}
