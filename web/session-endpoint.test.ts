import { expect, test } from 'vitest';
import { auth } from '#contract/account/auth.ts';
import { sessionEndpoint } from './session-endpoint.ts';

test('the session is asked where the contract says', () => {
  expect(auth.session).toMatchObject(sessionEndpoint);
});
