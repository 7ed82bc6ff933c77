import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import type { LabelHindrance } from '#contract/orders/parcel-label.ts';
import { useAct } from '../../acts.ts';
import type { Failure } from '../../api.ts';
import { canPrint } from '../../print.ts';
import { bringLabel, type LabelFormat, whileComing } from './label-file.ts';

/** What a label came to: the sale as it stands now, and whether the file reached this device. */
export type Labelled = { sale: Checkout; arrived: boolean };
/** The same, or why there is no label. */
export type Issued = Labelled | { refused: Failure };

const quiet = { success: false, onFailure: () => true } as const;

/** The label of a parcel: printed, or downloaded, which is not yet printed. Each answers null where the server refused. */
export function useLabel() {
  const mark = useAct(api.checkout.print);
  const fetchTag = useAct(api.checkout.fetchTag);
  const quietMark = useAct(api.checkout.print, quiet);
  const standIn = useAct(api.checkout.printParcelLabel, quiet);

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
  /** The label of a parcel that is being closed: what keeps it away is for the caller to say. */
  const close = (id: number): Promise<Issued> =>
    whileComing(id, async () => {
      // Who confirms a parcel says that its label is on it, also where this device only downloads it.
      const done = await quietMark.run({ params: { id }, body: { reason: '' } });
      if (!done.ok) return { refused: done.failure };
      const { labelFormats } = done.response;
      const isPage = labelFormats.includes('pdf');
      const arrived = await bringLabel({ id, format: isPage ? 'pdf' : 'zpl', onPaper: canPrint() && isPage });
      return { sale: done.response, arrived };
    });
  /** Ours in place of the channel's, which is kept away by what its packer was told. */
  const closeWithOwn = (id: number, why: LabelHindrance): Promise<Issued> =>
    whileComing(id, async () => {
      const done = await standIn.run({ params: { id }, body: { why } });
      if (!done.ok) return { refused: done.failure };
      const arrived = await bringLabel({ id, format: 'pdf', onPaper: canPrint(), isStandIn: true });
      return { sale: done.response, arrived };
    });
  /** Somebody says that what was downloaded is on paper. */
  const markPrinted = async (id: number): Promise<void> => {
    await mark.run({ params: { id }, body: { reason: '' } });
  };
  return { print, save, issue, close, closeWithOwn, markPrinted, pending: mark.pending || fetchTag.pending };
}
