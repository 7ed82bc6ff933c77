import { describe, expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { type SampleNfe, sampleNfe } from '#server/orders/test/nfe-sample.ts';
import { makeSupplier } from '#server/supply/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');
const place = await makeWarehouse(owner);
const stockist = await app.hire(owner.businessId, ['stockist'], [place.warehouseId]);
const buyer = String((await owner.call(api.business.detail, {})).document);
const supplier = await makeSupplier(owner);
let serial = 0;

const order = async () => {
  const goods = await makeVariation(app, owner.businessId);
  const line = { variationId: goods.variationId, quantity: 24, quantityPerVolume: 12, priceCentavos: 500 };
  const { id } = await owner.call(api.supplyRequests.create, {
    body: {
      supplierId: supplier.id,
      warehouseId: place.warehouseId,
      lines: { create: [{ ...line, supplierSku: 'CX-9' }] },
    },
  });
  await owner.call(api.supplyRequests.approve, { params: { id }, body: {} });
  return id;
};
const nfe = (change: Partial<SampleNfe> = {}) =>
  sampleNfe({
    cnpj: supplier.document,
    number: ++serial,
    issuedAt: new Date('2026-11-21T14:00:00.000Z'),
    total: 11_000,
    product: 'Caixa de canecas',
    quantity: 2,
    units: 20,
    code: 'cx-9',
    buyer: { document: buyer, name: 'Casa Serena', zip: '01310100' },
    ...change,
  });
const send = (id: number, bytes: Buffer, who = stockist) => ({
  call: () =>
    who.call(api.supplyRequests.receiveInvoice, { params: { id }, files: [{ name: 'n.xml', bytes }] }),
  refused: () =>
    who.refused(api.supplyRequests.receiveInvoice, { params: { id }, files: [{ name: 'n.xml', bytes }] }),
});

