import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import type { TestApp } from '#server/test/app.ts';

export type Door = {
  readonly url: string;
  leadTo(app: TestApp): void;
  /** Status of the next answers. */
  nextAnswer(): Promise<number>;
};

/** An address that is known before its server is created; closed after the tests of the file. */
export async function openDoor(): Promise<Door> {
  let behind: TestApp | undefined;
  let hear: (status: number) => void = () => {};
  const server = createServer(async (request, response) => {
    const payload = await buffer(request);
    const answer = await behind?.http.inject({
      method: 'POST',
      url: request.url ?? '/',
      headers: request.headers,
      payload,
    });
    response.writeHead(answer?.statusCode ?? 503).end(answer?.rawPayload);
    hear(answer?.statusCode ?? 503);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(app) {
      behind = app;
    },
    nextAnswer: () =>
      new Promise((resolve) => {
        hear = resolve;
      }),
  };
}
