import { expect, test } from 'vitest';
import { createBody, emptyProduct, emptyVariation, linkChanges, updateBody } from '../product-values.ts';
import {
  addCombinations,
  type GridColumn,
  missingCombinations,
  pasteCells,
  readCells,
  suggestSku,
} from './variation-grid.ts';

const columns: GridColumn[] = [
  { kind: 'attribute', type: 'Color' },
  { kind: 'field', field: 'sku' },
  { kind: 'field', field: 'gtin' },
  { kind: 'field', field: 'costCentavos' },
];

test('a pasted block fills cells and adds rows', () => {
  const cells = readCells('Preto\tA-1\t7891000315507\t1.234,50\r\nBranco\tA-2\t\tR$ 2\r\n');
  const rows = pasteCells([emptyVariation()], columns, cells ?? [], { row: 0, column: 0 });
  expect(
    rows.map(({ attributes, sku, gtin, costCentavos }) => [attributes, sku, gtin, costCentavos]),
  ).toEqual([
    [{ Color: 'Preto' }, 'A-1', '7891000315507', 123450],
    [{ Color: 'Branco' }, 'A-2', '', 200],
  ]);
  // Cells beyond the last column are ignored; text that is not a number is refused by the schema.
  const beyond = pasteCells(rows, columns, [['x', 'y', 'z']], { row: 0, column: 3 });
  expect(beyond[0]?.costCentavos).toBeNaN();
  expect(readCells('one cell')).toBeNull();
});

test('adds only missing combinations, each with a code of its own', () => {
  const types = ['Color', 'Size'];
  const rows = [emptyVariation(), emptyVariation({ Color: 'preto', Size: 'P' }, 'CAM-PRET-M')];
  const made = missingCombinations(rows, types, { Color: ['Preto', 'Azul'], Size: ['P', 'M'] });
  expect(made).toEqual([
    { Color: 'Preto', Size: 'M' },
    { Color: 'Azul', Size: 'P' },
    { Color: 'Azul', Size: 'M' },
  ]);
  const table = addCombinations(rows, types, made, 'cam');
  expect(table.map((row) => row.sku)).toEqual(['CAM-PRET-M', 'CAM-PRET-M-2', 'CAM-AZUL-P', 'CAM-AZUL-M']);
  expect(suggestSku('x', ['Não é', ''], new Set())).toBe('X-NAOE');
});

test('sends related records by id and only changed fields', () => {
  const before = {
    ...emptyProduct(),
    name: 'Caneca',
    category: { id: 4, name: 'Casa' },
    variations: [{ ...emptyVariation({ Color: 'Preto' }, 'A'), id: 7, tempId: undefined, images: [1] }],
    images: [1, 2].map((id) => ({ id, name: '', url: '' })),
  };
  expect(updateBody(before, before)).toEqual({});
  const [row] = before.variations;
  if (!row) throw new Error('one row expected');
  const added = { ...emptyVariation({ Color: 'Azul' }, 'B'), tempId: 't', images: [2] };
  const body = updateBody(before, {
    ...before,
    category: null,
    variations: [{ ...row, gtin: '96385074', images: [] }, added],
    images: [...before.images].reverse(),
  });
  expect(body).toEqual({
    category: null,
    images: { order: [2, 1] },
    variations: {
      create: [
        {
          tempId: 't',
          name: '',
          sku: 'B',
          gtin: '',
          attributes: { Color: 'Azul' },
          costCentavos: null,
          images: { add: [2] },
        },
      ],
      update: { 7: { gtin: '96385074', images: { remove: [1] } } },
    },
  });
  expect(updateBody(before, { ...before, variations: [] })).toEqual({ variations: { remove: [7] } });
  expect(createBody(before).images).toEqual({ add: [1, 2], order: [1, 2] });
  expect(linkChanges([1, 2], [1, 2])).toBeUndefined();
});
