import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, connect as openSocket, type Socket } from 'node:net';

/** The answer is lost with the connection, or on a connection that stays open in silence. */
export type Loss = 'cut' | 'silence';

export type Wire = {
  /** The database behind the wire. */
  readonly url: string;
  /** The answer to the next such statement of the connections that are watched is lost; resolves once it is. */
  loseNext(loss: Loss, isMeant: (asked: string) => boolean): Promise<void>;
  close(): Promise<void>;
};

/** Between a client and PostgreSQL: every statement arrives and runs, and its answer may be lost. */
export async function startWire(
  databaseUrl: string,
  isWatched: (application: string) => boolean,
): Promise<Wire> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let armed: { loss: Loss; isMeant(asked: string): boolean; struck(): void } | null = null;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };

  const server = createServer((client) => {
    const upstream = openSocket(Number(target.port || 5432), target.hostname);
    for (const socket of [client, upstream]) keep(socket);
    const requests = readRequests(isWatched);
    let lost: Loss | null = null;
    client.on('data', (bytes) => {
      for (const asked of requests(bytes)) {
        if (!armed || lost || !armed.isMeant(asked)) continue;
        lost = armed.loss;
        armed.struck();
        armed = null;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (lost === 'cut') client.destroy();
      else if (!lost) client.write(bytes);
    });
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    loseNext: (loss, isMeant) =>
      new Promise((struck) => {
        armed = { loss, isMeant, struck };
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Takes the bytes of one connection and answers the statements of each request that they complete. */
function readRequests(isWatched: (application: string) => boolean): (bytes: Buffer) => string[] {
  let rest = Buffer.alloc(0);
  let watched: boolean | null = null;
  const prepared = new Map<string, string>();
  let asked = '';

  function read(type: string, body: Buffer): string | null {
    const [first = '', second = ''] = body.toString('utf8').split('\0', 2);
    if (type === 'Q') return first;
    if (type === 'P') {
      prepared.set(first, second);
      asked = second;
    }
    if (type === 'B') asked = prepared.get(second) ?? asked;
    return type === 'S' ? asked : null;
  }

  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const complete: string[] = [];
    if (watched === null) {
      if (rest.length < 4 || rest.length < rest.readInt32BE(0)) return complete;
      const words = rest.subarray(8, rest.readInt32BE(0)).toString('utf8').split('\0');
      watched = isWatched(words[words.indexOf('application_name') + 1] ?? '');
      rest = rest.subarray(rest.readInt32BE(0));
    }
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      const statement = read(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, end));
      rest = rest.subarray(end);
      if (watched && statement !== null) complete.push(statement);
    }
    return complete;
  };
}
