import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely';
import pg from 'pg';
import type { StatementNames } from './statement-names.ts';
import type { DB } from './types.ts';

export type Pipeline = Readonly<{
  pool: pg.Pool;
  names: StatementNames;
  dialect: Dialect;
  compiler: QueryCompiler;
  adapter: DialectAdapter;
  driver: Driver;
}>;

/** The parts of Kysely keep nothing of a transaction, so that all share them: making them costs more than a statement. */
export function createPipeline(pool: pg.Pool, dialect: Dialect, names: StatementNames): Pipeline {
  return {
    pool,
    names,
    dialect,
    compiler: dialect.createQueryCompiler(),
    adapter: dialect.createAdapter(),
    driver: dialect.createDriver(),
  };
}

/**
 * Whether a commit waits until its log is on disk. One that does not wait may be lost if the database crashes within a
 * second.
 */
export type Durability = 'on disk' | 'soon on disk';

/**
 * A page is read along the index of its order. A generic plan does not know how many rows a business has: for the
 * average, a bitmap scan with a sort looks cheap, and the largest business would pay for it.
 */
const beginOf = {
  'read only': 'begin read only; set local enable_bitmapscan = off',
  'on disk': 'begin read write',
  'soon on disk': 'begin read write; set local synchronous_commit = off',
};

/**
 * Runs one transaction on a connection of the pool; a read takes the connection with its first statement. Each
 * statement is sent as soon as it is issued, before earlier ones are answered (`pipeline` of `pg`), and PostgreSQL
 * executes them in this order: `begin` costs no round trip, and statements that are issued together cost one.
 */
export async function inTransaction<T>(
  pipeline: Pipeline,
  mode: 'read only' | Durability,
  work: (db: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const { db, open, end } = openTransaction(pipeline, beginOf[mode]);
  if (mode !== 'read only') await open();
  try {
    const result = await work(db);
    await end('commit', mode !== 'read only');
    return result;
  } catch (error) {
    // The first error is more specific than the failure of a connection that is lost with it.
    await end('rollback', mode !== 'read only').catch(ignore);
    throw error;
  }
}

type Open = { client: pg.PoolClient; begun: Promise<unknown> };

function openTransaction(pipeline: Pipeline, begin: string) {
  const { pool, names } = pipeline;
  let opening: Promise<Open> | undefined;
  let isOver = false;
  let isLost = false;
  let firstError: unknown;

  async function takeConnection(): Promise<Open> {
    const client = await pool.connect();
    const begun = client.query(begin);
    begun.catch(ignore);
    return { client, begun };
  }

  function open(): Promise<Open> {
    opening ??= takeConnection();
    return opening;
  }

  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql: text, parameters }: CompiledQuery) {
      // A connection that was released may already act for another business.
      if (isOver) throw new Error('the transaction is over');
      const { client, begun } = await open();
      try {
        const answer = await client.query({ text, values: [...parameters], name: names.of(text) });
        // Answered before: a statement without its transaction has the rights and the business of nobody.
        await begun;
        return resultOf<R>(answer);
      } catch (error) {
        if (isStalePlan(error)) names.renew();
        isLost ||= !(error instanceof pg.DatabaseError) || error.severity !== 'ERROR';
        firstError ??= error;
        await begun;
        throw isConsequence(error) ? firstError : error;
      }
    },
    streamQuery: () => {
      throw new Error('rows are read in pages, not as a stream');
    },
  };

  async function end(how: 'commit' | 'rollback', isAwaited: boolean): Promise<void> {
    if (isOver) return;
    isOver = true;
    if (!opening) return;
    const { client, begun } = await opening;
    const ended = client.query(how);
    // Not awaited if `begin` has failed; a rejection without a handler would end the process.
    ended.catch(ignore);
    if (!isAwaited) return client.release(isLost);
    try {
      await begun;
      const { command } = await ended;
      // PostgreSQL answers the COMMIT of an aborted transaction with ROLLBACK.
      if (how === 'commit' && command === 'ROLLBACK') throw new AbortedTransactionError();
    } catch (error) {
      isLost ||= !(error instanceof AbortedTransactionError);
      throw error;
    } finally {
      client.release(isLost);
    }
  }

  return { db: transactionOn(connection, pipeline), open, end };
}

/**
 * A transaction of Kysely sends each statement when the previous one is answered; this one sends them as they are
 * issued.
 */
function transactionOn(connection: DatabaseConnection, pipeline: Pipeline): Transaction<DB> {
  const { dialect, compiler, adapter, driver } = pipeline;
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (use) => use(connection),
  });
  return new Transaction<DB>({ config: { dialect }, dialect, driver, executor });
}

function resultOf<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  const writes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
  return { rows: rows as R[], ...(writes && { numAffectedRows: BigInt(rowCount ?? 0) }) };
}

/**
 * The connection no longer has the prepared statement, or a migration has changed its columns ("cached plan must not
 * change result type"). Nothing was executed, and the statement is prepared again under another name.
 */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === '26000' || (error.code === '0A000' && error.message.startsWith('cached plan'));
}

/**
 * PostgreSQL refuses every statement after the first error of a transaction. Of statements that are sent together, such
 * a refusal may reach the caller before the error that caused it.
 */
function isConsequence(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}

const ignore = () => undefined;
