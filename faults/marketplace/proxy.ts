import { once } from 'node:events';
import { createServer, connect as openSocket, type Server, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { findFreePort } from '#server/db/embedded-process.ts';

/** Network faults. With `refuse or drip` a new connection is refused, and an open one sends its bytes one by one. */
export const toxics = [
  'latency',
  'bandwidth',
  'silence',
  'reset',
  'slow close',
  'slicing',
  'cut',
  'refuse or drip',
] as const;
export type Toxic = (typeof toxics)[number];

export const moments = ['connect', 'request', 'answer'] as const;
export type Moment = (typeof moments)[number];

/** Bytes that replace an answer. With `applied` the call takes effect all the same. */
export type Lie = { applied: boolean; answer(real: Buffer): Buffer; drip?: boolean };

export type Strike = {
  /** The how manieth request from now on. */
  ordinal: number;
  /** Runs while a caller waits for the faulty request. */
  meanwhile(): Promise<void>;
} & ({ toxic: Toxic; moment: Moment } | { lie: Lie });

export type Wire = {
  readonly url: string;
  /** From now on requests are counted from zero; one of them is affected, or none. */
  arm(strike: Strike | null): Promise<void>;
  /** First lines of the requests that arrived since. */
  readonly lines: string[];
  /** Whether what was armed has happened. */
  hasStruck(): boolean;
  close(): Promise<void>;
};

const shortMs = 60;
const closeMs = 150;
const dripMs = 25;

/**
 * Between a client and a server of HTTP/1.1. Every request has its own connection, so that requests can be
 * distinguished.
 */
export async function startProxy(target: { host: string; port: number }): Promise<Wire> {
  const port = await findFreePort();
  const sockets = new Set<Socket>();
  const lines: string[] = [];
  let strike: Strike | null = null;
  let struck = false;
  let count = 0;
  const refuses = () => strike !== null && 'toxic' in strike && isRefusal(strike);
  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client);
    const ordinal = ++count;
    const mine = strike?.ordinal === ordinal ? strike : null;
    void serve(client, mine).catch(() => client.destroy());
    if (refuses() && strike?.ordinal === ordinal + 1) stopListening();
  });

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  }
  function stopListening(): void {
    struck = true;
    server.close();
  }
  async function hit(mine: Strike): Promise<void> {
    struck = true;
    await mine.meanwhile();
  }

  async function serve(client: Socket, mine: Strike | null): Promise<void> {
    const toxic = mine && 'toxic' in mine ? mine : null;
    if (toxic?.moment === 'connect') {
      await hit(toxic);
      if (!(await opens(toxic.toxic, client))) return;
    }
    const on = (moment: Moment) => (toxic && strikes(toxic, moment) ? toxic.toxic : null);
    const request = await readRequest(client);
    if (!request) return;
    lines.push(request.subarray(0, request.indexOf('\r\n')).toString('latin1'));
    const lie = mine && 'lie' in mine ? mine.lie : null;
    if (mine && lie && !lie.applied) {
      await hit(mine);
      return pass(lie.drip ? 'refuse or drip' : null, lie.answer(Buffer.alloc(0)), client, client);
    }
    const upstream = openSocket(target);
    keep(upstream);
    await once(upstream, 'connect');
    if (toxic?.moment === 'request') await hit(toxic);
    const answered = readAll(upstream);
    await pass(on('request'), request, upstream, client);
    const answer = await answered;
    if (answer.length === 0) return void client.destroy();
    if (mine && (lie || toxic?.moment === 'answer')) await hit(mine);
    const bytes = lie ? lie.answer(answer) : answer;
    await pass(lie?.drip ? 'refuse or drip' : on('answer'), bytes, client, client);
    client.end();
  }

  await listen(server, port);
  return {
    url: `http://127.0.0.1:${port}`,
    lines,
    hasStruck: () => struck,
    async arm(next) {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) await listen(server, port);
      lines.length = 0;
      count = 0;
      struck = false;
      strike = next;
      if (refuses() && next?.ordinal === 1) stopListening();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

const isRefusal = ({ toxic, moment }: { toxic: Toxic; moment: Moment }) =>
  toxic === 'refuse or drip' && moment === 'connect';

/** A slow connection is slow in both directions. */
function strikes(struck: { toxic: Toxic; moment: Moment }, moment: Moment): boolean {
  if (struck.moment !== 'connect') return struck.moment === moment;
  return struck.toxic === 'bandwidth' || struck.toxic === 'slicing';
}

/** Another process may look for a free port just now: it holds it for a moment only. */
async function listen(server: Server, port: number): Promise<void> {
  for (let tries = 1; ; tries++) {
    const listening = once(server, 'listening');
    server.listen(port, '127.0.0.1');
    try {
      await listening;
      return;
    } catch (error) {
      if (tries === 50) throw error;
      await delay(20);
    }
  }
}

/** Whether anything is sent after the connection is made. */
async function opens(toxic: Toxic, client: Socket): Promise<boolean> {
  switch (toxic) {
    case 'latency':
      await delay(jittered());
      return true;
    case 'silence':
      return false;
    case 'reset':
      client.resetAndDestroy();
      return false;
    case 'slow close':
      await delay(closeMs);
      client.end();
      return false;
    case 'cut':
      client.end();
      return false;
    default:
      return true;
  }
}

const jittered = () => shortMs + Math.random() * shortMs;

/** Forwards bytes, or as many of them as the fault allows. */
async function pass(toxic: Toxic | null, bytes: Buffer, to: Socket, client: Socket): Promise<void> {
  switch (toxic) {
    case 'latency':
      await delay(jittered());
      break;
    case 'bandwidth':
      return pieces(bytes, to, 64, () => delay(10));
    case 'silence':
      return void (await once(client, 'close'));
    case 'reset':
      to.write(bytes.subarray(0, bytes.length >> 1));
      await turn();
      to.destroy();
      return void client.resetAndDestroy();
    case 'slow close':
      to.write(bytes);
      return delay(closeMs);
    case 'slicing':
      return pieces(bytes, to, 7, () => turn());
    case 'cut':
      to.write(bytes.subarray(0, bytes.length >> 1));
      return void to.end();
    case 'refuse or drip':
      return pieces(bytes, to, 1, () => delay(dripMs));
  }
  to.write(bytes);
}

async function pieces(bytes: Buffer, to: Socket, size: number, wait: () => Promise<unknown>): Promise<void> {
  for (let at = 0; at < bytes.length && !to.destroyed; at += size) {
    to.write(bytes.subarray(at, at + size));
    await wait();
  }
}

/** A whole request, with `connection: close`; null if the client has closed. */
async function readRequest(client: Socket): Promise<Buffer | null> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of client.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) continue;
    const head = bytes.subarray(0, end + 4).toString('latin1');
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const chunked = /^transfer-encoding: chunked/im.test(head);
    if (chunked ? !bytes.toString('latin1').endsWith('0\r\n\r\n') : bytes.length < end + 4 + length) continue;
    const closing = head.replace(/^connection: .*\r\n/im, '').replace(/\r\n/, '\r\nconnection: close\r\n');
    return Buffer.concat([Buffer.from(closing, 'latin1'), bytes.subarray(end + 4)]);
  }
  return null;
}

async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of socket) chunks.push(chunk);
  } catch {
    // Cut on purpose: the received part is the answer.
  }
  return Buffer.concat(chunks);
}
