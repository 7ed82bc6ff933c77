import { Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { fail } from '#server/fault.ts';

/**
 * Ends without letting anybody down. New connections are refused, so that they go to another process; those there are
 * get their answers and are told to close. A connection on which nothing comes in the end is closed from here.
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
    // Not its own `close`, which also cuts connections that a request may be on its way through.
    let quiet = false;
    Server.prototype.close.call(app.server, () => {
      quiet = true;
    });
    for (let waited = 0; !quiet && waited < patienceMs; waited += 20) await delay(20);
  };
}
