import type { ImportColumns } from '../business/import/import-column.ts';
import { text } from '../primitives.ts';
import { productFields, type SheetFieldName, sheetFieldNames } from './product-fields.ts';
import { variationCreate } from './variation.ts';

/** Attribute types by the column that holds their values. */
export const attributeColumns = {
  color: 'Color',
  size: 'Size',
  voltage: 'Voltage',
  flavor: 'Flavor',
  material: 'Material',
} as const;

export const skuColumn = {
  kind: 'code',
  schema: text(60, 1),
  also: [
    'codigo sku',
    'sku da variacao',
    'codigo',
    'codigo produto',
    'codigo do produto',
    'cod',
    'code',
    'referencia',
  ],
} as const;

type FieldColumns = {
  [Name in SheetFieldName]: (typeof productFields)[Name]['cell'] & {
    schema: (typeof productFields)[Name]['write'];
  };
};
const fieldColumns = Object.fromEntries(
  sheetFieldNames.map((field) => [
    field,
    { ...productFields[field].cell, schema: productFields[field].write },
  ]),
) as FieldColumns;

const otherColumns = ({ name, brand, model, ...others }: FieldColumns) => others;

const attributeValue = text(80);

/** The columns of a spreadsheet of products, read by the import and written by the export: a row is a variation. */
export const productColumns = {
  name: fieldColumns.name,
  sku: { ...skuColumn, required: true },
  gtin: {
    kind: 'gtin',
    schema: variationCreate.shape.gtin,
    also: ['gtin ean', 'ean gtin', 'ean', 'codigo de barras', 'codigo universal de produto', 'barcode'],
  },
  color: { kind: 'text', schema: attributeValue, also: ['colour', 'nome comercial da cor'] },
  size: { kind: 'text', schema: attributeValue, also: ['tam'] },
  voltage: { kind: 'text', schema: attributeValue, also: ['tensao'] },
  flavor: { kind: 'text', schema: attributeValue, also: ['flavour'] },
  material: { kind: 'text', schema: attributeValue, also: [] },
  cost: {
    kind: 'money',
    schema: variationCreate.shape.costCentavos,
    priced: true,
    also: ['preco de custo', 'unit cost', 'preco de compra'],
  },
  brand: fieldColumns.brand,
  model: fieldColumns.model,
  category: { kind: 'text', schema: text(300), also: ['categoria do produto', 'categorias'] },
  ...otherColumns(fieldColumns),
} as const satisfies ImportColumns;

export type ProductColumn = keyof typeof productColumns;
export const productColumnKeys = Object.keys(productColumns) as ProductColumn[];

const optionName = { kind: 'text', schema: text(40), foreign: true } as const;
const optionValue = { kind: 'text', schema: text(80), foreign: true } as const;
const namesOf = (n: number) => [`nome da variacao ${n}`, `variation name ${n}`];
const valuesOf = (n: number) => [
  `valor da variacao ${n}`,
  `opcao para variacao ${n}`,
  `option for variation ${n}`,
];

/** Addresses of pictures, which are downloaded after the import. No export of ours has them. */
export const pictureColumn = {
  kind: 'text',
  schema: text(20_000),
  foreign: true,
  series: true,
  also: [
    ...['url imagens externas', 'url imagem', 'url imagem externa', 'url imagens', 'url da imagem'],
    ...['urls das imagens', 'url das imagens', 'link da imagem', 'links das imagens', 'imagens', 'imagem'],
    ...['imagem de capa', 'imagem do produto', 'imagem principal', 'fotos', 'foto', 'url foto'],
    ...['image url', 'image urls', 'images', 'image', 'pictures', 'cover image', 'item image'],
  ],
} as const;

/** Columns in which other systems write the parent and the attributes of variations. Our exports do not have them. */
export const familyColumns = {
  parent: {
    kind: 'code',
    schema: text(120),
    foreign: true,
    also: [
      'codigo pai',
      'codigo do pai',
      'sku principal',
      'sku de referencia',
      'identificador url',
      'parent sku',
    ],
  },
  /** Kits that another system lists among its goods are no goods of their own. */
  goodsType: { kind: 'text', schema: text(60), foreign: true, also: ['tipo do produto'] },
  variationAttributes: {
    kind: 'text',
    schema: text(300),
    foreign: true,
    also: ['nome da variacao', 'variation name'],
  },
  variationPairs: { kind: 'text', schema: text(300), foreign: true, also: ['variacoes'] },
  option1Name: { ...optionName, also: namesOf(1) },
  option1: { ...optionValue, also: valuesOf(1) },
  option2Name: { ...optionName, also: namesOf(2) },
  option2: { ...optionValue, also: valuesOf(2) },
  option3Name: { ...optionName, also: namesOf(3) },
  option3: { ...optionValue, also: valuesOf(3) },
} as const satisfies ImportColumns;
