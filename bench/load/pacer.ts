import { type Connection, openConnection, serialize } from '../client.ts';
import type { Act, Kind } from './act.ts';

/** One answered act: when it was due and how long after that its answer arrived, in milliseconds. */
export type Sample = { kind: Kind; at: number; latency: number; status: number };

export type Pacer = Readonly<{ stop(): Promise<void> }>;

type Options = {
  urls: readonly string[];
  perSecond: number;
  connections: number;
  next: () => Act;
  onSample: (sample: Sample) => void;
  onError: (what: string) => void;
};

/**
 * Sends at a fixed rate, independent of the answers. The time of an act counts from the moment at which it was due, so
 * it includes waiting for a connection and stalls.
 */
export async function startPacer(options: Options): Promise<Pacer> {
  const { urls, perSecond, next, onSample, onError } = options;
  const idle: { url: string; connection: Connection }[] = await Promise.all(
    Array.from({ length: options.connections }, async (_, index) => {
      const url = urls[index % urls.length] ?? '';
      return { url, connection: await openConnection(url) };
    }),
  );
  const started = performance.now();
  let due = 0;
  let sent = 0;
  let flying = 0;
  let stopped = false;

  function fill(): void {
    if (!stopped) due = Math.floor(((performance.now() - started) * perSecond) / 1000) + 1;
    while (sent < due) {
      const from = idle.shift();
      if (!from) return;
      void send(from, started + (sent++ * 1000) / perSecond);
    }
  }

  async function send(from: { url: string; connection: Connection }, at: number): Promise<void> {
    const act = next();
    flying++;
    try {
      const { status, body } = await from.connection.send(serialize(from.url, act.sent));
      onSample({ kind: act.kind, at, latency: performance.now() - at, status });
      act.done?.(status < 300);
      if (status >= 300 && status !== 429)
        onError(`${act.sent.method ?? 'GET'} ${act.sent.path}: ${status} ${body.toString().slice(0, 200)}`);
      idle.push(from);
    } catch (error) {
      onSample({ kind: act.kind, at, latency: performance.now() - at, status: 0 });
      act.done?.(false);
      onError(`${act.sent.path}: ${String(error)}`);
      from.connection.close();
      const connection = await openConnection(from.url).catch(() => null);
      if (connection) idle.push({ url: from.url, connection });
    } finally {
      flying--;
    }
    if (sent < due) fill();
  }

  const timer = setInterval(fill, 1);
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      const until = performance.now() + 20_000;
      while ((flying > 0 || sent < due) && performance.now() < until) {
        fill();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      for (const { connection } of idle) connection.close();
    },
  };
}
