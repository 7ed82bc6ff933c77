import pg from 'pg';
import { advanceSequences, loadInBulk } from './seed/bulk.ts';
import { catalogue } from './seed/catalogue.ts';
import { people } from './seed/people.ts';
import { type Plan, planOf, type SeedOptions } from './seed/plan.ts';
import { planSales, sales } from './seed/sales.ts';

/** Fills an empty, migrated database: the same rows for the same options everywhere, written by the database alone. */
export async function seedBench(options: SeedOptions): Promise<Plan> {
  const plan = planOf(options);
  const client = new pg.Client({ connectionString: options.url });
  await client.connect();
  try {
    await client.query('begin');
    await loadInBulk(client, async () => {
      const { rowCount } = await client.query('select from businesses limit 1');
      if (rowCount) throw new Error('the database to be seeded has businesses in it');
      const statements = [...people(plan), ...planSales(plan), ...catalogue(plan), ...sales(plan)];
      for (const statement of statements) await client.query(statement);
      await advanceSequences(client);
    });
    await client.query('commit');
    await client.query('vacuum analyze');
    return plan;
  } finally {
    await client.end();
  }
}
