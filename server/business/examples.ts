import { type RawBuilder, sql } from 'kysely';
import { type ExampleKind, type ExampleRecord, exampleKinds } from '#contract/business/examples.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';

/** Whether a record of the current business is an example. */
export const isExample = (kind: ExampleKind, record: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from example_records e
    where e.business_id = app_business() and e.kind = ${kind} and e.record_id = ${record})`;

/** An example is neither stocked, published nor offered to others. */
export async function refuseExample(tx: Tx, kind: ExampleKind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql`select from unnest(${[...ids]}::bigint[]) as id
    where ${isExample(kind, sql`id`)} limit 1`.execute(tx.db);
  if (rows.length > 0) fail('example_record');
}

/** The same for variations of products. */
export async function refuseExampleVariations(tx: Tx, variationIds: readonly number[]): Promise<void> {
  if (variationIds.length === 0) return;
  const { rows } = await sql`select from product_variations v
    where v.business_id = app_business() and v.id = any(${[...variationIds]}::bigint[])
      and ${isExample('product', sql`v.product_id`)} limit 1`.execute(tx.db);
  if (rows.length > 0) fail('example_record');
}

const ownName = sql`r.name`;

/** The table of each kind, what its records `r` are called, and whether they have a version. */
const sources: Record<ExampleKind, { table: string; name: RawBuilder<unknown>; versioned: boolean }> = {
  view: { table: 'saved_views', name: ownName, versioned: true },
  template: { table: 'answer_templates', name: ownName, versioned: true },
  advertisement: { table: 'advertisements', name: sql`r.product`, versioned: true },
  offer: {
    table: 'dropship_items',
    name: sql`(select v.sku from product_variations v where v.id = r.variation_id)`,
    versioned: true,
  },
  product: { table: 'products', name: ownName, versioned: true },
  image: { table: 'images', name: ownName, versioned: false },
  tag: { table: 'product_tags', name: ownName, versioned: true },
  warehouse: { table: 'warehouses', name: ownName, versioned: true },
};

/** The examples that still exist, in the order in which they are removed. */
export async function readExamples(tx: Tx): Promise<ExampleRecord[]> {
  const each = exampleKinds.map((kind) => {
    const { table, name, versioned } = sources[kind];
    const changed = versioned ? sql`r.version <> e.version` : sql`false`;
    return sql`select e.kind, e.record_id as id, ${name} as name, ${changed} as changed
      from example_records e join ${sql.table(table)} r on r.business_id = e.business_id and r.id = e.record_id
      where e.business_id = app_business() and e.kind = ${kind}`;
  });
  const { rows } = await sql<ExampleRecord>`select * from (${sql.join(each, sql` union all `)}) as found
    order by array_position(${[...exampleKinds]}::text[], kind), id`.execute(tx.db);
  return rows;
}

/** Marks records that were just made as examples, with the version that they have now. */
export async function markExamples(tx: Tx, kind: ExampleKind, ids: readonly number[]): Promise<void> {
  const { table, versioned } = sources[kind];
  await sql`insert into example_records (business_id, kind, record_id, version)
    select r.business_id, ${kind}, r.id, ${versioned ? sql`r.version` : sql`null`}
    from ${sql.table(table)} r where r.business_id = app_business() and r.id = any(${[...ids]}::bigint[])`.execute(
    tx.db,
  );
}

/** These are ordinary records from now on. */
export async function unmarkExamples(tx: Tx, kinds: readonly ExampleKind[]): Promise<void> {
  await sql`delete from example_records
    where business_id = app_business() and kind = any(${[...kinds]}::text[])`.execute(tx.db);
}

/** Examples of a business are made, kept and removed one after another. */
export async function lockExamples(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('examples ' || app_business(), 0))`.execute(tx.db);
}