describe('the NF-e of a supply request', () => {
  it('an NF-e is attached to its request and compared with the ordered quantities, boxes counted as the units in them', async () => {
    const id = await order();
    const { invoices, lines } = await send(id, nfe()).call();
    expect(invoices).toMatchObject([{ items: [{ lineId: lines[0]?.id, units: 20, wanted: 24 }] }]);
    expect(JSON.stringify(invoices)).not.toMatch(/entavos/);
    const seen = await owner.call(api.supplyRequestsOngoing.detail, { params: { id } });
    expect(seen.invoices).toMatchObject([
      { totalCentavos: 11_000, items: [{ priceCentavos: 550, agreedCentavos: 500 }] },
    ]);
    const other = await send(id, nfe({ code: 'outro' })).call();
    expect(other.invoices[1]).toMatchObject({ items: [{ lineId: null, wanted: null }] });
  });

  it('an item with an unknown code is assigned to a line by a person, until the request is closed', async () => {
    const [id, other] = [await order(), await order()];
    const { invoices, lines } = await send(id, nfe({ code: 'ninguém' })).call();
    const itemId = invoices[0]?.items[0]?.id ?? 0;
    const tell = (lineId: number, request = id, who = stockist) => ({
      call: () =>
        who.call(api.supplyRequests.matchInvoiceItem, { params: { id: request }, body: { itemId, lineId } }),
      refused: () =>
        who.refused(api.supplyRequests.matchInvoiceItem, {
          params: { id: request },
          body: { itemId, lineId },
        }),
    });
    const foreign = (await owner.call(api.supplyRequestsOngoing.detail, { params: { id: other } })).lines[0];
    expect((await tell(foreign?.id ?? 0).refused()).errors).toHaveProperty('lineId');
    expect((await tell(foreign?.id ?? 0, other).refused()).errors).toHaveProperty('itemId');
    const stranger = await app.join('supply');
    expect((await tell(lines[0]?.id ?? 0, id, stranger).refused()).status).toBe(404);
    const told = await tell(lines[0]?.id ?? 0).call();
    expect(told.invoices[0]?.items).toMatchObject([{ lineId: lines[0]?.id, units: 20, wanted: 24 }]);
    await owner.call(api.supplyRequests.cancel, { params: { id }, body: { reason: 'x' } });
    expect((await tell(lines[0]?.id ?? 0).refused()).code).toBe('state_conflict');
  });

  it('an NF-e is received once by one request, even if it is sent twice at once', async () => {
    const [id, second] = [await order(), await order()];
    const document = nfe();
    const answers = await Promise.allSettled([send(id, document).call(), send(id, document).call()]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const again = await send(second, document).refused();
    expect(again.code).toBe('invoice_received_before');
    const { invoices } = await owner.call(api.supplyRequestsOngoing.detail, { params: { id: second } });
    expect(invoices).toEqual([]);
  });

  it('an invalid or foreign NF-e is refused with its own code, and nothing is stored', async () => {
    const id = await order();
    const bomb = Buffer.from(nfe().toString().replace('?>', '?><!DOCTYPE x [<!ENTITY a "aaaa">]>'));
    const wrong: [Buffer, string][] = [
      [nfe({ cnpj: '11222333000181' }), 'invoice_of_other_supplier'],
      [nfe({ buyer: { document: '39053344705', name: 'Carla', zip: '01310100' } }), 'invoice_for_other'],
      [nfe({ cStat: '302' }), 'invoice_invalid'],
      [nfe({ cStat: '101' }), 'invoice_invalid'],
      [nfe({ purpose: '4' }), 'invoice_invalid'],
      [nfe({ stated: { total: 11_001 } }), 'invoice_invalid'],
      [nfe({ units: 2e9 }), 'invoice_invalid'],
      [nfe({ units: -5 }), 'invoice_invalid'],
      [bomb, 'invoice_invalid'],
      [Buffer.from('nada'), 'invoice_invalid'],
    ];
    for (const [bytes, code] of wrong) expect((await send(id, bytes).refused()).code).toBe(code);
    const rows = await app.rows(
      owner.businessId,
      `select count(*)::int as n from vendor_invoices where request_id = ${id}`,
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('counting ends only after a person enters the stock units of an item in kilograms', async () => {
    const id = await order();
    const { invoices, lines } = await send(
      id,
      nfe({ quantity: '1.5000', units: undefined, unit: 'KG' }),
    ).call();
    expect(invoices).toMatchObject([{ items: [{ lineId: lines[0]?.id, units: null, wanted: 24 }] }]);
    const [itemId, lineId] = [invoices[0]?.items[0]?.id ?? 0, lines[0]?.id ?? 0];
    const params = { id };
    await stockist.call(api.supplyRequests.advance, { params, body: { from: 'in_transport' } });
    await stockist.call(api.supplyRequests.countVolumes, { params, body: { lineId, total: 2 } });
    const done = { params, body: { from: 'check_volumes' as const } };
    expect((await stockist.refused(api.supplyRequests.advance, done)).code).toBe('invoice_units_missing');
    const told = await stockist.call(api.supplyRequests.matchInvoiceItem, {
      params,
      body: { itemId, units: 24 },
    });
    expect(told.invoices).toMatchObject([{ items: [{ units: 24 }] }]);
    // What is said once, or by the document, is not said again.
    const again = await stockist.call(api.supplyRequests.matchInvoiceItem, {
      params,
      body: { itemId, units: 9 },
    });
    expect(again.invoices).toMatchObject([{ items: [{ units: 24 }] }]);
    expect((await stockist.call(api.supplyRequests.advance, done)).state).toBe('register_volumes');
  });

  it('two lines of one product are compared with the ordered quantity as one', async () => {
    const id = await order();
    const more = [{ code: 'CX-9', product: 'Caneca bonificada', quantity: 4, total: 4 }];
    const { invoices } = await send(id, nfe({ more })).call();
    expect(invoices).toMatchObject([{ items: [{ units: 24, wanted: 24 }] }]);
  });

  it.each(['in_transport', 'check_volumes', 'register_volumes', 'tag_volumes'] as const)(
    'an NF-e can be attached to another request after its request was canceled at %s',
    async (until) => {
      const [id, second] = [await order(), await order()];
      const document = nfe({ units: 24 });
      const { lines } = await send(id, document).call();
      const [params, lineId] = [{ id }, lines[0]?.id ?? 0];
      const advance = (from: 'in_transport' | 'check_volumes' | 'register_volumes') =>
        owner.call(api.supplyRequests.advance, { params, body: { from } });
      const steps = {
        in_transport: () => advance('in_transport'),
        check_volumes: async () => {
          await owner.call(api.supplyRequests.countVolumes, { params, body: { lineId, total: 2 } });
          await advance('check_volumes');
        },
        register_volumes: async () => {
          const body = { lineId, copies: 2, units: 12 };
          await owner.call(api.supplyRequests.registerVolumes, { params, body });
          await advance('register_volumes');
        },
      };
      for (const [step, act] of Object.entries(steps)) {
        if (step === until) break;
        await act();
      }
      expect((await owner.call(api.supplyRequestsOngoing.detail, { params })).state).toBe(until);
      await owner.call(api.supplyRequests.cancel, { params, body: { reason: 'pedido trocado' } });
      expect((await send(second, document).call()).invoices).toHaveLength(1);
      expect((await send(await order(), document).refused()).code).toBe('invoice_received_before');
    },
  );

  it('an NF-e is hidden from blind counters, and refused once its request is canceled', async () => {
    const id = await order();
    await owner.call(api.purchasing.updateSettings, { body: { blindCounting: true } });
    expect((await send(id, nfe()).call()).invoices).toEqual([]);
    await owner.call(api.purchasing.updateSettings, { body: { blindCounting: false } });
    await owner.call(api.supplyRequests.cancel, { params: { id }, body: { reason: 'x' } });
    expect((await send(id, nfe()).refused()).code).toBe('state_conflict');
  });
});
