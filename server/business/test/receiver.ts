import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export type Received = { headers: Record<string, string>; body: string };

/** An external system that receives webhooks: stores them and answers as the test sets it. */
export async function startReceiver(host = '127.0.0.1') {
  const received: Received[] = [];
  const answers: { status: number; headers?: Record<string, string>; text?: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString('utf8'),
      });
      const { status, headers, text } = answers.shift() ?? { status: 200, text: 'taken' };
      response.writeHead(status, headers).end(text ?? '');
    });
  });
  await once(server.listen(0, host), 'listening');
  afterAll(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { received, answers, port, url: `http://${host}:${port}/hook` };
}
