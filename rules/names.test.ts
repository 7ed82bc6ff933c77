import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import { pathsOf } from './schema-paths.ts';

/** Fields that a person types in one line, and that others read as a name, a code or an address. */
const oneLine =
  /(^|\.)(name|\w+Name|title|holder|city|neighborhood|street|complement|brand|model|unit|sku|supplierSku|phone|carrier|receiver)$/;
/** Attributes as the marketplace writes them, and a unit that is chosen from a list. */
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

/** A body with one value in it; lists and maps on the way have one item. */
function bodyWith(schema: z.core.$ZodType, path: readonly string[], value: string): unknown {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray) return [bodyWith(inner.element, path, value)];
  if (inner instanceof z.ZodRecord) return { 1: bodyWith(inner.valueType, path, value) };
  if (inner instanceof z.ZodUnion) {
    const option = inner.options.find((one) => path[0] !== undefined && has(one, path[0]));
    return option ? bodyWith(option, path, value) : value;
  }
  if (!(inner instanceof z.ZodObject)) return value;
  const [key = '', ...rest] = path;
  const field = inner.shape[key];
  return field ? { [key]: bodyWith(field, rest, value) } : value;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return unwrapped(schema.def.innerType);
  return schema;
}

function has(schema: z.core.$ZodType, key: string): boolean {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray) return has(inner.element, key);
  return inner instanceof z.ZodObject && key in inner.shape;
}

test('names are found in the bodies of the API', () => {
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

const isAt = (found: readonly PropertyKey[], path: readonly string[]) =>
  found.filter((key) => typeof key === 'string' && key !== '1').join('.') === path.join('.');

test('names keep accents, emoji and the marks inside them', () => {
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
