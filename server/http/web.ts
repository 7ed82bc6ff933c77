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
 * A path of a screen: whoever asks for a page gets the application, which shows the screen or its 404. `curl` and monitors
 * take anything; what has a file's name was meant as a file then.
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

/** The built browser application: assets immutable and compressed ahead. */
export async function addWeb(app: FastifyInstance, env: Environment): Promise<void> {
  if (env.viteMiddleware) return addVite(app);
  if (!isBuilt(env)) return;
  // One route for all assets: one for each of a thousand files would cost a start a quarter of a second.
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
