import { brasiliaTime } from '../clock.ts';
import { checkDigitOf } from '../mercado-livre/invoice.ts';
import { buyerById, sellerById } from '../mercado-livre/market.ts';
import type { Seller } from '../mercado-livre/people.ts';
import { escapeHtml } from '../pages/html.ts';
import type { Fields } from '../reading.ts';
import { textOf } from '../reading.ts';
import type { World } from '../world.ts';

/** Replaces the seller's billing program: an authorized NF-e for the sold goods, unsigned. */

const SAMPLE_CNPJ = '11222333000181';
const stateCodes: Record<string, string> = {
  SP: '35',
  RJ: '33',
  MG: '31',
  PR: '41',
  PE: '26',
  RS: '43',
  BA: '29',
};

type Place = Pick<Seller['address'], 'street' | 'number' | 'neighborhood' | 'city' | 'state' | 'zip'>;

type Sold = {
  /** Digits of which number and protocol are made. */
  serial: string;
  issuer: { name: string; cnpj: string; place: Place };
  receiver: { name: string; document: string; place: Place };
  lines: { code: string; title: string; quantity: number; price: number }[];
  note: string;
  intermediary: { cnpj: string; name: string };
};

const tag = (name: string, content: string): string => `<${name}>${content}</${name}>`;
const leaf = (name: string, text: string): string => tag(name, escapeHtml(text));

const keyFor = ({ serial, issuer }: Sold, issued: string): string => {
  const month = issued.slice(2, 4) + issued.slice(5, 7);
  const number = serial.slice(-9).padStart(9, '0');
  const first43 = `${stateCodes[issuer.place.state] ?? '35'}${month}${issuer.cnpj}55001${number}1${serial.slice(-8).padStart(8, '0')}`;
  return first43 + checkDigitOf(first43);
};

const placeXml = (name: string, place: Place): string =>
  tag(
    name,
    leaf('xLgr', place.street) +
      leaf('nro', place.number) +
      leaf('xBairro', place.neighborhood) +
      leaf('xMun', place.city) +
      leaf('UF', place.state) +
      leaf('CEP', place.zip),
  );

const issuerXml = ({ issuer }: Sold): string =>
  tag(
    'emit',
    leaf('CNPJ', issuer.cnpj) +
      leaf('xNome', issuer.name) +
      placeXml('enderEmit', issuer.place) +
      leaf('IE', 'ISENTO') +
      leaf('CRT', '1'),
  );

const receiverXml = ({ receiver }: Sold): string =>
  tag(
    'dest',
    leaf(receiver.document.length === 11 ? 'CPF' : 'CNPJ', receiver.document) +
      leaf('xNome', receiver.name) +
      placeXml('enderDest', receiver.place) +
      leaf('indIEDest', '9'),
  );

const lineXml = (line: Sold['lines'][number], index: number): string =>
  `<det nItem="${index + 1}">${tag(
    'prod',
    leaf('cProd', line.code) +
      leaf('cEAN', 'SEM GTIN') +
      leaf('xProd', line.title) +
      leaf('NCM', '69120000') +
      leaf('CFOP', '6108') +
      leaf('uCom', 'UN') +
      leaf('qCom', line.quantity.toFixed(4)) +
      leaf('vUnCom', line.price.toFixed(2)) +
      leaf('vProd', (line.price * line.quantity).toFixed(2)),
  )}<imposto></imposto></det>`;

const identificationXml = (key: string, issued: string): string =>
  tag(
    'ide',
    leaf('cUF', key.slice(0, 2)) +
      leaf('cNF', key.slice(35, 43)) +
      leaf('natOp', 'Venda de mercadoria') +
      leaf('mod', '55') +
      leaf('serie', '1') +
      leaf('nNF', String(Number(key.slice(25, 34)))) +
      leaf('dhEmi', issued) +
      leaf('tpNF', '1') +
      leaf('tpEmis', '1') +
      leaf('cDV', key.slice(43)) +
      leaf('tpAmb', '1') +
      leaf('finNFe', '1') +
      leaf('indIntermed', '1'),
  );

