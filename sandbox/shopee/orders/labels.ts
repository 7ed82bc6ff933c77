import { strToU8, zipSync } from 'fflate';
import PDFDocument from 'pdfkit';
import { barcode, graphicLabel } from '../../label-graphic.ts';
import type { World } from '../../world.ts';
import type { Order } from '../market.ts';
import type { Shop } from '../shops.ts';

/** 10 × 15 cm in PDF points. */
const PAGE: [number, number] = [283.5, 425.2];

const collect = (document: PDFKit.PDFDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
    document.end();
  });

const pdfOf = async (shop: Shop, orders: Order[]): Promise<Buffer> => {
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
      .image(await barcode(order.tracking_number), 14, 70, { fit: [255, 70] })
      .fontSize(12)
      .text(name, 14, 160)
      .text(`${address.street}, ${address.number} ${address.comment}`)
      .text(`${address.neighborhood} - ${address.city}/${address.state}`);
    document.font('Helvetica-Bold').fontSize(18).text(`CEP ${address.zip}`);
    document.font('Helvetica').fontSize(9).moveDown().text(`Remetente: ${shop.legal_name}`);
  }
  return collect(document);
};

const declarationOf = (shop: Shop, orders: Order[]): Promise<Buffer> => {
  const document = new PDFDocument({ size: 'A4', margin: 40 });
  document.fontSize(13).text('Declaração de conteúdo', { underline: true });
  for (const order of orders) {
    document.moveDown().fontSize(10).text(`Pedido ${order.order_sn} - remetente ${shop.legal_name}`);
    for (const line of order.lines)
      document.fontSize(9).text(`${line.quantity} x ${line.item_name} ${line.model_name}`);
  }
  return collect(document);
};

type LabelFile = { bytes: Buffer; type: string };

/**
 * Thermal labels are a ZIP: printer commands with each label as a graphic, and a list of the contents of the parcels.
 */
export const labelFile = async (
  world: World,
  shop: Shop,
  orders: Order[],
  type: string,
): Promise<LabelFile> => {
  if (type !== 'THERMAL_AIR_WAYBILL') return { bytes: await pdfOf(shop, orders), type: 'application/pdf' };
  const stamp = world.clock.now().toISOString().slice(0, 10).replaceAll('-', '');
  const codes = orders.map((order) => order.tracking_number);
  const packed = zipSync({
    [`shipping_label_${stamp}.txt`]: strToU8((await Promise.all(codes.map(graphicLabel))).join('\n')),
    [`content_declaration_${stamp}.pdf`]: new Uint8Array(await declarationOf(shop, orders)),
  });
  return { bytes: Buffer.from(packed), type: 'application/zip' };
};
