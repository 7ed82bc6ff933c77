import { dayOf, formatDay } from '#contract/dates.ts';
import type { LabelSize, VolumeLabel } from '#contract/inventory/volume-tag.ts';
import { joined, lotText, placeOf, timesText } from './volume-tag.ts';

/** Points per millimeter. */
export const mm = 72 / 25.4;
/** Paper in millimeters, the height of the barcode, and the text sizes in points. */
const papers = {
  a6: { width: 105, height: 148, margin: 6, bars: 30, code: 26, text: 11 },
  '100x50': { width: 100, height: 50, margin: 3, bars: 17, code: 16, text: 8 },
} as const satisfies Record<LabelSize, object>;
type Paper = (typeof papers)[LabelSize];

/** One page per label: the barcode, the readable code, and the contents of the volume. */
export async function volumesPdf(labels: readonly VolumeLabel[], size: LabelSize): Promise<Buffer> {
  // Loaded on demand: loading is slow, and few processes draw a PDF.
  const { toBuffer } = await import('bwip-js/node');
  const paper = papers[size];
  const page = {
    size: [paper.width * mm, paper.height * mm] satisfies [number, number],
    margin: paper.margin * mm,
  };
  return drawPdf({ ...page, info: { Title: labels[0]?.code ?? '' } }, async (document) => {
    for (const label of labels) {
      const bars = await toBuffer({ bcid: 'code128', text: label.code, scale: 4, height: 12 });
      document.addPage(page);
      drawLabel(document, label, bars, paper);
    }
  });
}

/** The bytes of a document whose pages `draw` adds. */
export async function drawPdf(
  options: PDFKit.PDFDocumentOptions,
  draw: (document: PDFKit.PDFDocument) => Promise<void>,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ ...options, autoFirstPage: false });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  await draw(document);
  document.end();
  return done;
}

function drawLabel(document: PDFKit.PDFDocument, label: VolumeLabel, bars: Buffer, paper: Paper): void {
  const left = paper.margin * mm;
  const width = (paper.width - 2 * paper.margin) * mm;
  const bottom = (paper.height - paper.margin) * mm;
  let y = left;
  document.image(bars, left, y, { width, height: paper.bars * mm });
  y += (paper.bars + 1) * mm;
  const write = (text: string, size: number, bold = false) => {
    // Lines that do not fit are left out: a label must not continue on a second page.
    if (!text || y + size > bottom) return;
    document
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .text(printable(text), left, y, { width, height: size, lineBreak: false, ellipsis: true });
    y += size * 1.25;
  };
  write(label.code, paper.code, true);
  write(label.name, paper.text + 1, true);
  write([placeOf(label), formatDay(dayOf(label.createdAt))].filter(Boolean).join(' / '), paper.text);
  const row = paper.text * 1.25;
  for (const [index, line] of label.lines.entries()) {
    const rest = label.lines.length - index;
    const rows = rowsOf(document, line, width, paper.text);
    // The last row says how many lines are left out.
    if (y + rows.length * row + (rest > 1 ? row : 0) > bottom + row * 0.25) {
      write(`+ ${rest}`, paper.text);
      return;
    }
    for (const text of rows) write(text, paper.text);
  }
}

type Line = VolumeLabel['lines'][number];

/** One row if the line fits; otherwise the product is below its code, with the variation first. */
function rowsOf(document: PDFKit.PDFDocument, line: Line, width: number, size: number): string[] {
  const code = [timesText(line.quantity), line.sku, lotText(line.lot)];
  const whole = joined(...code, line.variation, line.product);
  const fits = document.font('Helvetica').fontSize(size).widthOfString(printable(whole)) <= width;
  return fits ? [whole] : [joined(...code), joined(line.variation, line.product)];
}

/** The standard fonts of PDF contain Latin letters only. */
export const printable = (text: string) => text.replaceAll(/[^\u0020-\u00ff]/g, '?');
