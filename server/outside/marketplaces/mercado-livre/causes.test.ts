import { expect, test } from 'vitest';
import { causesOf } from './causes.ts';
import { MercadoLivreError } from './client.ts';

const refused = (cause: unknown, more: Record<string, unknown> = {}) =>
  causesOf(
    new MercadoLivreError(400, 'validation_error', 'Validation error', {
      message: 'Validation error',
      error: 'validation_error',
      status: 400,
      cause,
      ...more,
    }),
  );
const one = (code: string, references: string[], message: string, id = 1) => ({
  department: 'items',
  cause_id: id,
  type: 'error',
  code,
  references,
  message,
});

test.each([
  [
    one('item.title.length.invalid', ['item.title'], 'Title must be less than 60 characters.'),
    { field: 'name' },
  ],
  [
    one('item.category_id.invalid', ['item.category_id'], 'Is not allowed to post in category MLB1. [leaf]'),
    { field: 'category' },
  ],
  [
    one('item.price.invalid', ['item.variations[2].price'], 'minimum price'),
    { field: 'price', variation: 2 },
  ],
  [
    one(
      'item.attributes.missing_required',
      ['item.attributes'],
      'The attributes [BRAND, MODEL] are required for category MLB1.',
    ),
    { field: 'attributes', attributes: ['BRAND', 'MODEL'] },
  ],
  [
    one(
      'item.attribute.missing_conditional_required',
      ['item.variations[0].attributes'],
      'The attributes [GTIN] are required for category [MLB269653].',
    ),
    { field: 'gtin', attributes: ['GTIN'], variation: 0 },
  ],
  [
    one(
      'item.attribute.product_identifier.invalid_format',
      ['item.attributes'],
      'Product Identifier [GTIN] contains',
    ),
    { field: 'gtin' },
  ],
  [
    one(
      'item.attribute.missing.seller.package.dimensions',
      ['item.attributes'],
      'The attributes [SELLER_PACKAGE_WEIGHT] are required',
    ),
    { field: 'dimensions' },
  ],
  [
    one('item.listing_type_id.requiresPictures', ['item.pictures'], 'pictures are mandatory'),
    { field: 'images' },
  ],
  [
    one('item.description.type.invalid', ['plain_text[12]'], 'The description must be in plain text'),
    { field: 'description' },
  ],
  [
    one('item.available_quantity.invalid', ['item.available_quantity'], 'between 0 and 99999'),
    { field: 'quantity' },
  ],
  [
    one('item.variations.attribute_combinations.duplicated', ['item.variations'], 'must not repeat'),
    { field: 'variations' },
  ],
  [
    one('of.tomorrow', [], 'Something new.'),
    { field: 'other', code: 'of.tomorrow', message: 'Something new.' },
  ],
])('%j', (cause, expected) => {
  expect(refused([cause])).toMatchObject([{ ...expected, warning: false }]);
});

test('words instead of objects are about the account', () => {
  const error = new MercadoLivreError(403, 'User is unable to list.', 'seller.unable_to_list', {
    message: 'seller.unable_to_list',
    error: 'User is unable to list.',
    status: 403,
    cause: ['address_pending', 'phone_pending'],
  });
  expect(causesOf(error)).toMatchObject([
    { field: 'account', code: 'address_pending' },
    { field: 'account', code: 'phone_pending' },
  ]);
});

test.each([[null], [undefined], [''], [{}], [[]], [[null, 7, {}]]])(
  'a cause of %j leaves the sentence',
  (cause) => {
    expect(refused(cause)).toMatchObject([{ code: 'validation_error', message: 'Validation error' }]);
  },
);

test('warnings alone do not explain a refusal', () => {
  const warning = { ...one('item.price.not_modifiable', ['item.price'], 'ignored'), type: 'warning' };
  expect(refused([warning])).toMatchObject([{ warning: true }, { warning: false, code: 'validation_error' }]);
});

test('recognizes the field from the sentence alone', () => {
  expect(
    refused([], {
      error: 'body.invalid_fields',
      message: 'The fields [title] are invalid for requested call.',
    }),
  ).toMatchObject([{ field: 'name' }]);
});
