import { z } from 'zod';
import { partQuantity } from '../../advertisements/advertisement.ts';
import { longestDescription } from '../../advertisements/content-limits.ts';
import { packageFields } from '../../advertisements/package-size.ts';
import { dropshipItems } from '../../dropshipping/dropship-item.ts';
import { lotFields } from '../../inventory/batch.ts';
import { volumes } from '../../inventory/volume.ts';
import type { Permission } from '../../permissions.ts';
import { email, gtin, id, name, oneLine, price, text } from '../../primitives.ts';
import { familyColumns, pictureColumn, productColumns, skuColumn } from '../../products/product-columns.ts';
import { variationCreate } from '../../products/variation.ts';
import { virtualProducts } from '../../products/virtual-product.ts';
import { suppliers } from '../../supply/supplier.ts';
import type { ImportColumn, ImportColumns } from './import-column.ts';

export const importKinds = [
  'products',
  'offers',
  'prices',
  'volumes',
  'stock',
  'vendors',
  'kits',
  'ads',
] as const;
export type ImportKind = (typeof importKinds)[number];

/** The kinds that a move from another system has, in the order in which they are applied: each needs those before it. */
export const moveKinds = [
  'vendors',
  'products',
  'stock',
  'prices',
  'kits',
] as const satisfies readonly ImportKind[];
const moveOrder: readonly string[] = moveKinds;

type OfMove = { id: number; kind: string };

/** Sorts the imports of a move as they are checked and applied. */
export const compareInMove = (one: OfMove, other: OfMove): number =>
  moveOrder.indexOf(one.kind) - moveOrder.indexOf(other.kind) || one.id - other.id;

export type ImportDefinition = {
  permission: Permission;
  columns: ImportColumns;
  /** Two rows with the same values of these columns are one row twice; the first of them that is filled counts. */
  keys: readonly (readonly string[])[];
  /** Rows with the same values here are one record; none: each row is one. */
  group: readonly string[];
  /** Further columns by which rows of one group are records of their own; they may be blank. */
  apart?: readonly string[];
  /** Rows with the same value here are a record of which each row is imported for itself. */
  loose?: string;
  /** A record with one wrong row is not imported at all; the error of its other rows. */
  whole?: 'kit_incomplete' | 'ad_incomplete';
};

const code = text(60, 1);
const placeName = text(120, 1);
const offer = dropshipItems.create.body.shape;
const vendor = suppliers.create.body.shape;
/** 0: nothing is there, and nothing becomes of the row. */
const countOfUnits = z.int('not_whole').min(0, 'too_small').max(1_000_000, 'too_big');
const volumeLine = volumes.create.body.shape.lines.element.shape;

