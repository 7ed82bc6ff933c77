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
    found: {
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
    },
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
    found: {
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
    },
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
