import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout.ts';
import { useAct } from '../../acts.ts';
import { download, fetchFile } from '../../api.ts';
import { canPrint, printPdf } from '../../print.ts';

type Format = 'pdf' | 'zpl';

/** The label of a parcel: printed, or downloaded, which is not yet printed. Each answers the sale, or null. */
export function useLabel() {
  const mark = useAct(api.checkout.print);
  const fetchTag = useAct(api.checkout.fetchTag);

  const save = async (id: number, format?: Format): Promise<Checkout | null> => {
    const done = await fetchTag.run({ params: { id } });
    if (!done.ok) return null;
    const { labelFormats } = done.response;
    const wanted = format && labelFormats.includes(format) ? format : labelFormats[0];
    if (wanted) await download(api.checkout.downloadTag, { params: { id }, query: { format: wanted } });
    return done.response;
  };
  const print = async (id: number, reason = ''): Promise<Checkout | null> => {
    const done = await mark.run({ params: { id }, body: { reason } });
    if (!done.ok) return null;
    const input = { params: { id }, query: { format: 'pdf' } } as const;
    if (done.response.labelFormats.includes('pdf'))
      await printPdf(await fetchFile(api.checkout.downloadTag, input));
    else await download(api.checkout.downloadTag, { ...input, query: { format: 'zpl' } });
    return done.response;
  };
  /** On paper where this device can, as a file where it cannot. */
  const issue = (id: number): Promise<Checkout | null> => (canPrint() ? print(id) : save(id));
  /** Somebody says that what was downloaded is on paper. */
  const markPrinted = async (id: number): Promise<void> => {
    await mark.run({ params: { id }, body: { reason: '' } });
  };
  return { print, save, issue, markPrinted, pending: mark.pending || fetchTag.pending };
}
