import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { AuditField } from '#contract/business/audit.ts';
import type { Clock } from '#contract/dates.ts';
import type { DomainEvents } from '#server/events.ts';
import { createSealer, type Sealer } from '#server/seal.ts';
import { prepareConnection, requireSafeRole } from './connection.ts';
import { type CountCache, createCountCache } from './count-cache.ts';
import { isMigrated } from './migrate.ts';
import { createWake } from './notify.ts';
import { createPipeline, type Durability, inTransaction, isStalePlan } from './pipeline.ts';
import { createStatementNames } from './statement-names.ts';
import type { DB } from './types.ts';

export type Job = {
  task: string;
  payload: unknown;
  /** A later job replaces an unstarted one with the same key. */
  key?: string;
  runAt?: Date;
  /** Jobs of one queue run one after another. */
  queue?: string;
  /** Default: 8. */
  maxAttempts?: number;
  /** Default: 0. Jobs with a higher number run only if there are none with a lower one. */
  priority?: number;
  /** Attempts already used by a rescheduled job. It does not replace a waiting job with the same key. */
  attempts?: number;
};

/** The only database handle of a rule: an open transaction, bound to a tenant, with its time and its outbox. */
export type Tx = {
  readonly db: Transaction<DB>;
  readonly clock: Clock;
  now(): Date;
  /** Encrypts what is stored encrypted. */
  readonly sealer: Sealer;
  /** The identity for which the database runs the transaction. */
  scope: Scope;
  readonly isReading: boolean;
  /** Lists that are known to be longer than the cap of their count. */
  readonly countCache: CountCache;
  /** The job is stored with the transaction and runs after its commit. */
  enqueue(job: Job): void;
  /** Runs the subscribers of a domain event (`server/subscribers.ts`) in this transaction, one after another. */
  publish<Name extends EventName>(name: Name, event: DomainEvents[Name]): Promise<void>;
  /** Tells the browsers of a business that an entity's lists and counters are stale. */
  changed(businessId: number, entity: string): void;
  /** Records a field before and after the change for the audit line; ignored if both are equal. */
  noteChange(field: AuditField, before: unknown, after: unknown): void;
  readonly noted: ReadonlyMap<string, readonly [unknown, unknown]>;
  /** Records which rows the audit line is about, if the answer does not name them. */
  noteRecords(ids: readonly number[]): void;
  /** Null if the answer names them. */
  readonly notedRecords: readonly number[] | null;
};

type EventName = keyof DomainEvents;
type Subscriber<Name extends EventName> = (tx: Tx, event: DomainEvents[Name]) => Promise<void> | void;
/** The subscribers of each event, in order. An event without subscribers does not compile. */
export type Subscribers = {
  readonly [Name in EventName]: readonly [Subscriber<Name>, ...Subscriber<Name>[]];
};

/** Opens a short transaction, for a rule that does something slow before and after it. */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
/** The same for a remote call without an answer: the work of `conclude` is its effect and is stored as such. */
export type Concluding = {
  transact: Transact;
  conclude(work: (tx: Tx) => Promise<void>): Promise<void>;
};

/** `stationId`: the floor station that is used; `keyId`: the API key that is used. */
export type Scope = {
  userId?: number | null;
  businessId?: number | null;
  stationId?: number | null;
  keyId?: number | null;
};
export type Change = { businessId: number; entity: string };