const warehouse = {
  kind: 'text',
  schema: placeName,
  also: ['deposito', 'armazem', 'location'],
} as const;
export const importDefinitions = {
  /** A row is a variation; rows with one name are one product. */
  products: {
    permission: 'imports.products',
    keys: [['sku']],
    group: ['name'],
    columns: { ...productColumns, ...familyColumns, pictures: pictureColumn },
  },
  offers: {
    permission: 'imports.offers',
    keys: [['sku', 'warehouse']],
    group: [],
    columns: {
      sku: { ...skuColumn, required: true },
      warehouse: { ...warehouse, required: true },
      price: { kind: 'money', schema: offer.price, priced: true, also: ['valor', 'preco de venda'] },
      cap: {
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
      active: { kind: 'flag', schema: offer.active, also: [] },
      linkedOnly: {
        kind: 'flag',
        schema: offer.linkedOnly,
        also: ['quem ve', 'seen by'],
      },
    },
  },
  /** Changes existing records, and adds nothing. Without a warehouse the price applies to every offer of the SKU. */
  prices: {
    permission: 'imports.prices',
    keys: [['sku', 'warehouse'], ['sku']],
    group: [],
    columns: {
      sku: { ...skuColumn, required: true },
      warehouse,
      price: { kind: 'money', schema: offer.price, priced: true, also: ['valor', 'preco de venda'] },
      cost: {
        kind: 'money',
        schema: variationCreate.shape.costCentavos,
        priced: true,
        also: ['preco de custo', 'custo do produto', 'product cost', 'unit cost'],
      },
    },
  },
  /** Opening stock: rows with the same volume in one place are one volume, any other row is a volume alone. */
  volumes: {
    permission: 'imports.volumes',
    keys: [['volume', 'warehouse', 'position', 'sku']],
    group: ['volume', 'warehouse', 'position'],
    columns: {
      sku: { ...skuColumn, required: true },
      quantity: {
        kind: 'whole',
        schema: volumeLine.quantity,
        required: true,
        also: ['qtd', 'qtde', 'estoque', 'movimentacao de estoque', 'balanco', 'qty', 'saldo', 'units'],
      },
      warehouse: { ...warehouse, required: true },
      position: {
        kind: 'code',
        schema: code,
        required: true,
        also: ['localizacao', 'endereco', 'location code', 'bin'],
      },
      volume: { kind: 'text', schema: placeName, also: ['caixa', 'box'] },
      lot: { kind: 'code', schema: lotFields.shape.code, also: ['batch'] },
      expires: {
        kind: 'day',
        schema: lotFields.shape.expiresOn,
        also: ['vencimento', 'expiry', 'expiration'],
      },
      price: {
        kind: 'money',
        schema: volumeLine.price,
        priced: true,
        also: ['custo', 'preco de custo', 'preco de compra', 'valor', 'cost'],
      },
    },
  },
  /** Units that the business has, as another system counts them. The same quantity twice changes nothing. */
  stock: {
    permission: 'imports.stock',
    keys: [['sku', 'warehouse'], ['sku']],
    group: [],
    columns: {
      sku: { ...skuColumn, required: true },
      quantity: {
        kind: 'whole',
        schema: countOfUnits,
        required: true,
        mayBeBlank: true,
        also: [
          'qtd',
          'qtde',
          'estoque',
          'saldo',
          'saldo em estoque',
          'estoque atual',
          'estoque disponivel',
          'estoque do vendedor',
          'movimentacao de estoque',
          'balanco',
          'em estoque',
          'on hand',
          'qty',
          'stock',
          'quantity',
        ],
      },
      warehouse,
      price: { kind: 'money', schema: offer.price, priced: true, also: ['preco de venda', 'valor'] },
      cost: {
        kind: 'money',
        schema: variationCreate.shape.costCentavos,
        priced: true,
        also: ['preco de custo', 'custo unitario', 'preco de compra', 'unit cost'],
      },
      parent: familyColumns.parent,
      goodsType: familyColumns.goodsType,
    },
  },
  /** A row is a component of a kit; rows with one SKU are one kit. */
  kits: {
    permission: 'imports.kits',
    keys: [['sku', 'component']],
    group: ['sku'],
    whole: 'kit_incomplete',
    columns: {
      sku: {
        kind: 'code',
        schema: code,
        required: true,
        also: [
          ...['codigo do kit', 'codigo kit', 'cod referencia kit', 'sku kit', 'sku combinado', 'kit'],
          ...['codigo do produto composto', 'codigo produto composto', 'codigo do produto', 'codigo produto'],
          ...['codigo sku', 'codigo do pai', 'codigo pai', 'sku do produto', 'sku'],
          'codigo',
        ],
      },
      name: {
        kind: 'text',
        schema: virtualProducts.create.body.shape.name,
        also: ['nome kit', 'descricao do kit', 'descricao kit', 'nome do produto', 'descricao', 'nome'],
      },
      component: {
        kind: 'code',
        schema: code,
        required: true,
        also: [
          ...['codigo do componente', 'codigo componente', 'sku componente', 'codigo sku componente'],
          ...['codigo sku do componente', 'componente', 'cod referencia', 'codigo do item', 'sku do item'],
          ...['codigo filho', 'sku filho'],
        ],
      },
      quantity: {
        kind: 'whole',
        schema: partQuantity,
        required: true,
        also: ['quantidade do componente', 'quantidade componente', 'qtd', 'qtde', 'qty', 'qtd componente'],
      },
    },
  },
  /**
   * A row is a variation of a publication. Rows without a publication are a new one of their account, together if they
   * have the same title; without an account as well, a new advertisement.
   */
  ads: {
    permission: 'imports.ads',
    keys: [['publication', 'sku'], ['publication']],
    group: ['title'],
    apart: ['account', 'type'],
    loose: 'publication',
    whole: 'ad_incomplete',
    columns: {
      publication: { kind: 'whole', schema: id, also: ['publicacao', 'publication', 'publication no'] },
      account: { kind: 'text', schema: placeName, also: ['conta do marketplace', 'loja'] },
      title: { kind: 'text', schema: name, also: ['titulo do anuncio', 'nome do anuncio'] },
      description: { kind: 'text', schema: text(longestDescription), also: [] },
      /** The id of the marketplace, or a name or path that its search finds. */
      category: { kind: 'code', schema: text(200, 1), also: ['categoria'] },
      type: { kind: 'text', schema: placeName, also: ['tipo de anuncio', 'listing type'] },
      price: { kind: 'money', schema: price, priced: true, also: ['valor', 'preco de venda'] },
      sku: { ...skuColumn, also: [] },
      variation: { kind: 'text', schema: oneLine(120), also: [] },
      gtin: { kind: 'gtin', schema: gtin, also: ['ean'] },
      attributes: { kind: 'text', schema: text(20_000), also: [] },
      composition: { kind: 'text', schema: text(2000, 1), also: ['componentes'] },
      weight: { kind: 'measure', schema: packageFields.weight, also: ['peso do pacote', 'peso bruto'] },
      width: { kind: 'measure', schema: packageFields.width, also: ['largura do pacote'] },
      height: { kind: 'measure', schema: packageFields.height, also: ['altura do pacote'] },
      depth: {
        kind: 'measure',
        schema: packageFields.depth,
        also: ['profundidade do pacote', 'comprimento', 'comprimento do pacote'],
      },
    },
  },
  vendors: {
    permission: 'imports.vendors',
    keys: [['document'], ['name']],
    group: [],
    columns: {
      name: {
        kind: 'text',
        schema: vendor.name,
        required: true,
        also: ['nome', 'name', 'legal name', 'fornecedor', 'vendor', 'supplier'],
      },
      fantasyName: { kind: 'text', schema: vendor.fantasyName, also: ['fantasia'] },
      document: {
        kind: 'document',
        schema: vendor.document,
        also: ['cnpj', 'cpf', 'cnpj cpf', 'cpf cnpj', 'documento'],
      },
      stateInscription: {
        kind: 'code',
        schema: vendor.stateInscription,
        also: ['ie', 'ie rg', 'inscr estadual'],
      },
      leadDays: { kind: 'whole', schema: vendor.leadDays, also: ['prazo'] },
      minimumOrder: { kind: 'money', schema: vendor.minimumOrderCentavos, priced: true, also: [] },
      zip: { kind: 'zip', schema: vendor.zip, also: [] },
      state: { kind: 'text', schema: vendor.state, also: ['estado'] },
      city: { kind: 'text', schema: vendor.city, also: ['municipio'] },
      neighborhood: { kind: 'text', schema: vendor.neighborhood, also: [] },
      street: { kind: 'text', schema: vendor.street, also: ['logradouro', 'endereco', 'address'] },
      number: { kind: 'code', schema: vendor.number, also: ['no', 'n'] },
      complement: { kind: 'text', schema: vendor.complement, also: [] },
      /** Other systems keep customers and vendors in one list, and say here which of them a contact is. */
      contactType: {
        kind: 'text',
        schema: text(200),
        foreign: true,
        also: ['tipo contato', 'tipos de contato', 'tipo de contato', 'tipo do contato'],
      },
      contactName: { kind: 'text', schema: text(120), also: ['contact'] },
      contactPhone: { kind: 'code', schema: text(30), also: ['fone', 'celular', 'phone'] },
      contactEmail: { kind: 'text', schema: email, also: ['email', 'e mail'] },
      notes: { kind: 'text', schema: vendor.notes, also: [] },
    },
  },
} as const satisfies Record<ImportKind, ImportDefinition>;

type ColumnsOf<Kind extends ImportKind> = (typeof importDefinitions)[Kind]['columns'];
export type ImportColumnKey<Kind extends ImportKind = ImportKind> = Kind extends ImportKind
  ? keyof ColumnsOf<Kind>
  : never;
type RequiredKey<Columns extends ImportColumns> = {
  [Key in keyof Columns]: Columns[Key] extends { required: true; mayBeBlank?: never } ? Key : never;
}[keyof Columns];
type CellOf<Column extends ImportColumn> = NonNullable<z.output<Column['schema']>>;
type ValuesBy<Columns extends ImportColumns> = {
  readonly [Key in RequiredKey<Columns>]: CellOf<Columns[Key]>;
} & { readonly [Key in Exclude<keyof Columns, RequiredKey<Columns>>]?: CellOf<Columns[Key]> };
/** The checked values of a row; a blank cell is not there. */
export type ImportValues<Kind extends ImportKind> = ValuesBy<ColumnsOf<Kind>>;

export type KeyedColumn = ImportColumn & { key: ImportColumnKey };

export const columnsOfKind = (kind: ImportKind): readonly KeyedColumn[] =>
  Object.entries<ImportColumn>(importDefinitions[kind].columns).map(([key, column]) => ({
    key: key as ImportColumnKey,
    ...column,
  }));
