import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeVariation } from '#server/inventory/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');

async function product(name: string, sku: string, gtin?: string) {
  const variations = { create: [{ sku, ...(gtin && { gtin }) }] };
  const made = await owner.call(api.products.create, { body: { name, variations } });
  return made.variations[0]?.id ?? 0;
}
const mug = await product('Caneca ^XZ de barro', 'CAN-1', '7891000315507');
const plate = await product('Prato', 'PRA_1~JA');
const cup = await product('Xícara', 'Xícara \u{1F375}');

const labels = `${mug}x30,${plate}x2,${cup}x1`;

async function pagesOf(bytes: Buffer) {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const pages = (await PDFDocument.load(bytes)).getPages();
  return pages.map((page) => [page.getWidth(), page.getHeight()].map(Math.round));
}

it('prints the GTIN as the barcode, or the SKU if there is no GTIN', async () => {
  const { items } = await owner.call(api.productsLabels.list, { query: { query: `id:${mug},${plate}` } });
  expect(items).toMatchObject([
    { id: mug, sku: 'CAN-1', name: 'Caneca ^XZ de barro', code: '7891000315507', available: 0 },
    { id: plate, sku: 'PRA_1~JA', name: 'Prato', code: 'PRA_1~JA' },
  ]);
});

it('prints the requested number of copies: one per page on a roll, 24 per sheet, for any text', async () => {
  const roll = await owner.download(api.productsLabels.pdf, { query: { labels, size: '60x40' } });
  expect(roll.contentType).toBe('application/pdf');
  expect(await pagesOf(roll.bytes)).toEqual(Array.from({ length: 33 }, () => [170, 113]));
  const sheets = await owner.download(api.productsLabels.pdf, { query: { labels, size: 'a4' } });
  expect(await pagesOf(sheets.bytes)).toEqual([
    [595, 842],
    [595, 842],
  ]);
});

it('prints on a thermal printer and escapes text that looks like a command', async () => {
  const { bytes, contentType } = await owner.download(api.productsLabels.zpl, { query: { labels } });
  const zpl = bytes.toString();
  expect(contentType).toContain('zpl');
  expect(zpl.match(/\^XA/g)).toHaveLength(3);
  expect(zpl.match(/\^XZ/g)).toHaveLength(3);
  expect(zpl.match(/\^PQ\d+/g)).toEqual(['^PQ30', '^PQ2', '^PQ1']);
  // The printer adds the check digit itself.
  expect(zpl).toContain('^BEN,120,Y,N^FD789100031550^FS');
  expect(zpl).toContain('^FDPRA_5F1_7EJA^FS');
  expect(zpl).not.toContain('~');
});

it('refuses zero copies, too many copies and a malformed list', async () => {
  for (const wrong of [`${mug}x0`, `${mug}x1001`, `${mug}x600,${plate}x401`, `${mug}`, 'x', `${mug}x-1`, ''])
    expect(await owner.refused(api.productsLabels.zpl, { query: { labels: wrong } })).toMatchObject({
      status: 422,
      errors: { labels: expect.anything() },
    });
});

it('answers 404 for a variation of another business and prints none of the others in the request', async () => {
  const other = await app.join('supply');
  const foreign = await makeVariation(app, other.businessId);
  const mixed = `${mug}x1,${foreign.variationId}x1`;
  const refusals = await Promise.all([
    owner.refused(api.productsLabels.zpl, { query: { labels: mixed } }),
    owner.refused(api.productsLabels.pdf, { query: { labels: mixed, size: 'a4' } }),
  ]);
  expect(refusals.map(({ status }) => status)).toEqual([404, 404]);
});
