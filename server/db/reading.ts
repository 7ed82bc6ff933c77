import type { CompiledQuery, DatabaseConnection, QueryResult, Transaction } from 'kysely';
import pg from 'pg';
import { Batch } from './batch.ts';
import { isStalePlan, type Names, resultOf } from './dialect.ts';
import { afterThisTurn } from './turn.ts';
import type { DB } from './types.ts';

type Statement = { text: string; values: unknown[] };
type Asked = Statement & { answered(result: pg.QueryResult): void; failed(error: unknown): void };

export type ReadingOptions = {
  pool: pg.Pool;
  names: Names;
  types: pg.CustomTypesConfig;
  on: (connection: DatabaseConnection) => Transaction<DB>;
};

/**
 * Reads on: what is asked in one turn goes to the database as one packet, a transaction of its own, and no connection is
 * held in between. Each statement would see what is committed by then in one long transaction as well. `preamble` says
 * before each packet whom it acts for, and that it may only read.
 */
export function openReading(
  { pool, names, types, on }: ReadingOptions,
  preamble: () => Statement | null,
): Transaction<DB> {
  let waiting: Asked[] = [];

  function send(): void {
    const asked = waiting;
    waiting = [];
    const opening = preamble();
    pool.connect((error, client, release) => {
      if (error || !client) {
        for (const { failed } of asked) failed(error);
        return;
      }
      const queries = asked.map((one) => queryOf(one, one.answered, one.failed));
      // Where it fails, all that come after it fail with its error.
      if (opening) queries.unshift(queryOf(opening, ignore, ignore));
      client.query(new Batch(queries, (failure) => release(failure !== undefined && isLost(failure))));
    });
  }

  function queryOf(
    { text, values }: Statement,
    answered: Asked['answered'],
    failed: Asked['failed'],
  ): pg.Query {
    const name = names.of(text);
    // Always in parts: a text alone would end the packet's transaction.
    const config = { text, values, types, queryMode: 'extended', ...(name && { name }) };
    return new pg.Query(config, (error, result) => (error ? failed(error) : answered(result)));
  }

  const connection: DatabaseConnection = {
    executeQuery: <R>({ sql: text, parameters }: CompiledQuery) =>
      new Promise<QueryResult<R>>((resolve, reject) => {
        if (waiting.length === 0) afterThisTurn(send);
        waiting.push({
          text,
          values: [...parameters],
          answered: (result) => resolve(resultOf<R>(result)),
          failed(error) {
            if (isStalePlan(error)) names.renew();
            reject(error);
          },
        });
      }),
    streamQuery: () => {
      throw new Error('rows are read in pages, not as a stream');
    },
  };
  return on(connection);
}

const ignore = () => undefined;

/** The connection went with it, or may have. */
function isLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.severity !== 'ERROR';
}
