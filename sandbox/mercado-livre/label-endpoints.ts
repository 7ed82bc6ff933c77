import { strToU8, zipSync } from 'fflate';
import PDFDocument from 'pdfkit';
import type { Answer } from '../answer.ts';
import { barcode } from '../label-graphic.ts';
import type { World } from '../world.ts';
import type { Endpoint } from './endpoint.ts';
import { get, notFound, Refusal, refuse } from './endpoint.ts';
import type { Shipment } from './market.ts';
import { buyerById, sellerById } from './market.ts';
import { ownShipment } from './own-shipment.ts';
import { moveShipment, releaseBuffered } from './shipping.ts';

const MAX_LABELS = 50;
const printableTypes = new Set(['drop_off', 'xd_drop_off', 'cross_docking', 'xd_same_day', 'self_service']);
/** 10 × 15 cm in PDF points. */
const PAGE: [number, number] = [283.5, 425.2];

const refuseLabel = (error: string, message: string, ids: number[]): Refusal =>
  new Refusal({
    status: 400,
    body: {
      message,
      error,
      status: 400,
      cause: [],
      failed_shipments: ids.map((id) => ({ shipment_id: id, message: error })),
    },
  });

const isPrintable = (shipment: Shipment): boolean =>
  shipment.status === 'ready_to_ship' && ['ready_to_print', 'printed'].includes(shipment.substatus ?? '');

const judge = (shipment: Shipment): void => {
  if (shipment.mode !== 'me2')
    throw refuseLabel('invalid_shipment_mode', 'The shipment mode is not me2', [shipment.id]);
  if (shipment.logistic_type === 'fulfillment')
    throw refuseLabel('invalid_shipment_ff_public', 'Fulfillment shipment', [shipment.id]);
  if (!printableTypes.has(shipment.logistic_type) || !isPrintable(shipment)) {
    const state = `${shipment.status}/${shipment.substatus}`;
    throw refuseLabel('not_printable_status', `The shipment ${shipment.id} is in status ${state}`, [
      shipment.id,
    ]);
  }
};

type LabelText = {
  id: string;
  tracking: string;
  sender: string;
  receiver: string;
  street: string;
  place: string;
  zip: string;
  kind: string;
};

const labelText = (world: World, shipment: Shipment): LabelText => {
  const buyer = buyerById(world.market, shipment.buyer_id);
  const seller = sellerById(world.market, shipment.seller_id);
  const address = buyer?.address;
  return {
    id: String(shipment.id),
    tracking: shipment.tracking_number,
    sender: `${seller?.nickname} - ${seller?.address.city}/${seller?.address.state}`,
    receiver: `${buyer?.first_name} ${buyer?.last_name}`,
    street: `${address?.street}, ${address?.number} ${address?.comment}`.trim(),
    place: `${address?.neighborhood} - ${address?.city}/${address?.state}`,
    zip: address?.zip.replace(/^(\d{5})/, '$1-') ?? '',
    kind: shipment.logistic_type.toUpperCase(),
  };
};

/** Field text must not start a printer command. */
const zplText = (text: string): string =>
  text.replaceAll(/[_^~]/g, (character) => `_${character.charCodeAt(0).toString(16).toUpperCase()}`);

