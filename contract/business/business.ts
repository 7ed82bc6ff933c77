import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { businessTypes } from '../permissions.ts';
import { businessDocument, instant, name } from '../primitives.ts';

/** How a business is shown to a person who is about to join it. */
export const businessOwnFields = { id: z.number(), name: z.string(), type: z.enum(businessTypes) };

const profile = z
  .object({
    ...businessOwnFields,
    /** CPF or CNPJ, bare. */
    document: z.string(),
    createdAt: instant,
    version: z.number(),
  })
  .meta({ id: 'Business' });

export const business = {
  detail: endpoint({
    method: 'GET',
    path: '/business',
    permission: 'business.read',
    summary: 'The current business',
    response: profile,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/business',
    permission: 'business.update',
    summary: 'Change name or invoicing document; the type is for good',
    body: z.strictObject({ name: name.optional(), document: businessDocument.optional() }),
    response: profile,
    errors: ['stale_version'],
    touches: ['auth'],
  }),
};

export type BusinessProfile = z.output<typeof profile>;
