import type { ProductLabelSize } from '#contract/products/product-label.ts';
import { drawPdf, mm, printable } from '#server/inventory/volume/volume-pdf.ts';
import { type PrintedLabel, symbologyOf } from './product-label.ts';

/** In millimeters: a sheet of 24 self-adhesive labels, whose rows of 37 mm fill the page. */
const papers = {
  a4: { width: 210, height: 297, columns: 3, rows: 8, label: { width: 70, height: 37 }, top: 0.5 },
  '60x40': { width: 60, height: 40, columns: 1, rows: 1, label: { width: 60, height: 40 }, top: 0 },
} as const satisfies Record<ProductLabelSize, object>;

/** The margin of a label in which nothing is printed, because printers are not exact to the millimeter. */
const margin = 4;
const bars = 14;

/** Each label as many times as requested, in order. */
export async function productsPdf(labels: readonly PrintedLabel[], size: ProductLabelSize): Promise<Buffer> {
  // Loaded on demand: loading is slow, and few processes draw a PDF.
  const { toBuffer } = await import('bwip-js/node');
  const paper = papers[size];
  const page = { size: [paper.width * mm, paper.height * mm] satisfies [number, number], margin: 0 };
  const perPage = paper.columns * paper.rows;
  return drawPdf({ ...page, info: { Title: labels[0]?.sku ?? '' } }, async (document) => {
    let printed = 0;
    for (const label of labels) {
      const bcid = symbologyOf(label.code);
      const image = bcid && (await toBuffer({ bcid, text: label.code, scale: 3, height: 10 }));
      for (let copy = 0; copy < label.copies; copy++, printed++) {
        const place = printed % perPage;
        if (place === 0) document.addPage(page);
        const left = (place % paper.columns) * paper.label.width;
        const top = paper.top + Math.floor(place / paper.columns) * paper.label.height;
        drawLabel(document, label, image, { left, top, width: paper.label.width });
      }
    }
  });
}

type Place = { left: number; top: number; width: number };

function drawLabel(
  document: PDFKit.PDFDocument,
  label: PrintedLabel,
  image: Buffer | null,
  place: Place,
): void {
  const left = (place.left + margin) * mm;
  const width = (place.width - 2 * margin) * mm;
  let y = (place.top + margin) * mm;
  if (image) document.image(image, left, y, { fit: [width, bars * mm], align: 'center' });
  y += (bars + 1) * mm;
  const write = (text: string, size: number, lines = 1, bold = false) => {
    const height = lines * size * 1.2;
    document
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .text(printable(text), left, y, { width, height, lineBreak: lines > 1, ellipsis: true });
    y += Math.min(height, Math.max(size * 1.2, document.y - y));
  };
  write(label.code, 8);
  if (label.variation) write(label.variation, 8, 1, true);
  write(label.product, 8, label.variation ? 1 : 2, true);
  if (label.sku !== label.code) write(label.sku, 8);
}
