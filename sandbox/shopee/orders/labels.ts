import { strToU8, zipSync } from 'fflate';
import PDFDocument from 'pdfkit';
import type { World } from '../../world.ts';
import type { Order } from '../market.ts';
import type { Shop } from '../shops.ts';

/** 10 × 15 cm in PDF points. */
const PAGE: [number, number] = [283.5, 425.2];

/** Field text must not start a printer command. */
const plain = (text: string): string =>
  text.replaceAll(/[_^~]/g, (character) => `_${character.charCodeAt(0).toString(16).toUpperCase()}`);

const zplOf = (shop: Shop, order: Order): string => {
  const { address, name } = order.buyer;
  const line = (y: number, height: number, text: string) =>
    `^FO40,${y}^A0N,${height},${height}^FH_^FD${plain(text)}^FS`;
  return [
    '^XA',
    '^CI28',
    '^PW800',
    '^LL1200',
    '^LH0,0',
    line(40, 36, 'SHOPEE'),
    line(90, 26, `Pedido: ${order.order_sn}`),
    line(125, 26, `Pacote: ${order.package_number}`),
    '^FO40,165^GB720,3,3^FS',
    '^FO60,200^BY3,3,160',
    `^BCN,160,Y,N,N^FD${order.tracking_number}^FS`,
    `^FO560,430^BQN,2,6^FDQA,${order.package_number}^FS`,
    line(450, 30, 'DESTINATARIO'),
    line(495, 34, name),
    line(545, 30, `${address.street}, ${address.number} ${address.comment}`),
    line(590, 30, `${address.neighborhood} - ${address.city}/${address.state}`),
    line(640, 44, `CEP ${address.zip.replace(/^(\d{5})/, '$1-')}`),
    line(720, 24, `Remetente: ${shop.legal_name} - ${shop.address.city}/${shop.address.state}`),
    '^XZ',
    '',
  ].join('\n');
};

const collect = (document: PDFKit.PDFDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
    document.end();
  });

const pdfOf = (shop: Shop, orders: Order[]): Promise<Buffer> => {
  const document = new PDFDocument({ size: PAGE, margin: 14, autoFirstPage: false });
  for (const order of orders) {
    const { address, name } = order.buyer;
    document.addPage();
    document.font('Helvetica-Bold').fontSize(16).text('SHOPEE', 14, 16);
    document
      .font('Helvetica')
      .fontSize(10)
      .text(`Pedido: ${order.order_sn}`)
      .text(`Pacote: ${order.package_number}`)
      .moveDown()
      .fontSize(14)
      .text(order.tracking_number)
      .moveDown()
      .fontSize(12)
      .text(name)
      .text(`${address.street}, ${address.number} ${address.comment}`)
      .text(`${address.neighborhood} - ${address.city}/${address.state}`);
    document.font('Helvetica-Bold').fontSize(18).text(`CEP ${address.zip}`);
    document.font('Helvetica').fontSize(9).moveDown().text(`Remetente: ${shop.legal_name}`);
  }
  return collect(document);
};

const declarationOf = (shop: Shop, orders: Order[]): Promise<Buffer> => {
  const document = new PDFDocument({ size: PAGE, margin: 20 });
  document.fontSize(13).text('Declaração de conteúdo', { underline: true });
  for (const order of orders) {
    document.moveDown().fontSize(10).text(`Pedido ${order.order_sn} - remetente ${shop.legal_name}`);
    for (const line of order.lines)
      document.fontSize(9).text(`${line.quantity} x ${line.item_name} ${line.model_name}`);
  }
  return collect(document);
};

type LabelFile = { bytes: Buffer; type: string };

/** Thermal is a ZIP: the printer's text, and a drawing of what is in the parcels. */
export const labelFile = async (
  world: World,
  shop: Shop,
  orders: Order[],
  type: string,
): Promise<LabelFile> => {
  if (type !== 'THERMAL_AIR_WAYBILL') return { bytes: await pdfOf(shop, orders), type: 'application/pdf' };
  const stamp = world.clock.now().toISOString().slice(0, 10).replaceAll('-', '');
  const packed = zipSync({
    [`shipping_label_${stamp}.txt`]: strToU8(orders.map((order) => zplOf(shop, order)).join('')),
    [`content_declaration_${stamp}.pdf`]: new Uint8Array(await declarationOf(shop, orders)),
  });
  return { bytes: Buffer.from(packed), type: 'application/zip' };
};
