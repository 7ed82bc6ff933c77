import { ownLabelCode } from '#contract/orders/parcel-label.ts';
import { drawPdf, mm, printable } from '#server/inventory/volume/volume-pdf.ts';
import { zplLine } from '#server/inventory/volume/volume-tag.ts';

/** A label that we draw: as a page, and for a label printer. */
export type Label = { pdf: Buffer; zpl: Buffer };

/** The lines of our label from top to bottom, above the bar code of its sale. */
export type OwnLabel = {
  orderId: number;
  /** Printed large and inverted across the top; null on a label that a carrier takes. */
  notice: { title: string; text: string } | null;
  buyerName: string;
  address: readonly string[];
  seller: string;
  warehouse: string;
  senderAddress: readonly string[];
  items: readonly { sku: string; quantity: number }[];
};

/** Lines of each part that fit on the paper; omitted items are counted. */
const lines = { sender: 4, items: 7 };

/** Rows available for the address: a long line takes two or three. */
const addressRows = 8;
/** Characters per row of the address, on both papers. */
const addressWidth = 40;

/** The address as rows on the paper, broken between words. */
function rowsOfAddress({ address }: OwnLabel): string[] {
  const rows: string[] = [];
  for (const line of address) {
    let row = '';
    for (const word of line.split(/\s+/)) {
      if (row !== '' && row.length + 1 + word.length > addressWidth) {
        rows.push(row);
        row = '';
      }
      row = row === '' ? word : `${row} ${word}`;
    }
    rows.push(row);
  }
  // If the address is longer, city and ZIP code are kept.
  return rows.length > addressRows ? [...rows.slice(0, addressRows - 2), ...rows.slice(-2)] : rows;
}

/** 100 × 150 mm: at 203 dpi, and the same as a page. */
export async function drawLabel(label: OwnLabel): Promise<Label> {
  return { pdf: await drawPage(label), zpl: Buffer.from(drawZpl(label)) };
}

/** The printed items; the last line says how many did not fit. */
function itemLines({ items }: OwnLabel): string[] {
  const shown = items.slice(0, lines.items).map((item) => `${item.quantity} x ${item.sku}`);
  return items.length > lines.items ? [...shown, `+ ${items.length - lines.items}`] : shown;
}

function drawZpl(label: OwnLabel): string {
  const { notice } = label;
  const text = (y: number, size: number, value: string) =>
    zplLine({ x: 40, y, size, width: 720, text: value });
  const head = notice
    ? [
        '^FO40,30^GB720,90,90^FS',
        `^FR${zplLine({ x: 40, y: 48, size: 52, width: 720, text: notice.title, align: 'C' })}`,
        zplLine({ x: 40, y: 135, size: 30, width: 720, text: notice.text, rows: 3 }),
      ]
    : [
        text(40, 34, label.seller),
        text(90, 26, label.warehouse),
        ...label.senderAddress.slice(0, lines.sender).map((line, index) => text(122 + index * 30, 24, line)),
      ];
  return [
    '^XA^CI28^PW800^LL1200^LH0,0',
    ...head,
    '^FO40,250^GB720,3,3^FS',
    zplLine({ x: 40, y: 265, size: 44, width: 720, text: label.buyerName, rows: 2 }),
    ...(notice ? [text(370, 30, label.seller)] : []),
    ...rowsOfAddress(label).map((line, index) => text(370 + index * 32, 29, line)),
    '^FO40,630^GB720,3,3^FS',
    ...itemLines(label).map((line, index) => text(645 + index * 40, 32, line)),
    `^BY3,3,140^FO120,985^BCN,140,Y,N,N^FD${ownLabelCode(label.orderId)}^FS`,
    '^XZ',
  ].join('\n');
}

const paper = { width: 100, height: 150, margin: 5 };
const inside = paper.width - 2 * paper.margin;
const bars = { top: 121, height: 17 };

async function drawPage(label: OwnLabel): Promise<Buffer> {
  // Loaded on demand: it is slow to load, and not every process draws a label.
  const { toBuffer } = await import('bwip-js/node');
  const code = ownLabelCode(label.orderId);
  const image = await toBuffer({ bcid: 'code128', text: code, scale: 4, height: 12 });
  const page = { size: [paper.width * mm, paper.height * mm] satisfies [number, number], margin: 0 };
  return drawPdf({ ...page, info: { Title: code } }, async (document) => {
    document.addPage(page);
    const write = writerOf(document);
    if (label.notice) {
      document.rect(paper.margin * mm, 4 * mm, inside * mm, 11 * mm).fill('black');
      write(label.notice.title, 6.5, 18, { color: 'white', align: 'center', bold: true });
      write(label.notice.text, 17, 10, { rows: 3 });
    } else {
      write(label.seller, 5, 11, { bold: true });
      for (const [index, line] of [label.warehouse, ...label.senderAddress.slice(0, lines.sender)].entries())
        write(line, 10 + index * 4, 9);
    }
    rule(document, 32);
    write(label.buyerName, 34, 15, { bold: true, rows: 2 });
    if (label.notice) write(label.seller, 48, 11);
    for (const [index, line] of rowsOfAddress(label).entries()) write(line, 48 + index * 4.1, 10);
    rule(document, 81);
    for (const [index, line] of itemLines(label).entries()) write(line, 83 + index * 4.7, 11);
    document.image(image, paper.margin * mm, bars.top * mm, {
      fit: [inside * mm, bars.height * mm],
      align: 'center',
    });
    write(code, bars.top + bars.height + 1, 14, { align: 'center' });
  });
}

type Style = { color?: string; align?: 'left' | 'center'; bold?: boolean; rows?: number };

/** Writes a text at a height in millimetres; text beyond its rows ends with an ellipsis. */
function writerOf(document: PDFKit.PDFDocument) {
  return (text: string, top: number, size: number, style: Style = {}) => {
    const { color = 'black', align = 'left', bold = false, rows = 1 } = style;
    document
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fill(color)
      .text(printable(text), paper.margin * mm, top * mm, {
        width: inside * mm,
        height: rows * size * 1.2,
        lineBreak: rows > 1,
        ellipsis: true,
        align,
      });
  };
}

function rule(document: PDFKit.PDFDocument, top: number): void {
  document.rect(paper.margin * mm, top * mm, inside * mm, 0.4 * mm).fill('black');
}
