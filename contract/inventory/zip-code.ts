import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';

const address = z
  .object({
    zip: z.string(),
    state: z.string(),
    city: z.string(),
    neighborhood: z.string(),
    street: z.string(),
  })
  .meta({ id: 'ZipCodeAddress' });

export const zipCodes = entity('zipCodes', {
  detail: endpoint({
    method: 'GET',
    path: '/zip-codes/:zip',
    permission: 'signed-in',
    summary: 'Address of a Brazilian zip code (CEP); a failure never blocks typing it by hand',
    params: z.strictObject({
      zip: z
        .string()
        .transform((value) => value.replace(/\D/g, ''))
        .pipe(z.string().regex(/^\d{8}$/, 'zip_invalid')),
    }),
    response: address,
    errors: ['zip_code_not_found', 'zip_code_unavailable'],
    limit: { max: 60, seconds: 60, by: 'session' },
  }),
});
export type ZipAddress = z.output<typeof address>;
