import { expect, test } from 'vitest';
import type { z } from 'zod';
import { isKeptAsDraft, secretName } from '#web/ui/form/kept-fields.ts';
import { endpoints } from './endpoints.ts';
import { inlineJsonSchema } from './json-schema.ts';

/** Names of all fields of a body, at any depth. */
const namesIn = (body: z.ZodType) =>
  [...JSON.stringify(inlineJsonSchema(body, 'input')).matchAll(/"(\w+)":/g)].map(([, name = '']) => name);

test('no form that is kept in the browser has a field for a secret', () => {
  const kept = endpoints.filter(({ endpoint }) => endpoint.body && isKeptAsDraft(endpoint));
  expect(kept.length).toBeGreaterThan(50);
  const found = kept.flatMap(({ name, endpoint }) =>
    (endpoint.body ? namesIn(endpoint.body) : [])
      .filter((field) => secretName.test(field))
      .map((field) => `${name}: ${field}`),
  );
  expect(found).toEqual([]);
});

test('forms of signing in and of a person’s own security are not kept', () => {
  const names = ['auth.signIn', 'user.changePassword', 'auth.registerBusiness', 'bankAccount.update'];
  const asked = endpoints.filter(({ name }) => names.includes(name));
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.filter(({ endpoint }) => isKeptAsDraft(endpoint)).map(({ name }) => name)).toEqual([]);
});
