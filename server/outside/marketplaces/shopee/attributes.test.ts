import { expect, test } from 'vitest';
import { startStage } from './test/stage.ts';

const { shop, marketplace, session, answerOnce } = await startStage();
const { listings, catalogue } = marketplace;

const choice = (value_id: number, name: string, ...child_attribute_list: object[]) => ({
  ...{ value_id, name, child_attribute_list },
});
const months = {
  ...{ attribute_id: 302, mandatory: true, name: 'Meses', attribute_info: { input_type: 1 } },
  attribute_value_list: [
    choice(21, '3'),
    choice(22, '12', { attribute_id: 303, name: 'Selo', attribute_info: { input_type: 3 } }),
  ],
};
const tree = [
  {
    ...{ attribute_id: 301, name: 'Garantia', attribute_info: { input_type: 1, max_value_count: 5 } },
    attribute_value_list: [choice(11, 'Sem'), choice(12, 'Do vendedor', months)],
  },
  {
    ...{ attribute_id: 304, name: 'Ambiente', attribute_info: { input_type: 4 } },
    attribute_value_list: [choice(41, 'Sala'), choice(42, 'Cozinha')],
  },
  {
    ...{ attribute_id: 305, name: 'Tamanhos', attribute_value_list: [choice(51, '1')] },
    attribute_info: { input_type: 5, attribute_unit_list: ['l'], max_value_count: 3 },
  },
];

const answerTree = () =>
  answerOnce(/get_attribute_tree$/, {
    status: 200,
    body: { error: '', message: '', response: { list: [{ category_id: 101, attribute_tree: tree }] } },
  });

test('attributes required by a value follow it, at any depth, and name the value', async () => {
  answerTree();
  const { attributes } = await catalogue.settings(session, '101');
  const numbered = attributes.filter(({ id }) => /^\d+$/.test(id));
  expect(numbered.map(({ id, shownWith }) => [id, shownWith])).toEqual([
    ['301', undefined],
    ['302', { attribute: '301', value: '12' }],
    ['303', { attribute: '302', value: '22' }],
    ['304', undefined],
    ['305', undefined],
  ]);
  expect(numbered[1]).toMatchObject({ required: true, values: [{ id: '21' }, { id: '22' }] });
  // The stated maximum, else the length of its list; a number stated by an attribute of one value is ignored.
  expect(numbered.map(({ mostValues }) => mostValues)).toEqual([undefined, undefined, undefined, 2, 3]);
  expect(numbered[3]).toMatchObject({ valueType: 'list' });
});

test('several values of one attribute are sent together, each with its unit, and read all', async () => {
  answerTree();
  const said = [
    { id: '304', name: 'Ambiente', valueId: '41', valueName: 'Sala' },
    { id: '305', name: 'Tamanhos', valueId: null, valueName: '2 l' },
    { id: '304', name: 'Ambiente', valueId: '42', valueName: 'Cozinha' },
    { id: '305', name: 'Tamanhos', valueId: null, valueName: '3 l' },
  ];
  const made = await listings.create(
    session,
    {
      ...{ name: 'Caneca', categoryId: '101', type: 'classic', description: 'Caneca de ágata.', video: '' },
      ...{ package: { weight: 0.42, width: 12, height: 11, depth: 9 }, pictureIds: ['image-a'] },
      ...{ attributes: said, mark: 'easy-p7-a' },
    },
    [
      {
        ...{ id: null, sku: 'CAN', gtin: '', kit: false, attributes: [], price: 1990, quantity: 3 },
        ...{ mark: '', package: null, pictureIds: null },
      },
    ],
  );
  expect(shop.asked.findLast(({ path }) => path.endsWith('add_item'))?.body).toMatchObject({
    attribute_list: [
      {
        attribute_id: 304,
        attribute_value_list: [
          { value_id: 41, original_value_name: 'Sala' },
          { value_id: 42, original_value_name: 'Cozinha' },
        ],
      },
      {
        attribute_id: 305,
        attribute_value_list: [
          { value_id: 0, original_value_name: '2', value_unit: 'l' },
          { value_id: 0, original_value_name: '3', value_unit: 'l' },
        ],
      },
    ],
  });
  expect(made.attributes.map(({ id, valueId, valueName }) => [id, valueId, valueName])).toEqual([
    ['304', '41', 'Sala'],
    ['304', '42', 'Cozinha'],
    ['305', null, '2 l'],
    ['305', null, '3 l'],
  ]);
});
