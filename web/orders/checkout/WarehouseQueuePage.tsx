import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import { orderActs } from '#contract/orders/order-states.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { GoTo } from '../../ui/page/GoTo.tsx';
import { Link, useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Scan } from '../../ui/scan/Scan.tsx';
import { OrderBadge } from '../OrderBadge.tsx';
import { besideTimeLeft, TimeLeft } from './TimeLeft.tsx';
import { usePacking } from './use-packing.ts';

const refreshMs = 30_000;

/** The queue of one warehouse in large letters, the nearest dispatch limit first; one press starts the next sale. */
export default function WarehouseQueuePage() {
  const { t } = useTranslation('orders');
  const { open } = usePacking(() => undefined);
  const id = useIdParam();
  const query = `warehouse:${id} status:pending,picking,waiting_collect,waiting_approval`;
  const sales = useApi(
    api.checkout.list,
    { query: { query, sort: 'limit', size: '50' } },
    { every: refreshMs },
  );
  const counts = useApi(api.checkout.counts, {});
  const warehouse = counts.data?.warehouses.find((row) => row.id === id)?.name;
  const next = sales.data?.items.find((row) => canAct(orderActs, 'startPicking', row.status));
  return (
    <Page
      title={warehouse ? t('bench.queue.title', { warehouse }) : t('bench.board.title')}
      trail={[{ label: t('bench.board.title'), to: paths.orders.checkout() }]}
    >
      <Scan onScan={(code) => open(code, undefined, id)} label={t('bench.board.scan')} />
      {next && (
        <Button
          size="floor"
          component={Link}
          to={paths.orders.pack(next.id)}
          leftSection={<IconPlayerPlay aria-hidden />}
        >
          {t('bench.queue.next')} · {t('saleNumber', { number: next.id })}
        </Button>
      )}
      {sales.error && !sales.data && (
        <ErrorState
          title={actMessage('failures', 'checkout.list')}
          failure={sales.error}
          retry={sales.refetch}
        />
      )}
      {sales.data?.items.length === 0 && (
        <EmptyState
          title={t('bench.queue.empty')}
          hint={t('bench.queue.emptyHint')}
          action={<GoTo place="picking" to={paths.orders.picking()} permission="picking.read" />}
        />
      )}
      <Stack gap="sm">
        {sales.data?.items.map((row) => (
          <Card key={row.id} component={Link} to={paths.orders.pack(row.id)} withBorder p="md">
            <Group justify="space-between" wrap="wrap">
              <Group gap="md">
                <Text fw={700} fz="xl">
                  {t('saleNumber', { number: row.id })}
                </Text>
                <OrderBadge order={besideTimeLeft(row)} here />
                <TimeLeft limit={row.dispatchLimit} />
              </Group>
              <Text c="dimmed">{row.seller.name}</Text>
            </Group>
            <Text mt="xs">{row.items}</Text>
            {row.status === 'picking' && row.pickingBy && (
              <Text size="sm" c="dimmed">
                {t('bench.bench.pickingBy', { name: row.pickingBy.name })} ·{' '}
                {t('bench.bench.beeped', { done: row.beepedCount, all: row.unitCount })}
              </Text>
            )}
          </Card>
        ))}
      </Stack>
    </Page>
  );
}
