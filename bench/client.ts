import { connect, type Socket } from 'node:net';

export type Answer = { status: number; body: Buffer };
export type Connection = Readonly<{ send(request: Buffer): Promise<Answer>; close(): void }>;

export type Sent = {
  method?: 'GET' | 'POST' | 'PATCH';
  path: string;
  token?: string;
  body?: unknown;
  /** Of a write, as the browser sends it. */
  key?: string;
  /** On whose behalf a proxy asks. */
  address?: string;
};

/** A serialized request, so that building it costs nothing while it is timed. */
export function serialize(url: string, sent: Sent): Buffer {
  const body = sent.body === undefined ? '' : JSON.stringify(sent.body);
  const lines = [
    `${sent.method ?? 'GET'} ${sent.path} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    'connection: keep-alive',
    ...(sent.token ? [`authorization: Bearer ${sent.token}`] : []),
    ...(sent.address ? [`x-forwarded-for: ${sent.address}`] : []),
    ...(sent.key ? [`idempotency-key: ${sent.key}`] : []),
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`] : []),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

const timeoutMs = 30_000;

/** One kept-alive connection, one request at a time; it costs the machine less than a general-purpose client. */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  return converse(socket);
}

function converse(socket: Socket): Connection {
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = undefined;
  };
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer in 30 s')));
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection was closed')));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const parsed = parse(received);
    if (!parsed) return;
    received = received.subarray(parsed.end);
    waiting?.resolve({ status: parsed.status, body: parsed.body });
    waiting = undefined;
  });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (socket.destroyed) fail(new Error('the connection was closed'));
        else socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** Null until the whole answer has arrived. Every server measured here sends the length of its answer. */
function parse(received: Buffer): (Answer & { end: number }) | null {
  const split = received.indexOf('\r\n\r\n');
  if (split < 0) return null;
  const head = received.toString('latin1', 0, split);
  const status = Number(head.slice(9, 12));
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? (status === 204 ? 0 : Number.NaN));
  if (Number.isNaN(length)) throw new Error(`an answer of unknown length: ${head}`);
  const end = split + 4 + length;
  return received.length < end ? null : { status, end, body: received.subarray(split + 4, end) };
}