export type Database = {
  readonly pool: pg.Pool;
  readonly kysely: Kysely<DB>;
  readonly clock: Clock;
  onChange(listener: (changes: Change[]) => void): void;
  /** Wakes the workers after jobs were added by a statement outside `transact`. */
  wake(): void;
  transact<T>(scope: Scope | null, work: (tx: Tx) => Promise<T>, durability?: Durability): Promise<T>;
  /** Read only. If the look-up of a session sets the scope, later statements run in that scope. */
  read<T>(scope: Scope | null, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Throws if nothing can be written, and `UnsafeDatabaseError` if the login was granted a forbidden role. */
  check(): Promise<void>;
  /** Whether the database has the migrations of this release. */
  isMigrated(): Promise<boolean>;
  close(): Promise<void>;
};

/** How long an idle connection is kept: a new one has to prepare every statement again. */
export const keptIdleMs = 600_000;

const parsers = new Map<number, (text: string) => unknown>([
  [20, parseInteger],
  [1016, parseIntegers],
  [1700, Number],
  [1082, (text: string) => text],
  [1184, parseInstant],
]);

/** Embedded databases answer in UTC, in a form that differs from that of JavaScript by two characters. */
function parseInstant(text: string): unknown {
  if (text.length > 29 || text[4] !== '-' || !text.endsWith('+00')) return pg.types.getTypeParser(1184)(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`integer out of range: ${text}`);
  return value;
}

/** An array without nulls, of one dimension: `{1,2}`. */
function parseIntegers(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(parseInteger);
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format !== 'binary' ? parsers.get(Number(oid)) : undefined) ??
    pg.types.getTypeParser(Number(oid), format),
};

/** Serialization failure and deadlock: nothing was committed, so that the whole transaction may run again. */
const repeatable = new Set(['40001', '40P01']);
const tries = 4;

export function createDatabase(options: {
  url: string;
  poolSize: number;
  clock: Clock;
  secretKey: Buffer;
  subscribers: Subscribers;
  onError?: (error: Error) => void;
}): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    types,
    // The application never acts as the owner of its tables.
    onConnect: (client) =>
      prepareConnection(client, 'easy_app').catch((error: Error) => {
        options.onError?.(error);
        throw error;
      }),
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: keptIdleMs,
    application_name: 'easy',
    // Statements are sent before earlier ones are answered.
    pipeline: true,
  });
  pool.on('error', (error) => options.onError?.(error));
  // The loss of a connection in use also fails its query; without a listener, the event would end the process.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  const dialect = new PostgresDialect({ pool });
  const kysely = new Kysely<DB>({ dialect });
  const pipeline = createPipeline(pool, dialect, createStatementNames());
  const countCache = createCountCache();
  const listeners: ((changes: Change[]) => void)[] = [];
  const wake = createWake(pool, (error) => options.onError?.(error));
  const parts = {
    clock: options.clock,
    now: () => options.clock.now(),
    sealer: createSealer(options.secretKey),
  };

  async function attempt<T>(
    scope: Scope | null,
    work: (tx: Tx) => Promise<T>,
    durability: Durability = 'on disk',
  ): Promise<T> {
    const jobs: Job[] = [];
    const changes = new Map<string, Change>();
    const noted = new Map<AuditField, [unknown, unknown]>();
    let records: readonly number[] | null = null;
    const result = await inTransaction(pipeline, durability, async (db) => {
      const tx: Tx = {
        ...parts,
        db,
        scope: {},
        isReading: false,
        countCache,
        enqueue: (job) => jobs.push(job),
        publish: async (name, event) => {
          for (const react of options.subscribers[name]) await react(tx, event);
        },
        changed: (businessId, entity) => changes.set(`${businessId} ${entity}`, { businessId, entity }),
        noted,
        noteChange: (field, before, after) => {
          if (JSON.stringify(before) !== JSON.stringify(after)) noted.set(field, [before, after]);
        },
        noteRecords: (ids) => {
          records = ids;
        },
        get notedRecords() {
          return records;
        },
      };
      if (scope) await setScope(tx, scope);
      const value = await work(tx);
      if (jobs.length > 0) await enqueueJobs(db, jobs, tx.now());
      return value;
    });
    if (jobs.length > 0) wake();
    if (changes.size > 0) for (const listener of listeners) listener([...changes.values()]);
    return result;
  }

  async function attemptToRead<T>(scope: Scope | null, work: (tx: Tx) => Promise<T>): Promise<T> {
    return inTransaction(pipeline, 'read only', async (db) => {
      const tx: Tx = {
        ...parts,
        db,
        scope: {},
        isReading: true,
        countCache,
        enqueue: refuseEffect,
        publish: refuseEffect,
        changed: refuseEffect,
        noteChange: refuseEffect,
        noted: new Map(),
        noteRecords: refuseEffect,
        notedRecords: null,
      };
      if (scope) await setScope(tx, scope);
      return work(tx);
    });
  }

  async function withRetry<S, T>(
    attempt: (scope: S, work: (tx: Tx) => Promise<T>) => Promise<T>,
    scope: S,
    work: (tx: Tx) => Promise<T>,
  ) {
    for (let n = 1; ; n++) {
      try {
        return await attempt(scope, work);
      } catch (error) {
        if (n === tries || !(isStalePlan(error) || repeatable.has(databaseCode(error) ?? ''))) throw error;
      }
    }
  }

  return {
    pool,
    kysely,
    clock: options.clock,
    onChange: (listener) => listeners.push(listener),
    wake,
    transact: (scope, work, durability) =>
      withRetry((scope, work) => attempt(scope, work, durability), scope, work),
    read: (scope, work) => withRetry(attemptToRead, scope, work),
    async check() {
      await pool.query(probe);
      await requireSafeRole(pool, 'easy_app').catch((error: Error) => {
        options.onError?.(error);
        throw error;
      });
    },
    isMigrated: () => isMigrated(pool),
    // Not through Kysely, which ends a pool only if it has taken a connection itself.
    close: () => pool.end(),
  };
}

