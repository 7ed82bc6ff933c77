import { formatInstant } from '#contract/dates.ts';
import type { Volume } from '#contract/inventory/volume.ts';
import { messages } from '#contract/messages/index.ts';
import { fill, type Locale } from '#contract/messages/locale.ts';
import { fail } from '#server/fault.ts';
import { drawPdf, mm, printable } from './volume-pdf.ts';

const width = 210 - 2 * 15;
/** Lines of contents that fit on the page; the paper says how many are left out. */
const shownLines = 30;

/** The A4 paper that travels with a volume: origin, destination, contents, sender and receiver. */
export async function transferPdf(volume: Volume, locale: Locale): Promise<Buffer> {
  const { transfer } = volume;
  if (!transfer) fail('state_conflict', { facts: { state: volume.state } });
  const words = messages[locale].inventory.transferPaper;
  const { toBuffer } = await import('bwip-js/node');
  const bars = await toBuffer({ bcid: 'code128', text: volume.code, scale: 4, height: 12 });
  const page = { size: 'A4', margin: 15 * mm };
  return drawPdf({ ...page, info: { Title: `${words.title} ${volume.code}` } }, async (document) => {
    document.addPage(page);
    const write = (text: string, size = 11, bold = false) =>
      document
        .font(bold ? 'Helvetica-Bold' : 'Helvetica')
        .fontSize(size)
        .text(printable(text), { width: width * mm });
    write(words.title, 18, true);
    document
      .moveDown()
      .image(bars, { width: 80 * mm })
      .moveDown();
    write(volume.code, 20, true);
    write(`${words.from}: ${transfer.from.name}`);
    write(`${words.to}: ${volume.warehouse.name}`);
    write(`${words.left}: ${formatInstant(transfer.at)}`);
    write(`${words.units}: ${volume.units ?? ''}`, 11, true);
    document.moveDown();
    for (const { quantity, sku, product, variation } of volume.lines.slice(0, shownLines))
      write(
        `${quantity} x ${sku}  ${[...new Set([product.name, variation.name])].filter(Boolean).join(', ')}`,
      );
    const rest = volume.lines.length - shownLines;
    if (rest > 0) write(fill(words.more, { lines: rest, code: volume.code }));
    for (const label of [words.sentBy, words.receivedBy]) {
      document.moveDown(3);
      write('_'.repeat(48));
      write(label);
    }
  });
}
