import { api } from '#contract/index.ts';
import type { ListedSupplier } from '#contract/supply/supplier.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { MoneyField } from '../../ui/form/brazilian-fields.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { BulkDialog } from '../../ui/table/BulkDialog.tsx';
import type { Chosen } from '../../ui/table/row-selection.ts';

type SupplierBulkDialogProps = { chosen: Chosen<ListedSupplier>; onClose: () => void };

/** Lead time and minimum order of many suppliers; empty fields are not changed. */
export default function SupplierBulkDialog({ chosen, onClose }: SupplierBulkDialogProps) {
  const { t } = useTranslation('supply');
  const form = useForm({
    endpoint: api.suppliers.bulkUpdate,
    initial: { leadDays: null as number | null, minimumOrderCentavos: null as number | null },
    success: false,
    send: ({ leadDays, minimumOrderCentavos }) => ({
      body: {
        ...chosen.body,
        change: {
          ...(leadDays !== null && { leadDays }),
          ...(minimumOrderCentavos !== null && { minimumOrderCentavos }),
        },
      },
    }),
    mapError: (path) => path.replace(/^change\./, ''),
    onSaved: (outcome) => {
      chosen.settle(outcome, actMessage('successes', 'suppliers.bulkUpdate') ?? '');
      onClose();
    },
  });
  return (
    <BulkDialog title={t('suppliers.termsOfMany')} chosen={chosen} form={form} onClose={onClose}>
      <NumberField {...form.field('leadDays')} label={t('suppliers.leadDays')} max={365} />
      <MoneyField {...form.field('minimumOrderCentavos')} label={t('suppliers.minimumOrder')} />
    </BulkDialog>
  );
}
