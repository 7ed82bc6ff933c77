import { Button, Group } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { PickingRow } from '#contract/orders/picking.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';

/** Lists that the reader has started, shown first. */
export function OwnLists({ lists }: { lists: readonly PickingRow[] }) {
  const { t } = useTranslation('orders');
  return (
    <Section title={t('picking.mine')}>
      <Group>
        {lists.map(({ id, pickedCount, unitCount }) => (
          <Button
            key={id}
            component={Link}
            to={paths.orders.pickingList(id)}
            size="floor"
            leftSection={<IconPlayerPlay aria-hidden />}
          >
            {t('picking.goOn', { id, done: pickedCount, all: unitCount })}
          </Button>
        ))}
      </Group>
    </Section>
  );
}
