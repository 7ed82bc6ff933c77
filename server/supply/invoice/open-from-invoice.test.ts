import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { type SampleNfe, sampleNfe } from '#server/orders/test/nfe-sample.ts';
import { makeSupplier, nextCnpj } from '#server/supply/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

const app = await testApp();
const owner = await app.join('supply');
const buyerDocument = String((await owner.call(api.business.detail, {})).document);
const { warehouseId } = await makeWarehouse(owner);
const administrator = await app.hire(owner.businessId, ['administrator']);
let serial = 0;

const nfe = (cnpj: string, change: Partial<SampleNfe> = {}) =>
  sampleNfe({
    cnpj,
    number: ++serial,
    issuedAt: new Date('2026-11-21T14:00:00.000Z'),
    total: 10_000,
    product: 'Caixa de canecas',
    quantity: 2,
    units: 24,
    buyer: { document: buyerDocument, name: 'Casa Serena', zip: '01310100' },
    ...change,
  });
const files = (bytes: Buffer) => [{ name: 'nota.xml', bytes }];
type Body = {
  registerSupplier?: boolean;
  items?: { position: number; variationId?: number; units?: number }[];
};
const open = (bytes: Buffer, body: Body = {}) =>
  owner.call(api.supplyRequests.createFromInvoice, { body: { warehouseId, ...body }, files: files(bytes) });
const refused = (bytes: Buffer, body: Body = {}) =>
  owner.refused(api.supplyRequests.createFromInvoice, {
    body: { warehouseId, ...body },
    files: files(bytes),
  });
const counts = async () =>
  (
    await app.rows(
      owner.businessId,
      `select (select count(*) from suppliers)::int as suppliers, (select count(*) from supply_requests)::int as requests,
        (select count(*) from vendor_invoices)::int as invoices, (select count(*) from supplier_documents)::int as documents`,
    )
  )[0];

