import { useTranslation } from '../../i18n.ts';
import { InvoiceDetail } from './InvoiceDetail.tsx';
import { InvoiceDrawer } from './InvoiceDrawer.tsx';
import type { Side } from './invoice-side.ts';
import { JointPaymentPanel } from './JointPaymentPanel.tsx';
import { ProofReview } from './ProofReview.tsx';

type InvoiceDrawersProps = {
  side: Side;
  /** As in the address: an invoice, invoices to pay together, or those whose proofs are reviewed. */
  invoice: string | undefined;
  together: string | undefined;
  review: string | undefined;
  onClose: () => void;
};

/** What opens over the list of invoices; loaded with the first that is opened. */
export default function InvoiceDrawers({ side, invoice, together, review, onClose }: InvoiceDrawersProps) {
  const { t } = useTranslation('dropshipping');
  if (invoice !== undefined)
    return (
      <InvoiceDrawer title={t('settlement.number')} onClose={onClose}>
        <InvoiceDetail id={Number(invoice)} side={side} />
      </InvoiceDrawer>
    );
  if (side === 'seller')
    return (
      <InvoiceDrawer title={t('settlement.together.title')} onClose={onClose}>
        {together !== undefined && <JointPaymentPanel ids={together} onPaid={onClose} />}
      </InvoiceDrawer>
    );
  return (
    <InvoiceDrawer title={t('settlement.review.title')} size="100%" onClose={onClose}>
      {review !== undefined && (
        <ProofReview only={review === 'all' ? null : new Set(review.split(',').map(Number))} />
      )}
    </InvoiceDrawer>
  );
}
