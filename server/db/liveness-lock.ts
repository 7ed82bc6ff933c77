import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { prepareConnection } from './connection.ts';

/**
 * Tells other processes that the owner of a name is alive: an advisory lock on a connection of its own, which the
 * database releases as soon as the process dies. A process that is only suspended keeps it.
 */
export type LivenessLock = {
  /** Resolves when the name is locked, however long the database is unreachable. */
  hold(name: string): Promise<void>;
  /** Releases the name. */
  release(name: string): Promise<void>;
  close(): Promise<void>;
};

/** SQL for the lock of a name: if `pg_try_advisory_xact_lock` gets it, no living process owns the name. */
export const livenessKey = (name: string) => `hashtextextended(${name}, 7239004115)`;

const retryMs = 100;
/** A machine that is cut off closes no connection: after 25 silent seconds the database considers it dead. */
const keepalives = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
  set tcp_user_timeout = 25000`;

/** Connects when the first name is requested; locks the same names again after a lost connection. */
export function createLivenessLock(url: string, onError: (error: unknown) => void): LivenessLock {
  const wanted = new Set<string>();
  let connection: { client: pg.Client; held: Set<string> } | undefined;
  let settled = Promise.resolve();
  let closed = false;

  function settle(): Promise<void> {
    settled = settled.then(bringAbout);
    return settled;
  }

  async function bringAbout(): Promise<void> {
    while (!closed) {
      try {
        const { client, held } = await connect();
        for (const name of [...wanted].filter((one) => !held.has(one))) {
          await client.query(`select pg_advisory_lock(${livenessKey('$1')})`, [name]);
          held.add(name);
        }
        for (const name of [...held].filter((one) => !wanted.has(one))) {
          await client.query(`select pg_advisory_unlock(${livenessKey('$1')})`, [name]);
          held.delete(name);
        }
        return;
      } catch (error) {
        onError(error);
        await delay(retryMs);
      }
    }
  }

  async function connect() {
    if (connection) return connection;
    const client = new pg.Client({
      connectionString: url,
      application_name: 'easy liveness lock',
      connectionTimeoutMillis: 5000,
      query_timeout: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client.on('error', onError);
    const made = { client, held: new Set<string>() };
    client.once('end', () => {
      if (connection !== made) return;
      connection = undefined;
      if (wanted.size > 0) void settle();
    });
    try {
      await client.connect();
      await prepareConnection(client, 'easy_app');
      await client.query(keepalives);
    } catch (error) {
      client.end().catch(onError);
      throw error;
    }
    connection = made;
    return made;
  }

  return {
    hold(name) {
      wanted.add(name);
      return settle();
    },
    release(name) {
      wanted.delete(name);
      return settle();
    },
    async close() {
      closed = true;
      await settled;
      await connection?.client.end().catch(onError);
    },
  };
}
