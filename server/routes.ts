import type { EndpointDefinition } from '#contract/endpoint.ts';
import type { Api } from '#contract/index.ts';
import { bankAccountRoutes, dropinvoiceRoutes } from './dropshipping/routes.ts';
import type { Handlers } from './http/route.ts';

type AllHandlers = {
  [Entity in keyof Api]: Api[Entity] extends Record<string, EndpointDefinition>
    ? Handlers<Api[Entity]>
    : never;
};

/** Every endpoint bound once: entity by entity, from the areas' tables of contents. */
export const handlers: AllHandlers = {
  bankAccount: bankAccountRoutes,
  dropinvoices: dropinvoiceRoutes,
};
