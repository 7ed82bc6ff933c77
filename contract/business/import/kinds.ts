import type { z } from 'zod';
import { dropshipItems } from '../../dropshipping/dropship-item.ts';
import { lotFields } from '../../inventory/batch.ts';
import { volumes } from '../../inventory/volume.ts';
import type { Permission } from '../../permissions.ts';
import { email, text } from '../../primitives.ts';
import { products } from '../../products/product.ts';
import { variationCreate } from '../../products/variation.ts';
import { suppliers } from '../../supply/supplier.ts';
import type { CellKind } from './cell.ts';

export const importKinds = ['products', 'offers', 'prices', 'volumes', 'vendors'] as const;
export type ImportKind = (typeof importKinds)[number];

export type ImportColumn = {
  key: string;
  kind: CellKind;
  /** The field's schema, the same as in its form. */
  schema: z.ZodType;
  required?: true;
  /** Cost, price or value: not there for roles that see none. */
  priced?: true;
  /** Other titles of the column, folded. */
  also?: readonly string[];
  /** Found only by the titles of other systems' sheets: not in our own template. */
  foreign?: true;
  /** If no title is its own: it is this column if that title exists, and the other one is found by its other titles. */
  insteadOf?: { key: string; title: string };
};

export type ImportDefinition = {
  permission: Permission;
  columns: readonly ImportColumn[];
  /** Two rows with the same values of these columns are one row twice; the first of them that is filled counts. */
  keys: readonly (readonly string[])[];
  /** Rows with the same values here are one record; none: each row is one. */
  group: readonly string[];
};

const code = text(60, 1);
const placeName = text(120, 1);
const { shape: product } = products.create.body;
const { shape: offer } = dropshipItems.create.body;
const { shape: vendor } = suppliers.create.body;
const { shape: volumeLine } = volumes.create.body.shape.lines.element;

const sku = {
  key: 'sku',
  kind: 'code',
  schema: code,
  also: ['codigo sku', 'sku da variacao', 'codigo', 'cod', 'code', 'referencia'],
} as const;
const warehouse = {
  key: 'warehouse',
  kind: 'text',
  schema: placeName,
  also: ['deposito', 'armazem', 'location'],
} as const;
/** Attribute types by the column that holds their values. */
export const attributeColumns = {
  color: 'Color',
  size: 'Size',
  voltage: 'Voltage',
  flavor: 'Flavor',
  material: 'Material',
} as const;

