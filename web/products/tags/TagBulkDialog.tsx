import { api } from '#contract/index.ts';
import type { ProductRow } from '#contract/products/product.ts';
import type { WornTag } from '#contract/products/product-tag.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useForm } from '../../ui/form/form-state.ts';
import { BulkDialog } from '../../ui/table/BulkDialog.tsx';
import type { Chosen } from '../../ui/table/row-selection.ts';
import { tagChanges } from '../product-values.ts';
import { ProductTagsField } from './ProductTagsField.tsx';

type Values = { add: WornTag[]; remove: WornTag[] };
type TagBulkDialogProps = { chosen: Chosen<ProductRow>; onClose: () => void };

/** Adds tags to many products and removes others. */
export default function TagBulkDialog({ chosen, onClose }: TagBulkDialogProps) {
  const { t } = useTranslation('products');
  const form = useForm({
    endpoint: api.products.bulkUpdate,
    initial: { add: [], remove: [] } as Values,
    success: false,
    send: ({ add, remove }) => ({
      body: {
        ...chosen.body,
        change: { tags: tagChanges(remove, add) ?? {} },
      },
    }),
    mapError: (path) => path.replace(/^change\.tags\.(add|remove)\b.*$/, '$1'),
    onSaved: (outcome) => {
      chosen.settle(outcome, actMessage('successes', 'products.bulkUpdate') ?? '');
      onClose();
    },
  });
  return (
    <BulkDialog
      title={t('tags.bulkTitle')}
      hint={t('tags.bulkHint')}
      chosen={chosen}
      form={form}
      onClose={onClose}
    >
      <ProductTagsField
        {...form.field('add')}
        label={t('tags.add')}
        placeholder={t('tags.placeholder')}
        creatable
      />
      <ProductTagsField
        {...form.field('remove')}
        label={t('tags.takeOff')}
        placeholder={t('tags.takeOffPlaceholder')}
      />
    </BulkDialog>
  );
}
