import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { problemOf } from './problem.ts';
import { localeOf } from './session.ts';

/** A shorter wait is not overload. An operation of several transactions waits several times. */
const patienceSeconds = 0.15;
const always = 128;
/** Neither a burst after a quiet time nor a queue that stalls for a moment is overload: both are over soon. */
const graceMs = 200;
const calmMs = 1000;
const stalledMs = 250;
/** The limit in any case. */
const mostSeconds = 0.75;
const most = 256;
/** Until the throughput of this process is known. */
const presumedPerSecond = 300;
const windowMs = 250;

type Line = Pick<pg.Pool, 'waitingCount'> & { on(event: 'acquire', listener: () => void): unknown };

/**
 * Whether there is room for one more request. Each needs a database connection, so that the excess waits in the queue
 * of the pool; its throughput is measured while the queue is never empty.
 */
export function watchLine(line: Line, now: () => number): () => boolean {
  let perSecond = presumedPerSecond;
  let since = now();
  let served = 0;
  let wasEmpty = true;
  let movedAt = since;
  let longSince = Number.NEGATIVE_INFINITY;
  let longAt = Number.NEGATIVE_INFINITY;
  const isLong = () => line.waitingCount > Math.max(always, perSecond * patienceSeconds);

  line.on('acquire', () => {
    served++;
    movedAt = now();
    if (line.waitingCount === 0) wasEmpty = true;
  });

  function learn(at: number): void {
    const tookMs = at - since;
    if (tookMs < windowMs) return;
    if (!wasEmpty) perSecond = (perSecond + (served / tookMs) * 1000) / 2;
    since = at;
    served = 0;
    wasEmpty = line.waitingCount === 0;
  }

  return () => {
    const at = now();
    learn(at);
    if (!isLong()) return true;
    if (at - longAt > calmMs) longSince = at;
    longAt = at;
    const soonOver = at - longSince < graceMs || at - movedAt > stalledMs;
    return soonOver && line.waitingCount < Math.max(most, perSecond * mostSeconds);
  };
}

/**
 * Under overload the product refuses the excess immediately and cheaply, and answers the rest in time. Notifications
 * are admitted: they are stored in batches, and a marketplace repeats what is refused.
 */
export function refuseOverload(
  app: FastifyInstance,
  context: { readonly database: { pool: pg.Pool } },
): void {
  let watched: pg.Pool | undefined;
  let hasRoom = () => true;
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request;
    const { pool } = context.database;
    if (watched !== pool) {
      watched = pool;
      hasRoom = watchLine(pool, () => performance.now());
    }
    if (hasRoom() || !url.startsWith('/api/') || url.startsWith('/api/notifications/')) {
      done();
      return;
    }
    // Runs before any other hook.
    request.cookies = app.parseCookie(request.headers.cookie ?? '');
    const problem = problemOf('unavailable', { locale: localeOf(request), requestId: request.id });
    reply
      .code(problem.status)
      .header('retry-after', '1')
      .header('content-type', 'application/problem+json; charset=utf-8')
      .send(JSON.stringify(problem));
  });
}
