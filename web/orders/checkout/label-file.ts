import { api } from '#contract/index.ts';
import { download, Failure, fetchFile } from '../../api.ts';
import { printPdf } from '../../print.ts';
import { createQueue } from '../../ui/queue.ts';

export type LabelFormat = 'pdf' | 'zpl';
/** The file of a label: what it is of, what is done with it, and whether it is ours in place of the channel's. */
export type LabelFile = { id: number; format: LabelFormat; onPaper: boolean; isStandIn?: boolean };

const lost = createQueue<LabelFile & { failure: Failure }>();
/** Files that did not arrive, at most one of each sale: the bench of the sale says so. */
export const lostLabels = lost.source;

const coming = createQueue<number>();
/** Sales whose label is being fetched, or is on its way to paper. */
export const comingLabels = coming.source;

/** While a label is on its way nobody is told that it is there. */
export async function whileComing<T>(id: number, work: () => Promise<T>): Promise<T> {
  coming.add(id);
  try {
    return await work();
  } finally {
    coming.remove((other) => other === id);
  }
}

/** Brings the file to this device; false: it did not arrive, and can be brought again without marking anything. */
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
