import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { centavos, count, idParams, instant, listQuery, page, reference, typedDay } from '../primitives.ts';
import { overdueActs, overdueStates } from './overdue-case-states.ts';

/** Maximum time that may be given at once. */
export const maxExtensionDays = 90;

export const overdueCaseFilter = {
  state: { kind: 'choice', values: overdueStates },
  seller: { kind: 'text' },
  supplier: { kind: 'text' },
} as const satisfies FilterFields;
export const overdueCaseSorts = ['id'] as const;

/** The next automatic step and its day; null: it waits for a person. */
export const nextSteps = ['ask', 'decide', 'approve', 'pay'] as const;

const overdueCase = z
  .object({
    id: z.number(),
    seller: reference,
    supplier: reference,
    state: z.enum(overdueStates),
    /** Day on which the oldest unpaid invoice was due. */
    dueOn: z.string(),
    invoiceCount: count,
    totalCentavos: centavos,
    /** The part that the seller has reported as paid and the supplier has not approved. */
    saidPaidCentavos: centavos,
    openedAt: instant,
    askedAt: instant.nullable(),
    heldAt: instant.nullable(),
    extendedUntil: z.string().nullable(),
    next: z.object({ step: z.enum(nextSteps), on: z.string().nullable() }),
  })
  .meta({ id: 'OverdueCase' });
export type OverdueCase = z.output<typeof overdueCase>;

/** Resource `overdue-cases`: partners with closed invoices past due, and the state of the seller's ads. */
export const overdueCases = entity('overdueCases', {
  list: endpoint({
    method: 'GET',
    path: '/overdue-cases',
    permission: 'dropinvoices.read',
    summary: 'Open overdue cases of this business; both sides read the same',
    query: listQuery,
    response: page(overdueCase),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/overdue-cases/:id',
    permission: 'dropinvoices.read',
    summary: 'One open overdue case',
    params: idParams,
    response: overdueCase,
  }),
  hold: endpoint({
    method: 'POST',
    path: '/overdue-cases/:id/hold',
    permission: overdueActs.hold.permission,
    summary: "Set the seller's ads of our goods to 0 until the invoices are paid or the deadline is extended",
    params: idParams,
    response: overdueCase,
    errors: ['state_conflict'],
    touches: ['companies'],
  }),
  extend: endpoint({
    method: 'POST',
    path: '/overdue-cases/:id/extend',
    permission: overdueActs.extend.permission,
    summary: 'Extend the deadline of the seller to a day; the quantities are restored',
    params: idParams,
    body: z.strictObject({ until: typedDay }),
    response: overdueCase,
    errors: ['state_conflict'],
    touches: ['companies'],
  }),
});
