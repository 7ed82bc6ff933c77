import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { type BookCell, type BookRow, workbookOf } from '#server/business/test/sheet-book.ts';
import { checkSheet, type SheetCase } from '#server/business/test/sheet-corpus.ts';
import { testApp } from '#server/test/app.ts';

/** Sheets for editing listings in bulk, and hidden parts of spreadsheets, with invented products. */
const shopeeKeys =
  'et_title_product_id;et_title_product_name;et_title_variation_id;et_title_variation_name;et_title_parent_sku;et_title_variation_sku;et_title_variation_price;ps_gtin_code;et_title_variation_stock;et_title_reason'.split(
    ';',
  );
const shopeeLabels =
  'ID do Produto;Nome do Produto;Variante Identificador;Nome da Variação;SKU de referência;SKU;Preço;GTIN (EAN);Estoque do Vendedor;Motivo da Falha'.split(
    ';',
  );

const shopeeHead = [
  shopeeKeys,
  ['sales_info', '35b74571', '0', '231505269'],
  shopeeLabels,
  ['', '', '', '', '', '', 'Obrigatório', '', 'Obrigatório', ''],
  [
    '',
    '',
    '',
    '',
    '',
    '',
    'Insira o preço entre 1 e 100000 reais',
    '',
    'Insira o estoque entre 0 e 999999 unidades',
    '',
  ],
];

const shopeeRow = (name: string, variation: string, parent: string, sku: string) => [
  ...['57952761130', name, '345266719515', variation, parent, sku, '109', '', '2', ''],
];

const mlTitles = [
  'Título: informe o produto, marca, modelo e destaque as características principais',
  '\u200bCondição',
  'Código universal de produto',
  'Varia por: Nome comercial da cor',
  'Varia por: Tamanho',
  'Fotos',
  'SKU',
  'Estoque',
  'Preço [R$]',
  'Descrição',
  'Tipo de anúncio',
  'Marca',
  'Modelo',
];
const mlRow = (size: string, stock: number): BookCell[] => [
  'Conjunto fitness legging cintura alta',
  'Novo',
  'O produto não tem código cadastrado',
  'Rosa',
  size,
  'https://example.com/1.jpg',
  `CON-ROSA-${size}`,
  stock,
  189,
  'Conjunto de duas peças.',
  'Clássico',
  'Pitangueira',
  'Sculpt',
];

