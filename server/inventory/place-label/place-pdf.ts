import type { PlacePaper } from '#contract/inventory/place-label.ts';
import { drawPdf, mm, printable } from '#server/inventory/volume/volume-pdf.ts';
import type { PlaceLabel } from './place-label.ts';
import { capital, placeLayout, placeSheets } from './place-layout.ts';

/** Labels in order; `first` is the first free label of the first sheet. */
export async function placesPdf(
  labels: readonly PlaceLabel[],
  paper: PlacePaper,
  first = 1,
): Promise<Buffer> {
  // Loaded on demand: loading is slow, and few processes draw a PDF.
  const { toBuffer } = await import('bwip-js/node');
  const sheet = placeSheets[paper];
  const perPage = sheet.columns * sheet.rows;
  const used = Math.min(first, perPage) - 1;
  const page = { size: [sheet.width * mm, sheet.height * mm] satisfies [number, number], margin: 0 };
  return drawPdf({ ...page, info: { Title: labels[0]?.code ?? '' } }, async (document) => {
    for (const [index, label] of labels.entries()) {
      const cell = (used + index) % perPage;
      if (cell === 0 || index === 0) document.addPage(page);
      const bars = await toBuffer({ bcid: 'code128', text: label.code, scale: 3, height: 10 });
      document
        .save()
        .translate(
          (sheet.left + (cell % sheet.columns) * sheet.across) * mm,
          (sheet.top + Math.floor(cell / sheet.columns) * sheet.label.height) * mm,
        );
      drawLabel(document, label, bars, paper);
      document.restore();
    }
  });
}

function drawLabel(document: PDFKit.PDFDocument, label: PlaceLabel, image: Buffer, paper: PlacePaper): void {
  const { rows, arrow, bars } = placeLayout(label, paper);
  for (const row of rows) {
    const text = printable(row.text);
    const size = row.size * mm;
    const wanted = document.font('Helvetica-Bold').fontSize(size).widthOfString(text);
    // Wide letters are reduced to the width of the label, on the same center line.
    const fitting = size * Math.min(1, (row.width * mm) / wanted);
    const line = row.y * mm + ((size + fitting) * capital) / 2;
    document.fontSize(fitting).text(text, row.x * mm, line, { lineBreak: false, baseline: 'alphabetic' });
  }
  if (arrow && label.arrow) drawArrow(document, arrow, label.arrow);
  document.image(image, bars.x * mm, bars.y * mm, { width: bars.width * mm, height: bars.height * mm });
}

/** Corners of an arrow that points up, in a square of one. */
const corners: readonly (readonly [number, number])[] = [
  [0.5, 0],
  [1, 0.5],
  [0.68, 0.5],
  [0.68, 1],
  [0.32, 1],
  [0.32, 0.5],
  [0, 0.5],
];

type Box = { x: number; y: number; width: number; height: number };

function drawArrow(document: PDFKit.PDFDocument, { x, y, width, height }: Box, points: 'up' | 'down'): void {
  const shape = corners.map(([right, down]): [number, number] => [
    (x + right * width) * mm,
    (y + (points === 'up' ? down : 1 - down) * height) * mm,
  ]);
  document.polygon(...shape).fill('black');
}
