import type { EndpointDefinition } from './endpoint.ts';

/** The whole API: entity → act → endpoint. */
export const api = {} as const satisfies Record<string, Record<string, EndpointDefinition>>;

export type Api = typeof api;
