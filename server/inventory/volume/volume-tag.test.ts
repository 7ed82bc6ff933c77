import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { labelSizes } from '#contract/inventory/volume-tag.ts';
import { makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { escapeZpl } from './volume-tag.ts';

const app = await testApp();

it('the text of a volume label cannot become a printer command', async () => {
  const owner = await app.join('supply');
  const place = await makeWarehouse(owner, 'Depósito ^XZ ~JA');
  const { variationId, sku } = await makeVariation(app, owner.businessId, 'Caneca ^FS_^XA ção');
  const volume = await owner.call(api.volumes.create, {
    body: {
      warehouseId: place.warehouseId,
      name: 'Caixa_1 ^PQ999',
      reason: 'x',
      lines: [{ variationId, quantity: 3 }],
    },
  });
  const { bytes, contentType } = await owner.download(api.volumesTags.zpl, { params: { id: volume.id } });
  const zpl = bytes.toString();
  expect(contentType).toContain('zpl');
  expect(zpl.match(/\^XA/g)).toHaveLength(1);
  expect(zpl.match(/\^XZ/g)).toHaveLength(1);
  expect(zpl).not.toContain('~');
  expect(zpl).not.toContain('^PQ999');
  expect(zpl).toContain(`^FD${volume.code}^FS`);
  expect(zpl).toContain('Caixa_5F1 _5EPQ999');
  expect(zpl).toContain(sku);
  const label = await owner.call(api.volumesTags.detail, { params: { id: volume.id } });
  expect(label).toMatchObject({ code: volume.code, units: 3, lines: [{ sku, quantity: 3 }] });
});

it('volume labels have one page per volume on the requested paper, for any text', async () => {
  const owner = await app.join('supply');
  const place = await makeWarehouse(owner, 'Galpão \u{1F4E6}');
  const goods = await makeVariation(app, owner.businessId, 'Caneca '.repeat(25).trim());
  const line = { variationId: goods.variationId, quantity: 3, lot: { code: 'L-7', expiresOn: '2027-01-31' } };
  const body = { warehouseId: place.warehouseId, name: 'Caixa', reason: 'x', lines: [line] };
  const volume = await owner.call(api.volumes.create, { body });
  const papers = { a6: [298, 420], '100x50': [283, 142] } as const;
  for (const size of labelSizes) {
    const answer = await owner.download(api.volumesTags.pdf, { params: { id: volume.id }, query: { size } });
    expect(answer.contentType).toBe('application/pdf');
    const { PDFDocument } = await import('@cantoo/pdf-lib');
    const pages = (await PDFDocument.load(answer.bytes)).getPages();
    const shown = pages.map((page) =>
      [page.getWidth(), page.getHeight()].map((points) => Math.round(points)),
    );
    expect(shown).toEqual([papers[size]]);
  }
  const zpl = await owner.download(api.volumesTags.zpl, { params: { id: volume.id } });
  expect(zpl.bytes.toString()).toContain('L-7 31/01/2027');
});

it('label text escapes the three control characters of ZPL and drops line breaks', () => {
  expect(escapeZpl('a^b~c_d\ne')).toBe('a_5Eb_7Ec_5Fd e');
});

it('labels of several volumes are printed together, limited to warehouses in reach', async () => {
  const owner = await app.join('supply');
  const place = await makeWarehouse(owner);
  const { variationId } = await makeVariation(app, owner.businessId);
  const made = await owner.call(api.volumes.create, {
    body: { warehouseId: place.warehouseId, reason: 'x', lines: [{ variationId, quantity: 2 }] },
  });
  const { items } = await owner.call(api.volumes.replicate, { params: { id: made.id }, body: { copies: 2 } });
  const volumes = items.map(({ id }) => id).join(',');
  const zpl = (await owner.download(api.volumesTags.batch, { query: { volumes } })).bytes.toString();
  expect(items.map(({ name }) => zpl.includes(`^FD${name}^FS`))).toEqual([true, true]);
  expect(zpl).not.toContain(`^FD${made.code}^FS`);
  const stranger = await app.join('supply');
  expect((await stranger.refused(api.volumesTags.batch, { query: { volumes } })).status).toBe(404);
  expect((await owner.refused(api.volumesTags.batch, { query: { volumes, request: '1' } })).status).toBe(422);
});

it('the label of a tote has its code and no contents, which change with every list', async () => {
  const owner = await app.join('supply');
  const place = await makeWarehouse(owner);
  const { variationId, sku } = await makeVariation(app, owner.businessId);
  const body = { warehouseId: place.warehouseId, reason: 'x', lines: [{ variationId, quantity: 3 }] };
  const { id, code } = await owner.call(api.volumes.create, { body });
  await app.rows(owner.businessId, `update volumes set tote = true where id = ${id}`);
  const label = await owner.call(api.volumesTags.detail, { params: { id } });
  expect(label).toMatchObject({ code, lines: [] });
  const zpl = (await owner.download(api.volumesTags.zpl, { params: { id } })).bytes.toString();
  expect(zpl).toContain(`^FD${code}^FS`);
  expect(zpl).not.toContain(sku);
});
