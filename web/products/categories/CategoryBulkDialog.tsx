import { api } from '#contract/index.ts';
import type { CategoryRow } from '#contract/products/category.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { BulkDialog } from '../../ui/table/BulkDialog.tsx';
import type { Chosen } from '../../ui/table/row-selection.ts';

type CategoryBulkDialogProps = { chosen: Chosen<CategoryRow>; onClose: () => void };

/** Moves many categories into another one or to the top level. */
export default function CategoryBulkDialog({ chosen, onClose }: CategoryBulkDialogProps) {
  const { t } = useTranslation('products');
  const form = useForm({
    endpoint: api.categories.bulkUpdate,
    initial: { father: null as Reference | null },
    success: false,
    send: ({ father }) => ({ body: { ...chosen.body, change: { father: father?.id ?? null } } }),
    mapError: (path) => path.replace(/^change\./, ''),
    onSaved: (outcome) => {
      chosen.settle(outcome, actMessage('successes', 'categories.bulkUpdate') ?? '');
      onClose();
    },
  });
  return (
    <BulkDialog
      title={t('categories.move')}
      chosen={chosen}
      form={form}
      hint={t('categories.moveHint')}
      submit={t('categories.moveSubmit', { count: chosen.count, total: chosen.countText })}
      onClose={onClose}
    >
      <AsyncSelect<typeof api.categories.list>
        {...form.field('father')}
        endpoint={api.categories.list}
        option={(item: { id: number; path: string }) => ({ id: item.id, name: item.path })}
        label={t('categories.father')}
        clearable
      />
    </BulkDialog>
  );
}
