import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSigned } from './signature.ts';

/** The one account of the stand-in. */
export const bucketKeys = { id: 'sandbox', secret: 'sandbox-secret' } as const;

const refuse = (reply: FastifyReply, status: number, code: string) =>
  reply
    .code(status)
    .type('application/xml')
    .send(
      `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
    );

/**
 * An object store: PUT, GET, HEAD, DELETE and list of objects below `/s3/{bucket}/`, signed, kept until the process
 * ends.
 */
export const mountBucket = (app: FastifyInstance): void => {
  const objects = new Map<string, Buffer>();
  const path = '/s3/:bucket/*';
  const bytesOf = (request: FastifyRequest) =>
    Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const keyOf = (request: FastifyRequest) => (request.url.split('?')[0] ?? '').slice('/s3/'.length);

  /** All of them on one page. */
  const list = (bucket: string, prefix: string): string => {
    const keys = [...objects.keys()].filter((key) => key.startsWith(bucket + prefix)).toSorted();
    const contents = keys.map((key) => `<Contents><Key>${key.slice(bucket.length)}</Key></Contents>`);
    return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>false</IsTruncated><KeyCount>${keys.length}</KeyCount>${contents.join('')}</ListBucketResult>`;
  };

  app.register(async (store) => {
    store.removeAllContentTypeParsers();
    store.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, bytes: Buffer) => bytes);
    store.addHook('preHandler', async (request, reply) => {
      const { method, url, headers } = request;
      if (!isSigned({ method, url, headers, body: bytesOf(request) }, bucketKeys.secret))
        return refuse(reply, 403, 'SignatureDoesNotMatch');
    });
    store.put(path, (request, reply) => {
      objects.set(keyOf(request), bytesOf(request));
      return reply.code(200).send();
    });
    store.get('/s3/:bucket', (request, reply) => {
      const { prefix = '' } = request.query as Record<string, string | undefined>;
      return reply.type('application/xml').send(list(`${keyOf(request).replace(/\/$/, '')}/`, prefix));
    });
    store.get(path, (request, reply) => {
      const found = objects.get(keyOf(request));
      return found ? reply.type('application/octet-stream').send(found) : refuse(reply, 404, 'NoSuchKey');
    });
    store.delete(path, (request, reply) => {
      objects.delete(keyOf(request));
      return reply.code(204).send();
    });
  });
};
