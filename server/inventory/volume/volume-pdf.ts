import { dayOf, formatDay } from '#contract/dates.ts';
import type { LabelSize, VolumeLabel } from '#contract/inventory/volume-tag.ts';
import { lotText, timesText } from './volume-tag.ts';

/** Points of a millimetre. */
export const mm = 72 / 25.4;
/** Paper in millimetres; where the bar code stands, how many lines of contents fit under it. */
const papers = {
  a6: { width: 105, height: 148, margin: 6, bars: 30, code: 26, text: 11, lines: 16 },
  '100x50': { width: 100, height: 50, margin: 3, bars: 17, code: 16, text: 8, lines: 3 },
} as const satisfies Record<LabelSize, object>;
type Paper = (typeof papers)[LabelSize];

/** One page for each label: the code for the scanner, the code for people, and what is in the volume. */
export async function volumesPdf(labels: readonly VolumeLabel[], size: LabelSize): Promise<Buffer> {
  // Slow to load, and not every process draws one.
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

/** A document whose pages `draw` adds, as bytes. */
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
    // What does not fit is left out: a label that runs over a second page labels nothing.
    if (!text || y + size > bottom) return;
    document
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .text(printable(text), left, y, { width, height: size, lineBreak: false, ellipsis: true });
    y += size * 1.25;
  };
  write(label.code, paper.code, true);
  write(label.name, paper.text + 1, true);
  write(
    [label.warehouse, label.position, formatDay(dayOf(label.createdAt))].filter(Boolean).join(' / '),
    paper.text,
  );
  const rest = label.lines.length - paper.lines;
  for (const line of label.lines.slice(0, paper.lines))
    write(
      [timesText(line.quantity), line.sku, lotText(line.lot), line.name].filter(Boolean).join('  '),
      paper.text,
    );
  if (rest > 0) write(`+ ${rest}`, paper.text);
}

/** The fonts that every PDF has know Latin letters only. */
export const printable = (text: string) => text.replaceAll(/[^\u0020-\u00ff]/g, '?');
