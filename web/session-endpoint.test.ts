import { expect, test } from 'vitest';
import { auth } from '#contract/account/auth.ts';
import { sessionEndpoint } from './session-endpoint.ts';

test('the session endpoint of the browser equals the one of the contract', () => {
  expect(auth.session).toMatchObject(sessionEndpoint);
});