const zplOf = (label: LabelText): string => {
  const line = (y: number, height: number, text: string) =>
    `^FO40,${y}^A0N,${height},${height}^FH_^FD${zplText(text)}^FS`;
  return [
    '^XA',
    '^CI28',
    '^PW800',
    '^LL1200',
    '^LH0,0',
    line(40, 36, 'MERCADO ENVIOS'),
    line(90, 28, label.kind),
    '^FO40,130^GB720,3,3^FS',
    line(150, 26, `Remetente: ${label.sender}`),
    line(190, 26, `Envio: ${label.id}`),
    '^FO60,250^BY3,3,160',
    `^BCN,160,Y,N,N^FD${label.tracking}^FS`,
    `^FO560,480^BQN,2,6^FDQA,{"id":"${label.id}","t":"lm"}^FS`,
    line(500, 30, 'DESTINATARIO'),
    line(550, 34, label.receiver),
    line(600, 30, label.street),
    line(645, 30, label.place),
    line(690, 44, `CEP ${label.zip}`),
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

const pdfOf = async (labels: LabelText[]): Promise<Buffer> => {
  const document = new PDFDocument({ size: PAGE, margin: 14, autoFirstPage: false });
  for (const label of labels) {
    document.addPage();
    document.fillColor('#000').font('Helvetica-Bold').fontSize(16).text('MERCADO ENVIOS', 14, 16);
    document
      .font('Helvetica')
      .fontSize(9)
      .text(label.kind, 14, 38)
      .text(`Remetente: ${label.sender}`)
      .text(`Envio: ${label.id}`);
    document.image(await barcode(label.tracking), 14, 84, { fit: [255, 84] });
    document.fillColor('#000');
    document.moveTo(14, 176).lineTo(269, 176).stroke();
    document.font('Helvetica-Bold').fontSize(11).text('DESTINATÁRIO', 14, 186);
    document.font('Helvetica').fontSize(12).text(label.receiver).text(label.street).text(label.place);
    document.font('Helvetica-Bold').fontSize(18).text(`CEP ${label.zip}`);
  }
  return collect(document);
};

const listOfGoods = (world: World, shipments: Shipment[]): Promise<Buffer> => {
  const document = new PDFDocument({ size: 'A4', margin: 40 });
  document.fontSize(13).text('Controle de envios', { underline: true });
  for (const shipment of shipments) {
    document.moveDown().fontSize(10).text(`Envio ${shipment.id} - ${shipment.tracking_number}`);
    for (const id of shipment.order_ids) {
      const order = world.market.orders[String(id)];
      if (order !== undefined)
        document.fontSize(9).text(`${order.quantity} x ${order.title} (${order.seller_sku ?? 'sem SKU'})`);
    }
  }
  return collect(document);
};

/** Resets the printer before each label without printing. */
const CLEAR = '^XA^MCY^XZ\n';

const fileFor = async (world: World, shipments: Shipment[], format: string): Promise<Answer> => {
  const labels = shipments.map((shipment) => labelText(world, shipment));
  if (format === 'pdf') return { status: 200, bytes: await pdfOf(labels), type: 'application/pdf' };
  const packed = zipSync({
    'Etiqueta de envio.txt': strToU8(`${CLEAR}${labels.map(zplOf).join(CLEAR)}`),
    'Controle.pdf': new Uint8Array(await listOfGoods(world, shipments)),
  });
  return { status: 200, bytes: Buffer.from(packed), type: 'application/zip' };
};

export const labelEndpoints: Endpoint[] = [
  get('/shipment_labels', async (call) => {
    const ids = (call.query.shipment_ids ?? '').split(',').filter((id) => id !== '');
    const format = call.query.response_type ?? 'pdf';
    if (ids.length === 0 || ids.some((id) => !/^\d+$/.test(id)))
      throw notFound('Missing a valid shipment id value');
    if (ids.length > MAX_LABELS)
      throw refuse(400, 'shipment_ids', `The maximum of shipment_ids is ${MAX_LABELS}`);
    if (format !== 'pdf' && format !== 'zpl2')
      throw refuse(400, 'bad_request', `Invalid response_type: ${format}`);
    releaseBuffered(call.world);
    const foreign = ids
      .map((id) => call.world.market.shipments[id])
      .find((found) => found !== undefined && found.seller_id !== call.caller.id);
    if (foreign !== undefined)
      throw refuseLabel('invalid_shipment_caller', 'The shipment belongs to another seller', [foreign.id]);
    const shipments = ids.map((id) => ownShipment(call, id));
    for (const shipment of shipments) judge(shipment);
    const answer = await fileFor(call.world, shipments, call.caller.labels_as_pdf ? 'pdf' : format);
    for (const shipment of shipments) {
      if (shipment.substatus === 'ready_to_print')
        moveShipment(call.world, shipment, 'ready_to_ship', 'printed');
    }
    return answer;
  }),
];
