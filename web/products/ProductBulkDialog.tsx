import { api } from '#contract/index.ts';
import type { ProductRow } from '#contract/products/product.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { AsyncSelect } from '../ui/form/AsyncSelect.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { SelectField } from '../ui/form/SelectField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { BulkDialog } from '../ui/table/BulkDialog.tsx';
import type { Chosen } from '../ui/table/row-selection.ts';
import { useUnitOptions } from './unit-options.ts';

type Values = {
  category: { id: number; name: string } | null;
  brand: string;
  unit: string | null;
  asksLots: string | null;
};
type CategoryItem = { id: number; path: string };

/** Category, brand, unit and lot tracking of many products; empty fields are not changed. */
export default function ProductBulkDialog({
  chosen,
  onClose,
}: {
  chosen: Chosen<ProductRow>;
  onClose: () => void;
}) {
  const { t } = useTranslation('products');
  const units = useUnitOptions();
  const form = useForm({
    endpoint: api.products.bulkUpdate,
    initial: { category: null, brand: '', unit: null, asksLots: null } as Values,
    success: false,
    send: ({ category, brand, unit, asksLots }) => ({
      body: {
        ...chosen.body,
        change: {
          ...(category && { category: category.id }),
          ...(brand.trim() && { brand }),
          ...(unit && { unit }),
          ...(asksLots && { asksLots: asksLots === 'yes' }),
        },
      },
    }),
    mapError: (path) => path.replace(/^change\./, ''),
    onSaved: (outcome) => {
      chosen.settle(outcome, actMessage('successes', 'products.bulkUpdate') ?? '');
      onClose();
    },
  });
  return (
    <BulkDialog title={t('list.change')} chosen={chosen} form={form} onClose={onClose}>
      <AsyncSelect<typeof api.categories.list>
        {...form.field('category')}
        onChange={(next) => form.set('category', next)}
        endpoint={api.categories.list}
        option={(item: CategoryItem) => ({ id: item.id, name: item.path })}
        label={t('category')}
        clearable
      />
      <TextField {...form.field('brand')} label={t('brand')} maxLength={80} />
      <SelectField
        {...form.field('unit')}
        onChange={(next) => form.set('unit', next)}
        label={t('unit')}
        options={units}
        clearable
      />
      <SelectField
        {...form.field('asksLots')}
        onChange={(next) => form.set('asksLots', next)}
        label={t('form.asksLots')}
        options={[
          { value: 'yes', label: t('form.asks') },
          { value: 'no', label: t('form.asksNot') },
        ]}
        clearable
      />
    </BulkDialog>
  );
}
