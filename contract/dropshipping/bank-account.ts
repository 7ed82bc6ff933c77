import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { instant, oneLine, version } from '../primitives.ts';
import { pixKeyTypes } from './pix.ts';

const fields = {
  pixKeyType: z.enum(pixKeyTypes),
  pixKey: oneLine(77, 1),
  holder: oneLine(60, 1),
  city: oneLine(40, 1),
  bank: oneLine(60),
  agency: oneLine(12),
  account: oneLine(20),
};

export const bankAccountSchema = z
  .object({ ...fields, pixKey: z.string(), updatedAt: instant, version })
  .meta({ id: 'BankAccount' });
export type BankAccount = z.output<typeof bankAccountSchema>;

/** Resource `supplier-bank-account`: the bank and Pix data of the supplier. */
export const bankAccount = entity('bankAccount', {
  detail: endpoint({
    method: 'GET',
    path: '/supplier-bank-account',
    permission: 'bank-account.read',
    summary: 'Bank and Pix data of this supplier; null before they are entered',
    response: bankAccountSchema.nullable(),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/supplier-bank-account',
    permission: 'bank-account.update',
    summary: 'Enter or change the bank and Pix data; closed invoices keep theirs',
    body: z.strictObject(fields),
    response: bankAccountSchema,
    errors: ['stale_version'],
    touches: ['dropinvoices'],
    fresh: true,
  }),
});
