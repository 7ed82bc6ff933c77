import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import type { Caller } from './testing.ts';
import {
  attributesWithout,
  callerFor,
  causeIds,
  control,
  legacyDraft,
  legacySeller,
  noGtin,
  ordinaryAttributes,
  publish,
  singleDraft,
  startForTest,
} from './testing.ts';

let sandbox: Sandbox;
let legacy: Caller;

beforeAll(async () => {
  sandbox = await startForTest();
  legacy = await callerFor(sandbox, legacySeller);
});
afterAll(() => sandbox.close());
afterEach(async () => {
  await control(sandbox, 'POST', '/reset', { keepGrants: true });
});

describe('refused drafts, legacy', () => {
  it.each<[number, string, Fields]>([
    [126, 'a category that is no leaf', { category_id: 'MLB1618' }],
    [126, 'a category that does not exist', { category_id: 'MLB1' }],
    [109, 'a price below the minimum', { price: 1 }],
    [173, 'no pictures', { pictures: [] }],
    [204, 'a picture that does not exist', { pictures: [{ id: '1-MLB' }] }],
    [147, 'no brand', { attributes: [...attributesWithout('BRAND'), noGtin] }],
    [7810, 'neither GTIN nor a reason', { attributes: ordinaryAttributes }],
    [
      7711,
      'a wrong GTIN',
      { attributes: [...ordinaryAttributes, { id: 'GTIN', value_name: '7891000315508' }] },
    ],
    [5400, 'no package', { attributes: [...attributesWithout('SELLER_PACKAGE_WEIGHT'), noGtin] }],
    [
      5401,
      'a huge package',
      {
        attributes: [
          ...attributesWithout('SELLER_PACKAGE_HEIGHT'),
          { id: 'SELLER_PACKAGE_HEIGHT', value_name: '900 cm' },
          noGtin,
        ],
      },
    ],
    [
      5402,
      'a package with decimals',
      {
        attributes: [
          ...attributesWithout('SELLER_PACKAGE_HEIGHT'),
          { id: 'SELLER_PACKAGE_HEIGHT', value_name: '10.5 cm' },
          noGtin,
        ],
      },
    ],
    [101, 'another currency', { currency_id: 'USD' }],
    [116, 'a long title', { title: 'x'.repeat(61) }],
    [120, 'nothing to sell', { available_quantity: 0 }],
  ])('cause %i for %s', async (id, _why, change) => {
    const { status, body } = await legacy('POST', '/items', singleDraft(change));
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'validation_error', status: 400 });
    expect(causeIds(body)).toContain(id);
    expect(await legacy('POST', '/items/validate', singleDraft(change))).toMatchObject({ status: 400 });
  });

  it.each<[string, Fields]>([
    ['an unknown field', { colour: 'x' }],
    ['family_name', { family_name: 'Caneca' }],
    ['price beside variations', legacyDraft({ price: 10 })],
  ])('body.invalid_fields for %s', async (_why, change) => {
    const { status, body } = await legacy('POST', '/items', singleDraft(change));
    expect(status).toBe(400);
    expect(body.error).toBe('body.invalid_fields');
  });

  const [black = {}, white = {}] = listOf(legacyDraft().variations).map(fieldsOf);
  it.each<[number, string, unknown[]]>([
    [374, 'different prices', [black, { ...white, price: 59.9 }]],
    [
      373,
      'the same combination twice',
      [black, { ...white, attribute_combinations: black.attribute_combinations }],
    ],
    [
      371,
      'different attribute sets',
      [black, { ...white, attribute_combinations: [{ name: 'Estampa', value_name: 'Lisa' }] }],
    ],
    [
      372,
      'two attributes of its own',
      [
        {
          ...black,
          attribute_combinations: [
            { name: 'Estampa', value_name: 'A' },
            { name: 'Alça', value_name: 'B' },
          ],
        },
      ],
    ],
    [369, 'no combination', [{ ...black, attribute_combinations: [] }]],
    [204, 'a picture the item has not', [{ ...black, picture_ids: ['1-MLB'] }]],
  ])('cause %i for variations with %s', async (id, _why, variations) => {
    expect(causeIds((await legacy('POST', '/items', legacyDraft({ variations }))).body)).toContain(id);
  });

  it('a draft with a GTIN used before for the brand is refused', async () => {
    const gtin = { id: 'GTIN', value_name: '7891000315507' };
    await publish(sandbox, legacy, singleDraft({ attributes: [...ordinaryAttributes, gtin] }));
    const other = [...attributesWithout('BRAND'), { id: 'BRAND', value_name: 'Outra' }, gtin];
    expect(causeIds((await legacy('POST', '/items', singleDraft({ attributes: other }))).body)).toEqual([
      3701,
    ]);
    expect(
      (await legacy('POST', '/items', singleDraft({ attributes: [...ordinaryAttributes, gtin] }))).status,
    ).toBe(201);
  });

  it('every draft of an account without permission to list is refused', async () => {
    await control(sandbox, 'PATCH', `/sellers/${legacySeller}`, { unableToList: ['address_pending'] });
    expect(await legacy('POST', '/items', singleDraft())).toMatchObject({
      status: 403,
      body: {
        message: 'seller.unable_to_list',
        error: 'User is unable to list.',
        cause: ['address_pending'],
      },
    });
  });

  it('validating a valid draft returns no error', async () => {
    expect((await legacy('POST', '/items/validate', singleDraft())).status).toBe(204);
  });
});

describe('description', () => {
  it('a description is written once by POST and then by PUT, as plain text', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    const path = `/items/${item.id}/description`;
    expect((await legacy('GET', path)).status).toBe(404);
    const wrong = await legacy('POST', path, { plain_text: 'Linda caneca <b>nova</b>' });
    expect(wrong.body.cause).toMatchObject([
      { cause_id: 398, code: 'item.description.type.invalid', references: ['plain_text[13]'] },
    ]);
    expect(causeIds((await legacy('POST', path, { plain_text: 'Linda 😀' })).body)).toEqual([398]);
    expect((await legacy('POST', path, { plain_text: 'Linda' })).status).toBe(201);
    expect((await legacy('POST', path, { plain_text: 'Linda' })).status).toBe(400);
    expect((await legacy('PUT', `${path}?api_version=2`, { plain_text: 'Nova' })).body.plain_text).toBe(
      'Nova',
    );
  });
});
