import { ownLabelCode } from '#contract/orders/parcel-label.ts';

/** The label of a sale that has no marketplace: as a page, and for a label printer. */
export type Label = { pdf: Buffer; zpl: Buffer };

export type OwnLabel = {
  orderId: number;
  buyerName: string;
  address: readonly string[];
  seller: string;
  warehouse: string;
  senderAddress: readonly string[];
  items: readonly { sku: string; quantity: number }[];
};

/** User text in ZPL: `_`, `^` and `~` start commands and are sent as bytes (`^FH_`). */
export function zplText(text: string): string {
  return text
    .replace(/[_^~]/g, (char) => `_${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/[\r\n]+/g, ' ');
}

/** Label of a sale without a marketplace: 100 × 150 mm at 203 dpi, and the same as a page. */
export async function drawLabel(label: OwnLabel): Promise<Label> {
  return { pdf: await drawPdf(label), zpl: Buffer.from(drawZpl(label)) };
}

function drawZpl(label: OwnLabel): string {
  const text = (x: number, y: number, size: number, value: string) =>
    `^FO${x},${y}^A0N,${size},${size}^FB720,2,4,L^FH_^FD${zplText(value)}^FS`;
  return [
    '^XA^CI28^PW800^LL1200^LH0,0',
    text(40, 40, 34, label.seller),
    text(40, 90, 26, label.warehouse),
    ...label.senderAddress.map((line, index) => text(40, 122 + index * 30, 24, line)),
    '^FO40,250^GB720,3,3^FS',
    text(40, 275, 52, label.buyerName),
    ...label.address.map((line, index) => text(40, 390 + index * 50, 36, line)),
    '^FO40,600^GB720,3,3^FS',
    ...label.items
      .slice(0, 7)
      .map((item, index) => text(40, 625 + index * 44, 32, `${item.quantity} x ${item.sku}`)),
    `^BY3,3,140^FO120,980^BCN,140,Y,N,N^FD${ownLabelCode(label.orderId)}^FS`,
    '^XZ',
  ].join('\n');
}

const pointsPerMm = 72 / 25.4;

async function drawPdf(label: OwnLabel): Promise<Buffer> {
  // Slow to load, and not every process draws one.
  const { default: PDFDocument } = await import('pdfkit');
  const size: [number, number] = [100 * pointsPerMm, 150 * pointsPerMm];
  const document = new PDFDocument({
    size,
    margin: 5 * pointsPerMm,
    info: { Title: ownLabelCode(label.orderId) },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  document.fontSize(11).text(label.seller).fontSize(9).text(label.warehouse);
  for (const line of label.senderAddress) document.text(line);
  document.moveDown();
  document.fontSize(18).text(label.buyerName).moveDown(0.3).fontSize(12);
  for (const line of label.address) document.text(line);
  document.moveDown().fontSize(11);
  for (const item of label.items) document.text(`${item.quantity} x ${item.sku}`);
  document.moveDown().fontSize(16).text(ownLabelCode(label.orderId), { align: 'center' });
  document.end();
  return done;
}
