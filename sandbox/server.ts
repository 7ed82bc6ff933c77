import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { mountZipCode } from './cep/services.ts';
import { mountControlApi } from './control/api.ts';
import { mountControlPage } from './control/page.ts';
import { mountShopeeControl } from './control/shopee-api.ts';
import { mountStoreControl } from './control/store-api.ts';
import { mountMail } from './mail/pages.ts';
import { mountConsent } from './mercado-livre/consent.ts';
import { mountMarketplace } from './mercado-livre/gateway.ts';
import { mountStoreConsent } from './nuvemshop/consent.ts';
import { mountStores } from './nuvemshop/gateway.ts';
import { liveScript } from './pages/live.ts';
import { stylesheet } from './pages/stylesheet.ts';
import { mountBucket } from './s3/bucket.ts';
import { mountAfterSalePages } from './shop/after-sale-routes.ts';
import { mountShop } from './shop/routes.ts';
import { mountShopeePages } from './shop/shopee-routes.ts';
import { mountStorePages } from './shop/store-routes.ts';
import { mountShopeeConsent } from './shopee/consent.ts';
import { mountShopee } from './shopee/gateway.ts';
import type { World } from './world.ts';

const BODY_LIMIT = 26 * 1024 * 1024;

const parseJson = (text: string): unknown => {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    // Not an object: each endpoint refuses it with its own error.
    return text;
  }
};

const parseForm = (text: string): Record<string, string | string[]> => {
  const form: Record<string, string | string[]> = {};
  for (const name of new Set(new URLSearchParams(text).keys())) {
    const values = new URLSearchParams(text).getAll(name);
    form[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return form;
};

const page = '<html><head><title>400 Bad Request</title></head><body><h1>400 Bad Request</h1></body></html>';
const badRequest = `HTTP/1.1 400 Bad Request\r\ncontent-type: text/html\r\ncontent-length: ${page.length}\r\nconnection: close\r\n\r\n${page}`;

const own =
  /^\/($|\?|mercado-livre|nuvemshop|viacep\/|brasilapi\/|s3\/|mail|shop|control|sandbox\.css|sandbox\.js|favicon\.ico)/;

/** The services have no path in common: a client with only the host reaches them as well. */
const withPrefix = (url: string): string => {
  if (own.test(url)) return url;
  if (url.startsWith('/ws/')) return `/viacep${url}`;
  if (url.startsWith('/api/cep/')) return `/brasilapi${url}`;
  if (url.startsWith('/authorization')) return `/mercado-livre-auth${url}`;
  if (url.startsWith('/api/v2/')) return `/shopee${url}`;
  if (url.startsWith('/apps/')) return `/nuvemshop-auth${url}`;
  if (url.startsWith('/v1/account/')) return `/mercado-livre${url}`;
  if (/^\/(v1|unstable|\d{4}-\d{2})\//.test(url)) return `/nuvemshop${url}`;
  return `/mercado-livre${url}`;
};

export const createServer = async (world: World): Promise<FastifyInstance> => {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // A silent answer must not hold up the end of the process.
    forceCloseConnections: true,
    rewriteUrl: (request) => withPrefix(request.url ?? '/'),
    // Like a proxy in front of the real service: an incomplete request never reaches it.
    clientErrorHandler: (_error, socket) => {
      // A browser would read an unsolicited answer as that of the request it is sending.
      if (socket.bytesRead === 0) socket.destroy();
      else if (socket.writable) socket.end(badRequest);
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => parseJson(text),
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => parseForm(text),
  );
  await app.register(multipart, { limits: { fileSize: BODY_LIMIT, files: 10 }, throwFileSizeLimit: false });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, bytes: Buffer) => bytes);
  app.get('/sandbox.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(stylesheet),
  );
  app.get('/sandbox.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(liveScript),
  );
  app.get('/', (_request, reply) => reply.redirect('/shop'));
  mountMarketplace(app, world);
  mountConsent(app, world);
  mountStores(app, world);
  mountStoreConsent(app, world);
  mountShopee(app, world);
  mountShopeeConsent(app, world);
  mountZipCode(app, world);
  mountBucket(app);
  mountMail(app, world);
  mountControlApi(app, world);
  mountStoreControl(app, world);
  mountShopeeControl(app, world);
  mountControlPage(app, world);
  mountShop(app, world);
  mountAfterSalePages(app, world);
  mountStorePages(app, world);
  mountShopeePages(app, world);
  return app;
};
