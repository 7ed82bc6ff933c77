import { EventEmitter } from 'node:events';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import pg from 'pg';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages/index.ts';
import { localeCookie } from '#contract/messages/locale.ts';
import { refuseOverload, watchLine } from './overload.ts';

/** A queue of this length; one request is admitted every so often if another one observes it. */
function watch() {
  const line = Object.assign(new EventEmitter(), { waitingCount: 0 });
  let now = 0;
  const hasRoom = watchLine(line, () => now);
  const ask = (waitingCount: number) => {
    line.waitingCount = waitingCount;
    return hasRoom();
  };
  return {
    ask,
    pass(ms: number, everyMs: number, waitingCount: number) {
      for (const until = now + ms; now < until; ) {
        now += everyMs;
        line.waitingCount = waitingCount;
        line.emit('acquire');
        ask(waitingCount);
      }
    },
    stand: (ms: number) => {
      now += ms;
    },
  };
}

test('admits many at once, but no more while the queue stays long', () => {
  const { ask, pass } = watch();
  expect(ask(250)).toBe(true);
  pass(150, 2, 250);
  expect(ask(250)).toBe(true);
  pass(100, 2, 250);
  expect(ask(250)).toBe(false);
  expect([ask(128), ask(250)]).toEqual([true, false]);
  pass(1100, 2, 20);
  expect([ask(250), ask(700)]).toEqual([true, false]);
});

test('measures a long queue by how fast it moves', () => {
  const { ask, pass } = watch();
  pass(3000, 0.5, 400);
  expect([ask(290), ask(310)]).toEqual([true, false]);
  pass(3000, 10, 400);
  expect([ask(128), ask(129)]).toEqual([true, false]);
});

test('a queue that empties says nothing about how fast it could move', () => {
  const { ask, pass } = watch();
  pass(3000, 0.5, 400);
  pass(3000, 50, 0);
  pass(240, 10, 290);
  expect(ask(290)).toBe(true);
});

test('admits more while the queue does not move, up to a limit', () => {
  const { ask, pass, stand } = watch();
  pass(300, 2, 200);
  expect(ask(200)).toBe(false);
  stand(260);
  expect([ask(255), ask(700)]).toEqual([true, false]);
});

test('refuses immediately, in the language of the caller; admits notifications and pages', async () => {
  const pool = new pg.Pool({ max: 1 });
  const app = Fastify();
  Object.defineProperty(pool, 'waitingCount', { value: 5000 });
  refuseOverload(app, { database: { pool } });
  await app.register(cookie);
  app.get('/api/orders', async () => ({}));
  app.post('/api/notifications/mercado-livre/secret', async () => ({}));
  app.get('/healthz', async () => ({}));
  const ask = async (method: 'GET' | 'POST', url: string, headers = {}) =>
    app.inject({ method, url, headers });
  const refused = await ask('GET', '/api/orders', { cookie: `${localeCookie}=en` });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);
  expect(refused.json()).toMatchObject({ code: 'unavailable', detail: messages.en.errors.unavailable });
  expect((await ask('GET', '/api/orders')).json().detail).toBe(messages.pt.errors.unavailable);
  expect((await ask('POST', '/api/notifications/mercado-livre/secret')).statusCode).toBe(200);
  expect((await ask('GET', '/healthz')).statusCode).toBe(200);
  await app.close();
  await pool.end();
});
