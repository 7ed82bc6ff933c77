import type { EndpointDefinition } from '#contract/endpoint.ts';

const names = new Map<EndpointDefinition, string>();

/** Endpoints learn their `<entity>.<act>` here: the whole index with the menu, sign-in its own few before that. */
export function nameEndpoints(index: Record<string, Record<string, EndpointDefinition>>): void {
  for (const [entity, acts] of Object.entries(index))
    for (const [act, endpoint] of Object.entries(acts)) names.set(endpoint, `${entity}.${act}`);
}

/** `<entity>.<act>`; an endpoint outside the index goes by its method and path. */
export function endpointName(endpoint: EndpointDefinition): string {
  return names.get(endpoint) ?? `${endpoint.method} ${endpoint.path}`;
}
