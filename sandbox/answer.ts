import type { FastifyReply } from 'fastify';

export type Answer = {
  status: number;
  body?: unknown;
  bytes?: Buffer;
  type?: string;
  headers?: Record<string, string>;
};

export const send = (reply: FastifyReply, answer: Answer): FastifyReply => {
  reply.status(answer.status);
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
  if (answer.bytes !== undefined)
    return reply.type(answer.type ?? 'application/octet-stream').send(answer.bytes);
  if (answer.body === undefined) return reply.send();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
};
