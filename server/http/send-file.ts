import type { FastifyReply } from 'fastify';

export type FileAnswer = {
  bytes: Buffer | NodeJS.ReadableStream;
  contentType: string;
  /** If given, the browser saves the file under this name; otherwise it may display it. */
  name?: string;
  /** The content of an address never changes. */
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
