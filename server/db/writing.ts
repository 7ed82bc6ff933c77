import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import { isStalePlan, type Names, resultOf } from './dialect.ts';
import { afterThisTurn } from './turn.ts';
import type { DB } from './types.ts';

export type WritingOptions = {
  pool: pg.Pool;
  names: Names;
  on: (connection: DatabaseConnection) => Transaction<DB>;
};

/**
 * A transaction that may write. What is asked in one turn travels as one packet: the beginning with the first statement,
 * the commit with what is not waited for.
 */
export async function inTransaction<T>(
  { pool, names, on }: WritingOptions,
  work: (db: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const { connection, say, close } = openConnection(client, names);
  let isLost = true;
  try {
    const begun = say('begin read write');
    begun.catch(() => undefined);
    try {
      const result = await work(on(connection));
      close();
      await begun;
      // The answer to the COMMIT of a transaction that an error has already ended.
      if ((await say('commit')).command === 'ROLLBACK') throw new AbortedTransactionError();
      isLost = false;
      return result;
    } catch (error) {
      close();
      // What went wrong says more than that nothing can be said any more.
      await say('rollback').then(
        () => {
          isLost = false;
        },
        () => undefined,
      );
      throw error;
    }
  } finally {
    client.release(isLost);
  }
}

function openConnection(client: pg.PoolClient, names: Names) {
  const { stream } = client.connection;
  let isGathering = false;
  let isOver = false;

  function gather(): void {
    if (isGathering) return;
    isGathering = true;
    stream.cork();
    afterThisTurn(() => {
      isGathering = false;
      stream.uncork();
    });
  }

  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql: text, parameters }: CompiledQuery) {
      if (isOver) throw new Error('the transaction is over');
      gather();
      const name = names.of(text);
      try {
        return resultOf<R>(
          await client.query<pg.QueryResultRow>({ text, values: [...parameters], ...(name && { name }) }),
        );
      } catch (error) {
        if (isStalePlan(error)) names.renew();
        throw error;
      }
    },
    streamQuery: () => {
      throw new Error('rows are read in pages, not as a stream');
    },
  };
  return {
    connection,
    say(text: string) {
      gather();
      return client.query(text);
    },
    close() {
      isOver = true;
    },
  };
}
