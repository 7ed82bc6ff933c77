import { api } from '#contract/index.ts';
import type { ProductRow } from '#contract/products/product.ts';
import { TagBulkDialog, tagBulkBody, tagBulkForm } from '../../business/tags/TagBulkDialog.tsx';
import { actMessage } from '../../i18n.ts';
import { useForm } from '../../ui/form/form-state.ts';
import type { Chosen } from '../../ui/table/row-selection.ts';

type Props = { chosen: Chosen<ProductRow>; onClose: () => void };

/** Adds tags to many products and removes others. */
export default function ProductTagsDialog({ chosen, onClose }: Props) {
  const form = useForm({
    endpoint: api.products.bulkUpdate,
    ...tagBulkForm,
    send: (values) => ({ body: tagBulkBody(chosen.body, values) }),
    onSaved: (outcome) => {
      chosen.settle(outcome, actMessage('successes', 'products.bulkUpdate') ?? '');
      onClose();
    },
  });
  return <TagBulkDialog kind="products" chosen={chosen} form={form} onClose={onClose} />;
}
