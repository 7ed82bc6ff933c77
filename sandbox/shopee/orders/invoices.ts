import { XMLParser } from 'fast-xml-parser';
import type { Answer } from '../../answer.ts';
import { later } from '../../clock.ts';
import type { Fields } from '../../reading.ts';
import { fieldsOf, idOf, isFields, listOf, numberOf, textOf } from '../../reading.ts';
import type { Call, Endpoint, ShopCall } from '../endpoint.ts';
import { bare, get, invalid, post, refuse } from '../endpoint.ts';
import type { Order, OrderInvoice } from '../market.ts';
import { channelById } from '../shops.ts';
import { orderOf } from './order-endpoints.ts';
import { orderChanged } from './purchase.ts';

const MAX_BYTES = 1024 * 1024;
const XML = '4';
const fileTypes = ['1', '2', '3', XML];
const SHIP_WITHIN_MS = 2 * 24 * 3_600_000;

const stateCodes: Record<string, string> = {
  SP: '35',
  RJ: '33',
  MG: '31',
  PR: '41',
  PE: '26',
  RS: '43',
  BA: '29',
};

/** The documented list of CFOPs of a sale. */
const cfops = new Set(
  (
    '6108 6102 5102 6107 6101 5101 5405 6404 6403 6106 5403 5106 6104 6109 6115 6103 6105 6401 5115 6120 5103 ' +
    '5105 5104 5109 6402 5120 6118 5401 5402 5112 5114 6112 5117 6117 5118 6113 6114 6119 5111 6123 6116 5116 ' +
    '5119 5113 6111'
  ).split(' '),
);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
});

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Modulo 11 over the first 43, weights 2 to 9 from the right; a letter is worth its code less 48. */
const checkDigit = (first43: string): number => {
  const sum = [...first43]
    .toReversed()
    .reduce((total, character, index) => total + (character.charCodeAt(0) - 48) * (2 + (index % 8)), 0);
  const digit = 11 - (sum % 11);
  return digit > 9 ? 0 : digit;
};

const parse = (xml: string): Fields => {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml))
    throw refuse('order.upload_invoice_error', 'Please upload a valid Invoice XML file');
  try {
    return fieldsOf(fieldsOf(parser.parse(xml, true)).nfeProc);
  } catch {
    throw refuse('order.upload_invoice_error', 'Please upload a valid Invoice XML file');
  }
};

type ReadInvoice = OrderInvoice & { model: string; status: string; issuer: string; issued: Date; ie: string };

const read = (xml: string): ReadInvoice => {
  const root = parse(xml);
  const info = fieldsOf(fieldsOf(root.NFe).infNFe);
  const protocol = fieldsOf(fieldsOf(root.protNFe).infProt);
  const key = text(info['@Id']).replace(/^NFe/, '');
  if (!isFields(root.NFe) || text(protocol.chNFe) !== key || key === '')
    throw refuse('order.upload_invoice_error', 'Please upload a valid Invoice XML file');
  const ide = fieldsOf(info.ide);
  const issuer = fieldsOf(info.emit);
  const total = fieldsOf(fieldsOf(info.total).ICMSTot);
  const [line] = Array.isArray(info.det) ? listOf(info.det) : [info.det];
  return {
    number: text(ide.nNF),
    series_number: text(ide.serie),
    access_key: key,
    issue_date: text(ide.dhEmi),
    total_value: Number(text(total.vNF)) || 0,
    products_total_value: Number(text(total.vProd)) || 0,
    tax_code: text(fieldsOf(fieldsOf(line).prod).CFOP),
    xml,
    model: text(ide.mod),
    status: text(protocol.cStat),
    issuer: text(issuer.CNPJ),
    issued: new Date(text(ide.dhEmi)),
    ie: text(issuer.IE),
  };
};

const checkKey = (call: ShopCall, order: Order, key: string): void => {
  if (key.length !== 44) throw invalid('access_key must be 44 characters in length.');
  const wellFormed = /^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$/.test(key);
  if (!wellFormed || Number(key[43]) !== checkDigit(key.slice(0, 43))) throw invalid('Invalid access key..');
  if (key.slice(6, 20) !== call.shop.tax_id)
    throw invalid('Invalid CNPJ. The access key CNPJ must be the same as the registration..');
  if (key.slice(0, 2) !== stateCodes[call.shop.address.state])
    throw invalid('Invalid UF. The access key UF must be the same as the registration..');
  const used = Object.values(call.market.orders).some(
    (other) => other !== order && other.invoice?.access_key === key,
  );
  if (used) throw refuse('error_param', 'Access Key duplicated, please do not use duplicated Access Key.');
};

