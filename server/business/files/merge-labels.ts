import type { LabelFormat } from '#server/outside/marketplaces/capabilities.ts';

export const labelTypes: Record<LabelFormat, string> = { pdf: 'application/pdf', zpl: 'text/plain' };

/** Many labels as one file: pages one after another, or commands for a label printer. */
export async function mergeLabels(files: readonly Buffer[], format: LabelFormat): Promise<Buffer> {
  if (format === 'zpl') return Buffer.concat(files.flatMap((file) => [file, Buffer.from('\n')]));
  const [only] = files;
  if (files.length === 1 && only) return only;
  // Loaded on demand: it is slow to load, and not every process merges files.
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const all = await PDFDocument.create();
  for (const file of files) {
    const one = await PDFDocument.load(file);
    for (const page of await all.copyPages(one, one.getPageIndices())) all.addPage(page);
  }
  return Buffer.from(await all.save());
}