/** Variation columns of other systems: the parent, and the attributes. */
const family: readonly ImportColumn[] = [
  {
    key: 'parent',
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
  {
    key: 'variationAttributes',
    kind: 'text',
    schema: text(300),
    foreign: true,
    also: ['nome da variacao', 'variation name'],
  },
  { key: 'variationPairs', kind: 'text', schema: text(300), foreign: true, also: ['variacoes'] },
  ...[1, 2, 3].flatMap((n): ImportColumn[] => [
    {
      key: `option${n}Name`,
      kind: 'text',
      schema: text(40),
      foreign: true,
      also: [`nome da variacao ${n}`, `variation name ${n}`],
    },
    {
      key: `option${n}`,
      kind: 'text',
      schema: text(80),
      foreign: true,
      also: [`valor da variacao ${n}`, `opcao para variacao ${n}`, `option for variation ${n}`],
    },
  ]),
];

export const importDefinitions: Record<ImportKind, ImportDefinition> = {
  /** A row is a variation; rows with one name are one product. */
  products: {
    permission: 'imports.products',
    keys: [['sku']],
    group: ['name'],
    columns: [
      {
        key: 'name',
        kind: 'text',
        schema: product.name,
        required: true,
        also: ['nome', 'nome do produto', 'titulo', 'title', 'product'],
        insteadOf: { key: 'description', title: 'descricao' },
      },
      { ...sku, required: true },
      {
        key: 'gtin',
        kind: 'gtin',
        schema: variationCreate.shape.gtin,
        also: ['gtin ean', 'ean gtin', 'ean', 'codigo de barras', 'codigo universal de produto', 'barcode'],
      },
      { key: 'color', kind: 'text', schema: text(80), also: ['colour', 'nome comercial da cor'] },
      { key: 'size', kind: 'text', schema: text(80), also: ['tam'] },
      { key: 'voltage', kind: 'text', schema: text(80), also: ['tensao'] },
      { key: 'flavor', kind: 'text', schema: text(80), also: ['flavour'] },
      { key: 'material', kind: 'text', schema: text(80) },
      {
        key: 'cost',
        kind: 'money',
        schema: variationCreate.shape.costCentavos,
        priced: true,
        also: ['preco de custo', 'unit cost', 'preco de compra'],
      },
      { key: 'brand', kind: 'text', schema: product.brand },
      { key: 'model', kind: 'text', schema: product.model },
      { key: 'category', kind: 'text', schema: text(300), also: ['categoria do produto', 'categorias'] },
      { key: 'weight', kind: 'measure', schema: product.weight, also: ['peso bruto'] },
      {
        key: 'width',
        kind: 'measure',
        schema: product.width,
        also: ['largura do produto', 'largura embalagem'],
      },
      {
        key: 'height',
        kind: 'measure',
        schema: product.height,
        also: ['altura do produto', 'altura embalagem'],
      },
      {
        key: 'depth',
        kind: 'measure',
        schema: product.depth,
        also: ['profundidade do produto', 'comprimento', 'comprimento embalagem', 'length'],
      },
      { key: 'unit', kind: 'unit', schema: product.unit, also: ['un'] },
      { key: 'ncm', kind: 'ncm', schema: product.ncm, also: ['classificacao fiscal'] },
      { key: 'cest', kind: 'cest', schema: product.cest },
      { key: 'origin', kind: 'origin', schema: product.origin, also: ['origem da mercadoria'] },
      { key: 'csosn', kind: 'taxCode', schema: product.csosn },
      {
        key: 'cfopSameState',
        kind: 'taxCode',
        schema: product.cfopSameState,
        also: ['cfop mesmo estado', 'cfop'],
      },
      { key: 'cfopOtherState', kind: 'taxCode', schema: product.cfopOtherState, also: ['cfop outro estado'] },
      { key: 'taxUnit', kind: 'taxUnit', schema: product.taxUnit },
      {
        key: 'description',
        kind: 'prose',
        schema: product.description,
        also: ['descricao complementar', 'descricao do produto', 'descricao curta'],
      },
      ...family,
    ],
  },
  offers: {
    permission: 'imports.offers',
    keys: [['sku', 'warehouse']],
    group: [],
    columns: [
      { ...sku, required: true },
      { ...warehouse, required: true },
      { key: 'price', kind: 'money', schema: offer.price, priced: true, also: ['valor', 'preco de venda'] },
      {
        key: 'cap',
        kind: 'whole',
        schema: offer.quantityCap,
        also: [
          'quantidade',
          'limite',
          'limite de quantidade',
          'quantity cap',
          'estoque',
          'estoque do vendedor',
          'quantity',
          'limit',
        ],
      },
      { key: 'active', kind: 'flag', schema: offer.active },
      {
        key: 'linkedOnly',
        kind: 'flag',
        schema: offer.linkedOnly,
        also: ['quem ve', 'seen by'],
      },
    ],
  },
  /** Changes existing records, and adds nothing. Without a warehouse the price applies to every offer of the SKU. */
  prices: {
    permission: 'imports.prices',
    keys: [['sku', 'warehouse'], ['sku']],
    group: [],
    columns: [
      { ...sku, required: true },
      warehouse,
      { key: 'price', kind: 'money', schema: offer.price, priced: true, also: ['valor', 'preco de venda'] },
      {
        key: 'cost',
        kind: 'money',
        schema: variationCreate.shape.costCentavos,
        priced: true,
        also: ['preco de custo', 'custo do produto', 'product cost', 'unit cost'],
      },
    ],
  },
  /** Opening stock: rows with the same volume in one place are one volume, any other row is a volume alone. */
  volumes: {
    permission: 'imports.volumes',
    keys: [['volume', 'warehouse', 'position', 'sku']],
    group: ['volume', 'warehouse', 'position'],
    columns: [
      { ...sku, required: true },
      {
        key: 'quantity',
        kind: 'whole',
        schema: volumeLine.quantity,
        required: true,
        also: ['qtd', 'qtde', 'estoque', 'movimentacao de estoque', 'qty', 'saldo', 'units'],
      },
      { ...warehouse, required: true },
      {
        key: 'position',
        kind: 'code',
        schema: code,
        required: true,
        also: ['localizacao', 'endereco', 'location code', 'bin'],
      },
      { key: 'volume', kind: 'text', schema: placeName, also: ['caixa', 'box'] },
      { key: 'lot', kind: 'code', schema: lotFields.shape.code, also: ['batch'] },
      {
        key: 'expires',
        kind: 'day',
        schema: lotFields.shape.expiresOn,
        also: ['vencimento', 'expiry', 'expiration'],
      },
      {
        key: 'price',
        kind: 'money',
        schema: volumeLine.price,
        priced: true,
        also: ['custo', 'preco de custo', 'preco de compra', 'valor', 'cost'],
      },
    ],
  },
  vendors: {
    permission: 'imports.vendors',
    keys: [['document'], ['name']],
    group: [],
    columns: [
      {
        key: 'name',
        kind: 'text',
        schema: vendor.name,
        required: true,
        also: ['nome', 'name', 'legal name', 'fornecedor', 'vendor', 'supplier'],
      },
      { key: 'fantasyName', kind: 'text', schema: vendor.fantasyName, also: ['fantasia'] },
      {
        key: 'document',
        kind: 'document',
        schema: vendor.document,
        also: ['cnpj', 'cpf', 'cnpj cpf', 'cpf cnpj', 'documento'],
      },
      {
        key: 'stateInscription',
        kind: 'code',
        schema: vendor.stateInscription,
        also: ['ie', 'ie rg', 'inscr estadual'],
      },
      { key: 'leadDays', kind: 'whole', schema: vendor.leadDays, also: ['prazo'] },
      { key: 'minimumOrder', kind: 'money', schema: vendor.minimumOrderCentavos, priced: true },
      { key: 'zip', kind: 'zip', schema: vendor.zip },
      { key: 'state', kind: 'text', schema: vendor.state, also: ['estado'] },
      { key: 'city', kind: 'text', schema: vendor.city, also: ['municipio'] },
      { key: 'neighborhood', kind: 'text', schema: vendor.neighborhood },
      { key: 'street', kind: 'text', schema: vendor.street, also: ['logradouro', 'endereco', 'address'] },
      { key: 'number', kind: 'code', schema: vendor.number, also: ['no', 'n'] },
      { key: 'complement', kind: 'text', schema: vendor.complement },
      { key: 'contactName', kind: 'text', schema: text(120), also: ['contact'] },
      { key: 'contactPhone', kind: 'code', schema: text(30), also: ['fone', 'celular', 'phone'] },
      { key: 'contactEmail', kind: 'text', schema: email, also: ['email', 'e mail'] },
      { key: 'notes', kind: 'text', schema: vendor.notes },
    ],
  },
};