/**
 * Needs free space on the disk of the database without leaving anything there: a result that spills into a temporary
 * file, and a message in the log for which the commit waits.
 */
const probe = `select set_config('work_mem', '64kB', true);
  select count(*) from generate_series(1, 50000);
  select pg_logical_emit_message(true, 'easy', 'ready')`;

/** The due time is sent as an offset from now, because the queue uses the clock of the database. */
function enqueueJobs(db: Tx['db'], jobs: readonly Job[], now: Date): Promise<unknown> {
  const asked = jobs.map(({ runAt, ...job }) => ({
    ...job,
    ...(runAt && { inMs: runAt.getTime() - now.getTime() }),
  }));
  return sql`select enqueue_jobs(${JSON.stringify(asked)}::jsonb)`.execute(db);
}

function refuseEffect(): never {
  throw new Error('what may only read has no effect');
}

/** Binds the transaction to a user and a business; absent means none. */
export async function setScope(tx: Tx, scope: Scope): Promise<void> {
  await sql`select set_config('app.user_id', ${String(scope.userId ?? '')}, true),
    set_config('app.business_id', ${String(scope.businessId ?? '')}, true),
    set_config('app.now', ${tx.now().toISOString()}, true),
    set_config('app.station_id', ${String(scope.stationId ?? '')}, true)`.execute(tx.db);
  tx.scope = scope;
}

/**
 * Runs a rule for the other side of a trade (the stock of a supplier, for a sale of a seller) in the same transaction.
 * Only rules that own such a relation call it. The previous tenant is restored afterwards, also if the rule throws. A
 * station belongs to one side only.
 */
export async function asBusiness<T>(tx: Tx, businessId: number, work: () => Promise<T>): Promise<T> {
  const before = await sql<{ id: string | null }>`select current_setting('app.business_id', true) as id,
    set_config('app.business_id', ${String(businessId)}, true),
    set_config('app.now', ${tx.now().toISOString()}, true),
    set_config('app.station_id', '', true)`.execute(tx.db);
  const { scope } = tx;
  const restore = async () => {
    tx.scope = scope;
    await sql`select set_config('app.business_id', ${before.rows[0]?.id ?? ''}, true),
      set_config('app.station_id', ${String(scope.stationId ?? '')}, true)`.execute(tx.db);
  };
  tx.scope = { ...scope, businessId, stationId: null };
  try {
    const result = await work();
    await restore();
    return result;
  } catch (error) {
    // A failed statement has aborted the transaction: no statement runs in it any more, and its end restores the
    // setting.
    await restore().catch(() => undefined);
    throw error;
  }
}

/** SQLSTATE of a failed statement. */
export function databaseCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Name of the violated constraint. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}
