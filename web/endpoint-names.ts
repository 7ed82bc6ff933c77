import type { AnyEndpoint } from '#contract/endpoint.ts';

const names = new Map<AnyEndpoint, string>();

/** Endpoints learn their `<entity>.<act>` here: the whole index with the menu, sign-in its own few before that. */
export function nameEndpoints(index: Record<string, Record<string, AnyEndpoint>>): void {
  for (const [entity, acts] of Object.entries(index))
    for (const [act, endpoint] of Object.entries(acts)) names.set(endpoint, `${entity}.${act}`);
}

/** `<entity>.<act>`. One that nobody named has no words of its own and no entity whose lists go stale: tests refuse it. */
export function endpointName(endpoint: AnyEndpoint): string {
  const name = names.get(endpoint);
  if (name) return name;
  const call = `${endpoint.method} ${endpoint.path}`;
  if (import.meta.env.MODE === 'test') throw new Error(`nameEndpoints was not told of ${call}`);
  return call;
}
