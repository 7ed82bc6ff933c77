import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';

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

type Connection = DatabaseConnection & {
  begin(text: string): void;
  end(text: string): Promise<pg.QueryResult>;
};

/**
 * PostgreSQL for Kysely: named statements, and a `begin` that is not waited for, so that it travels with the first
 * statement. What may only read goes another way (`reading.ts`).
 */
export function createDialect(pool: pg.Pool, names: Names): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createDriver(pool, names),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

export function createDriver(pool: pg.Pool, names: Names): Driver {
  const clients = new WeakMap<DatabaseConnection, pg.PoolClient>();
  const broken = new WeakSet<DatabaseConnection>();
  return {
    init: async () => undefined,
    async acquireConnection() {
      const client = await pool.connect();
      const connection = connect(client, names);
      clients.set(connection, client);
      return connection;
    },
    async beginTransaction(connection, { accessMode }) {
      (connection as Connection).begin(accessMode ? `begin ${accessMode}` : 'begin');
    },
    async commitTransaction(connection) {
      const ended = await (connection as Connection).end('commit');
      // The answer to the COMMIT of a transaction that an error has already ended.
      if (ended.command === 'ROLLBACK') throw new AbortedTransactionError();
    },
    async rollbackTransaction(connection) {
      broken.add(connection);
      await (connection as Connection).end('rollback');
      broken.delete(connection);
    },
    releaseConnection: async (connection) => clients.get(connection)?.release(broken.has(connection)),
    destroy: () => pool.end(),
  };
}

function connect(client: pg.PoolClient, names: Names): Connection {
  let begun: Promise<unknown> | undefined;
  const { stream } = client.connection;
  return {
    begin(text) {
      // One packet with what is asked before this turn is over: the first statement.
      stream.cork();
      process.nextTick(() => stream.uncork());
      begun = client.query(text);
      begun.catch(() => undefined);
    },
    end(text) {
      begun = undefined;
      return client.query(text);
    },
    async executeQuery<R>({ sql: text, parameters }: CompiledQuery) {
      const name = names.of(text);
      const answer = client.query<pg.QueryResultRow>({
        text,
        values: [...parameters],
        ...(name && { name }),
      });
      try {
        if (begun) {
          const [, first] = await Promise.all([begun, answer]);
          begun = undefined;
          return resultOf<R>(first);
        }
        return resultOf<R>(await answer);
      } catch (error) {
        if (isStalePlan(error)) names.renew();
        throw error;
      }
    },
    streamQuery: () => {
      throw new Error('rows are read in pages, not as a stream');
    },
  };
}

export function resultOf<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  const writes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
  return { rows: rows as R[], ...(writes && { numAffectedRows: BigInt(rowCount ?? 0) }) };
}

/** "cached plan must not change result type": nothing happened, and the statement is planned anew under a new name. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.message.startsWith('cached plan')
  );
}
