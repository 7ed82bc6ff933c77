import { expect, test } from 'vitest';
import { hashPassword, isPasswordRight, refuseLongQueue } from './password.ts';

test('who would wait too long for a hash is refused before anything is done for him', async () => {
  const hashed = Array.from({ length: 103 }, () => hashPassword('uma senha bem longa'));
  expect(refuseLongQueue).toThrow('too_many_requests');
  await expect(isPasswordRight(null, 'outra senha')).rejects.toThrow('too_many_requests');
  const [first] = await Promise.all(hashed);
  expect(refuseLongQueue).not.toThrow();
  expect(await isPasswordRight(first ?? null, 'uma senha bem longa')).toBe(true);
}, 60_000);
