import { api } from '#contract/index.ts';
import type { ListedSupplyRequest } from '#contract/supply/supply-request-row.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { DayField } from '../../ui/form/DayField.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { BulkDialog } from '../../ui/table/BulkDialog.tsx';
import type { Chosen } from '../../ui/table/row-selection.ts';

type RequestBulkDialogProps = { chosen: Chosen<ListedSupplyRequest>; onClose: () => void };

/** One estimated delivery for many pending requests. */
export default function RequestBulkDialog({ chosen, onClose }: RequestBulkDialogProps) {
  const { t } = useTranslation('supply');
  const form = useForm({
    endpoint: api.supplyRequests.bulkUpdate,
    initial: { estimatedDelivery: null as string | null },
    success: false,
    send: (change) => ({ body: { ...chosen.body, change } }),
    mapError: (path) => path.replace(/^change\./, ''),
    onSaved: (outcome) => {
      chosen.settle(outcome, actMessage('successes', 'supplyRequests.bulkUpdate') ?? '');
      onClose();
    },
  });
  return (
    <BulkDialog title={t('requests.changeDelivery')} chosen={chosen} form={form} onClose={onClose}>
      <DayField {...form.field('estimatedDelivery')} label={t('requests.estimatedDelivery')} />
    </BulkDialog>
  );
}
