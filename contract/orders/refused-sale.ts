import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { count, id, instant, listQuery, page, reference } from '../primitives.ts';

/** Why a sale left its supplier: a refusal, or a shortage. */
export const refusalCauses = ['refused', 'short'] as const;
/** The outcome: it is with its seller, another supplier ships it, or it was canceled. */
export const refusalStates = ['waiting', 'moved', 'canceled'] as const;
export type RefusalState = (typeof refusalStates)[number];

export const refusedSaleFilter = {
  state: { kind: 'choice', values: refusalStates },
  cause: { kind: 'choice', values: refusalCauses },
  warehouse: { kind: 'id' },
  seller: { kind: 'text' },
  sale: { kind: 'id' },
  refused: { kind: 'day' },
} as const satisfies FilterFields;
export const refusedSaleSorts = ['id'] as const;

/** A sale as its supplier had it, without its new supplier. */
const refusedSale = z
  .object({
    id,
    sale: id,
    state: z.enum(refusalStates),
    cause: z.enum(refusalCauses),
    reason: z.string(),
    seller: reference,
    warehouse: reference.nullable(),
    items: z.string(),
    unitCount: count,
    refusedAt: instant,
    author: z.string().nullable(),
    movedAt: instant.nullable(),
  })
  .meta({ id: 'RefusedSale' });
export type RefusedSale = z.output<typeof refusedSale>;

/** Resource `refused-sales`: sales that a supplier refused or was short of, regardless of who ships them now. */
export const refusedSales = entity('refusedSales', {
  list: endpoint({
    method: 'GET',
    path: '/refused-sales',
    permission: 'checkout.read',
    summary: 'Sales that were refused or short here and shipped by another, as they were then',
    query: listQuery,
    response: page(refusedSale),
  }),
});
