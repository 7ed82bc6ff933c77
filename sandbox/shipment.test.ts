import { strFromU8, unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from './start.ts';
import type { Caller } from './testing.ts';
import { callerFor, control, legacySeller, sellTwo, sendInvoice, startForTest } from './testing.ts';

let sandbox: Sandbox;
let call: Caller;

beforeAll(async () => {
  sandbox = await startForTest();
  call = await callerFor(sandbox, legacySeller);
});
afterAll(() => sandbox.close());
afterEach(async () => {
  await control(sandbox, 'POST', '/reset', { keepGrants: true });
});

const shipmentOf = async (id: unknown) =>
  (await call('GET', `/shipments/${id}`, undefined, { 'x-format-new': 'true' })).body;

describe('shipment', () => {
  it('walks from invoice to delivery', async () => {
    const { order } = await sellTwo(sandbox, call);
    const id = order.shipmentId;
    expect(await shipmentOf(id)).toMatchObject({
      status: 'ready_to_ship',
      substatus: 'invoice_pending',
      logistic: { mode: 'me2', type: 'xd_drop_off' },
    });
    expect((await call('GET', `/shipment_labels?shipment_ids=${id}&response_type=pdf`)).body.error).toBe(
      'not_printable_status',
    );
    expect((await sendInvoice(sandbox, call, id)).status).toBe(201);
    expect(await shipmentOf(id)).toMatchObject({ substatus: 'ready_to_print' });
    const pdf = await call('GET', `/shipment_labels?shipment_ids=${id}&response_type=pdf`);
    expect(pdf.bytes.subarray(0, 4).toString()).toBe('%PDF');
    expect(await shipmentOf(id)).toMatchObject({ substatus: 'printed' });
    const states: unknown[] = [];
    for (let step = 0; step < 4; step += 1) {
      await control(sandbox, 'POST', `/shipments/${id}/advance`, {});
      const { status, substatus } = await shipmentOf(id);
      states.push(`${status}/${substatus}`);
    }
    expect(states).toEqual([
      'ready_to_ship/dropped_off',
      'shipped/null',
      'shipped/out_for_delivery',
      'delivered/null',
    ]);
    const { list } = await call('GET', `/shipments/${id}/history`);
    expect(list.map((step) => step.substatus).slice(0, 3)).toEqual([
      'invoice_pending',
      'ready_to_print',
      'printed',
    ]);
  });

  it('a label is printed again as a ZIP of ZPL and control sheet', async () => {
    const { order } = await sellTwo(sandbox, call);
    await control(sandbox, 'POST', `/shipments/${order.shipmentId}/advance`, {
      status: 'ready_to_ship',
      substatus: 'printed',
    });
    const { bytes } = await call(
      'GET',
      `/shipment_labels?shipment_ids=${order.shipmentId}&response_type=zpl2`,
    );
    const entries = unzipSync(new Uint8Array(bytes));
    expect(Object.keys(entries).toSorted()).toEqual(['Controle.pdf', 'Etiqueta de envio.txt']);
    expect(strFromU8(entries['Etiqueta de envio.txt'] ?? new Uint8Array())).toMatch(/^\^XA[\s\S]*\^XZ\s*$/);
  });

  it('a buffered parcel is held until its date', async () => {
    const { order } = await sellTwo(sandbox, call, { buffered: true });
    expect(await shipmentOf(order.shipmentId)).toMatchObject({ status: 'pending', substatus: 'buffered' });
    await control(sandbox, 'POST', '/clock', { seconds: 2 * 24 * 3600 });
    call = await callerFor(sandbox, legacySeller);
    expect(await shipmentOf(order.shipmentId)).toMatchObject({
      status: 'ready_to_ship',
      substatus: 'invoice_pending',
    });
  });

  it('a shipment is late by its SLA after the dispatch hour', async () => {
    const { order } = await sellTwo(sandbox, call);
    expect((await call('GET', `/shipments/${order.shipmentId}/sla`)).body.status).toBe('on_time');
    await control(sandbox, 'POST', '/clock', { seconds: 3 * 24 * 3600 });
    call = await callerFor(sandbox, legacySeller);
    expect((await call('GET', `/shipments/${order.shipmentId}/sla`)).body.status).toBe('delayed');
  });

  it('a shipment is returned in the old format without the header', async () => {
    const { order } = await sellTwo(sandbox, call);
    const { body } = await call('GET', `/shipments/${order.shipmentId}`);
    expect(body).toMatchObject({ logistic_type: 'xd_drop_off', receiver_address: { zip_code: '40020000' } });
    expect(body.destination).toBeUndefined();
  });

  it('a label requires a shipment id', async () => {
    expect((await call('GET', '/shipment_labels?shipment_ids=')).status).toBe(404);
  });
});

describe('invoice', () => {
  it.each([
    ['error_parse_invoice_data', () => 'not xml'],
    [
      'error_parse_invoice_data',
      (xml: string) => xml.replace('<nfeProc', '<!DOCTYPE x [<!ENTITY a "b">]><nfeProc'),
    ],
    ['error_parse_invoice_data', (xml: string) => xml.replace(/Id="NFe\d/, 'Id="NFe9')],
    ['nfe_layout_not_supported', (xml: string) => xml.replaceAll('versao="4.00"', 'versao="3.10"')],
    ['wrong_invoice_type', (xml: string) => xml.replace('<mod>55', '<mod>65')],
    ['invalid_nfe_cstat', (xml: string) => xml.replace('<cStat>100', '<cStat>101')],
    ['wrong_invoice_date', (xml: string) => xml.replace(/<dhEmi>\d{4}/, '<dhEmi>2020')],
    ['wrong_receiver_cpf', (xml: string) => xml.replace(/<CPF>\d+/, '<CPF>11144477735')],
    ['wrong_receiver_zipcode', (xml: string) => xml.replace('<CEP>40020000', '<CEP>40020001')],
    ['nfe_order_value_divergence', (xml: string) => xml.replace(/<vNF>[\d.]+/, '<vNF>1.00')],
  ])('is refused with %s', async (error, change) => {
    const { order } = await sellTwo(sandbox, call);
    expect(await sendInvoice(sandbox, call, order.shipmentId, change)).toMatchObject({
      status: 400,
      body: { error },
    });
    expect(await shipmentOf(order.shipmentId)).toMatchObject({ substatus: 'invoice_pending' });
  });

  it('an invoice is accepted once, and its key for one shipment only', async () => {
    const first = await sellTwo(sandbox, call);
    const second = await sellTwo(sandbox, call);
    const xml = (await control(sandbox, 'GET', `/shipments/${first.order.shipmentId}/nfe`)).bytes.toString(
      'utf8',
    );
    expect((await sendInvoice(sandbox, call, first.order.shipmentId)).status).toBe(201);
    expect((await sendInvoice(sandbox, call, first.order.shipmentId)).body.error).toBe(
      'shipment_invoice_already_saved',
    );
    expect((await sendInvoice(sandbox, call, second.order.shipmentId, () => xml)).body.error).toBe(
      'duplicated_fiscal_key',
    );
    const { body } = await call('GET', `/shipments/${first.order.shipmentId}/invoice_data?siteId=MLB`);
    expect(body).toMatchObject({ shipment_id: first.order.shipmentId, invoice_amount: 99.8 });
  });

  it('must be issued by the CNPJ of the account, if known', async () => {
    await control(sandbox, 'PATCH', `/sellers/${legacySeller}`, { cnpj: '12345678000195' });
    const { order } = await sellTwo(sandbox, call);
    const reply = await sendInvoice(sandbox, call, order.shipmentId, (xml) =>
      xml.replace('<emit><CNPJ>12345678000195', '<emit><CNPJ>11222333000181'),
    );
    expect(reply.body.error).toBe('invalid_sender_cnpj');
  });
});
