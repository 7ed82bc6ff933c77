import { expect, test } from 'vitest';
import { columnsOfKind, type ImportKind, moveKinds } from '#contract/business/import/kinds.ts';
import type { SheetSystem } from '#contract/business/import/sheet-system.ts';
import { formatOf, sheetRows } from '#server/business/import/sheet/sheet.ts';
import type { SheetRow } from '#server/business/import/sheet/sheet-fault.ts';
import { findTitles } from './match-columns.ts';
import { kindsOfSheet, systemOf } from './recognize.ts';

/** Titles of other systems' sheets, whole: what each kind reads of them, and that it reads nothing else. */
type TitlesCase = {
  name: string;
  source: string;
  titles: string;
  system: SheetSystem | null;
  /** By kind, in the order of a move: our columns by the title of the file. */
  found: Partial<Record<ImportKind, Record<string, string>>>;
};

const bling =
  'ID;Código;Descrição;Unidade;NCM;Origem;Preço;Valor IPI fixo;Observações;Situação;Estoque;Preço de custo;Cód no fornecedor;Fornecedor;Localização;Estoque máximo;Estoque mínimo;Peso líquido (Kg);Peso bruto (Kg);GTIN/EAN;GTIN/EAN da embalagem;Largura do produto;Altura do produto;Profundidade do produto;Data Validade;Descrição do Produto no Fornecedor;Descrição Complementar;Itens p/ caixa;Produto Variação;Tipo Produção;Classe de enquadramento do IPI;Código da lista de serviços;Tipo do item;Grupo de Tags/Tags;Tributos;Código Pai;Código Integração;Grupo de produtos;Marca;CEST;Volumes;Descrição Curta;Cross-Docking;URL Imagens Externas;Link Externo;Meses Garantia no Fornecedor;Clonar dados do pai;Condição do produto;Frete Grátis;Número FCI;Vídeo;Departamento;Unidade de medida;Preço de compra;Valor base ICMS ST para retenção;Valor ICMS ST para retenção;Valor ICMS próprio do substituto;Categoria do produto;Informações Adicionais';
const tiny =
  'ID;Código (SKU);Descrição;Unidade;Classificação fiscal;Origem;Preço;Valor IPI fixo;Observações;Situação;Estoque;Preço de custo;Cód do Fornecedor;Fornecedor;Localização;Estoque máximo;Estoque mínimo;Peso líquido (Kg);Peso bruto (Kg);GTIN/EAN;GTIN/EAN tributável;Descrição complementar;CEST;Código de Enquadramento IPI;Formato embalagem;Largura embalagem;Altura embalagem;Comprimento embalagem;Diâmetro embalagem;Tipo do produto;URL imagem 1;URL imagem 2;URL imagem 3;URL imagem 4;URL imagem 5;URL imagem 6;Categoria;Código do pai;Variações;Marca;Garantia;Sob encomenda;Preço promocional;URL imagem externa 1;URL imagem externa 2;URL imagem externa 3;URL imagem externa 4;URL imagem externa 5;URL imagem externa 6;Link do vídeo;Título SEO;Descrição SEO;Palavras chave SEO;Slug;Dias para preparação;Controlar lotes;Unidade por caixa;URL imagem externa 7;URL imagem externa 8;URL imagem externa 9;URL imagem externa 10;Markup;Permitir inclusão nas vendas;EX TIPI';
const nuvemshop =
  'Identificador URL;Nome;Categorias;Nome da variação 1;Valor da variação 1;Nome da variação 2;Valor da variação 2;Nome da variação 3;Valor da variação 3;Preço;Preço promocional;Peso (kg);Altura (cm);Largura (cm);Comprimento (cm);Estoque;SKU;Código de barras;Exibir na loja;Frete gratis;Descrição;Tags;Título para SEO;Descrição para SEO;Marca;Produto Físico;MPN (Cód. Exclusivo, Modelo Fabricante);Sexo;Faixa etária;Custo';
const shopee =
  'ID do Produto;Nome do Produto;Variante Identificador;Nome da Variação;SKU de referência;SKU;Preço;GTIN (EAN);Estoque do Vendedor;Motivo da Falha';
const mercadoLivre =
  'Título: informe o produto, marca, modelo e destaque as características principais;Condição;Código universal de produto;Varia por: Cor;Varia por: Tamanho;Fotos;SKU;Estoque;Preço [R$];Descrição;Link do YouTube;Tipo de anúncio;Forma de envio;Custo de envio;Retirar pessoalmente;Tipo de garantia;Tempo de garantia;Unidade de tempo de garantia;Marca;Modelo';

