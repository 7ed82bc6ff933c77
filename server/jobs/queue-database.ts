import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Db } from 'pg-boss';
import { jobsChannel } from '#server/db/notify.ts';
import { keptIdleMs } from '#server/db/transaction.ts';

/** Serialization failure and deadlock: the statement had no effect and runs again. */
const repeatable = new Set(['40001', '40P01']);
const tries = 4;
const reconnectMs = 1000;

export type QueueDatabase = Db & {
  /** As if this process had been told of new jobs. */
  wake(): void;
  close(): Promise<void>;
};

/**
 * pg-boss's connections to the database, as its interface for adapters describes them. A statement without an answer
 * fails after ten seconds: a connection that is half open would otherwise stop its worker for good.
 */
export function openQueueDatabase(
  url: string,
  queue: string,
  onError: (error: unknown) => void,
): QueueDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    // Fetching and settling are short: fewer connections than jobs at work.
    max: 12,
    // Marks do not wait for the disk: one that is lost with the database lets its job run again, as a job may.
    options: '-c synchronous_commit=off -c plan_cache_mode=force_generic_plan',
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
    keepAlive: true,
    idleTimeoutMillis: keptIdleMs,
    application_name: 'easy worker',
  });
  pool.on('error', onError);
  // A connection lost while in use also fails its statement; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', onError));

  async function executeSql(text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
    for (let n = 1; ; n++) {
      try {
        // Several statements in one text can have no values, and cannot be prepared.
        if (values.length === 0) return await pool.query(text);
        return await pool.query({ name: preparedName(text), text, values });
      } catch (error) {
        if (n === tries || !(error instanceof pg.DatabaseError && repeatable.has(error.code ?? '')))
          throw error;
      }
    }
  }

  let wake = (): void => undefined;
  return {
    executeSql,
    listen(_channel, onNotification, onReconnect) {
      wake = () => onNotification(queue);
      return listen(url, wake, onReconnect, onError);
    },
    wake: () => wake(),
    close: () => pool.end(),
  };
}

const names = new Map<string, string>();

function preparedName(text: string): string {
  const name = names.get(text) ?? createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/** On our own channel, which is told after the commit and not within it (`createWake`). */
async function listen(
  url: string,
  onJobs: () => void,
  onReconnect: () => void,
  onError: (error: unknown) => void,
): Promise<{ close(): Promise<void> }> {
  let client: pg.Client | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const connecting = new pg.Client({
      connectionString: url,
      application_name: 'easy worker wake-up',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5000,
      query_timeout: 10_000,
    });
    client = connecting;
    connecting.on('error', onError);
    connecting.on('notification', onJobs);
    connecting.once('end', reconnect);
    await connecting.connect();
    await connecting.query(`listen ${jobsChannel}`);
    onReconnect();
  }
  function reconnect(): void {
    if (!closed) setTimeout(() => !closed && connect().catch(onError), reconnectMs).unref();
  }

  await connect();
  return {
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
