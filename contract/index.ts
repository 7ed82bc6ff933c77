import type { EndpointDefinition } from './endpoint.ts';
import * as entities from './entities.ts';

/**
 * The whole API: entity → act → endpoint. The annotation makes users refer to the types where they are declared;
 * without it a second copy of all of them would be declared here, and checked again by each project.
 */
export const api: typeof entities = entities;

/** The same for code that iterates over all of them. */
export const endpointsByEntity: Record<string, Record<string, EndpointDefinition>> = entities;

export type Api = typeof api;
