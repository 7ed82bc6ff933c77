import { test } from 'vitest';
import { workbookOf } from '#server/business/test/sheet-book.ts';
import { checkSheet, csv, rowOf, type SheetCase } from '#server/business/test/sheet-corpus.ts';
import { testApp } from '#server/test/app.ts';

/** Sheets of catalogue systems and shops, with invented products. */
const blingTitles =
  'ID;Código;Descrição;Unidade;NCM;Origem;Preço;Valor IPI fixo;Observações;Situação;Estoque;Preço de custo;Cód. no fornecedor;Fornecedor;Localização;Estoque máximo;Estoque mínimo;Peso líquido (Kg);Peso bruto (Kg);GTIN/EAN;GTIN/EAN da Embalagem;Largura do produto;Altura do Produto;Profundidade do produto;Data Validade;Descrição do Produto no Fornecedor;Descrição Complementar;Itens p/ caixa;Produto Variação;Tipo Produção;Código Pai;Marca;CEST;Descrição Curta;Unidade de Medida;Preço de Compra;Categoria do produto'.split(
    ';',
  );
const tinyTitles =
  'ID;Código (SKU);Descrição;Unidade;Classificação fiscal;Origem;Preço;Valor IPI fixo;Observações;Situação;Estoque;Preço de custo;Cód do Fornecedor;Fornecedor;Localização;Estoque máximo;Estoque mínimo;Peso líquido (Kg);Peso bruto (Kg);GTIN/EAN;GTIN/EAN tributável;Descrição complementar;CEST;Formato embalagem;Largura embalagem;Altura embalagem;Comprimento embalagem;Tipo do produto;Categoria;Código do pai;Variações;Marca;Preço promocional'.split(
    ';',
  );
const nuvemTitles =
  'Identificador URL;Nome;Categorias;Nome da variação 1;Valor da variação 1;Nome da variação 2;Valor da variação 2;Preço;Preço promocional;Peso (kg);Altura (cm);Largura (cm);Comprimento (cm);Estoque;SKU;Código de barras;Exibir na loja;Frete gratis;Descrição;Tags;Marca;Produto Físico;Custo'.split(
    ';',
  );
const blingRow = {
  ID: '16400123',
  Código: 'POTE-500',
  Descrição: 'Pote hermético 500 ml',
  Unidade: 'UN',
  NCM: '3924.10.00',
  Origem: '0',
  Preço: '29,90',
  Situação: 'Ativo',
  Estoque: '14,00',
  'Preço de custo': '12,35',
  'Peso líquido (Kg)': '0',
  'Peso bruto (Kg)': '0,180',
  'GTIN/EAN': '7894610020311',
  'Largura do produto': '12',
  'Altura do Produto': '0',
  'Profundidade do produto': '12',
  'Descrição Complementar': '<p>Veda&ccedil;&atilde;o de <b>silicone</b>.</p><ul><li>500&nbsp;ml</li></ul>',
  'Produto Variação': 'PRODUTO',
  Marca: 'Araticum',
  CEST: '',
  'Unidade de Medida': 'Centímetro',
  'Preço de Compra': '0',
};
const blingFound = {
  sku: 'Código',
  name: 'Descrição',
  unit: 'Unidade',
  ncm: 'NCM',
  origin: 'Origem',
  cost: 'Preço de custo',
  weight: 'Peso bruto (Kg)',
  gtin: 'GTIN/EAN',
  width: 'Largura do produto',
  height: 'Altura do Produto',
  depth: 'Profundidade do produto',
  description: 'Descrição Complementar',
  brand: 'Marca',
  cest: 'CEST',
  taxUnit: 'Unidade de Medida',
  category: 'Categoria do produto',
  parent: 'Código Pai',
};
const tinyFound = {
  sku: 'Código (SKU)',
  name: 'Descrição',
  unit: 'Unidade',
  ncm: 'Classificação fiscal',
  origin: 'Origem',
  cost: 'Preço de custo',
  weight: 'Peso bruto (Kg)',
  gtin: 'GTIN/EAN',
  description: 'Descrição complementar',
  cest: 'CEST',
  width: 'Largura embalagem',
  height: 'Altura embalagem',
  depth: 'Comprimento embalagem',
  category: 'Categoria',
  brand: 'Marca',
  parent: 'Código do pai',
  variationPairs: 'Variações',
  goodsType: 'Tipo do produto',
};
const nuvemFound = {
  name: 'Nome',
  sku: 'SKU',
  gtin: 'Código de barras',
  weight: 'Peso (kg)',
  height: 'Altura (cm)',
  width: 'Largura (cm)',
  depth: 'Comprimento (cm)',
  description: 'Descrição',
  brand: 'Marca',
  cost: 'Custo',
  category: 'Categorias',
  parent: 'Identificador URL',
  option1Name: 'Nome da variação 1',
  option1: 'Valor da variação 1',
  option2Name: 'Nome da variação 2',
  option2: 'Valor da variação 2',
};

