import { api } from '#contract/index.ts';
import { maxTagsUndone, type OrderListRow } from '#contract/orders/order.ts';
import { useAct } from '../../acts.ts';
import { noTags, TagBulkFields, tagFieldOf } from '../../business/tags/TagBulkFields.tsx';
import { tagChanges } from '../../business/tags/tag-changes.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useForm } from '../../ui/form/form-state.ts';
import { BulkDialog } from '../../ui/table/BulkDialog.tsx';
import type { Chosen } from '../../ui/table/row-selection.ts';

type TagBulkDialogProps = { chosen: Chosen<OrderListRow>; onClose: () => void };

const canUndo = (sales: number) => sales > 0 && sales <= maxTagsUndone;

/** Adds tags to many sales and removes others; can be undone. */
export default function TagBulkDialog({ chosen, onClose }: TagBulkDialogProps) {
  const { t } = useTranslation('orders');
  const takeBack = useAct(api.orders.undo, { success: false });
  const form = useForm({
    endpoint: api.orders.bulkUpdate,
    initial: noTags,
    success: false,
    send: ({ add, remove }) => ({
      body: { ...chosen.body, change: { tags: tagChanges(remove, add) ?? {} } },
    }),
    mapError: tagFieldOf,
    onSaved: (outcome) => {
      const rows = outcome.changed;
      const undo = async () => {
        const back = await takeBack.run({ body: { rows } });
        return back.ok ? back.response : null;
      };
      const message = actMessage('successes', 'orders.bulkUpdate') ?? '';
      chosen.settle(outcome, message, canUndo(rows.length) ? undo : undefined);
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
      <TagBulkFields kind="orders" form={form} />
    </BulkDialog>
  );
}
