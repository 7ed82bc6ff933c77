import { expect, it } from 'vitest';
import { RemoteFailure } from '#server/outside/http.ts';
import { findZipCode } from './zip-code.ts';

const address = { zip: '01310100', state: 'SP', city: 'São Paulo', neighborhood: 'Bela Vista', street: 'Av' };

it('distinguishes an unknown zip code from services that do not answer', async () => {
  expect(await findZipCode({ find: async () => address }, '01310100')).toBe(address);
  await expect(findZipCode({ find: async () => null }, '00000000')).rejects.toMatchObject({
    code: 'zip_code_not_found',
  });
  const down = findZipCode({ find: () => Promise.reject(new RemoteFailure('down')) }, '01310100');
  await expect(down).rejects.toMatchObject({ code: 'zip_code_unavailable' });
});
