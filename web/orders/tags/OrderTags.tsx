import { Box } from '@mantine/core';
import type { WornTag } from '#contract/business/tag.ts';
import { api } from '#contract/index.ts';
import type { OrderDetail } from '#contract/orders/order.ts';
import { useAct } from '../../acts.ts';
import { TagChips } from '../../business/tags/TagChips.tsx';
import { tagChanges } from '../../business/tags/tag-changes.ts';
import { WornTagsField } from '../../business/tags/WornTagsField.tsx';
import { useTranslation } from '../../i18n.ts';
import { useSession } from '../../use-session.ts';

/** The tags of a sale; each change is saved at once. */
export function OrderTags({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const change = useAct(api.orders.bulkUpdate, { success: false });
  if (!can('orders.update')) return order.tags.length > 0 && <TagChips kind="orders" tags={order.tags} />;
  const save = async (next: WornTag[]) => {
    const tags = tagChanges(order.tags, next);
    if (tags) await change.run({ body: { ids: [order.id], change: { tags } } });
  };
  return (
    <Box maw={order.tags.length > 0 ? 480 : 260}>
      <WornTagsField
        kind="orders"
        aria-label={t('tags.ofSale')}
        value={order.tags}
        onChange={(next) => void save(next)}
        placeholder={t('tags.ofSalePlaceholder')}
        creatable
      />
    </Box>
  );
}
