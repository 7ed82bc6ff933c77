import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { RemoteFailure } from '#server/outside/http.ts';
import { MarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import type { Met } from './connectors.ts';
import type { PortCall } from './port-calls.ts';
import type { Strike, Wire } from './proxy.ts';

/** So that silence costs little; a call of a busy machine that is too slow by itself is an outage as well. */
const shortMs = 400;
const limitMs = 5000;
const roomMs = 1000;

/** How a call goes undisturbed, and the requests it makes. */
export async function rehearsePort(met: Met, proxy: Wire, call: PortCall) {
  await met.rest();
  await proxy.arm(null);
  const first = await undisturbed(met, proxy, call);
  const lines = proxy.lines.map(requestOf);
  return { lines, seen: viewOf(first) };
}

/** A connection that was kept from before may have gone with what was armed; where calls are counted there is room in a moment. */
async function undisturbed(met: Met, proxy: Wire, call: PortCall): Promise<unknown> {
  try {
    return await call.ask(met.make(proxy.url, limitMs));
  } catch (error) {
    if (!isHonest(error)) throw error;
    await proxy.arm(null);
    if (error instanceof MarketplaceError) await delay(roomMs);
    return call.ask(met.make(proxy.url, limitMs));
  }
}

/** Method and path, without what tells one thing from another of its kind. */
function requestOf(line: string): string {
  const [method = '', target = ''] = line.split(' ');
  const [path = ''] = target.split('?');
  return `${method} ${path.replaceAll(/\/[A-Z]*\d[\w-]*/g, '/…')}`;
}

/** A call with one thing that goes wrong in it, and the same once more without. */
export async function strikePort(
  met: Met,
  proxy: Wire,
  call: PortCall,
  before: unknown,
  plan: Strike,
  /** Whether an answer may differ from the undisturbed one: nothing in it can be compared with what was asked. */
  mayDiffer = false,
) {
  const faults: string[] = [];
  await met.rest();
  await proxy.arm(plan);
  const since = performance.now();
  let error: unknown = null;
  try {
    const seen = await call.ask(met.make(proxy.url, shortMs));
    if (!mayDiffer && !isIncomplete(seen) && !isDeepStrictEqual(viewOf(seen), before))
      faults.push(`answered ${JSON.stringify(viewOf(seen))?.slice(0, 200)}`);
  } catch (caught) {
    error = caught;
    if (!isHonest(error)) faults.push(`failed with ${String(error)}`);
  }
  const ms = performance.now() - since;
  if (ms > limitMs) faults.push(`took ${Math.round(ms)} ms`);
  await proxy.arm(null);
  try {
    const again = viewOf(await undisturbed(met, proxy, call));
    if (!isDeepStrictEqual(again, before))
      faults.push(`then answered ${JSON.stringify(again)?.slice(0, 200)}`);
  } catch (caught) {
    faults.push(`then failed with ${String(caught)}`);
  }
  return { faults, ms, error };
}

/** To be tried again: nothing is taken for a refusal, for an end of the grant, or for not being there. */
const isHonest = (error: unknown): boolean =>
  error instanceof RemoteFailure || (error instanceof MarketplaceError && error.retryable);

/** It says of itself that parts are missing. */
function isIncomplete(seen: unknown): boolean {
  const { missing, failures } = (seen ?? {}) as { missing?: unknown[]; failures?: unknown[] };
  return (missing ?? []).length > 0 || (failures ?? []).length > 0;
}

/** What was seen, without what the clock and the number of tries change in it. */
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
        'subStatus',
      ].includes(key)
        ? undefined
        : value,
    ),
  );
}