const cases: SheetCase[] = [
  {
    name: 'products of Bling, semicolons and a byte order mark',
    source: 'file 56713278700 (titles), file 26203127597 (values)',
    kind: 'products',
    bytes: Buffer.from(`\uFEFF${csv([blingTitles, rowOf(blingTitles, blingRow)])}`),
    found: blingFound,
    rows: [
      {
        sku: 'POTE-500',
        name: 'Pote hermético 500 ml',
        unit: 'unit',
        ncm: '39241000',
        origin: 0,
        cost: 1235,
        weight: 0.18,
        gtin: '7894610020311',
        width: 12,
        depth: 12,
        description: 'Vedação de silicone.\n\n• 500 ml',
        brand: 'Araticum',
      },
    ],
  },
  {
    name: 'products of Bling in Latin-1, without a GTIN, prices with R$',
    source: 'file 26203127597 (R$ before the price), file 17080634891 (titles of the older layout)',
    kind: 'products',
    bytes: Buffer.from(
      csv([
        ['Código', 'Descrição', 'Unidade', 'NCM', 'Origem', 'Preço', 'Preço de custo', 'GTIN/EAN', 'Marca'],
        [
          'CAF-250',
          'Café torrado 250 g',
          'PCT',
          '09012100',
          '0',
          'R$ 31,50',
          'R$ 1.018,40',
          'SEM GTIN',
          'Serra',
        ],
      ]),
      'latin1',
    ),
    found: {
      sku: 'Código',
      name: 'Descrição',
      unit: 'Unidade',
      ncm: 'NCM',
      origin: 'Origem',
      cost: 'Preço de custo',
      gtin: 'GTIN/EAN',
      brand: 'Marca',
    },
    rows: [{ sku: 'CAF-250', name: 'Café torrado 250 g', unit: 'pack', ncm: '09012100', cost: 101_840 }],
  },
  {
    name: 'products of Tiny: the origin as its text, the tax class with dots',
    source: 'file 47235241802 and file 58189795650 (titles), file 59083886738 (6109.10.00, 01.003.00)',
    kind: 'products',
    bytes: Buffer.from(
      csv([
        tinyTitles,
        rowOf(tinyTitles, {
          'Código (SKU)': '1042',
          Descrição: 'Camiseta básica',
          Unidade: 'Un',
          'Classificação fiscal': '6109.10.00',
          Origem: '0 - Nacional, exceto as indicadas nos códigos 3, 4, 5 e 8',
          Preço: '59,90',
          'Preço de custo': '12,00',
          'Peso bruto (Kg)': '0,250',
          'GTIN/EAN': '7894610020489',
          'Descrição complementar': 'Algodão penteado',
          CEST: '01.003.00',
          'Largura embalagem': '20,0',
          'Altura embalagem': '3,0',
          'Comprimento embalagem': '25,0',
          Marca: 'Insular',
        }),
      ]),
    ),
    found: tinyFound,
    rows: [
      {
        sku: '1042',
        name: 'Camiseta básica',
        unit: 'unit',
        ncm: '61091000',
        origin: 0,
        cost: 1200,
        cest: '0100300',
        width: 20,
        height: 3,
        depth: 25,
        description: 'Algodão penteado',
      },
    ],
  },
  {
    name: 'products of Tiny in a workbook: codes as numbers, one GTIN spoiled by the spreadsheet',
    source: 'file 44501966378 (an XLSX of Tiny read by pandas)',
    kind: 'products',
    bytes: workbookOf([
      {
        name: 'Produtos',
        rows: [
          ['Código (SKU)', 'Descrição', 'Classificação fiscal', 'GTIN/EAN', 'Peso bruto (Kg)'],
          [1043, 'Leite em pó', 4022110, 7894610020557, 0.4],
          [1044, 'Leite condensado', 4029900, '7,89461E+12', 0.395],
        ],
      },
    ]),
    found: {
      sku: 'Código (SKU)',
      name: 'Descrição',
      ncm: 'Classificação fiscal',
      gtin: 'GTIN/EAN',
      weight: 'Peso bruto (Kg)',
    },
    rows: [
      { sku: '1043', name: 'Leite em pó', ncm: '04022110', gtin: '7894610020557', weight: 0.4 },
      { errors: { gtin: 'scientific' } },
    ],
  },
  {
    name: 'products of Nuvemshop with HTML in the description',
    source: 'file 68537041430 (titles, semicolons), file 55367407854 (decimals with a point)',
    kind: 'products',
    bytes: Buffer.from(
      csv([
        nuvemTitles,
        rowOf(nuvemTitles, {
          'Identificador URL': 'vaso-ceramica',
          Nome: 'Vaso de cerâmica',
          Preço: '89.90',
          'Peso (kg)': '1.200',
          'Altura (cm)': '22.00',
          'Largura (cm)': '14.00',
          'Comprimento (cm)': '14.00',
          Estoque: '6',
          SKU: 'VASO-22',
          'Código de barras': '7894610020625',
          Descrição: '<div>Feito à mão.<br>Peça única.</div>',
          Marca: 'Olaria',
          Custo: '35.40',
        }),
      ]),
    ),
    found: nuvemFound,
    rows: [
      {
        sku: 'VASO-22',
        name: 'Vaso de cerâmica',
        gtin: '7894610020625',
        weight: 1.2,
        height: 22,
        cost: 3540,
        description: 'Feito à mão.\nPeça única.',
      },
    ],
  },
  {
    name: 'variations of Bling: the row of the parent, and rows whose name is what they differ by',
    source: 'file 70307581050 (Cor:Preto;Tamanho:37 below the parent), file 63406802779 (COR:Azul;TAMANHO:G)',
    kind: 'products',
    bytes: Buffer.from(
      csv([
        blingTitles,
        rowOf(blingTitles, {
          ...blingRow,
          Código: 'SAND-10',
          Descrição: 'Sandália rasteira',
          'GTIN/EAN': '',
        }),
        ...[
          { Código: 'SAND-10-P37', Descrição: 'Cor:Preto;Tamanho:37', 'GTIN/EAN': '7894610020328' },
          { Código: 'SAND-10-C38', Descrição: 'COR:Café;TAMANHO:38', 'GTIN/EAN': '' },
        ].map((child) => rowOf(blingTitles, { ...blingRow, ...child, 'Código Pai': 'sand-10' })),
      ]),
    ),
    found: blingFound,
    rows: [
      { sku: 'SAND-10', absent: true },
      {
        ...{
          sku: 'SAND-10-P37',
          name: 'Sandália rasteira',
          gtin: '7894610020328',
          color: 'Preto',
          size: '37',
        },
        variations: 2,
      },
      { sku: 'SAND-10-C38', name: 'Sandália rasteira', color: 'Café', size: '38', cost: 1235 },
    ],
  },
  {
    name: 'a parent of Bling without a variation that can be read',
    source: 'file 70307581050',
    kind: 'products',
    bytes: Buffer.from(
      csv([
        ['Código', 'Descrição', 'Código Pai', 'GTIN/EAN'],
        ['TEN-1', 'Tênis', '', ''],
        ['TEN-1-40', 'Tamanho:40', 'TEN-1', '7894610020327'],
        ['MEIA-2', 'Cor:Azul;Tamanho:M', 'MEIA', ''],
        ['CINTO', 'Cinto', '', ''],
      ]),
    ),
    found: { sku: 'Código', name: 'Descrição', parent: 'Código Pai', gtin: 'GTIN/EAN' },
    rows: [
      { errors: { sku: 'without_variations' } },
      { errors: { gtin: 'gtin_invalid' } },
      // Its parent is not in the file: nothing says what the product is called.
      { errors: { name: 'required' } },
      { sku: 'CINTO', name: 'Cinto', variations: 1 },
    ],
  },
  {
    name: 'variations of Tiny: names that add what they differ by, and a type without a column',
    source:
      'file 60794951327 (titles), file 56309515951 (Moldura:…||Tamanho:…|| with a separator at the end), file 58516891282 (Cores:…||), file 70694227927 (values with a slash)',
    kind: 'products',
    bytes: Buffer.from(
      csv([
        tinyTitles,
        rowOf(tinyTitles, { 'Código (SKU)': 'VELA', Descrição: 'Vela aromática', Unidade: 'Un' }),
        ...[
          ['VELA-LAV-P', 'Vela aromática - Lavanda - P', 'Aroma:Lavanda||Tamanho:P'],
          ['VELA-CAN-G', 'Vela aromática - Canela - G', 'Aroma: Canela||Tamanho: G||'],
          ['VELA-MIX-U', 'Vela aromática - Mel; cravo - 19/20', 'Aroma:Mel; cravo/Canela||Tamanhos:19/20||'],
        ].map(([sku = '', name = '', differs = '']) =>
          rowOf(tinyTitles, {
            ...{ 'Código (SKU)': sku, Descrição: name, Unidade: 'Un', 'Código do pai': 'VELA' },
            Variações: differs,
          }),
        ),
      ]),
    ),
    found: tinyFound,
    rows: [
      { sku: 'VELA', absent: true },
      {
        ...{ sku: 'VELA-LAV-P', name: 'Vela aromática', size: 'P', variations: 3 },
        attributes: { Aroma: 'Lavanda', Size: 'P' },
      },
      { sku: 'VELA-CAN-G', name: 'Vela aromática', attributes: { Aroma: 'Canela', Size: 'G' } },
      { sku: 'VELA-MIX-U', attributes: { Aroma: 'Mel; cravo/Canela', Size: '19/20' } },
    ],
  },
  {
    name: 'variations of Nuvemshop: rows of one address without a name, pairs of names and values',
    source: 'file 68537041430 and file 55367407854 (titles of three pairs)',
    kind: 'products',
    bytes: Buffer.from(
      csv([
        nuvemTitles,
        rowOf(nuvemTitles, {
          ...{ 'Identificador URL': 'camisa-linho', Nome: 'Camisa de linho', SKU: 'CAM-B-P', Custo: '40.00' },
          ...{ 'Nome da variação 1': 'Cor', 'Valor da variação 1': 'Branca' },
          ...{ 'Nome da variação 2': 'Tamanho', 'Valor da variação 2': 'P' },
        }),
        rowOf(nuvemTitles, {
          ...{ 'Identificador URL': 'camisa-linho', SKU: 'CAM-A-M', 'Código de barras': '7894610020632' },
          ...{ 'Valor da variação 1': 'Areia', 'Valor da variação 2': 'M' },
        }),
        rowOf(nuvemTitles, { 'Identificador URL': 'cinto', Nome: 'Cinto', SKU: 'CINTO' }),
      ]),
    ),
    found: nuvemFound,
    rows: [
      { sku: 'CAM-B-P', name: 'Camisa de linho', color: 'Branca', size: 'P', cost: 4000, variations: 2 },
      { sku: 'CAM-A-M', name: 'Camisa de linho', color: 'Areia', size: 'M', gtin: '7894610020632' },
      { sku: 'CINTO', name: 'Cinto', variations: 1 },
    ],
  },
  {
    name: 'stock of Nuvemshop is a quantity and no warehouse',
    source: 'file 68537041430',
    kind: 'offers',
    bytes: Buffer.from(
      csv([
        ['SKU', 'Preço', 'Estoque'],
        ['VASO-22', '89,90', '6'],
      ]),
    ),
    found: { sku: 'SKU', price: 'Preço', cap: 'Estoque' },
    rows: [],
  },
  {
    name: 'stock of Bling: the quantity, its warehouse, and what a unit cost',
    source: 'file 56713278700 (the sheet of stock entries)',
    kind: 'volumes',
    bytes: Buffer.from(
      csv(
        [
          [
            'ID Produto',
            'Código SKU*',
            'GTIN/EAN**',
            'Nome do Produto',
            'Depósito*',
            'Movimentação de Estoque*',
            'Tipo de lançamento*',
            'Preço de Compra*',
            'Preço de Custo',
            'Observação',
          ],
          ['', 'POTE-500', '', 'Pote', 'Geral', '14', 'Entrada', '12,35', '12,35', ''],
        ],
        ',',
      ),
    ),
    found: {
      sku: 'Código SKU*',
      warehouse: 'Depósito*',
      quantity: 'Movimentação de Estoque*',
      price: 'Preço de Custo',
    },
    rows: [],
  },
  {
    name: 'prices of Bling',
    source: 'file 56713278700',
    kind: 'prices',
    bytes: Buffer.from(
      csv([
        ['ID', 'Código', 'Descrição', 'Preço', 'Preço de custo'],
        ['1', 'POTE-500', 'Pote', '29,90', '12,35'],
      ]),
    ),
    found: { sku: 'Código', price: 'Preço', cost: 'Preço de custo' },
    rows: [],
  },
];

const app = await testApp();

test.each(cases)('$name ($source)', (one) => checkSheet(app, one));