const cases: TitlesCase[] = [
  {
    name: 'products of Bling',
    source: 'file 40235260443',
    titles: bling,
    system: 'bling',
    found: {
      products: {
        ...{ sku: 'Código', name: 'Descrição', unit: 'Unidade', ncm: 'NCM', origin: 'Origem' },
        ...{ cost: 'Preço de custo', weight: 'Peso bruto (Kg)', gtin: 'GTIN/EAN' },
        ...{ width: 'Largura do produto', height: 'Altura do produto', depth: 'Profundidade do produto' },
        ...{ description: 'Descrição Complementar', parent: 'Código Pai', brand: 'Marca', cest: 'CEST' },
        ...{ taxUnit: 'Unidade de medida', category: 'Categoria do produto' },
        pictures: 'URL Imagens Externas',
      },
      stock: {
        ...{ sku: 'Código', quantity: 'Estoque', price: 'Preço', cost: 'Preço de custo' },
        parent: 'Código Pai',
      },
    },
  },
  {
    name: 'products of Tiny',
    source: 'file 56309515951 (64 titles)',
    titles: tiny,
    system: 'tiny',
    found: {
      products: {
        ...{ sku: 'Código (SKU)', name: 'Descrição', unit: 'Unidade', ncm: 'Classificação fiscal' },
        ...{ origin: 'Origem', cost: 'Preço de custo', weight: 'Peso bruto (Kg)', gtin: 'GTIN/EAN' },
        ...{ description: 'Descrição complementar', cest: 'CEST', width: 'Largura embalagem' },
        ...{ height: 'Altura embalagem', depth: 'Comprimento embalagem', category: 'Categoria' },
        ...{ parent: 'Código do pai', variationPairs: 'Variações', brand: 'Marca' },
        ...{ goodsType: 'Tipo do produto', pictures: 'URL imagem 1' },
      },
      stock: {
        ...{ sku: 'Código (SKU)', quantity: 'Estoque', price: 'Preço', cost: 'Preço de custo' },
        ...{ parent: 'Código do pai', goodsType: 'Tipo do produto' },
      },
    },
  },
  {
    name: 'products of Nuvemshop',
    source: 'file 68537041430',
    titles: nuvemshop,
    system: 'nuvemshop',
    found: {
      products: {
        ...{ name: 'Nome', sku: 'SKU', gtin: 'Código de barras', cost: 'Custo', brand: 'Marca' },
        ...{ category: 'Categorias', weight: 'Peso (kg)', width: 'Largura (cm)', height: 'Altura (cm)' },
        ...{ depth: 'Comprimento (cm)', description: 'Descrição', parent: 'Identificador URL' },
        ...{ option1Name: 'Nome da variação 1', option1: 'Valor da variação 1' },
        ...{ option2Name: 'Nome da variação 2', option2: 'Valor da variação 2' },
        ...{ option3Name: 'Nome da variação 3', option3: 'Valor da variação 3' },
      },
      stock: {
        ...{ sku: 'SKU', quantity: 'Estoque', price: 'Preço', cost: 'Custo' },
        parent: 'Identificador URL',
      },
    },
  },
  {
    name: 'sales information of Shopee',
    source: 'file 62473917851',
    titles: shopee,
    system: 'shopee',
    found: {
      products: {
        ...{ name: 'Nome do Produto', sku: 'SKU', gtin: 'GTIN (EAN)' },
        ...{ parent: 'SKU de referência', variationAttributes: 'Nome da Variação' },
      },
      stock: {
        ...{ sku: 'SKU', quantity: 'Estoque do Vendedor', price: 'Preço' },
        parent: 'SKU de referência',
      },
    },
  },
  {
    name: 'listings of Mercado Livre',
    source: 'file 30107915163',
    titles: mercadoLivre,
    system: 'mercado-livre',
    found: {
      products: {
        name: 'Título: informe o produto, marca, modelo e destaque as características principais',
        ...{ sku: 'SKU', gtin: 'Código universal de produto', color: 'Varia por: Cor' },
        ...{ size: 'Varia por: Tamanho', description: 'Descrição', brand: 'Marca', model: 'Modelo' },
        pictures: 'Fotos',
      },
      stock: { sku: 'SKU', quantity: 'Estoque', price: 'Preço [R$]' },
    },
  },
  {
    name: 'components of kits',
    source: 'file 31125096532',
    titles: 'Cód. Referência Kit;Nome Kit;Cód. Referência;Nome SKU;Quantidade;|IdSkuKit|;|IdSkuComponent|',
    system: null,
    found: {
      kits: {
        ...{ sku: 'Cód. Referência Kit', name: 'Nome Kit' },
        ...{ component: 'Cód. Referência', quantity: 'Quantidade' },
      },
    },
  },
  {
    name: 'components of kits with the titles of an ERP',
    source: 'from memory',
    titles:
      'ID Produto;Código Produto;Nome Produto;ID Componente;Código Componente;Nome Componente;Quantidade',
    system: null,
    found: {
      kits: { sku: 'Código Produto', component: 'Código Componente', quantity: 'Quantidade' },
    },
  },
  {
    name: 'balances of Bling',
    source: 'file 54847001730',
    titles:
      'ID Produto;Codigo produto *;GTIN **;Descrição Produto;Deposito (OBRIGATÓRIO);Balanço (OBRIGATÓRIO);Preço unitário (OBRIGATÓRIO);Preço de Custo;Observação;Data',
    system: 'bling',
    found: {
      stock: {
        ...{ sku: 'Codigo produto *', quantity: 'Balanço (OBRIGATÓRIO)' },
        ...{ warehouse: 'Deposito (OBRIGATÓRIO)', cost: 'Preço de Custo' },
      },
    },
  },
];

