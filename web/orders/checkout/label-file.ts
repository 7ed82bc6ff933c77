import { api } from '#contract/index.ts';
import { download, Failure, fetchFile } from '../../api.ts';
import { printPdf } from '../../print.ts';
import { createQueue } from '../../ui/queue.ts';

export type LabelFormat = 'pdf' | 'zpl';
/** The file of a label: its sale, what to do with it, and whether it is ours instead of the channel's. */
export type LabelFile = { id: number; format: LabelFormat; onPaper: boolean; isStandIn?: boolean };

const lost = createQueue<LabelFile & { failure: Failure }>();
/** Files that did not arrive, at most one for each sale, whose bench shows it. */
export const lostLabels = lost.source;

const coming = createQueue<number>();
/** Sales whose label is being fetched or printed. */
export const comingLabels = coming.source;

/** Nothing reports the label as available while it is on its way. */
export async function whileComing<T>(id: number, work: () => Promise<T>): Promise<T> {
  coming.add(id);
  try {
    return await work();
  } finally {
    coming.remove((other) => other === id);
  }
}

/** Downloads the file; false if it did not arrive. It can then be fetched again without marking the sale. */
export async function bringLabel(file: LabelFile): Promise<boolean> {
  const { id, format, onPaper, isStandIn } = file;
  const input = { params: { id }, query: { format } };
  const source = isStandIn ? api.checkout.downloadParcelLabel : api.checkout.downloadTag;
  const failure = await (onPaper ? fetchFile(source, input).then(printPdf) : download(source, input)).then(
    () => null,
    failureOnly,
  );
  lost.remove((other) => other.id === id);
  if (failure) lost.add({ ...file, failure });
  return !failure;
}

function failureOnly(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}
