import { formatDocument } from '#contract/brazil.ts';
import { dayOf, formatDay, formatInstant } from '#contract/dates.ts';
import type { VendorReturn, VendorReturnLine } from '#contract/inventory/vendor-return.ts';
import { messages } from '#contract/messages/index.ts';
import { fill, type Locale } from '#contract/messages/locale.ts';
import type { Tx } from '#server/db/transaction.ts';
import { drawPdf, mm, printable } from '#server/inventory/volume/volume-pdf.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';

const margin = 15 * mm;
const width = 180 * mm;
const bottom = 297 * mm - margin;
/** Left edges and widths of the columns, in millimeters: volume, SKU, product, lot, reason, units. */
const columns = [
  [0, 24],
  [25, 34],
  [60, 50],
  [111, 28],
  [140, 26],
  [167, 13],
] as const;

export type Sender = { name: string; document: string; address: string };

/** The business that returns the goods, with the address of the warehouse. */
export async function findSender(tx: Tx, warehouseId: number): Promise<Sender> {
  const row = await tx.db
    .selectFrom('warehouses as w')
    .innerJoin('businesses as b', 'b.id', 'w.business_id')
    .select([
      'b.name',
      'b.document',
      'w.street',
      'w.number',
      'w.complement',
      'w.neighborhood',
      'w.city',
      'w.state',
    ])
    .where('w.business_id', '=', ownBusiness)
    .where('w.id', '=', warehouseId)
    .executeTakeFirstOrThrow();
  const { street, number, complement, neighborhood, city, state } = row;
  const address = [[street, number].filter(Boolean).join(', '), complement, neighborhood];
  return {
    name: row.name,
    document: row.document,
    address: [...address, [city, state].filter(Boolean).join('/')].filter(Boolean).join(' - '),
  };
}

/** The A4 document of a return: both sides, NF-e, lines with lot and reason, and the signatures of both. No prices. */
export async function vendorReturnPdf(shown: VendorReturn, sender: Sender, locale: Locale): Promise<Buffer> {
  const words = messages[locale].inventory.vendorReturns;
  const page = { size: 'A4', margin };
  const title = fill(words.numbered, { number: shown.number });
  const info = { Title: title, CreationDate: new Date(shown.createdAt) };
  return drawPdf({ ...page, info }, async (document) => {
    document.addPage(page);
    const write = (text: string, size = 10, bold = false) =>
      document
        .font(bold ? 'Helvetica-Bold' : 'Helvetica')
        .fontSize(size)
        .text(printable(text), margin, document.y, { width });
    write(title, 18, true);
    write(`${words.states[shown.state]} - ${formatDay(dayOf(new Date(shown.createdAt)))}`);
    document.moveDown(0.8);
    write(words.paper.from, 10, true);
    write([sender.name, sideDocument(sender.document)].filter(Boolean).join(' - '));
    if (sender.address) write(sender.address);
    write(`${words.warehouse}: ${shown.warehouse.name}`);
    document.moveDown(0.6);
    write(words.paper.to, 10, true);
    write(
      [shown.vendor.name || words.noVendor, sideDocument(shown.vendor.document)].filter(Boolean).join(' - '),
    );
    if (shown.invoiceKey) {
      document.moveDown(0.6);
      write(words.invoiceKey, 10, true);
      write(shown.invoiceKey.replace(/(.{4})(?=.)/g, '$1 '));
    }
    if (shown.note) {
      document.moveDown(0.6);
      write(shown.note);
    }
    document.moveDown();
    drawLines(document, page, shown, locale);
    drawSignatures(document, page, shown, locale);
  });
}

const sideDocument = (bare: string) => bare && formatDocument(bare);

type Page = { size: string; margin: number };

function drawLines(document: PDFKit.PDFDocument, page: Page, shown: VendorReturn, locale: Locale): void {
  const words = messages[locale].inventory.vendorReturns;
  const { volume, sku, product, lot, reason, quantity } = words.paper;
  const heading = [volume, sku, product, lot, reason, quantity];
  const row = (cells: readonly string[], bold = false) => {
    const font = () => document.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(9);
    font();
    const texts = cells.map(printable);
    const height = Math.max(
      ...texts.map((text, index) =>
        document.heightOfString(text, { width: (columns[index]?.[1] ?? 0) * mm }),
      ),
    );
    if (document.y + height > bottom) {
      document.addPage(page);
      row(heading, true);
      font();
    }
    const top = document.y;
    for (const [index, text] of texts.entries()) {
      const [left = 0, wide = 0] = columns[index] ?? [];
      const align = index === columns.length - 1 ? 'right' : 'left';
      document.text(text, margin + left * mm, top, { width: wide * mm, align });
    }
    document.y = top + height + 5;
    document
      .moveTo(margin, document.y - 3)
      .lineTo(margin + width, document.y - 3)
      .lineWidth(0.4)
      .stroke('#999999');
  };
  row(heading, true);
  for (const line of shown.lines)
    row([
      line.volume.code,
      line.sku,
      goodsOf(line),
      lotText(line),
      words.reasons[line.reason],
      String(line.quantity),
    ]);
  row(['', '', fill(words.paper.total, { volumes: shown.volumes }), '', '', String(shown.units)], true);
}

const goodsOf = ({ product, variation }: VendorReturnLine) =>
  [...new Set([product.name, variation.name])].filter(Boolean).join(', ');

const lotText = ({ lot }: VendorReturnLine) => (lot ? `${lot.code} ${formatDay(lot.expiresOn)}` : '');

function drawSignatures(document: PDFKit.PDFDocument, page: Page, shown: VendorReturn, locale: Locale): void {
  const words = messages[locale].inventory.vendorReturns.paper;
  if (document.y + 45 * mm > bottom) document.addPage(page);
  const top = document.y + 18 * mm;
  const half = width / 2 - 5 * mm;
  document.font('Helvetica').fontSize(9);
  for (const [index, label] of [words.sentBy, words.receivedBy].entries()) {
    const left = margin + index * (half + 10 * mm);
    document
      .moveTo(left, top)
      .lineTo(left + half, top)
      .lineWidth(0.6)
      .stroke('#000000');
    document.text(printable(label), left, top + 2 * mm, { width: half });
    document.text(printable(words.nameAndDocument), left, top + 7 * mm, { width: half });
    document.text(printable(words.dateAndTime), left, top + 12 * mm, { width: half });
  }
  if (shown.handedOverAt)
    document.text(
      printable(fill(words.handedOver, { at: formatInstant(shown.handedOverAt) })),
      margin,
      top + 20 * mm,
      { width },
    );
}
