import { api } from '#contract/index.ts';
import type { ProductRow } from '#contract/products/product.ts';
import { noTags, TagBulkFields, tagFieldOf } from '../../business/tags/TagBulkFields.tsx';
import { tagChanges } from '../../business/tags/tag-changes.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useForm } from '../../ui/form/form-state.ts';
import { BulkDialog } from '../../ui/table/BulkDialog.tsx';
import type { Chosen } from '../../ui/table/row-selection.ts';

type TagBulkDialogProps = { chosen: Chosen<ProductRow>; onClose: () => void };

/** Adds tags to many products and removes others. */
export default function TagBulkDialog({ chosen, onClose }: TagBulkDialogProps) {
  const { t } = useTranslation('products');
  const form = useForm({
    endpoint: api.products.bulkUpdate,
    initial: noTags,
    success: false,
    send: ({ add, remove }) => ({
      body: { ...chosen.body, change: { tags: tagChanges(remove, add) ?? {} } },
    }),
    mapError: tagFieldOf,
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
      <TagBulkFields kind="products" form={form} />
    </BulkDialog>
  );
}
