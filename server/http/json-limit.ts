import { finished } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from './address-key.ts';
import { createByteLimit } from './byte-limit.ts';
import type { Actor } from './session.ts';

const megabyte = 1_048_576;
/** As much as a connection buffers anyway. */
const smallBytes = 16_384;

/**
 * JSON is read into memory before its sender is known, so that its total is limited. A caller who was verified before
 * has a share that nobody without an account can use up.
 */
export function limitJson(
  app: FastifyInstance,
  longest: number,
  recall: (request: FastifyRequest) => Actor | undefined,
): void {
  const verified = createByteLimit({ perCaller: 16 * megabyte, total: 64 * megabyte });
  const others = createByteLimit({ perCaller: 4 * megabyte, total: 32 * megabyte });
  app.addHook('onRequest', (request, reply, done) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
    const bytes = Number(length ?? (chunked ? longest : 0));
    // Files are written to disk and counted once their sender is known.
    const isJson = request.headers['content-type']?.startsWith('application/json');
    if (isJson && bytes > smallBytes && bytes <= longest) {
      const actor = recall(request);
      const release = actor
        ? verified.reserve(`user ${actor.userId}`, bytes, reply)
        : others.reserve(addressKey(request.ip), bytes, reply);
      finished(reply.raw, release);
    }
    done();
  });
}
