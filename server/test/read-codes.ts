import { PDFiumLibrary } from '@hyzyla/pdfium';
import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  Exception,
  HybridBinarizer,
  MultiFormatOneDReader,
  RGBLuminanceSource,
} from '@zxing/library';

/** A picture in shades of grey, row by row. */
export type Picture = { grey: Uint8ClampedArray; width: number; height: number };

const hints = new Map<DecodeHintType, unknown>([
  [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.CODE_128, BarcodeFormat.EAN_13]],
  [DecodeHintType.TRY_HARDER, true],
]);

/** The bar code in a picture as a scanner reads it; null where there is none that can be read. */
export function readBars({ grey, width, height }: Picture): string | null {
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
  try {
    return new MultiFormatOneDReader(hints).decode(bitmap, hints).getText();
  } catch (error) {
    if (error instanceof Exception) return null;
    throw error;
  }
}

export type ReadPage = { width: number; height: number; codes: (string | null)[] };
/** `top`: the part of the sheet above and below its labels, as a share of its height. */
type Grid = { columns: number; rows: number; top?: number };

/**
 * Each page of a PDF as paper shows it: its size in millimetres, and the bar code in each cell of a grid of labels.
 */
export async function readPdfPages(pdf: Buffer, grid: Grid = { columns: 1, rows: 1 }): Promise<ReadPage[]> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    const pages: ReadPage[] = [];
    for (const page of document.pages()) {
      const { originalWidth, originalHeight } = page.getOriginalSize();
      // 300 dpi, as an office printer draws it.
      const { data, width, height } = await page.render({
        scale: 300 / 72,
        render: 'bitmap',
        colorSpace: 'Gray',
      });
      const picture = { grey: new Uint8ClampedArray(data), width, height };
      pages.push({
        width: Math.round((originalWidth * 25.4) / 72),
        height: Math.round((originalHeight * 25.4) / 72),
        codes: cellsOf(picture, grid).map(readBars),
      });
    }
    document.destroy();
    return pages;
  } finally {
    library.destroy();
  }
}

function cellsOf({ grey, width, height }: Picture, { columns, rows, top = 0 }: Grid): Picture[] {
  const begin = Math.round(height * top);
  const cell = { width: Math.floor(width / columns), height: Math.floor((height - 2 * begin) / rows) };
  const cells: Picture[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const part = new Uint8ClampedArray(cell.width * cell.height);
      for (let y = 0; y < cell.height; y++) {
        const from = (begin + row * cell.height + y) * width + column * cell.width;
        part.set(grey.subarray(from, from + cell.width), y * cell.width);
      }
      cells.push({ ...cell, grey: part });
    }
  return cells;
}
