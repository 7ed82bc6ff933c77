import type { FastifyReply } from 'fastify';

export type FileAnswer = {
  bytes: Buffer | NodeJS.ReadableStream;
  contentType: string;
  /** Given: the browser saves it under this name; absent: it may show it. */
  name?: string;
  /** Content never changes under its address. */
  immutable?: boolean;
};

export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  reply.header('content-type', file.contentType);
  reply.header('content-security-policy', "default-src 'none'; sandbox");
  reply.header(
    'cache-control',
    file.immutable ? 'private, max-age=31536000, immutable' : 'private, no-store',
  );
  if (file.name)
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`);
  return reply.send(file.bytes);
}