const authorised = (world: World, sold: Sold, wanted: Fields): string => {
  const issued = brasiliaTime(world.clock.now().toISOString()).replace(/\.\d{3}/, '');
  const key = keyFor(sold, issued);
  const total = sold.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0).toFixed(2);
  const info =
    identificationXml(key, issued) +
    issuerXml(sold) +
    receiverXml(sold) +
    sold.lines.map(lineXml).join('') +
    tag('total', tag('ICMSTot', leaf('vProd', total) + leaf('vNF', total))) +
    tag('pag', tag('detPag', leaf('tPag', '17') + leaf('vPag', total))) +
    tag('infAdic', leaf('infCpl', sold.note)) +
    tag('infIntermed', leaf('CNPJ', sold.intermediary.cnpj) + leaf('idCadIntTran', sold.intermediary.name));
  const protocol = tag(
    'infProt',
    leaf('tpAmb', '1') +
      leaf('chNFe', key) +
      leaf('dhRecbto', issued) +
      leaf('nProt', `135${sold.serial.padStart(12, '0')}`) +
      leaf('cStat', textOf(wanted.cStat) ?? '100') +
      leaf('xMotivo', 'Autorizado o uso da NF-e'),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe Id="NFe${key}" versao="4.00">${info}</infNFe></NFe><protNFe versao="4.00">${protocol}</protNFe></nfeProc>`;
};

export const sampleInvoice = (world: World, shipmentId: string, wanted: Fields): string | null => {
  const shipment = world.market.shipments[shipmentId];
  const seller = sellerById(world.market, shipment?.seller_id ?? null);
  const buyer = buyerById(world.market, shipment?.buyer_id ?? null);
  if (shipment === undefined || seller === null || buyer === null) return null;
  const orders = shipment.order_ids
    .map((id) => world.market.orders[String(id)])
    .filter((order) => order !== undefined);
  const sold: Sold = {
    serial: String(shipment.id),
    issuer: {
      name: `${seller.first_name} ${seller.last_name} Comércio Ltda`,
      cnpj: textOf(wanted.cnpj) ?? seller.cnpj ?? SAMPLE_CNPJ,
      place: seller.address,
    },
    receiver: {
      name: `${buyer.first_name} ${buyer.last_name}`,
      document: buyer.document,
      place: buyer.address,
    },
    lines: orders.map((order) => ({
      code: order.seller_sku ?? order.item_id,
      title: order.title,
      quantity: order.quantity,
      price: order.unit_price,
    })),
    note: `Pedido: ${orders.map((order) => order.id).join(', ')}`,
    intermediary: { cnpj: '03007331000141', name: seller.nickname },
  };
  return authorised(world, sold, wanted);
};

export const sampleShopeeInvoice = (world: World, orderSn: string, wanted: Fields): string | null => {
  const order = world.shopee.orders[orderSn];
  const shop = world.shopee.shops.find(({ shop_id: id }) => id === order?.shop_id);
  if (order === undefined || shop === undefined) return null;
  const sold: Sold = {
    serial: order.package_number.replaceAll(/\D/g, '').slice(-12),
    issuer: {
      name: shop.legal_name,
      cnpj: textOf(wanted.cnpj) ?? (shop.tax_id_type === 'CNPJ' ? shop.tax_id : SAMPLE_CNPJ),
      place: shop.address,
    },
    receiver: { name: order.buyer.name, document: order.buyer.document, place: order.buyer.address },
    lines: order.lines.map((line) => ({
      code: line.model_sku || line.item_sku || String(line.item_id),
      title: line.item_name,
      quantity: line.quantity,
      price: line.price,
    })),
    note: `Pedido: ${order.order_sn}`,
    intermediary: { cnpj: '35635824000112', name: shop.shop_name },
  };
  return authorised(world, sold, wanted);
};
