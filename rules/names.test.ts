import { expect, test } from 'vitest';
import { z } from 'zod';
import { bodyWith, isAt } from './body-with.ts';
import { endpoints } from './endpoints.ts';
import { pathsOf } from './schema-paths.ts';

/** Single-line fields that a person types, and that others read as a name, a code or an address. */
const oneLine =
  /(^|\.)(name|\w+Name|title|holder|city|neighborhood|street|complement|brand|model|unit|sku|supplierSku|phone|carrier|receiver)$/;
/** Attributes as the marketplace writes them, and a unit that is selected from a list. */
const elsewhere = /(attributes\.(name|valueName)|warranty\.unit)$/;

const hidden = {
  'a mark of writing direction': 'Ana\u202EaviS',
  'an isolate of writing direction': 'Ana\u2067Silva',
  'a right-to-left mark': 'Ana\u200FSilva',
  'a zero-width space': 'Ana\u200BSilva',
  'a word joiner': 'Ana\u2060Silva',
  'a soft hyphen': 'Ana\u00ADSilva',
  NUL: 'Ana\u0000Silva',
  'a line break': 'Ana\nSilva',
  'a tab': 'Ana\tSilva',
  'a line separator': 'Ana\u2028Silva',
  'nothing that is seen': '\u3164',
};

const fields = endpoints.flatMap(({ name, endpoint }) => {
  const { body } = endpoint;
  if (!body) return [];
  return [...pathsOf(body, 'input')]
    .filter((path) => oneLine.test(path) && !elsewhere.test(path))
    .map((path) => ({ at: `${name}.${path}`, body, path: path.split('.') }));
});

test('finds the names in the bodies of the API', () => {
  expect(fields.map(({ at }) => at)).toEqual(
    expect.arrayContaining([
      'auth.registerBusiness.businessName',
      'printableRequests.answer.name',
      'products.create.variations.create.sku',
      'suppliers.create.contacts.create.name',
      'warehouses.update.street',
    ]),
  );
});

test.each(Object.entries(hidden))('a name with %s is refused at its field, everywhere', (_what, value) => {
  const taken = fields.filter(({ body, path }) => {
    const answer = body.safeParse(bodyWith(body, path, value));
    const codes = answer.success ? [] : answer.error.issues.filter((issue) => isAt(issue.path, path));
    return !codes.some(({ message }) => message === 'hidden_characters');
  });
  expect(taken.map(({ at }) => at)).toEqual([]);
});

test('names keep accents, emoji and their inner characters', () => {
  const name = z.object({
    name: endpoints.find(({ name: at }) => at === 'warehouses.create')?.endpoint.body ?? z.never(),
  });
  for (const text of ['Ação & Cia. Ltda.', 'Loja 👩‍👧', '❤️ Flores', '👍🏽 Bom', 'D’Ávila'])
    expect([
      text,
      name.safeParse({ name: { name: text } }).error?.issues.some(({ path }) => path.at(-1) === 'name') ??
        false,
    ]).toEqual([text, false]);
});
