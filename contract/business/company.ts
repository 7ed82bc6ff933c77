import { z } from 'zod';
import { bulkChange, bulkOutcome } from '../bulk.ts';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { maxCentavos } from '../money.ts';
import { businessTypes, type Permission } from '../permissions.ts';
import { centavos, id, idParams, instant, listQuery, page, version } from '../primitives.ts';
import { companyStates } from './company-states.ts';

export const acceptModes = ['auto', 'manual'] as const;

export const companyFilter = {
  name: { kind: 'text' },
  state: { kind: 'choice', values: companyStates },
  accept: { kind: 'choice', values: acceptModes },
} as const satisfies FilterFields;
export const companySorts = ['name', 'created'] as const;

/** A trade link as one side sees it: the other side's name and the agreed terms. */
const company = z
  .object({
    id: z.number(),
    business: z.object({ id: z.number(), name: z.string(), type: z.enum(businessTypes) }),
    /** Which side we are. */
    side: z.enum(['seller', 'supplier']),
    state: z.enum(companyStates),
    /** auto: sales are accepted automatically; manual: each waits for the supplier's approval. */
    acceptMode: z.enum(acceptModes),
    /** Days from the close of an invoice to its payment. */
    dueDays: z.number(),
    /** Days past due after which the supplier is asked whether the seller's ads are set to 0. */
    overdueDays: z.number(),
    /** null: no limit. */
    creditLimit: centavos.nullable(),
    createdAt: instant,
    version,
  })
  .meta({ id: 'Company' });

/** A supplier as every seller finds it; its offers are separate. */
const supplier = z
  .object({
    id: z.number(),
    name: z.string(),
    city: z.string(),
    /** State of our link with this supplier; null: none yet. */
    state: z.enum(companyStates).nullable(),
  })
  .meta({ id: 'SupplierToFind' });
export type SupplierToFind = z.output<typeof supplier>;

const terms = z.strictObject({
  acceptMode: z.enum(acceptModes, 'choose_one').optional(),
  dueDays: z.int('not_whole').min(0, 'too_small').max(90, 'too_big').optional(),
  overdueDays: z.int('not_whole').min(0, 'too_small').max(90, 'too_big').optional(),
  creditLimit: centavos.min(0, 'too_small').max(maxCentavos, 'too_big').nullable().optional(),
});

const bulkTerms = bulkChange(terms);
export type BulkTerms = z.output<typeof bulkTerms>;

const act = <const P extends Permission>(name: string, permission: P, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/companies/:id/${name}`,
    permission,
    summary,
    params: idParams,
    response: company,
    errors: ['state_conflict', 'forbidden'],
  });

export const companies = entity('companies', {
  list: endpoint({
    method: 'GET',
    path: '/companies',
    permission: 'companies.read',
    summary: 'Trade links of the business with their terms',
    query: listQuery,
    response: page(company),
  }),
  export: exportOf('/companies/export', 'companies.read', [
    'name',
    'state',
    'accept',
    'due',
    'overdue',
    'limit',
  ]),
  detail: endpoint({
    method: 'GET',
    path: '/companies/:id',
    permission: 'companies.read',
    summary: 'One trade link',
    params: idParams,
    response: company,
  }),
  suppliers: endpoint({
    method: 'GET',
    path: '/companies/suppliers',
    permission: 'dropshipping.read',
    summary:
      'Suppliers that can be asked for a trade link, including those with offers only for approved sellers',
    query: listQuery,
    response: page(supplier),
  }),
  create: endpoint({
    method: 'POST',
    path: '/companies',
    permission: 'companies.create',
    summary: 'Ask a supplier for a trade link; an existing one is returned unchanged',
    body: z.strictObject({ supplierId: id }),
    response: company,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/companies/:id',
    permission: 'companies.terms',
    summary: 'Set the terms of a trade link, as its supplier',
    params: idParams,
    body: terms,
    response: company,
    errors: ['stale_version', 'forbidden'],
  }),
  bulkUpdate: endpoint({
    method: 'PATCH',
    path: '/companies',
    permission: 'companies.terms',
    summary: 'Set the terms of many trade links, as their supplier',
    body: bulkTerms,
    response: bulkOutcome,
  }),
  accept: act('accept', 'companies.accept', 'Accept a seller who asked'),
  block: act('block', 'companies.update', 'Stop trading: the seller no longer sees our offers'),
  unblock: act('unblock', 'companies.update', 'Trade again'),
});

export type Company = z.output<typeof company>;
