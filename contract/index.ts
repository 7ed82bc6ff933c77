import type { EndpointDefinition } from './endpoint.ts';
import * as entities from './entities.ts';

/**
 * The whole API: entity → act → endpoint. A re-exported namespace lets the browser's build leave out the entities that a
 * screen does not use, and users refer to the types where they are declared, without a second copy of all of them.
 */
// biome-ignore lint/performance/noBarrelFile: a namespace, whose unused parts the build leaves out
export * as api from './entities.ts';

/** The same for code that iterates over all of them. */
export const endpointsByEntity: Record<string, Record<string, EndpointDefinition>> = entities;

export type Api = typeof entities;
