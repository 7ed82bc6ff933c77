import { Kysely, PostgresDialect } from 'kysely';
import { generate, PostgresDialect as Introspection } from 'kysely-codegen';
import pg from 'pg';

/** What the pool's parsers of server/db/transaction.ts make of a value; kg and cm are exact enough as numbers. */
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
      typeMapping,
    });
  } finally {
    await db.destroy();
  }
}
