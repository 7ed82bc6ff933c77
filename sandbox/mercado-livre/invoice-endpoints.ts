import type { Answer } from '../answer.ts';
import { marketTime } from '../clock.ts';
import type { World } from '../world.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { forbidden, get, notFound, ok, post, put, refuse } from './endpoint.ts';
import { roundReais } from './fees.ts';
import type { ReadInvoice } from './invoice.ts';
import { readInvoice } from './invoice.ts';
import type { Invoice, Shipment } from './market.ts';
import { buyerById, nextId, sellerById } from './market.ts';
import { notify } from './notices.ts';
import { totalsOf } from './order-views.ts';
import { ownShipment } from './own-shipment.ts';
import { moveShipment } from './shipping.ts';

const viewInvoice = (world: World, invoice: Invoice) => {
  const shipment = world.market.shipments[String(invoice.shipment_id)];
  const order = world.market.orders[String(shipment?.order_ids[0])];
  return {
    ...invoice,
    item_title: order?.title ?? null,
    weight: null,
    status: 'approved',
    invoice_date: marketTime(invoice.invoice_date),
    date_created: marketTime(invoice.date_created),
    last_updated: marketTime(invoice.last_updated),
  };
};

const ordersOf = (world: World, shipment: Shipment) =>
  shipment.order_ids.map((id) => world.market.orders[String(id)]).filter((order) => order !== undefined);

const isCentavoApart = (one: number, other: number) => Math.abs(one - other) < 0.011;

/** The first error of the document for this sale; null if it is accepted. */
const judge = (
  world: World,
  shipment: Shipment,
  invoice: ReadInvoice,
  replacing: number | null,
): string | null => {
  const orders = ordersOf(world, shipment);
  const buyer = buyerById(world.market, shipment.buyer_id);
  const seller = sellerById(world.market, shipment.seller_id);
  const goods = roundReais(orders.reduce((total, order) => total + totalsOf(order).goods, 0));
  const saleDate = orders.map((order) => order.date_created).toSorted()[0] ?? shipment.date_created;
  const used = Object.values(world.market.invoices).some(
    (other) => other.fiscal_key === invoice.key && other.id !== replacing,
  );
  const checks: [boolean, string][] = [
    [invoice.version !== '4.00', 'nfe_layout_not_supported'],
    [invoice.model !== '55' || invoice.environment !== '1', 'wrong_invoice_type'],
    [invoice.status !== '100', 'invalid_nfe_cstat'],
    [used, 'duplicated_fiscal_key'],
    // NF-e times have no fraction of a second.
    [invoice.issuedAt.toISOString().slice(0, 19) < saleDate.slice(0, 19), 'wrong_invoice_date'],
    [seller?.cnpj !== null && invoice.issuer !== seller?.cnpj, 'invalid_sender_cnpj'],
    [buyer?.document_type === 'CPF' && invoice.receiverCpf !== buyer.document, 'wrong_receiver_cpf'],
    [buyer?.document_type === 'CNPJ' && invoice.receiverCnpj !== buyer.document, 'wrong_receiver_cnpj'],
    [invoice.receiverZip !== null && invoice.receiverZip !== buyer?.address.zip, 'wrong_receiver_zipcode'],
    [
      !isCentavoApart(invoice.amount, goods) && !isCentavoApart(invoice.amount, goods + shipment.cost),
      'nfe_order_value_divergence',
    ],
  ];
  return checks.find(([wrong]) => wrong)?.[1] ?? null;
};

const refuseInvoice = (error: string) => refuse(400, error, `The invoice was refused: ${error}`);

const readSent = (call: Call): ReadInvoice => {
  if (call.query.siteId !== 'MLB') throw refuseInvoice('invalid_operation_for_site_id');
  const invoice = call.raw === null ? null : readInvoice(call.raw);
  if (invoice === null) throw refuseInvoice('error_parse_invoice_data');
  return invoice;
};

const upload = (call: Call, shipment: Shipment): Answer => {
  const { world } = call;
  const read = readSent(call);
  if (shipment.invoice_id !== null) throw refuseInvoice('shipment_invoice_already_saved');
  const wrong = judge(world, shipment, read, null);
  if (wrong !== null) throw refuseInvoice(wrong);
  if (shipment.status !== 'ready_to_ship' || shipment.substatus !== 'invoice_pending') {
    throw refuse(
      400,
      'invalid_shipment_status',
      `The shipment is in status ${shipment.status}/${shipment.substatus}`,
    );
  }
  const now = world.clock.now().toISOString();
  const invoice: Invoice = {
    id: nextId(world.market, 'invoice'),
    shipment_id: shipment.id,
    sender_id: shipment.seller_id,
    fiscal_key: read.key,
    invoice_serie: read.series,
    invoice_number: read.number,
    invoice_amount: read.amount,
    invoice_date: read.issuedAt.toISOString(),
    date_created: now,
    last_updated: now,
  };
  world.market.invoices[String(invoice.id)] = invoice;
  shipment.invoice_id = invoice.id;
  moveShipment(world, shipment, 'ready_to_ship', 'ready_to_print');
  notify(world, 'invoices', `/shipments/${shipment.id}/invoice_data`, shipment.seller_id);
  return ok(viewInvoice(world, invoice), 201);
};

const replace = (call: Call): Answer => {
  const { world } = call;
  const invoice = world.market.invoices[call.params.id ?? ''];
  if (invoice === undefined) throw notFound(`Invoice ${call.params.id} not found`);
  if (invoice.sender_id !== call.caller.id) throw forbidden();
  const shipment = world.market.shipments[String(invoice.shipment_id)];
  if (shipment?.substatus !== 'ready_to_print')
    throw refuse(400, 'invalid_shipment_status', 'The label was already printed');
  const read = readSent(call);
  const wrong = judge(world, shipment, read, invoice.id);
  if (wrong !== null) throw refuseInvoice(wrong);
  invoice.fiscal_key = read.key;
  invoice.invoice_serie = read.series;
  invoice.invoice_number = read.number;
  invoice.invoice_amount = read.amount;
  invoice.invoice_date = read.issuedAt.toISOString();
  invoice.last_updated = world.clock.now().toISOString();
  world.changed();
  return ok(viewInvoice(world, invoice));
};

export const invoiceEndpoints: Endpoint[] = [
  post('/shipments/:id/invoice_data', (call) => upload(call, ownShipment(call))),
  get('/shipments/:id/invoice_data', (call) => {
    const invoice = call.world.market.invoices[String(ownShipment(call).invoice_id)];
    if (invoice === undefined) throw notFound('Invoice not found');
    return ok(viewInvoice(call.world, invoice));
  }),
  put('/shipment_invoice/:id', replace),
];
