import { Kysely, PostgresDialect, sql } from 'kysely';
import { generate, PostgresDialect as Introspection, RawExpressionNode } from 'kysely-codegen';
import pg from 'pg';

/** The types that the pool's parsers in server/db/transaction.ts produce; kg and cm are exact enough as numbers. */
const typeMapping = { int8: 'number', numeric: 'number', date: 'string', timestamptz: 'Date' };

/** The text of server/db/types.ts for a migrated database. */
export async function renderTypes(url: string): Promise<string> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
  });
  try {
    return await generate({
      db,
      dialect: new Introspection({ defaultSchemas: ['public'] }),
      excludePattern: '{pgboss.*,*queued_jobs,*schema_migrations}',
      outFile: null,
      overrides: { columns: await closedColumns(db) },
      typeMapping,
    });
  } finally {
    await db.destroy();
  }
}

/** The contract is the only list of marketplaces. */
const marketplaceId = "import('#contract/marketplaces/marketplace.ts').MarketplaceId";

/** Columns whose CHECK constraint lists their values: their type is that list. */
async function closedColumns(db: Kysely<unknown>): Promise<Record<string, RawExpressionNode>> {
  const { rows } = await sql<{ column: string; definition: string; generated: boolean }>`
    select r.relname || '.' || a.attname as column, pg_get_constraintdef(c.oid) as definition,
      a.atthasdef as generated
    from pg_constraint c join pg_class r on r.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and c.connamespace = 'public'::regnamespace and cardinality(c.conkey) = 1
      and pg_get_constraintdef(c.oid) ~ ('^CHECK \\(\\(' || a.attname || ' = (ANY \\(ARRAY\\[[^\\]]*\\]\\)|''[^'']*''::text)\\)\\)$')
    order by 1`.execute(db);
  return Object.fromEntries(
    rows.map(({ column, definition, generated }) => {
      const listed = [...definition.matchAll(/'([^']*)'::text/g)].map(([, value]) => `'${value}'`);
      const values = column.endsWith('.marketplace') ? marketplaceId : listed.join(' | ');
      return [column, new RawExpressionNode(generated ? `Generated<${values}>` : values)];
    }),
  );
}
