import type { EndpointDefinition } from '#contract/endpoint.ts';
import { endpointsByEntity } from '#contract/index.ts';

export type Named = { name: string; endpoint: EndpointDefinition };

/** The whole API by name, so that every rule covers each declared endpoint. */
export const endpoints: readonly Named[] = Object.entries(endpointsByEntity).flatMap(([entity, acts]) =>
  Object.entries(acts).map(([act, endpoint]) => ({ name: `${entity}.${act}`, endpoint })),
);
