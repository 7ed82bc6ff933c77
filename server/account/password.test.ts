import { expect, test } from 'vitest';
import { keepPlace } from './password.ts';

test('refuses a password check before any work if the queue for hashes is full', async () => {
  const gate = Promise.withResolvers<void>();
  const inside = Array.from({ length: 100 }, () => keepPlace(() => gate.promise));
  let begun = false;
  const late = keepPlace(async () => {
    begun = true;
  });
  await expect(late).rejects.toThrow('too_many_requests');
  expect(begun).toBe(false);
  gate.resolve();
  await Promise.all(inside);
  await expect(keepPlace(async () => 'in')).resolves.toBe('in');
});

test('a failed password check frees its place in the queue', async () => {
  const failing = Array.from({ length: 100 }, () => keepPlace(() => Promise.reject(new Error('no'))));
  await Promise.allSettled(failing);
  await expect(keepPlace(async () => 'in')).resolves.toBe('in');
});
