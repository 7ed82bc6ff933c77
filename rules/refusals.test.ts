import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';
import { codeOfEndpoints } from './refusals.ts';

test('an endpoint declares no error that its code never names', () => {
  const never = endpoints.flatMap(({ name, endpoint }) => {
    const code = codeOfEndpoints.get(name) ?? '';
    return (endpoint.errors ?? [])
      .filter((error) => !code.includes(`'${error}'`))
      .map((error) => `${name} ${error}`);
  });
  expect(codeOfEndpoints.size).toBeGreaterThan(300);
  expect(never).toEqual([]);
});