const quoted = (text: string, sign: string) =>
  text
    .split(';')
    .map((title) => `"${title}"`)
    .join(sign);
const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** The same titles as programs and people save them. */
const writings: Record<string, (text: string) => Buffer> = {
  'as they are': (text) => Buffer.from(text),
  'upper case': (text) => Buffer.from(text.toUpperCase()),
  'lower case without accents': (text) => Buffer.from(bare(text).toLowerCase()),
  'decomposed accents': (text) => Buffer.from(text.normalize('NFD')),
  'a byte order mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16 of Excel': (text) => Buffer.from(`\uFEFF${quoted(text, '\t')}`, 'utf16le'),
  'UTF-16 with the high byte first': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  Windows: (text) => Buffer.from(text, 'latin1'),
  'quoted, with commas': (text) => Buffer.from(quoted(text, ',')),
  'quoted, with tabs': (text) => Buffer.from(quoted(text, '\t')),
  'quoted, with new lines in the titles': (text) =>
    Buffer.from(quoted(text.replaceAll(' do ', ' do\n'), ';')),
  'sep= in the first line': (text) => Buffer.from(`sep=;\r\n${text}`),
  'a heading above': (text) => Buffer.from(`Relatório de produtos\r\n\r\n${text}`),
  'stars of required columns': (text) => Buffer.from(text.replaceAll(';', ' *;')),
  'double spaces': (text) => Buffer.from(text.replaceAll(' ', '  ')),
};

async function rowsOfSheet(bytes: Buffer): Promise<SheetRow[]> {
  const source = async function* () {
    yield bytes;
  };
  const open = async () => source();
  const rows: SheetRow[] = [];
  for await (const row of sheetRows(open, await formatOf(open))) rows.push(row);
  return rows;
}

/** Which kinds are recognized, and the places of their columns. */
function recognize(rows: readonly SheetRow[]) {
  const matches = moveKinds.map((kind) => ({
    kind,
    match: findTitles(columnsOfKind(kind), kind, rows)?.match ?? {},
  }));
  const kinds = kindsOfSheet(matches);
  return Object.fromEntries(
    matches.filter(({ kind }) => kinds.includes(kind)).map(({ kind, match }) => [kind, match]),
  );
}

const all = cases.flatMap((one) => Object.keys(writings).map((writing) => ({ ...one, writing })));

test.each(all)('$name, $writing ($source)', async ({ titles, system, found, writing }) => {
  const rows = await rowsOfSheet(writings[writing]?.(titles) ?? Buffer.alloc(0));
  expect(systemOf(rows)).toBe(system);
  const places = titles.split(';');
  const expected = Object.fromEntries(
    Object.entries(found).map(([kind, columns]) => [
      kind,
      Object.fromEntries(Object.entries(columns).map(([key, title]) => [key, places.indexOf(title)])),
    ]),
  );
  expect(recognize(rows)).toEqual(expected);
});
