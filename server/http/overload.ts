import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { problemOf } from './problem.ts';
import { localeOf } from './session.ts';

/** A line in which one waits no longer than this is no line. An act of several transactions stands in it several times. */
const patienceSeconds = 0.15;
const always = 128;
/** Many at once after a calm are no overload, and neither is a line that stands still for a moment: both are over soon. */
const graceMs = 200;
const calmMs = 1000;
const stalledMs = 250;
/** All the same there is an end. */
const mostSeconds = 0.75;
const most = 256;
/** Before it is known how much this process can do. */
const presumedPerSecond = 300;
const windowMs = 250;

type Line = Pick<pg.Pool, 'waitingCount'> & { on(event: 'acquire', listener: () => void): unknown };

/**
 * Whether there is room for one more. Whoever works needs a connection of the database's, so all that is too much waits
 * in its pool's line; how fast that line moves was seen while it was never empty.
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
 * Under more than it can do the product refuses what is too much, at once and for little, and answers the rest in time.
 * Notifications are let in: they are stored many at once, and a marketplace that is refused asks again and again.
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
    // Before anything else has looked at the request.
    request.cookies = app.parseCookie(request.headers.cookie ?? '');
    const problem = problemOf('unavailable', { locale: localeOf(request), requestId: request.id });
    reply
      .code(problem.status)
      .header('retry-after', '1')
      .header('content-type', 'application/problem+json; charset=utf-8')
      .send(JSON.stringify(problem));
  });
}
