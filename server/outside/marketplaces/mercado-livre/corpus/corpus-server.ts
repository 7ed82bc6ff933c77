import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import type { Marketplace } from '../../marketplace.ts';
import type { SellerSession } from '../../seller-session.ts';
import { createMercadoLivreMarketplace } from '../marketplace.ts';
import { sellerId } from './shapes.ts';

/** Answers of the API, by path; other paths are a 404. Texts are sent unchanged. */
export type Answers = Readonly<Record<string, unknown>>;

export type Case = {
  name: string;
  /** The source of the shape: a public repository with a file, or the number of a file. */
  source: string;
  answers: Answers;
  read: (marketplace: Marketplace, session: SellerSession) => Promise<unknown>;
  /** The expected values of these answers. */
  expected: unknown;
};

const notFound = { message: 'resource not found', error: 'not_found', status: 404, cause: [] };

/** A whole number that a double cannot hold is a bigint here, and plain digits on the wire. */
function onTheWire(body: unknown): string {
  if (typeof body === 'string') return body;
  const text = JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'bigint' ? `<${value}>` : value,
  );
  return text.replace(/"<(-?\d+)>"/g, '$1');
}

/** Each case is answered by a server on the loopback and read by the functions of the port, through the client of production. */
export function describeCorpus(subject: string, cases: readonly Case[]): void {
  let answers: Answers = {};
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://api.example');
    const isKnown = pathname in answers;
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json; charset=utf-8' });
    response.end(onTheWire(isKnown ? answers[pathname] : notFound));
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  function connect(): { marketplace: Marketplace; session: SellerSession } {
    const { port } = server.address() as AddressInfo;
    const marketplace = createMercadoLivreMarketplace({
      apiUrl: `http://127.0.0.1:${port}`,
      authUrl: `http://127.0.0.1:${port}`,
      clientId: '1',
      clientSecret: 'secret',
      redirectUri: 'http://localhost:3000/marketplaces/account/list',
      notificationSecret: 'secret',
      timeoutMs: 5000,
      clock: systemClock,
    });
    const accessToken = 'APP_USR-corpus';
    const session: SellerSession = {
      ...{ remoteUserId: String(sellerId), siteId: 'MLB', tags: [] },
      call: (path, options) => marketplace.call(path, { ...options, accessToken }),
      download: (path) => marketplace.download(path, { accessToken }),
    };
    return { marketplace, session };
  }

  describe(subject, () => {
    test.each(cases)('$name ($source)', async ({ answers: given, read, expected }) => {
      answers = given;
      const { marketplace, session } = connect();
      expect(await read(marketplace, session)).toMatchObject(expected as object);
    });
  });
}
