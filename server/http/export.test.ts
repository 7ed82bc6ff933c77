import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeProduct } from '#server/products/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { csvCell, disarm, sheetFile } from './export.ts';

const app = await testApp();
const owner = await app.join('supply');

const variations = async (query: { query?: string; sort?: string; columns?: string }) =>
  (await owner.download(api.productsVariations.export, { query: { ...query, format: 'csv' } })).bytes
    .toString()
    .replace(/\r\n$/, '')
    .split('\r\n');

test('cells: quotes, separators, never a formula', () => {
  expect(csvCell('a;b "c"\nd')).toBe('"a;b ""c""\nd"');
  expect(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '＝1', 'a=b'].map(disarm)).toEqual([
    "'=1+1",
    "'+1",
    "'-1",
    "'@x",
    "'\tx",
    "'\rx",
    "'＝1",
    'a=b',
  ]);
});

test('CSV: byte order mark, semicolons, Brazilian numbers, the requested columns in their order', async () => {
  await makeProduct(owner, {
    name: '=HYPERLINK("http://x";"y")',
    weight: 0.35,
    variations: { create: [{ sku: 'EXP-1', costCentavos: 123456, attributes: {} }] },
  });
  const lines = await variations({ query: 'sku:EXP-1', columns: 'product,sku,weight,cost' });
  expect(lines).toEqual([
    '\uFEFFProduto;SKU;Peso (kg);Custo',
    `"'=HYPERLINK(""http://x"";""y"")";EXP-1;0,35;1.234,56`,
  ]);
  const english = await owner.download(api.products.export, {
    query: { format: 'csv', columns: 'name' },
    locale: 'en',
  });
  expect(english.bytes.toString()).toContain('Name');
  expect(english.contentType).toBe('text/csv; charset=utf-8');
});

test('exports every row that the filter finds exactly once, beyond the first batch, in the requested order', async () => {
  const create = Array.from({ length: 450 }, (_, n) => ({
    sku: `BIG-${String(n).padStart(4, '0')}`,
    attributes: { Color: `Cor ${n}` },
  }));
  for (const part of ['A', 'B', 'C'])
    await makeProduct(owner, {
      name: `Grande ${part}`,
      variations: { create: create.map((row) => ({ ...row, sku: `${part}-${row.sku}` })) },
    });
  const lines = await variations({ query: 'sku:BIG', sort: '-sku', columns: 'sku' });
  const skus = lines.slice(1);
  expect(skus).toHaveLength(1350);
  expect(new Set(skus).size).toBe(1350);
  expect(skus[0]).toBe('C-BIG-0449');
  expect(skus.at(-1)).toBe('A-BIG-0000');
});

test('XLSX: a workbook whose numbers are numbers', async () => {
  await makeProduct(owner, {
    name: '=1+1',
    variations: { create: [{ sku: 'XLS-1', costCentavos: 1990, attributes: {} }] },
  });
  const { bytes, contentType } = await owner.download(api.productsVariations.export, {
    query: { format: 'xlsx', query: 'sku:XLS-1', columns: 'product,cost' },
  });
  expect(contentType).toContain('spreadsheetml');
  const parts = Object.entries(unzipSync(new Uint8Array(bytes))).map(
    ([path, data]) => [path, Buffer.from(data).toString()] as const,
  );
  const sheet = parts.find(([path]) => path.endsWith('sheet1.xml'))?.[1] ?? '';
  expect(sheet).toContain('<v>19.9</v>');
  expect(sheet).not.toContain('<f>');
  expect(parts.map(([, text]) => text).join('')).toContain("'=1+1");
});

test('XLSX: an instant is a date in the time of Sao Paulo', async () => {
  app.clock.set('2026-11-22T01:30:00.000Z');
  const boss = await app.join('supply');
  const { bytes } = await boss.download(api.staff.export, { query: { format: 'xlsx' } });
  const files = unzipSync(new Uint8Array(bytes));
  const textOf = (ending: string) =>
    Buffer.from(Object.entries(files).find(([path]) => path.endsWith(ending))?.[1] ?? []).toString();
  // 22:30 on 21 November 2026 in Sao Paulo, in days since 1900.
  expect(textOf('sheet1.xml')).toMatch(/<v>46347\.9375<\/v>/);
  expect(textOf('styles.xml')).toContain('dd/mm/yyyy hh:mm');
});

test('XLSX: a day is a date, independent of the time zone of the reader', async () => {
  async function* batches() {
    yield [{ day: '2026-11-21' }];
  }
  const column = { label: () => 'Dia', value: (row: { day: string }) => row.day } as const;
  const { bytes } = await sheetFile(
    { name: 'dias', format: 'xlsx', batches: batches() },
    [{ ...column, kind: 'day' }],
    'pt',
  );
  const files = unzipSync(new Uint8Array(bytes as Buffer));
  const textOf = (ending: string) =>
    Buffer.from(Object.entries(files).find(([path]) => path.endsWith(ending))?.[1] ?? []).toString();
  expect(textOf('sheet1.xml')).toMatch(/<v>46347<\/v>/);
  expect(textOf('styles.xml')).toMatch(/dd\/mm\/yyyy"/);
});

test('XLSX: ids and codes are text, even if they consist of digits', async () => {
  const { id } = await makeProduct(owner, {
    variations: { create: [{ sku: '00123456789012345678', gtin: '7891000315507', attributes: {} }] },
  });
  const { bytes } = await owner.download(api.productsVariations.export, {
    query: { format: 'xlsx', query: 'sku:00123456789012345678', columns: 'id,sku,gtin' },
  });
  const { bytes: products } = await owner.download(api.products.export, {
    query: { format: 'xlsx', query: `id:${id}`, columns: 'id' },
  });
  for (const book of [bytes, products]) {
    const files = Object.entries(unzipSync(new Uint8Array(book)));
    const sheet = Buffer.from(files.find(([path]) => path.endsWith('sheet1.xml'))?.[1] ?? []).toString();
    const cells = [...sheet.matchAll(/<c r="[A-Z]2"[^>]*>/g)].map(([cell]) => cell);
    expect(cells.length).toBeGreaterThan(0);
    expect(cells.filter((cell) => !/ t="(s|inlineStr|str)"/.test(cell))).toEqual([]);
  }
});

test('a wrong filter, sort or column is refused before anything is sent; each business gets only its own rows', async () => {
  for (const query of [
    { format: 'csv', query: 'colour:red' },
    { format: 'csv', sort: 'nothing' },
    { format: 'csv', columns: 'name,secret' },
    { format: 'pdf' },
  ] as const) {
    const refused = await owner.refused(api.products.export, {
      query: query as { format: 'csv' },
    });
    expect(refused.status).toBe(422);
  }
  const stranger = await app.join('sales');
  const own = await stranger.download(api.products.export, { query: { format: 'csv' } });
  expect(own.bytes.toString().trim().split('\r\n')).toHaveLength(1);
});
