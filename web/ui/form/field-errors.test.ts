import { expect, test } from 'vitest';
import { z } from 'zod';
import { messages } from '#contract/messages/index.ts';
import { id, quantity, text } from '#contract/primitives.ts';
import { startI18n } from '../../i18n.ts';
import { alignPath, codeOf, flattenErrors, issuesToErrors } from './field-errors.ts';

const values = {
  name: '',
  lines: [
    { id: 7, sku: 'A' },
    { tempId: 'new-1', sku: 'B' },
    { tempId: 'new-2', sku: 'C' },
  ],
};

test('maps errors of a change set to the items of the form', () => {
  expect(alignPath(['lines', 'update', '7', 'sku'], values)).toBe('lines.0.sku');
  expect(alignPath(['lines', 'create', 'new-2', 'sku'], values)).toBe('lines.2.sku');
  expect(alignPath(['lines', 'create', '0', 'sku'], values)).toBe('lines.1.sku');
  expect(alignPath(['name'], values)).toBe('name');
});

test('maps errors of links to the linked items, by their index in the body', () => {
  const product = {
    images: [{ id: 4 }, { id: 5 }, { id: 6 }],
    variations: [
      { id: 7, images: [4, 6] },
      { tempId: 'new-1', images: [6] },
    ],
  };
  const body = {
    images: { add: [5, 6] },
    variations: {
      update: { 7: { images: { add: [6] } } },
      create: [{ tempId: 'new-1', images: { add: [6] } }],
    },
  };
  const align = (path: string) => alignPath(path.split('.'), product, body);
  expect(align('images.add.1.id')).toBe('images.2.id');
  expect(align('variations.update.7.images.add.0.id')).toBe('variations.0.images.1.id');
  expect(align('variations.create.new-1.images.add.0.id')).toBe('variations.1.images.0.id');
});

test("returns one message per field of the server's tree", () => {
  const tree = {
    name: [{ code: 'duplicate' as const, message: 'Repetido' }],
    lines: { create: { 'new-1': { sku: [{ code: 'sku_taken' as const, message: 'Em uso' }] } } },
  };
  expect(flattenErrors(tree, values)).toEqual({ name: 'Repetido', 'lines.1.sku': 'Em uso' });
});

test('an empty field is missing, and not too small, although it is sent as 0', async () => {
  await startI18n('pt');
  const line = z.object({ advertisementId: id, quantity });
  const { error } = z
    .object({ lines: z.array(line) })
    .safeParse({ lines: [{ advertisementId: 0, quantity: 0 }] });
  const form = { lines: [{ item: null, quantity: 0 }] };
  const formPath = (path: string) => path.replace('advertisementId', 'item');
  expect(issuesToErrors(error?.issues ?? [], form, formPath)).toEqual({
    'lines.0.item': messages.pt.fields.required,
    'lines.0.quantity': messages.pt.fields.too_small,
  });
});

test.each([
  [text(5, 1), '', 'required'],
  [text(5, 1), 'abcdef', 'too_long'],
  [quantity, 0, 'too_small'],
  [quantity, null, 'required'],
  [quantity, Number.NaN, 'not_a_number'],
  [quantity, 1.5, 'not_whole'],
  [z.enum(['a', 'b']), 'c', 'choose_one'],
])('an issue of a schema has a code of the catalogue', (schema, value, code) => {
  const issue = schema.safeParse(value, { reportInput: true }).error?.issues[0];
  expect(issue && codeOf(issue)).toBe(code);
});
