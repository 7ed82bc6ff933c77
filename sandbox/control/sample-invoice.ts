import { brasiliaTime } from '../clock.ts';
import { checkDigitOf } from '../mercado-livre/invoice.ts';
import type { Order, Shipment } from '../mercado-livre/market.ts';
import { buyerById, sellerById } from '../mercado-livre/market.ts';
import { totalsOf } from '../mercado-livre/order-views.ts';
import type { Buyer, Seller } from '../mercado-livre/people.ts';
import { escapeHtml } from '../pages/html.ts';
import type { Fields } from '../reading.ts';
import { textOf } from '../reading.ts';
import type { World } from '../world.ts';

/** Stands for the seller's own billing program: an authorised NF-e for a shipment, unsigned. */

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

const tag = (name: string, content: string): string => `<${name}>${content}</${name}>`;
const leaf = (name: string, text: string): string => tag(name, escapeHtml(text));

const keyFor = (shipment: Shipment, state: string, cnpj: string, issued: string): string => {
  const number = String(shipment.id).slice(-9);
  const month = issued.slice(2, 4) + issued.slice(5, 7);
  const first43 = `${stateCodes[state] ?? '35'}${month}${cnpj}55001${number.padStart(9, '0')}1${String(shipment.id).slice(-8)}`;
  return first43 + checkDigitOf(first43);
};

const issuerXml = (seller: Seller, cnpj: string): string =>
  tag(
    'emit',
    leaf('CNPJ', cnpj) +
      leaf('xNome', `${seller.first_name} ${seller.last_name} Comércio Ltda`) +
      tag(
        'enderEmit',
        leaf('xLgr', seller.address.street) +
          leaf('nro', seller.address.number) +
          leaf('xBairro', seller.address.neighborhood) +
          leaf('xMun', seller.address.city) +
          leaf('UF', seller.address.state) +
          leaf('CEP', seller.address.zip),
      ) +
      leaf('IE', 'ISENTO') +
      leaf('CRT', '1'),
  );

const receiverXml = (buyer: Buyer): string =>
  tag(
    'dest',
    leaf(buyer.document_type, buyer.document) +
      leaf('xNome', `${buyer.first_name} ${buyer.last_name}`) +
      tag(
        'enderDest',
        leaf('xLgr', buyer.address.street) +
          leaf('nro', buyer.address.number) +
          leaf('xBairro', buyer.address.neighborhood) +
          leaf('xMun', buyer.address.city) +
          leaf('UF', buyer.address.state) +
          leaf('CEP', buyer.address.zip),
      ) +
      leaf('indIEDest', '9'),
  );

const lineXml = (order: Order, index: number): string =>
  `<det nItem="${index + 1}">${tag(
    'prod',
    leaf('cProd', order.seller_sku ?? order.item_id) +
      leaf('cEAN', 'SEM GTIN') +
      leaf('xProd', order.title) +
      leaf('NCM', '69120000') +
      leaf('CFOP', '6108') +
      leaf('uCom', 'UN') +
      leaf('qCom', order.quantity.toFixed(4)) +
      leaf('vUnCom', order.unit_price.toFixed(2)) +
      leaf('vProd', totalsOf(order).goods.toFixed(2)),
  )}<imposto></imposto></det>`;

export const sampleInvoice = (world: World, shipmentId: string, wanted: Fields): string | null => {
  const shipment = world.market.shipments[shipmentId];
  const seller = sellerById(world.market, shipment?.seller_id ?? null);
  const buyer = buyerById(world.market, shipment?.buyer_id ?? null);
  if (shipment === undefined || seller === null || buyer === null) return null;
  const orders = shipment.order_ids
    .map((id) => world.market.orders[String(id)])
    .filter((order) => order !== undefined);
  const cnpj = textOf(wanted.cnpj) ?? seller.cnpj ?? SAMPLE_CNPJ;
  const issued = brasiliaTime(world.clock.now().toISOString()).replace(/\.\d{3}/, '');
  const key = keyFor(shipment, seller.address.state, cnpj, issued);
  const total = orders.reduce((sum, order) => sum + totalsOf(order).goods, 0).toFixed(2);
  const ide =
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
    leaf('indIntermed', '1');
  const info =
    tag('ide', ide) +
    issuerXml(seller, cnpj) +
    receiverXml(buyer) +
    orders.map(lineXml).join('') +
    tag('total', tag('ICMSTot', leaf('vProd', total) + leaf('vNF', total))) +
    tag('pag', tag('detPag', leaf('tPag', '17') + leaf('vPag', total))) +
    tag('infAdic', leaf('infCpl', `Pedido: ${orders.map((order) => order.id).join(', ')}`)) +
    tag('infIntermed', leaf('CNPJ', '03007331000141') + leaf('idCadIntTran', seller.nickname));
  const protocol = tag(
    'infProt',
    leaf('tpAmb', '1') +
      leaf('chNFe', key) +
      leaf('dhRecbto', issued) +
      leaf('nProt', `135${String(shipment.id).padStart(12, '0')}`) +
      leaf('cStat', textOf(wanted.cStat) ?? '100') +
      leaf('xMotivo', 'Autorizado o uso da NF-e'),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe Id="NFe${key}" versao="4.00">${info}</infNFe></NFe><protNFe versao="4.00">${protocol}</protNFe></nfeProc>`;
};
