import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import { instant, json, listQuery, page, reference } from '../primitives.ts';

/** Fields whose value before and after an act is stored: money, permissions, security. */
export const auditFields = [
  'name',
  'roles',
  'warehouses',
  'plan',
  'nextPlan',
  'twoStepFrom',
  'countsByHand',
  'parcelProof',
  'cartPlacesRequired',
  'supplierMay',
  'salesTaxes',
  'shortfall',
  'receivedCentavos',
  'writtenOffCentavos',
  'priceCentavos',
  'quantity',
  'buffer',
  'active',
  'dueDays',
  'overdueDays',
  'overdueState',
  'extendedUntil',
  'creditLimitCentavos',
  'acceptMode',
] as const;
export type AuditField = (typeof auditFields)[number];

const auditEntry = z
  .object({
    id: z.number(),
    at: instant,
    /** null: the product itself. */
    person: reference.nullable(),
    /** The key of the API by which it was done, in the name of that person. */
    key: reference.nullable(),
    kind: z.string(),
    act: z.string(),
    /** Ids of the records, separated by blanks; for a refusal the refused call. */
    record: z.string().nullable(),
    /** The caller's address; null: not stored, or no call. */
    address: z.string().nullable(),
    /** Field → value before and after, where money, rights or security changed. */
    changes: z.record(z.string(), z.tuple([json, json])).nullable(),
  })
  .meta({ id: 'AuditEntry' });

export const audit = entity('audit', {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    permission: 'audit.read',
    summary: 'Audit entries: actor, act, time and address, newest first',
    query: listQuery,
    response: page(auditEntry),
  }),
  export: exportOf('/audit/export', 'audit.export', [
    'at',
    'person',
    'key',
    'kind',
    'act',
    'record',
    'address',
    'changes',
  ]),
  people: endpoint({
    method: 'GET',
    path: '/audit/people',
    permission: 'audit.read',
    summary: 'People in the audit trail, including those who left',
    response: z.object({ items: z.array(reference) }),
  }),
});

export type AuditEntry = z.output<typeof auditEntry>;
