import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '#server/env.ts';
import { Fault } from '#server/fault.ts';

const root = join(import.meta.dirname, '../../dist/web');

/** The built browser application: assets immutable and compressed ahead, every other path its index page. */
export async function addWeb(app: FastifyInstance, env: Environment): Promise<void> {
  if (env.viteMiddleware || !existsSync(join(root, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const immutable = path.includes('/assets/');
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const page =
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      request.headers.accept?.includes('text/html');
    if (!page) throw new Fault('not_found');
    return reply.sendFile('index.html');
  });
}
