import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout.ts';
import { useAct } from '../../acts.ts';
import { canPrint } from '../../print.ts';
import { bringLabel, type LabelFormat, whileComing } from './label-file.ts';

/** What a label came to: the sale as it stands now, and whether the file reached this device. */
export type Labelled = { sale: Checkout; arrived: boolean };

/** The label of a parcel: printed, or downloaded, which is not yet printed. Each answers null where the server refused. */
export function useLabel() {
  const mark = useAct(api.checkout.print);
  const fetchTag = useAct(api.checkout.fetchTag);

  const save = async (id: number, format?: LabelFormat): Promise<Labelled | null> => {
    const done = await fetchTag.run({ params: { id } });
    if (!done.ok) return null;
    const { labelFormats } = done.response;
    const wanted = format && labelFormats.includes(format) ? format : labelFormats[0];
    const arrived = !wanted || (await bringLabel({ id, format: wanted, onPaper: false }));
    return { sale: done.response, arrived };
  };
  const print = async (id: number, reason = ''): Promise<Labelled | null> => {
    const done = await mark.run({ params: { id }, body: { reason } });
    if (!done.ok) return null;
    const onPaper = done.response.labelFormats.includes('pdf');
    const arrived = await bringLabel({ id, format: onPaper ? 'pdf' : 'zpl', onPaper });
    return { sale: done.response, arrived };
  };
  /** On paper where this device can, as a file where it cannot. */
  const issue = (id: number): Promise<Labelled | null> =>
    whileComing(id, () => (canPrint() ? print(id) : save(id)));
  /** Somebody says that what was downloaded is on paper. */
  const markPrinted = async (id: number): Promise<void> => {
    await mark.run({ params: { id }, body: { reason: '' } });
  };
  return { print, save, issue, markPrinted, pending: mark.pending || fetchTag.pending };
}
