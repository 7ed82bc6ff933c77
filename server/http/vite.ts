import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const ours = /^\/(api|healthz|readyz|metrics)([/?]|$)/;

/** Development only: the sources of the browser straight from web/, replaced in the page when they change. */
export async function addVite(app: FastifyInstance): Promise<void> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(import.meta.dirname, '../../vite.config.ts'),
    // Bundled, the configuration would be a changing file that restarts `npm run dev`.
    configLoader: 'native',
    appType: 'spa',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (ours.test(request.url)) {
      done();
      return;
    }
    // An inline script replaces modules in the page.
    reply.raw.removeHeader('content-security-policy');
    vite.middlewares(request.raw, reply.raw, done);
  });
  app.addHook('onClose', () => vite.close());
}
