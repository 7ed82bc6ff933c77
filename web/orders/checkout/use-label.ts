import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import type { LabelHindrance } from '#contract/orders/parcel-label.ts';
import { useAct } from '../../acts.ts';
import type { Failure } from '../../api.ts';
import { canPrint } from '../../print.ts';
import { bringLabel, type LabelFormat, whileComing } from './label-file.ts';

/** The sale after its label was made, whether the file reached this device, and whether it was printed or only saved. */
export type Labelled = { sale: Checkout; arrived: boolean; onPaper: boolean };
/** The same, or why there is no label. */
export type Issued = Labelled | { refused: Failure };

const quiet = { success: false, onFailure: () => true } as const;

/**
 * The label of a parcel: printed, or downloaded, which does not count as printed. Resolves to null if the server
 * refused.
 */
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
    return { sale: done.response, arrived, onPaper: false };
  };
  const print = async (id: number, reason = ''): Promise<Labelled | null> => {
    const done = await mark.run({ params: { id }, body: { reason } });
    if (!done.ok) return null;
    const onPaper = done.response.labelFormats.includes('pdf');
    const arrived = await bringLabel({ id, format: onPaper ? 'pdf' : 'zpl', onPaper });
    return { sale: done.response, arrived, onPaper };
  };
  /** Prints if the device can, otherwise downloads a file. */
  const issue = (id: number): Promise<Labelled | null> =>
    whileComing(id, () => (canPrint() ? print(id) : save(id)));
  /** The label of a parcel that is being closed; the caller shows what prevents it. */
  const close = (id: number): Promise<Issued> =>
    whileComing(id, async () => {
      // Confirming a parcel states that its label is on it, even if this device only downloads it.
      const done = await quietMark.run({ params: { id }, body: { reason: '' } });
      if (!done.ok) return { refused: done.failure };
      const { labelFormats } = done.response;
      const isPage = labelFormats.includes('pdf');
      const onPaper = canPrint() && isPage;
      const arrived = await bringLabel({ id, format: isPage ? 'pdf' : 'zpl', onPaper });
      return { sale: done.response, arrived, onPaper };
    });
  /** Our label instead of the channel's, for the reason that the packer was shown. */
  const closeWithOwn = (id: number, why: LabelHindrance): Promise<Issued> =>
    whileComing(id, async () => {
      const done = await standIn.run({ params: { id }, body: { why } });
      if (!done.ok) return { refused: done.failure };
      const onPaper = canPrint();
      const arrived = await bringLabel({ id, format: 'pdf', onPaper, isStandIn: true });
      return { sale: done.response, arrived, onPaper };
    });
  /** Records that a downloaded label was printed. */
  const markPrinted = async (id: number): Promise<void> => {
    await mark.run({ params: { id }, body: { reason: '' } });
  };
  return { print, save, issue, close, closeWithOwn, markPrinted, pending: mark.pending || fetchTag.pending };
}
