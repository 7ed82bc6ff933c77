import type { CompiledQuery, DatabaseConnection, QueryResult, Transaction } from 'kysely';
import pg from 'pg';
import { sendBatch } from './batch.ts';
import { isStalePlan, type Names, resultOf } from './dialect.ts';
import { onNextTick } from './next-tick.ts';
import { type Asked, Statement } from './statement.ts';
import type { DB } from './types.ts';

type Preamble = Pick<Asked, 'text' | 'values'>;

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
  preamble: () => Preamble,
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
      const statements = asked.map((one) => new Statement(one, types));
      // Where it fails, all that come after it fail with its error.
      const name = names.of(opening.text);
      statements.unshift(new Statement({ ...opening, name, answered: ignore, failed: ignore }, types));
      sendBatch(client, statements, (failure) => release(failure !== undefined && isLost(failure)));
    });
  }

  const connection: DatabaseConnection = {
    executeQuery: <R>({ sql: text, parameters }: CompiledQuery) =>
      new Promise<QueryResult<R>>((resolve, reject) => {
        if (waiting.length === 0) onNextTick(send);
        waiting.push({
          text,
          name: names.of(text),
          values: parameters,
          answered: (answer) => resolve(resultOf<R>(answer)),
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
