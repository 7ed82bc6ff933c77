import { api } from '#contract/index.ts';
import { maxTagsUndone, type OrderListRow } from '#contract/orders/order.ts';
import { useAct } from '../../acts.ts';
import { TagBulkDialog, tagBulkBody, tagBulkForm } from '../../business/tags/TagBulkDialog.tsx';
import { actMessage } from '../../i18n.ts';
import { useForm } from '../../ui/form/form-state.ts';
import type { Chosen } from '../../ui/table/row-selection.ts';

type Props = { chosen: Chosen<OrderListRow>; onClose: () => void };

const canUndo = (sales: number) => sales > 0 && sales <= maxTagsUndone;

/** Adds tags to many sales and removes others; can be undone. */
export default function OrderTagsDialog({ chosen, onClose }: Props) {
  const takeBack = useAct(api.orders.undo, { success: false });
  const form = useForm({
    endpoint: api.orders.bulkUpdate,
    ...tagBulkForm,
    send: (values) => ({ body: tagBulkBody(chosen.body, values) }),
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
  return <TagBulkDialog kind="orders" chosen={chosen} form={form} onClose={onClose} />;
}
