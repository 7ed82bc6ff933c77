import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Db } from 'pg-boss';
import { prepareConnection } from '#server/db/connection.ts';
import { jobsChannel } from '#server/db/notify.ts';
import { keptIdleMs } from '#server/db/transaction.ts';

/** Serialization failure and deadlock: the statement had no effect and runs again. */
const repeatable = new Set(['40001', '40P01']);
const tries = 4;
const reconnectMs = 1000;

/** How long an answer is awaited, and how often the listening connection is probed. */
type Waits = { answerMs: number; checkMs: number };
const usualWaits: Waits = { answerMs: 10_000, checkMs: 10_000 };

/** Marks do not wait for the disk: if one is lost in a crash of the database, its job runs again, which is allowed. */
const settings = { synchronous_commit: 'off', plan_cache_mode: 'force_generic_plan' };

export type QueueDatabase = Db & {
  /** As if this process had received a notification of new jobs. */
  wake(): void;
  close(): Promise<void>;
};

/**
 * The connections of pg-boss, in the form of its interface for adapters. A statement without an answer fails after ten
 * seconds: otherwise a half-open connection would stop its worker for good.
 */
export function openQueueDatabase(
  url: string,
  queue: string,
  onError: (error: unknown) => void,
  waits = usualWaits,
): QueueDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    // Fetching and settling are short: fewer connections than running jobs.
    max: 12,
    onConnect: (client) =>
      prepareConnection(client, 'easy_queue', settings).catch((error: Error) => {
        onError(error);
        throw error;
      }),
    connectionTimeoutMillis: 5000,
    query_timeout: waits.answerMs,
    keepAlive: true,
    idleTimeoutMillis: keptIdleMs,
    application_name: 'easy worker',
  });
  pool.on('error', onError);
  // The loss of a connection in use also fails its statement; without a listener, the event would end the process.
  pool.on('connect', (client) => client.on('error', onError));

  async function executeSql(text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
    for (let n = 1; ; n++) {
      try {
        // Several statements in one text cannot have parameters and cannot be prepared.
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
      return listen(url, wake, onReconnect, onError, waits);
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

/**
 * Listens on a channel of its own, which is notified after the commit and not within it (`createWake`). A dead
 * connection looks like one without notifications: it is probed regularly, and abandoned without an answer.
 */
async function listen(
  url: string,
  onJobs: () => void,
  onReconnect: () => void,
  onError: (error: unknown) => void,
  { answerMs, checkMs }: Waits,
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
      query_timeout: answerMs,
    });
    client = connecting;
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      clearInterval(checking);
      connecting.end().catch(onError);
      setTimeout(() => !closed && connect().catch(onError), reconnectMs).unref();
    };
    const check = () =>
      connecting.query('select').catch((error) => {
        onError(error);
        lose();
      });
    const checking = setInterval(check, checkMs).unref();
    connecting.on('error', onError);
    connecting.on('notification', onJobs);
    connecting.once('end', lose);
    try {
      await connecting.connect();
      await prepareConnection(connecting, 'easy_queue');
      await connecting.query(`listen ${jobsChannel}`);
    } catch (error) {
      lose();
      throw error;
    }
    onReconnect();
  }

  await connect().catch((error) => {
    closed = true;
    throw error;
  });
  return {
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