const checkOrder = (call: ShopCall, order: Order): void => {
  if (call.shop.invoice_issuer === 'Shopee')
    throw invalid("Don't support Invoice Issuer now, please switch Shop Default to upload invoice..");
  const takes = channelById(order.channel_id)?.invoiced === true && call.shop.tax_id_type === 'CNPJ';
  if (!takes || order.order_status !== 'READY_TO_SHIP')
    throw invalid('The invoice status is invalid to upload invoice data.');
};

const checkDates = (call: ShopCall, order: Order, issued: Date): void => {
  if (Number.isNaN(issued.getTime())) throw invalid('Invalid issue date.');
  if (issued > call.world.clock.now())
    throw invalid('Invalid issue date. The NF-e issue date cannot be greater than the current date..');
  // To the second, as written in the document.
  if (order.pay_time !== null && issued.getTime() + 999 < Date.parse(order.pay_time))
    throw invalid('Invalid issue date. The NF-e issue date cannot be earlier than the payment..');
};

const keep = (call: ShopCall, order: Order, invoice: OrderInvoice): Answer => {
  order.invoice = invoice;
  order.ship_by ??= later(call.world.clock.now(), SHIP_WITHIN_MS).toISOString();
  orderChanged(call.world, order);
  return bare({});
};

const fieldIn = (call: Call, name: string): string | null => idOf(call.body[name]);

const upload = (call: ShopCall): Answer => {
  const order = orderOf(call, fieldIn(call, 'order_sn'));
  const type = fieldIn(call, 'file_type');
  const file = call.files.find(({ field }) => field === 'file');
  if (type === null || !fileTypes.includes(type)) throw invalid('file_type is invalid.');
  if (file === undefined || file.bytes.length === 0) throw invalid('file is a required field.');
  if (file.bytes.length > MAX_BYTES) throw refuse('order.upload_invoice_error', 'File Error');
  // Pictures and drawings are for other countries.
  if (type !== XML) throw refuse('order.upload_invoice_error', 'Please upload a valid Invoice XML file');
  checkOrder(call, order);
  const invoice = read(file.bytes.toString('utf8'));
  if (invoice.model !== '55')
    throw refuse('order.upload_invoice_error', 'Invalid NF-e model. Only model 55 is accepted.');
  checkKey(call, order, invoice.access_key);
  if (invoice.status === '101') throw invalid('Canceled NF-e.');
  if (invoice.status !== '100') throw invalid('Invalid NF-e.');
  const { ie, issued, issuer, model: _, status: __, ...data } = invoice;
  if (issuer !== call.shop.tax_id)
    throw invalid('Invalid CNPJ. The access key CNPJ must be the same as the registration..');
  if (ie !== call.shop.state_registration && ie !== 'ISENTO')
    throw invalid(
      'Invalid State Registration Number. The NF-e State Registration Number must be the same as the registration..',
    );
  if (!cfops.has(data.tax_code))
    throw refuse('order.upload_invoice_error', 'CFOP invalid, please confirm it');
  checkDates(call, order, issued);
  return keep(call, order, { ...data, issue_date: issued.toISOString() });
};

const addData = (call: ShopCall): Answer => {
  const order = orderOf(call, call.body.order_sn);
  const data = fieldsOf(call.body.invoice_data);
  const key = textOf(data.access_key);
  if (key === null) throw invalid('access_key is a required field.');
  checkOrder(call, order);
  checkKey(call, order, key);
  const issued = new Date((numberOf(data.issue_date) ?? Number.NaN) * 1000);
  checkDates(call, order, issued);
  return keep(call, order, {
    number: idOf(data.number) ?? '',
    series_number: idOf(data.series_number) ?? '',
    access_key: key,
    issue_date: issued.toISOString(),
    total_value: numberOf(data.total_value) ?? 0,
    products_total_value: numberOf(data.products_total_value) ?? 0,
    tax_code: idOf(data.tax_code) ?? '',
    xml: null,
  });
};

const download = (call: ShopCall): Answer => {
  const order = orderOf(call, call.query.order_sn);
  if (order.invoice?.xml == null)
    throw refuse('order.download_invoice_error', 'There is no invoice of this order.');
  return { status: 200, bytes: Buffer.from(order.invoice.xml), type: 'application/xml' };
};

export const invoiceEndpoints: Endpoint[] = [
  post('/order/upload_invoice_doc', upload),
  post('/order/add_invoice_data', addData),
  get('/order/download_invoice_doc', download),
];
