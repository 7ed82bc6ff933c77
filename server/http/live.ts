import type { FastifyReply } from 'fastify';
import pg from 'pg';
import { prepareConnection } from '#server/db/connection.ts';
import { notify } from '#server/db/notify.ts';
import type { Change, Database } from '#server/db/transaction.ts';

type Subscriber = {
  businessId: number;
  userId: number;
  sessionId: number;
  reply: FastifyReply;
  /** Names the credential that opened the stream: the streams of one credential stay open or end together. */
  credential: string;
  /** Whether the session that opened the stream is still valid. */
  holds(): Promise<boolean>;
};
export type Live = {
  /** False if this caller, or the business, has reached its number of streams of this process. */
  hasRoom(subscriber: Pick<Subscriber, 'businessId' | 'sessionId'>): boolean;
  subscribe(subscriber: Subscriber): void;
  close(): Promise<void>;
};

/** Per process; a stream is a tab of a browser. */
export const mostStreams = { perSession: 20, perBusiness: 1000 };

const channel = 'easy_changes';
const heartbeatMs = 25_000;
/**
 * The database notifies about one change at a time: changes in quick succession are sent together, each of them once.
 */
const gatherMs = 20;
/** The content of one message (8,000 bytes). */
const mostAtOnce = 50;
/** A page is read before its stream is open: recent changes are repeated to a new stream. */
const gapMs = 10_000;
/** Changes after which a person may have lost the right to listen. */
const aboutRights = new Set(['auth', 'user', 'staff', 'stations']);

const nameOf = ({ businessId, entity }: Change) => `${businessId} ${entity}`;

/**
 * Server-sent events: the changes of a business, for the browsers of that business. Processes inform each other by
 * NOTIFY, outside the transaction of the change.
 */
export async function startLive(
  database: Database,
  url: string,
  onError: (error: Error) => void,
): Promise<Live> {
  const subscribers = new Set<Subscriber>();
  /** Recent changes, the latest last. */
  const lately = new Map<string, Change & { at: number }>();
  let listener: pg.Client | undefined;
  let closed = false;

  const now = () => database.clock.now().getTime();
  const tell = ({ reply }: Subscriber, { entity }: Change) =>
    reply.raw.write(`data: ${JSON.stringify({ entity })}\n\n`);
  const remember = (change: Change) => {
    const key = nameOf(change);
    lately.delete(key);
    lately.set(key, { ...change, at: now() });
    for (const [old, { at }] of lately) {
      if (at > now() - gapMs) break;
      lately.delete(old);
    }
  };
  const deliver = (change: Change) => {
    remember(change);
    for (const subscriber of streamsOf(change.businessId)) tell(subscriber, change);
    if (aboutRights.has(change.entity)) dismiss(change.businessId).catch(onError);
  };
  const streamsOf = (businessId: number) =>
    [...subscribers].filter((subscriber) => subscriber.businessId === businessId);
  /** Businesses whose streams are being checked; true if their rights changed again meanwhile. */
  const checking = new Map<number, boolean>();
  /**
   * Ends the streams whose sessions are no longer valid. The credentials of one business are checked one after another,
   * so that many streams of one business never fill the queue of the connection pool. A browser whose session was only
   * renewed reconnects by itself.
   */
  const dismiss = async (businessId: number) => {
    const isRunning = checking.has(businessId);
    checking.set(businessId, isRunning);
    if (isRunning) return;
    try {
      do {
        checking.set(businessId, false);
        const streams = Map.groupBy(streamsOf(businessId), ({ credential }) => credential);
        for (const [, sameCredential] of streams)
          if (!(await sameCredential[0]?.holds())) for (const { reply } of sameCredential) reply.raw.end();
      } while (checking.get(businessId));
    } finally {
      checking.delete(businessId);
    }
  };

  async function listen(): Promise<void> {
    const client = new pg.Client({ connectionString: url, application_name: 'easy live' });
    listener = client;
    client.on('notification', (message) => {
      for (const change of JSON.parse(message.payload ?? '[]') as Change[]) deliver(change);
    });
    client.on('error', onError);
    client.on('end', () => {
      if (!closed) retry();
    });
    try {
      await client.connect();
      await prepareConnection(client, 'easy_app');
      await client.query(`listen ${channel}`);
    } catch (error) {
      // Ending the stream makes the browser reconnect.
      client.end().catch(onError);
      throw error;
    }
  }
  function retry(): void {
    setTimeout(() => {
      if (!closed) listen().catch(onError);
    }, 1000).unref();
  }
  await listen().catch((error) => {
    closed = true;
    throw error;
  });

  let gathered = new Map<string, Change>();
  let saying: NodeJS.Timeout | undefined;
  const say = () => {
    saying = undefined;
    const changes = [...gathered.values()];
    gathered = new Map();
    for (let n = 0; n < changes.length; n += mostAtOnce) {
      const some = JSON.stringify(changes.slice(n, n + mostAtOnce));
      notify(database.pool, channel, some).catch(onError);
    }
  };
  database.onChange((changes) => {
    for (const change of changes) gathered.set(nameOf(change), change);
    saying ??= setTimeout(say, gatherMs);
  });
  const heartbeat = setInterval(() => {
    // An event instead of a comment: the browser receives it, and detects a dead connection by its absence.
    for (const { reply } of subscribers) reply.raw.write('event: beat\ndata: 1\n\n');
  }, heartbeatMs);
  heartbeat.unref();

  return {
    hasRoom({ businessId, sessionId }) {
      let [ofSession, ofBusiness] = [0, 0];
      for (const other of subscribers) {
        if (other.sessionId === sessionId) ofSession++;
        if (other.businessId === businessId) ofBusiness++;
      }
      return ofSession < mostStreams.perSession && ofBusiness < mostStreams.perBusiness;
    },
    subscribe(subscriber) {
      subscribers.add(subscriber);
      for (const change of lately.values())
        if (change.businessId === subscriber.businessId && change.at > now() - gapMs)
          tell(subscriber, change);
      subscriber.reply.raw.on('close', () => subscribers.delete(subscriber));
    },
    async close() {
      closed = true;
      clearTimeout(saying);
      if (saying) say();
      clearInterval(heartbeat);
      for (const { reply } of subscribers) reply.raw.end();
      await listener?.end();
    },
  };
}
