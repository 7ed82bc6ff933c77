import {
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely';
import pg from 'pg';
import type { Answer } from './statement.ts';
import type { DB } from './types.ts';

/** Statements one connection keeps a plan of, and the times a statement is met before it is one of them. */
const planned = 300;
const meetings = 3;
/** Shapes remembered while they are counted; filters make many that nobody asks for again. */
const remembered = 5000;

export type Names = { of(text: string): string | undefined; renew(): void };

/**
 * Names for the statements that come again: PostgreSQL then parses and plans them once per connection. Under row-level
 * security that is most of what a short statement costs. Decision 015 says why a kept plan is safe here.
 */
export function createNames(): Names {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  let generation = 1;
  return {
    of(text) {
      const name = names.get(text);
      if (name || names.size >= planned) return name;
      const count = (counts.get(text) ?? 0) + 1;
      if (count < meetings) {
        if (counts.size >= remembered) counts.clear();
        counts.set(text, count);
        return undefined;
      }
      counts.delete(text);
      const made = `easy_${generation}_${names.size + 1}`;
      names.set(text, made);
      return made;
    },
    // A migration of another process gave a table columns that a kept plan does not know.
    renew() {
      generation++;
      names.clear();
    },
  };
}

/**
 * PostgreSQL for Kysely, which only composes and types what is asked: how it travels is said by what it runs on
 * (`reading.ts`, `writing.ts`).
 */
export function createDialect(pool: pg.Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver({ pool }),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** Statements are not kept in order here: they are sent as they come, and PostgreSQL runs them so. */
export function createTransactions(dialect: Dialect): (connection: DatabaseConnection) => Transaction<DB> {
  const driver = dialect.createDriver();
  const [compiler, adapter] = [dialect.createQueryCompiler(), dialect.createAdapter()];
  return (connection) => {
    const provider = {
      provideConnection: <T>(use: (one: DatabaseConnection) => Promise<T>) => use(connection),
    };
    const executor = new DefaultQueryExecutor(compiler, adapter, provider);
    return new Transaction<DB>({ config: { dialect }, dialect, driver, executor });
  };
}

export function resultOf<R>({ command, affected, rows }: Answer): QueryResult<R> {
  const writes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
  return { rows: rows as R[], ...(writes && { numAffectedRows: BigInt(affected) }) };
}

/** "cached plan must not change result type": nothing happened, and the statement is planned anew under a new name. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.message.startsWith('cached plan')
  );
}
