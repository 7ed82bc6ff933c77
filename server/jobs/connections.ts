import pg from 'pg';
import { keptIdleMs } from '#server/db/transaction.ts';

const cannotConnectNow = '57P03';

/**
 * The queue's connections. A database that says it is starting counts as one that is not there: the queue itself would
 * wait for it minutes, longer each time, where it asks one that is away every second.
 */
export function createQueuePool(url: string, onError: (error: unknown) => void): QueuePool {
  const pool = new QueuePool({
    connectionString: url,
    // Taking a job and marking it done are short: fewer connections than jobs at work.
    max: 12,
    // Marks, "taken" and "done", wait for no disk: where one is lost with the database its job runs again, as jobs may.
    // The queue always asks the same, and it was planned each time.
    options: '-c synchronous_commit=off -c plan_cache_mode=force_generic_plan',
    idleTimeoutMillis: keptIdleMs,
    application_name: 'easy worker',
    Client: EagerClient,
  });
  pool.on('error', onError);
  // Lost while in use: the statement fails, and unheard it would end the process as well.
  pool.on('connect', (client) => {
    client.on('error', onError);
    allowSecondRelease(client);
  });
  return pool;
}

type Acquired = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/** Nothing is asked of the database before `ready`. */
export class QueuePool extends pg.Pool {
  ready: Promise<void> = Promise.resolve();

  override connect(): Promise<pg.PoolClient>;
  override connect(acquired: Acquired): void;
  override connect(acquired?: Acquired): Promise<pg.PoolClient> | void {
    if (!acquired) return this.ready.then(() => super.connect());
    void this.ready.then(() => super.connect(acquired));
  }
}

type Connected = (error?: unknown) => void;

class EagerClient extends pg.Client {
  override connect(): Promise<pg.Client>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.Client> | void {
    if (!connected) return super.connect();
    super.connect((error: unknown) =>
      connected(isStarting(error) ? new Error('the database starts') : error),
    );
  }
}

const isStarting = (error: unknown) => error instanceof pg.DatabaseError && error.code === cannotConnectNow;

/** The queue gives back a lost listener twice, and the second time throws where nobody catches. */
function allowSecondRelease(client: pg.PoolClient): void {
  let release: pg.PoolClient['release'] = () => undefined;
  Object.defineProperty(client, 'release', {
    get: () => release,
    set(releaseOnce: pg.PoolClient['release']) {
      let released = false;
      release = (error) => {
        if (!released) releaseOnce(error);
        released = true;
      };
    },
  });
}
