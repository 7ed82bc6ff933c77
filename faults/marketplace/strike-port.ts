import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { RemoteFailure } from '#server/outside/http.ts';
import { MarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import type { Met } from './connectors.ts';
import type { Planned } from './judge.ts';
import type { Outgoing, PortCall } from './port-methods.ts';
import type { Wire } from './proxy.ts';

/** So that silence costs little; a call of a busy machine that is too slow by itself is an outage as well. */
const shortMs = 400;
const limitMs = 5000;
const roomMs = 1000;
const begins = 5;

/** A request as a call makes it: `ordinal` of that call, `serial` of all. */
export type Request = {
  call: PortCall;
  seen: unknown;
  /** Method and path, after the call where it changes something. */
  request: string;
  line: string;
  ordinal: number;
  serial: number;
  /** No call made the like of it before. */
  isNew: boolean;
};

/**
 * Every request of every call once. Reading requests are the same for all callers, writing ones belong to each call.
 * `asked` are the methods that sent one: writing methods, if the request writes.
 */
export async function* everyRequest(
  met: Met,
  proxy: Wire,
  calls: readonly PortCall[],
  asked: Set<Outgoing>,
): AsyncIterable<Request> {
  const known = new Set<string>();
  const lined = new Set<string>();
  for (const call of calls) {
    const { lines, seen } = await rehearsePort(met, proxy, call);
    if (lines.some((line) => !call.acts || changes(line))) asked.add(call.method);
    for (const [index, line] of lines.entries()) {
      const request = changes(line) ? `${call.name}: ${line}` : line;
      if (known.has(request)) continue;
      known.add(request);
      yield { call, seen, request, line, ordinal: index + 1, serial: known.size, isNew: !lined.has(line) };
      lined.add(line);
    }
  }
}

const changes = (line: string) => !line.startsWith('GET ');

/** The undisturbed course of a call, and its requests. */
async function rehearsePort(met: Met, proxy: Wire, call: PortCall) {
  await met.rest();
  await withRoom(() => call.ready());
  const first = await undisturbed(met, proxy, call);
  const lines = proxy.lines.map(requestOf);
  return { lines, seen: viewOf(first) };
}

/** Where calls are counted there is room in a moment. */
async function withRoom<T>(work: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++)
    try {
      return await work();
    } catch (error) {
      if (n === begins || !(error instanceof MarketplaceError) || !error.retryable) throw error;
      await delay(roomMs);
    }
}

/** A kept-alive connection from before may have been closed with the fault. */
async function undisturbed(met: Met, proxy: Wire, call: PortCall): Promise<unknown> {
  const ask = async () => {
    await proxy.arm(null);
    return call.ask(met.make(proxy.url, limitMs));
  };
  try {
    return await withRoom(ask);
  } catch (error) {
    if (!isHonest(error)) throw error;
    return ask();
  }
}

/** Method and path, without ids. */
function requestOf(line: string): string {
  const [method = '', target = ''] = line.split(' ');
  const [path = ''] = target.split('?');
  return `${method} ${path.replaceAll(/\/([A-Z]*\d[\w-]*|[\w-]+\.csv)/g, '/…')}`;
}

/** A call with one fault, and the same call once more without. */
export async function strikePort(
  met: Met,
  proxy: Wire,
  { call, seen: before, line, ordinal }: Request,
  planned: Planned,
  /** Whether an answer may differ from the undisturbed one, because nothing in it identifies the request. */
  mayDiffer = false,
) {
  const faults: string[] = [];
  const plan = { ...planned, ordinal, meanwhile: async () => undefined };
  let error: unknown = null;
  let ms = 0;
  // On a busy machine a request before the one that is meant may be too slow by itself.
  for (let n = 1; ; n++) {
    if (n > begins)
      throw new Error(`${call.name}: ${line} was not reached, ${proxy.lines.join(', ')}`, { cause: error });
    await met.rest();
    await withRoom(() => call.ready());
    await proxy.arm(plan);
    const since = performance.now();
    error = null;
    try {
      const seen = await call.ask(met.make(proxy.url, shortMs * n));
      if (!mayDiffer && !isIncomplete(seen) && !isDeepStrictEqual(viewOf(seen), before))
        faults.push(`answered ${JSON.stringify(viewOf(seen))?.slice(0, 200)}`);
    } catch (caught) {
      error = caught;
      if (!isHonest(error)) faults.push(`failed with ${String(error)}`);
    }
    ms = performance.now() - since;
    if (proxy.hasStruck()) break;
    // Polling takes more or fewer tries.
    const at = proxy.lines.map(requestOf).indexOf(line);
    if (at >= 0) plan.ordinal = at + 1;
    if (error instanceof MarketplaceError) await delay(roomMs);
  }
  if (ms > limitMs) faults.push(`took ${Math.round(ms)} ms`);
  await withRoom(() => call.ready());
  try {
    const again = viewOf(await undisturbed(met, proxy, call));
    if (!isDeepStrictEqual(again, before))
      faults.push(`then answered ${JSON.stringify(again)?.slice(0, 200)}`);
  } catch (caught) {
    faults.push(`then failed with ${String(caught)}`);
  }
  return { faults, ms, error };
}

/** To be retried: not a refusal, not the end of the grant, and not missing. */
const isHonest = (error: unknown): boolean =>
  error instanceof RemoteFailure || (error instanceof MarketplaceError && error.retryable);

/** The answer itself says that parts are missing. */
function isIncomplete(seen: unknown): boolean {
  const { missing, failures } = (seen ?? {}) as { missing?: unknown[]; failures?: unknown[] };
  return (missing ?? []).length > 0 || (failures ?? []).length > 0;
}

/** The observed result, without times and the number of tries. */
function viewOf(seen: unknown): unknown {
  return JSON.parse(
    JSON.stringify(seen ?? null, (key, value: unknown) =>
      [
        'raw',
        'rawSla',
        'updatedAt',
        'quantity',
        'sold',
        'price',
        'missing',
        'pictureIds',
        'status',
        'reasons',
      ].includes(key)
        ? undefined
        : value,
    ),
  );
}
