import { bankAccount } from './dropshipping/bank-account.ts';
import { dropinvoices } from './dropshipping/dropinvoice.ts';
import type { EndpointDefinition } from './endpoint.ts';

/** The whole API: entity → act → endpoint. */
export const api = {
  bankAccount,
  dropinvoices,
} as const satisfies Record<string, Record<string, EndpointDefinition>>;

export type Api = typeof api;