const cases: SheetCase[] = [
  {
    name: 'sales information of Shopee: keys, a signature, labels, rules and hints above the first product',
    source: 'file 55922998019 (six rows above the data), file 62473917851 (labels in Portuguese)',
    kind: 'products',
    bytes: workbookOf([
      {
        name: 'Sheet1',
        rows: [
          ...shopeeHead,
          [
            '57952761129',
            'Suporte de parede',
            '345266719514',
            'Amarelo,G',
            'SUP-P002',
            'SUP-P002-AG',
            '109',
            '7894610020793',
            '2',
            '',
          ],
          shopeeRow('Suporte de parede', 'Preto,M', 'SUP-P002', 'SUP-P002-PM'),
          shopeeRow('Prateleira', '', 'PRAT-9', ''),
          shopeeRow('Gancho', 'Branco', 'GAN-3', ''),
        ],
      },
    ]),
    found: {
      ...{ name: 'Nome do Produto', sku: 'SKU', gtin: 'GTIN (EAN)' },
      ...{ parent: 'SKU de referência', variationAttributes: 'Nome da Variação' },
    },
    rows: [
      ...[
        { sku: 'SUP-P002-AG', name: 'Suporte de parede', gtin: '7894610020793', color: 'Amarelo', size: 'G' },
        { sku: 'SUP-P002-PM', name: 'Suporte de parede', color: 'Preto', size: 'M', variations: 2 },
      ],
      // A product that is sold alone has its code under the reference only.
      { sku: 'PRAT-9', name: 'Prateleira', variations: 1 },
      { errors: { sku: 'required' } },
    ],
    instructionRows: 1,
  },
  {
    name: 'the template of Shopee for new products, with its tax columns',
    source: 'file 67117774102 (labels and required columns of the template of 09/2026)',
    kind: 'products',
    bytes: workbookOf([
      {
        name: 'Modelo',
        rows: [
          [
            'ps_category|0|0',
            'ps_product_name|1|0',
            'ps_product_description|1|0',
            'ps_price|1|1',
            'ps_sku_short|0|0',
            'ps_gtin_code|0|0',
            'ps_weight|1|1',
            'ps_length|0|1',
            'ps_width|0|1',
            'ps_height|0|1',
            'ps_invoice_ncm|0|0',
            'ps_invoice_cfop_same|0|0',
            'ps_invoice_cfop_diff|0|0',
            'ps_invoice_origin|0|0',
            'ps_invoice_csosn|0|0',
            'ps_invoice_measure_unit|0|0',
          ],
          ['basic', 'ac8e918724da', '0', '1841339598'],
          [
            'Categoria',
            'Nome do Produto',
            'Descrição do Produto',
            'Preço',
            'SKU da Variação',
            'GTIN (EAN)',
            'Peso',
            'Comprimento',
            'Largura',
            'Altura',
            'NCM',
            'CFOP (Mesmo Estado)',
            'CFOP (Outro Estado)',
            'Origem',
            'CSOSN',
            'Unidade de Medida',
          ],
          [
            'Opcional',
            'Obrigatório',
            'Obrigatório',
            'Obrigatório',
            'Opcional',
            'Opcional',
            'Obrigatório',
            'Condicional obrigatório',
          ],
          [
            null,
            'ORGANIZADOR DE GAVETAS',
            'Organizador com seis divisões',
            '45.90',
            'ORG-6',
            null,
            '0.6',
            '30',
            '20',
            '8',
            '39249000',
            '5102',
            '6102',
            '0',
            '102',
            'UN',
          ],
        ],
      },
    ]),
    found: {
      category: 'Categoria',
      name: 'Nome do Produto',
      description: 'Descrição do Produto',
      sku: 'SKU da Variação',
      gtin: 'GTIN (EAN)',
      weight: 'Peso',
      depth: 'Comprimento',
      width: 'Largura',
      height: 'Altura',
      ncm: 'NCM',
      cfopSameState: 'CFOP (Mesmo Estado)',
      cfopOtherState: 'CFOP (Outro Estado)',
      origin: 'Origem',
      csosn: 'CSOSN',
      taxUnit: 'Unidade de Medida',
    },
    rows: [
      {
        sku: 'ORG-6',
        name: 'ORGANIZADOR DE GAVETAS',
        weight: 0.6,
        depth: 30,
        ncm: '39249000',
        cfopSameState: '5102',
        cfopOtherState: '6102',
        csosn: '102',
        taxUnit: 'UN',
      },
    ],
    instructionRows: 1,
  },
  {
    name: 'the sheet of Mercado Livre for new listings: help first, a hidden sheet, titles in its third row, a merged notice',
    source:
      'file 69628540469 (sheet 3, titles in row 3, a merged notice in row 7), file 30107915163 (titles)',
    kind: 'products',
    bytes: workbookOf([
      { name: 'Ajuda', rows: [['Como preencher a planilha'], ['Uma linha para cada variação do produto']] },
      { name: 'extra info', state: 'hidden', rows: [mlTitles, mlRow('X', 1)] },
      {
        name: 'Conjuntos',
        state: 'visible',
        merged: 'A5:M5',
        rows: [
          ['Informações do anúncio'],
          [null, 'Obrigatório'],
          mlTitles,
          ['Obrigatório', 'Obrigatório', 'Obrigatório'],
          ['Revise as condições de venda antes de enviar a planilha preenchida'],
          mlRow('P', 11),
          mlRow('M', 10),
        ],
      },
    ]),
    found: {
      name: mlTitles[0] ?? '',
      gtin: 'Código universal de produto',
      color: 'Varia por: Nome comercial da cor',
      size: 'Varia por: Tamanho',
      sku: 'SKU',
      description: 'Descrição',
      brand: 'Marca',
      model: 'Modelo',
      pictures: 'Fotos',
    },
    rows: [
      { sku: 'CON-ROSA-P', name: 'Conjunto fitness legging cintura alta', color: 'Rosa', size: 'P' },
      { sku: 'CON-ROSA-M', name: 'Conjunto fitness legging cintura alta', color: 'Rosa', size: 'M' },
    ],
    instructionRows: 2,
  },
  {
    name: 'a filtered sheet: hidden rows are read and said',
    source: 'a spreadsheet saved with a filter on (hidden="1" of a row, ECMA-376 part 1, 18.3.1.73)',
    kind: 'products',
    bytes: workbookOf([
      {
        name: 'Lista',
        rows: [
          ['SKU', 'Produto'],
          ['A-1', 'Prato raso'],
          { hidden: true, cells: ['A-2', 'Prato fundo'] } satisfies BookRow,
          { hidden: true, cells: ['A-3', 'Prato de bolo'] } satisfies BookRow,
        ],
      },
    ]),
    found: { sku: 'SKU', name: 'Produto' },
    rows: [
      { sku: 'A-1', name: 'Prato raso' },
      { sku: 'A-2', name: 'Prato fundo' },
      { sku: 'A-3', name: 'Prato de bolo' },
    ],
    hiddenRows: 2,
  },
  {
    name: 'a formula without a value is refused in its cell, one with a value is read',
    source: 'file 69628540469 (formulas of Mercado Livre’s sheet whose cells a script writes without values)',
    kind: 'products',
    bytes: workbookOf([
      {
        name: 'Lista',
        rows: [
          ['SKU', 'Produto', 'Custo'],
          ['B-1', 'Copo', { formula: 'C2*2', value: '12.5' }],
          ['B-2', 'Taça', { formula: 'C3*2' }],
        ],
      },
    ]),
    found: { sku: 'SKU', name: 'Produto', cost: 'Custo' },
    rows: [{ sku: 'B-1', name: 'Copo', cost: 1250 }, { errors: { cost: 'formula_uncomputed' } }],
  },
  {
    name: 'a heading above the titles of a CSV',
    source: 'file 43431064083 (reports with a title line), separators by the line of the titles',
    kind: 'products',
    bytes: Buffer.from(
      'Relatório de produtos\r\n\r\nCódigo,Produto,Preço de custo\r\nC-1,"Jarra, 1 litro","1.018,40"\r\n',
    ),
    found: { sku: 'Código', name: 'Produto', cost: 'Preço de custo' },
    rows: [{ sku: 'C-1', name: 'Jarra, 1 litro', cost: 101_840 }],
  },
];

const app = await testApp();

test.each(cases)('$name ($source)', (one) => checkSheet(app, one));

test('hidden rows are left out on request, and can be included again', async () => {
  const owner = await app.join('supply');
  const bytes = workbookOf([
    {
      name: 'Lista',
      rows: [['SKU', 'Produto'], ['D-1', 'Bule'], { hidden: true, cells: ['D-2', 'Chaleira'] }],
    },
  ]);
  const { id } = await owner.call(api.imports.create, {
    body: { kind: 'products' },
    files: [{ name: 'p.xlsx', bytes }],
  });
  const check = async (body: { skipHidden?: boolean }) => {
    await owner.call(api.imports.check, { params: { id }, body });
    await app.drain();
    return owner.call(api.imports.detail, { params: { id } });
  };
  expect(await check({})).toMatchObject({ total: 2, hiddenRows: 1, skipsHidden: false });
  expect(await check({ skipHidden: true })).toMatchObject({ total: 1, hiddenRows: 1, skipsHidden: true });
  expect(await check({ skipHidden: false })).toMatchObject({ total: 2, hiddenRows: 1, skipsHidden: false });
});
