import { expect, test } from 'vitest';
import { auth } from '#contract/account/auth.ts';
import { sessionEndpoint } from './session-endpoint.ts';

test('is the endpoint of the contract', () => {
  expect(auth.session).toMatchObject(sessionEndpoint);
});
