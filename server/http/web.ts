import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Environment } from '#server/env.ts';
import { makePages, type PageMaker } from './page.ts';
import { addVite } from './vite.ts';

const root = join(import.meta.dirname, '../../dist/web');

const isBuilt = (env: Environment): boolean =>
  env.web && !env.viteMiddleware && existsSync(join(root, 'preload.json'));

export const pagesOf = (env: Environment): PageMaker | undefined =>
  isBuilt(env) ? makePages(root) : undefined;

/**
 * The path of a screen: a request for a page gets the application, which shows the screen or its 404. `curl` and
 * monitors accept anything; a path with a file extension means a file.
 */
export function asksForPage(request: FastifyRequest): boolean {
  const { method, url, headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || url.startsWith('/api/')) return false;
  const accept = headers.accept ?? '*/*';
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+(\?|$)/.test(url));
}

const served = (cacheControl: string): FastifyStaticOptions => ({
  root,
  preCompressed: true,
  index: false,
  cacheControl: false,
  setHeaders: (reply) => reply.header('cache-control', cacheControl),
});

/** The built browser application: immutable, precompressed assets. */
export async function addWeb(app: FastifyInstance, env: Environment): Promise<void> {
  if (env.viteMiddleware) return addVite(app);
  if (!isBuilt(env)) return;
  // One route for all assets: a route for each of a thousand files would cost a quarter of a second at start.
  await app.register(fastifyStatic, {
    ...served('public, max-age=31536000, immutable'),
    root: join(root, 'assets'),
    prefix: '/assets/',
  });
  await app.register(fastifyStatic, {
    ...served('no-cache'),
    root,
    wildcard: false,
    globIgnore: ['assets/**'],
    decorateReply: false,
  });
}
