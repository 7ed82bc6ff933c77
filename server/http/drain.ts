import { Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { fail } from '#server/fault.ts';

/**
 * Drains the server: new connections are refused, so that they go to another process; open ones get their answers and
 * are asked to close. A connection that stays silent is closed at the end.
 */
export function addDrain(app: FastifyInstance, patienceMs: number): () => Promise<void> {
  let draining = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (draining && request.url === '/readyz') fail('unavailable');
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });
  return async () => {
    draining = true;
    if (!app.server.listening) return;
    // Fastify's own `close` also cuts connections on which a request may be under way.
    let quiet = false;
    Server.prototype.close.call(app.server, () => {
      quiet = true;
    });
    for (let waited = 0; !quiet && waited < patienceMs; waited += 20) await delay(20);
  };
}
