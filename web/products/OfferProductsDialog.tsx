import { api } from '#contract/index.ts';
import type { ProductRow } from '#contract/products/product.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { AsyncSelect, type Reference } from '../ui/form/AsyncSelect.tsx';
import { PercentField } from '../ui/form/brazilian-fields.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { NumberField } from '../ui/form/NumberField.tsx';
import { BulkDialog } from '../ui/table/BulkDialog.tsx';
import type { Chosen } from '../ui/table/row-selection.ts';
import { useSession } from '../use-session.ts';

type Values = { warehouse: Reference | null; markup: number | null; cap: number | null };
const usual: Values = { warehouse: null, markup: 3000, cap: 1000 };
type OfferProductsDialogProps = { chosen: Chosen<ProductRow>; onClose: () => void };

/** Offers many products at cost; suppliers add a percentage. */
export default function OfferProductsDialog({ chosen, onClose }: OfferProductsDialogProps) {
  const { t } = useTranslation('products');
  const { session } = useSession();
  const isSupplier = session?.business?.type === 'supply';
  const form = useForm({
    endpoint: api.dropshipItems.createMany,
    initial: usual,
    success: false,
    send: ({ warehouse, markup, cap }) => ({
      body: {
        ...chosen.body,
        warehouseId: warehouse?.id ?? Number.NaN,
        markupBasisPoints: isSupplier ? (markup ?? Number.NaN) : 0,
        quantityCap: cap ?? Number.NaN,
      },
    }),
    mapError: (path) =>
      ({ warehouseId: 'warehouse', markupBasisPoints: 'markup', quantityCap: 'cap' })[path] ?? path,
    onSaved: (outcome) => {
      chosen.settle(outcome, actMessage('successes', 'dropshipItems.createMany') ?? '');
      onClose();
    },
  });
  return (
    <BulkDialog
      title={t('list.offerTitle')}
      hint={t('list.offerHint')}
      submit={t('list.offerSubmit')}
      chosen={chosen}
      form={form}
      onClose={onClose}
    >
      <AsyncSelect<typeof api.warehouses.list>
        {...form.field('warehouse')}
        onChange={(next) => form.set('warehouse', next)}
        endpoint={api.warehouses.list}
        pickOnly
        label={t('list.offerWarehouse')}
        required
      />
      {isSupplier && <PercentField {...form.field('markup')} label={t('list.offerMarkup')} required />}
      <NumberField {...form.field('cap')} label={t('list.offerCap')} required />
    </BulkDialog>
  );
}
