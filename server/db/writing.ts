import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import { sendBatch } from './batch.ts';
import { isStalePlan, type Names, resultOf } from './dialect.ts';
import { onNextTick } from './next-tick.ts';
import { type Answer, Statement } from './statement.ts';
import type { DB } from './types.ts';

export type WritingOptions = {
  pool: pg.Pool;
  names: Names;
  types: pg.CustomTypesConfig;
  on: (connection: DatabaseConnection) => Transaction<DB>;
};

/** Whether its commit waits until the log is on disk; what did not is lost where the database dies within a second. */
export type Durability = 'on disk' | 'soon on disk';

/**
 * A transaction that may write. What is asked in one turn travels as one packet: the beginning with the first statement,
 * the commit with what is not waited for.
 */
export async function inTransaction<T>(
  options: WritingOptions,
  durability: Durability,
  work: (db: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const client = await options.pool.connect();
  const { connection, say, close } = openConnection(client, options);
  let isLost = true;
  try {
    const begun = say('begin read write');
    begun.catch(() => undefined);
    if (durability === 'soon on disk') say('set local synchronous_commit = off').catch(() => undefined);
    try {
      const result = await work(options.on(connection));
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

function openConnection(client: pg.PoolClient, { names, types }: WritingOptions) {
  let waiting: Statement[] = [];
  let isOver = false;

  function send(): void {
    const statements = waiting;
    waiting = [];
    sendBatch(client, statements, ignore);
  }

  function ask(text: string, values: readonly unknown[] = []): Promise<Answer> {
    return new Promise((answered, failed) => {
      if (waiting.length === 0) onNextTick(send);
      waiting.push(new Statement({ text, values, name: names.of(text), answered, failed }, types));
    });
  }

  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql: text, parameters }: CompiledQuery) {
      if (isOver) throw new Error('the transaction is over');
      try {
        return resultOf<R>(await ask(text, parameters));
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
    say: (text: string) => ask(text),
    close() {
      isOver = true;
    },
  };
}

const ignore = () => undefined;
