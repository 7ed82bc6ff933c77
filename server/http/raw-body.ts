import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw bytes of the body; null without a body. */
    rawBody: Buffer | null;
  }
}

/** The input of a signature check. */
export type Received = { bytes: Buffer; headers: FastifyRequest['headers'] };

export const receivedOf = ({ rawBody, headers }: FastifyRequest): Received => ({
  bytes: rawBody ?? Buffer.alloc(0),
  headers,
});

/** JSON bodies, parsed by `parse`; their bytes stay with the request. */
export function readJsonBodies(app: FastifyInstance, parse: (text: string) => unknown): void {
  app.decorateRequest('rawBody', null);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      request.rawBody = Buffer.from(body);
      const text = request.rawBody.toString('utf8');
      done(null, text === '' ? undefined : parse(text));
    } catch (error) {
      done(error as Error);
    }
  });
}
