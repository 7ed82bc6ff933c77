import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { labelSizes } from '#contract/inventory/volume-tag.ts';
import { makeOffer, makeShelf, makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { packSale } from '#server/orders/test/factory.ts';
import { readZpl } from '#server/outside/marketplaces/test/read-zpl.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { readPdfPages } from '#server/test/read-codes.ts';

let app: TestApp;
let supplier: Person;
let seller: Person;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  seller = await app.join('sales');
});

/** The bar codes on labels for a label printer, in their order. */
const zplCodes = (zpl: string) =>
  [...zpl.matchAll(/\^B[CE]N,[^^]*(?:\^FH_)?\^FD([^^]*)\^FS/g)].map(([, code = '']) =>
    code.replaceAll(/_([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  );

const longAddress = {
  zip: '40010-000',
  street: 'Avenida Engenheiro Luiz Carlos Berrini de Almeida Prado e Silva Neto, lote 12',
  number: '1.748',
  complement: 'bloco B, apartamento 1.203, portaria dos fundos',
  neighborhood: 'Cidade Monções de Santo Antônio da Platina do Norte',
  city: 'São José do Vale do Rio Preto',
  state: 'RJ',
};

/** Each word of the text is on the label, however it is broken into rows. */
function wordsMissing(zpl: string, address: typeof longAddress): string[] {
  const printed = readZpl(Buffer.from(zpl)).flatMap(({ texts }) => texts);
  const reported = printed.join(' ').split(/[\s,]+/);
  const { street, complement, neighborhood, city } = address;
  const words = [street, complement, neighborhood, city].join(' ').split(/[\s,]+/);
  return words.filter((word) => !reported.includes(word));
}

async function ownLabel(sale: object, lines = 1) {
  const shelf = await makeShelf(app, supplier, 20);
  const offer = await makeOffer(supplier, shelf);
  const { id } = await seller.call(api.orders.create, {
    body: {
      buyerName: 'Dona Lúcia',
      paid: true,
      lines: Array.from({ length: lines }, () => ({
        ...{ dropshipItemId: offer.id, quantity: 1, unitPriceCentavos: 5000 },
      })),
      ...sale,
    },
  });
  await packSale(supplier, id, shelf.sku, lines);
  const label = async (format: 'zpl' | 'pdf') =>
    (await supplier.download(api.checkout.downloadTag, { params: { id }, query: { format } })).bytes;
  return { id, zpl: (await label('zpl')).toString(), pdf: await label('pdf') };
}

describe('a PDF label has the same bar code as its ZPL', () => {
  test.each([
    ['without an address', {}, 1],
    ['with an address that is too long for the paper', { address: longAddress }, 1],
    [
      'with a name longer than the paper and more lines than fit',
      { buyerName: 'Ana '.repeat(29).trim() },
      12,
    ],
  ])('of a sale made by hand, %s', async (_case, sale, lines) => {
    const { id, zpl, pdf } = await ownLabel(sale, lines);
    const pages = await readPdfPages(pdf);
    expect(pages).toEqual([expect.objectContaining({ width: 100, height: 150, codes: [`VENDA-${id}`] })]);
    expect(zplCodes(zpl)).toEqual([`VENDA-${id}`]);
  });

  test('a long address and a long name are printed completely', async () => {
    const buyerName = 'Maria Aparecida dos Santos Oliveira de Albuquerque';
    const { zpl } = await ownLabel({ buyerName, address: longAddress });
    expect(wordsMissing(zpl, longAddress)).toEqual([]);
    expect(readZpl(Buffer.from(zpl))[0]?.texts).toContain(buyerName);
  });

  test.each(labelSizes)('the label of a volume has the same bar code as PDF and ZPL, on %s', async (size) => {
    const place = await makeWarehouse(supplier, `Galpão dos fundos ${size}`);
    const goods = await makeVariation(app, supplier.businessId, 'Caneca de ágata '.repeat(9).trim());
    const lot = { code: 'L-7', expiresOn: '2027-01-31' };
    const body = {
      ...{ warehouseId: place.warehouseId, name: 'Caixa', reason: 'x' },
      lines: [{ variationId: goods.variationId, quantity: 3, lot }],
    };
    const volume = await supplier.call(api.volumes.create, { body });
    const params = { id: volume.id };
    const pdf = await supplier.download(api.volumesTags.pdf, { params, query: { size } });
    const zpl = await supplier.download(api.volumesTags.zpl, { params });
    const [page, ...others] = await readPdfPages(pdf.bytes);
    expect(others).toEqual([]);
    expect(page?.codes).toEqual([volume.code]);
    expect(zplCodes(zpl.bytes.toString())).toEqual([volume.code]);
  });

  test('labels of products have the same bar code as PDF and ZPL: a GTIN, a short SKU and a long one, on a roll and on a sheet', async () => {
    const codes = ['7891000315507', 'CAN-1', 'CANECA-AGATA-AZUL-MARINHO-300ML'];
    const product = async (code: string) => {
      const variation = /^\d+$/.test(code) ? { sku: `S${code}`, gtin: code } : { sku: code };
      const made = await supplier.call(api.products.create, {
        body: { name: 'Caneca de ágata esmaltada', variations: { create: [variation] } },
      });
      return made.variations[0]?.id ?? 0;
    };
    const ids: number[] = [];
    for (const code of codes) ids.push(await product(code));
    const labels = ids.map((id) => `${id}x1`).join(',');
    const zpl = await supplier.download(api.productsLabels.zpl, { query: { labels } });
    // A label printer adds the check digit of an EAN-13 itself.
    expect(zplCodes(zpl.bytes.toString())).toEqual([codes[0]?.slice(0, 12), codes[1], codes[2]]);
    const roll = await supplier.download(api.productsLabels.pdf, { query: { labels, size: '60x40' } });
    expect((await readPdfPages(roll.bytes)).flatMap((page) => page.codes)).toEqual(codes);
    const sheet = await supplier.download(api.productsLabels.pdf, { query: { labels, size: 'a4' } });
    const [page] = await readPdfPages(sheet.bytes, { columns: 3, rows: 8 });
    expect(page?.codes.filter((code) => code !== null)).toEqual(codes);
  });

  test('the label of a volume in transit has the same bar code as PDF and ZPL', async () => {
    const from = await makeShelf(app, supplier, 4);
    const to = await makeWarehouse(supplier, 'Filial');
    const found = await supplier.call(api.volumes.list, { query: { query: `code:${from.code}` } });
    const params = { id: found.items[0]?.id ?? 0 };
    await supplier.call(api.volumes.transfer, {
      params,
      body: { warehouseId: to.warehouseId, reason: 'reposição' },
    });
    const paper = await supplier.download(api.volumes.transferPdf, { params });
    const [page] = await readPdfPages(paper.bytes);
    expect(page?.codes).toEqual([from.code]);
  });
});