describe('requests opened from an NF-e', () => {
  it('reads the NF-e in a ZIP, and refuses a ZIP that has two of them or is broken', async () => {
    const vendor = await makeSupplier(owner);
    const [one, two] = [nfe(vendor.document), nfe(vendor.document)];
    const read = (entries: Record<string, Uint8Array>) =>
      owner.call(api.supplyRequests.readInvoice, { files: [{ name: 'nota.zip', bytes: zip(entries) }] });
    const zip = (entries: Record<string, Uint8Array>) => Buffer.from(zipSync(entries));
    const opened = await read({ 'nota/35.xml': one, 'nota/35.pdf': Buffer.from('%PDF-1.7') });
    expect(opened).toMatchObject({ supplier: { id: vendor.id }, items: [{ units: 24 }] });
    await expect(read({ 'a.xml': one, 'b.xml': two })).rejects.toMatchObject({
      problem: { code: 'invoice_invalid', facts: { reason: 'several_notes' } },
    });
    const broken = { name: 'nota.zip', bytes: zip({ 'a.xml': one }).subarray(0, 60) };
    expect((await owner.refused(api.supplyRequests.readInvoice, { files: [broken] })).code).toBe(
      'unsupported_media_type',
    );
  });

  it('an NF-e of an unknown vendor shows its issuer, and registers them with the request only if asked to', async () => {
    const { variationId } = await makeVariation(app, owner.businessId);
    const cnpj = nextCnpj();
    const document = nfe(cnpj, { code: 'cx-1', extras: { vFrete: 500, vDesc: 20 } });
    const before = await counts();
    const read = await owner.call(api.supplyRequests.readInvoice, { files: files(document) });
    expect(read).toMatchObject({
      supplier: null,
      issuer: { document: cnpj, city: 'Blumenau', state: 'SC' },
      chargesCentavos: 500,
      discountCentavos: 20,
      items: [{ units: 24, unitsPerVolume: 12, costCentavos: 10_480, variation: null }],
    });
    const items = [{ position: 0, variationId }];
    expect((await refused(document, { items })).code).toBe('supplier_unknown');
    const asked = await refused(document, { registerSupplier: true });
    expect(asked.errors).toMatchObject({ items: { 0: { variationId: [{ code: 'required' }] } } });
    expect(await counts()).toEqual(before);
    const made = await open(document, { registerSupplier: true, items });
    expect(made).toMatchObject({
      state: 'pending',
      totalProducts: 24,
      supplier: { name: 'Loja Exemplo Ltda' },
    });
    expect(made.lines).toMatchObject([{ supplierSku: 'cx-1', quantityPerVolume: 12, priceCentavos: 417 }]);
    const vendor = await owner.call(api.suppliers.detail, { params: { id: made.supplier.id } });
    expect(vendor).toMatchObject({ document: cnpj, city: 'Blumenau', street: 'Rua XV de Novembro' });
    // After the approval the vendor's own code is known.
    await administrator.call(api.supplyRequests.approve, { params: { id: made.id }, body: {} });
    const next = await open(nfe(cnpj, { code: 'CX-1' }));
    expect(next.lines.map(({ variation }) => variation.id)).toEqual([variationId]);
  });

  it('a line of 36 units for 705,08 keeps its exact total in the request, its copy, its print and the price history', async () => {
    const goods = await makeVariation(app, owner.businessId);
    const vendor = await makeSupplier(owner);
    const document = nfe(vendor.document, { total: 70_508, quantity: 36, units: 36, code: 'P36' });
    const made = await open(document, { items: [{ position: 0, variationId: goods.variationId }] });
    const line = { quantity: 36, priceCentavos: 1959, totalCentavos: 70_508 };
    expect(made).toMatchObject({ totalCentavos: 70_508, lines: [line] });
    const at = { params: { id: made.id } };
    expect(await owner.call(api.supplyRequests.duplicate, at)).toMatchObject({
      totalCentavos: 70_508,
      lines: [line],
    });
    const { printKey } = await administrator.call(api.supplyRequests.approve, { ...at, body: {} });
    const printed = { params: { uuid: String(printKey) } };
    expect(await owner.call(api.printableRequests.detail, printed)).toMatchObject({
      totalCentavos: 70_508,
      lines: [{ priceCentavos: 1959, totalCentavos: 70_508 }],
    });
    const query = { query: `variation:${goods.variationId}` };
    const { items } = await owner.call(api.pricesHistory.list, { query });
    expect(items).toMatchObject([line]);
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });

  it('a quantity or price entered by a person makes the line total their product again', async () => {
    const goods = await makeVariation(app, owner.businessId);
    const vendor = await makeSupplier(owner);
    const document = nfe(vendor.document, { total: 70_508, quantity: 36, units: 36, code: 'P36' });
    const { id, lines } = await open(document, { items: [{ position: 0, variationId: goods.variationId }] });
    const change = (values: object) =>
      owner.call(api.supplyRequests.update, {
        params: { id },
        body: { lines: { update: { [lines[0]?.id ?? 0]: values } } },
      });
    expect(await change({ supplierSku: 'P-36' })).toMatchObject({ totalCentavos: 70_508 });
    expect(await change({ quantity: 35 })).toMatchObject({ totalCentavos: 35 * 1959 });
    expect(await change({ priceCentavos: 2000 })).toMatchObject({ totalCentavos: 70_000 });
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });

  it('the NF-e is stored unchanged with its vendor, and the cost of its goods includes their share of freight', async () => {
    const goods = await makeVariation(app, owner.businessId);
    const vendor = await makeSupplier(owner);
    const document = nfe(vendor.document, { code: 'x', extras: { vFrete: 480, vDesc: 40 } });
    const { id } = await open(document, { items: [{ position: 0, variationId: goods.variationId }] });
    const { items } = await owner.call(api.suppliers.documents, { params: { id: vendor.id } });
    expect(items).toMatchObject([
      {
        name: 'nota.xml',
        contentType: 'application/xml',
        invoice: { totalCentavos: 10_440, request: { id } },
      },
    ]);
    const file = { params: { id: items[0]?.id ?? 0 } };
    expect((await owner.download(api.suppliers.downloadDocument, file)).bytes).toEqual(document);
    expect((await owner.refused(api.suppliers.removeDocument, file)).code).toBe('document_in_use');
    const stranger = await app.join('supply');
    expect((await stranger.refused(api.suppliers.downloadDocument, file)).code).toBe('not_found');
    const step = (from: 'in_transport' | 'check_volumes') =>
      owner.call(api.supplyRequests.advance, { params: { id }, body: { from } });
    await owner.call(api.supplyRequests.approve, { params: { id }, body: {} });
    const { lines } = await step('in_transport');
    const lineId = lines[0]?.id ?? 0;
    await owner.call(api.supplyRequests.countVolumes, { params: { id }, body: { lineId, total: 2 } });
    await step('check_volumes');
    await owner.call(api.supplyRequests.registerVolumes, {
      params: { id },
      body: { lineId, copies: 2, units: 12 },
    });
    const prices = await app.rows(
      owner.businessId,
      `select distinct price_centavos::int as price from volume_lines where variation_id = ${goods.variationId}`,
    );
    // 100,00 of goods, 4,80 of freight, 0,40 of discount on 24 units.
    expect(prices).toEqual([{ price: 435 }]);
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });

  it('a quantity in metres asks for its stock units, and several lines of one product become one line', async () => {
    const { variationId } = await makeVariation(app, owner.businessId);
    const vendor = await makeSupplier(owner);
    const more = [{ code: 'rolo', product: 'Corda', quantity: '10.0000', unit: 'M', total: 2 }];
    const document = nfe(vendor.document, {
      code: 'rolo',
      product: 'Corda',
      quantity: '76.5500',
      unit: 'M',
      units: undefined,
      more,
    });
    const read = await owner.call(api.supplyRequests.readInvoice, { files: files(document) });
    expect(read.items).toMatchObject([
      { units: null, priceCentavos: null, sold: { quantity: 86.55, unit: 'M' }, costCentavos: 10_002 },
    ]);
    const asked = await refused(document, { items: [{ position: 0, variationId }] });
    expect(asked.errors).toMatchObject({ items: { 0: { units: [{ code: 'required' }] } } });
    const made = await open(document, { items: [{ position: 0, variationId, units: 12 }] });
    expect(made).toMatchObject({ totalProducts: 12 });
    await owner.call(api.supplyRequests.approve, { params: { id: made.id }, body: {} });
    const { invoices } = await owner.call(api.supplyRequestsOngoing.detail, { params: { id: made.id } });
    expect(invoices[0]?.items).toMatchObject([{ units: 12, wanted: 12, costCentavos: 10_002 }]);
  });

  it('the stock cost of an NF-e equals its total to the centavo after its goods are split into volumes and moved', async () => {
    const goods = await makeVariation(app, owner.businessId);
    const place = await makeWarehouse(owner);
    const vendor = await makeSupplier(owner);
    const document = nfe(vendor.document, { total: 70_508, quantity: 36, units: undefined });
    const body = { warehouseId: place.warehouseId, items: [{ position: 0, variationId: goods.variationId }] };
    const { id } = await owner.call(api.supplyRequests.createFromInvoice, { body, files: files(document) });
    const params = { id };
    await owner.call(api.supplyRequests.approve, { params, body: {} });
    const step = (from: 'in_transport' | 'check_volumes' | 'register_volumes' | 'tag_volumes') =>
      owner.call(api.supplyRequests.advance, { params, body: { from } });
    const { lines } = await step('in_transport');
    const lineId = lines[0]?.id ?? 0;
    await owner.call(api.supplyRequests.countVolumes, { params, body: { lineId, total: 36 } });
    await step('check_volumes');
    await owner.call(api.supplyRequests.registerVolumes, { params, body: { lineId, copies: 35, units: 1 } });
    const register = { params, body: { lineId, copies: 1, units: 1 } };
    const { volumes } = await owner.call(api.supplyRequests.registerVolumes, register);
    const cost = async () =>
      (
        await app.rows(
          owner.businessId,
          `select sum(cost_centavos)::int as cost from volume_lines where variation_id = ${goods.variationId}`,
        )
      )[0]?.cost;
    expect(await cost()).toBe(70_508);
    await step('register_volumes');
    for (const volume of volumes) {
      await owner.call(api.volumes.tag, { params: { id: volume.id }, body: { code: volume.code } });
    }
    await step('tag_volumes');
    for (const volume of volumes.slice(0, 3)) {
      const launch = { params: { id: volume.id }, body: { positionId: place.positionId } };
      await owner.call(api.volumes.launch, launch);
    }
    const [one, two, three] = volumes.map((volume) => volume.id);
    const move = async (from = 0, targetId = 0, quantity = 1) => {
      const source = await owner.call(api.volumes.detail, { params: { id: from } });
      const lines = [{ lineId: source.lines[0]?.id ?? 0, quantity }];
      await owner.call(api.volumes.moveProducts, { params: { id: from }, body: { lines, targetId } });
    };
    await move(one, two);
    await move(two, three, 2);
    expect(await cost()).toBe(70_508);
    const seen = await owner.call(api.volumes.detail, { params: { id: three ?? 0 } });
    expect(seen.lines).toMatchObject([{ quantity: 3, costCentavos: 5876 }]);
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });

  it('an NF-e sent three times at once opens one request, and can be sent again after that request is removed', async () => {
    const { variationId } = await makeVariation(app, owner.businessId);
    const vendor = await makeSupplier(owner);
    const document = nfe(vendor.document);
    const body = { items: [{ position: 0, variationId }] };
    const answers = await Promise.allSettled([
      open(document, body),
      open(document, body),
      open(document, body),
    ]);
    const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.id : []));
    expect(made).toHaveLength(1);
    expect((await refused(document, body)).code).toBe('invoice_received_before');
    await owner.call(api.supplyRequests.remove, { params: { id: made[0] ?? 0 } });
    expect((await open(document, body)).state).toBe('pending');
  });

  it('an invalid, foreign or unmatched NF-e is refused with its own code, and nothing is stored', async () => {
    const { variationId } = await makeVariation(app, owner.businessId);
    const vendor = await makeSupplier(owner);
    const good = nfe(vendor.document).toString();
    const lol = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
    const stranger = await app.join('supply');
    const theirs = await makeVariation(app, stranger.businessId);
    const before = await counts();
    const wrong: [Buffer, string][] = [
      [Buffer.from(good.replace('?>', `?>${lol}`).replace('canecas', '&b;')), 'invoice_invalid'],
      [Buffer.from('<a>'.repeat(100_000)), 'invoice_invalid'],
      [nfe(vendor.document, { total: -5 }), 'invoice_invalid'],
      [nfe(vendor.document, { total: 9e15 }), 'invoice_invalid'],
      [nfe(vendor.document, { extras: { vDesc: 10_001 } }), 'invoice_invalid'],
      [nfe(vendor.document, { extras: { vFrete: -1 } }), 'invoice_invalid'],
      [nfe(vendor.document, { units: -24 }), 'invoice_invalid'],
      [nfe(vendor.document, { units: 2e9 }), 'invoice_invalid'],
      [
        nfe(vendor.document, { buyer: { document: '39053344705', name: 'Carla', zip: '01310100' } }),
        'invoice_for_other',
      ],
      [nfe('11222333000181'), 'supplier_unknown'],
    ];
    for (const [bytes, code] of wrong)
      expect((await refused(bytes, { items: [{ position: 0, variationId }] })).code).toBe(code);
    const foreign = await refused(nfe(vendor.document), {
      items: [{ position: 0, variationId: theirs.variationId }],
    });
    expect(foreign).toMatchObject({ status: 422, code: 'invalid' });
    const elsewhere = { body: { warehouseId: 999_999 }, files: files(nfe(vendor.document)) };
    expect((await owner.refused(api.supplyRequests.createFromInvoice, elsewhere)).status).toBe(422);
    expect(await counts()).toEqual(before);
  });
});
