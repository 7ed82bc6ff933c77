import { Anchor, Divider, Group, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import type { PickingList } from '#contract/orders/picking.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Timeline } from '../../ui/page/Timeline.tsx';
import { orderBadges } from '../order-badges.ts';

/** Sales of a list by their place on the cart; removed ones show the reason. */
export function PickingSales({ list }: { list: PickingList }) {
  const { t } = useTranslation('orders');
  return (
    <>
      <Section title={t('picking.salesOfList')}>
        <Stack gap="sm">
          {list.sales.map((sale, index) => (
            <Fragment key={sale.id}>
              {index > 0 && <Divider />}
              <Sale sale={sale} />
            </Fragment>
          ))}
        </Stack>
      </Section>
      {list.scans.length > 0 && (
        <Section title={t('picking.recent')}>
          <Timeline
            label={t('picking.recent')}
            events={list.scans.map((scan, index) => ({
              key: `${scan.at}-${index}`,
              at: scan.at,
              title: t('picking.recentLine', { sku: scan.sku, place: scan.place }),
              author: scan.author,
              tone: 'neutral',
            }))}
          />
        </Section>
      )}
    </>
  );
}

function Sale({ sale }: { sale: PickingList['sales'][number] }) {
  const { t } = useTranslation('orders');
  return (
    <div data-sale={sale.id}>
      <Group justify="space-between" gap="xs" c={sale.leftReason ? 'dimmed' : undefined}>
        <Group gap="sm">
          <Text fw={700}>{t('picking.place', { place: sale.place })}</Text>
          <Anchor data-touch component={Link} to={paths.orders.pack(sale.id)}>
            {t('saleNumber', { number: sale.id })}
          </Anchor>
          <StateBadge {...orderBadges[sale.status]} label={t(`statuses.${sale.status}`)} />
        </Group>
        <Text fw={600}>
          {sale.leftReason
            ? t(`picking.left.${sale.leftReason}`)
            : t('picking.done', { done: sale.picked, all: sale.units })}
        </Text>
      </Group>
      <Text c={sale.leftReason ? 'dimmed' : undefined}>{sale.items}</Text>
      {sale.counted && <Text>{t('picking.counted', sale.counted)}</Text>}
    </div>
  );
}
