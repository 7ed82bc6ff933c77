import { openConnection } from './client.ts';
import { cpuSeconds, databaseCpuSeconds, residentMiB } from './figures.ts';

export type Target = { urls: readonly string[]; pids: readonly number[]; databasePid: number };

export type Slice = {
  requests: number;
  perSecond: number;
  /** Milliseconds, sorted. */
  latencies: Float64Array;
  errors: number;
  firstError: string | undefined;
  /** Milliseconds of processor time for each request. */
  serverCpu: number;
  databaseCpu: number;
  residentMiB: number;
};

export type SliceOptions = { connections: number; seconds: number; next: () => Buffer };

/** As many requests as fit, each connection sending the next when it has its answer. */
export async function runSlice(target: Target, { connections, seconds, next }: SliceOptions): Promise<Slice> {
  const latencies: number[] = [];
  let errors = 0;
  let firstError: string | undefined;
  let peak = 0;
  const note = (error: string) => {
    errors++;
    firstError ??= error;
  };
  const open = await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      openConnection(target.urls[index % target.urls.length] ?? ''),
    ),
  );
  const server = () => target.pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = { server: server(), database: databaseCpuSeconds(target.databasePid) };
  const started = performance.now();
  const until = started + seconds * 1000;
  const memory = setInterval(() => {
    peak = Math.max(peak, ...target.pids.map(residentMiB));
  }, 200);
  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() < until) {
        const sent = performance.now();
        try {
          const { status, body } = await connection.send(next());
          latencies.push(performance.now() - sent);
          if (status < 200 || status > 299) note(`${status} ${body.toString().slice(0, 300)}`);
        } catch (error) {
          return note(String(error));
        }
      }
    }),
  );
  clearInterval(memory);
  const took = (performance.now() - started) / 1000;
  for (const connection of open) connection.close();
  const requests = latencies.length;
  return {
    requests,
    perSecond: requests / took,
    latencies: Float64Array.from(latencies).sort(),
    errors,
    firstError,
    serverCpu: ((server() - before.server) * 1000) / requests,
    databaseCpu: ((databaseCpuSeconds(target.databasePid) - before.database) * 1000) / requests,
    residentMiB: Math.max(peak, ...target.pids.map(residentMiB)),
  };
}
