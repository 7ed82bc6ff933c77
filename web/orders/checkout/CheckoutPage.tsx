import { Anchor, Button, Card, Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';
import { Scan } from '../../ui/scan/Scan.tsx';
import { useSession } from '../../use-session.ts';
import { orderBadges } from '../order-badges.ts';
import { HandOver } from './HandOver.tsx';
import { HandsFree } from './HandsFree.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import { usePacking } from './use-packing.ts';

const refreshMs = 30_000;

/** The start of the floor: open sales, or hand parcels over. */
export default function CheckoutPage() {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  // Distributors come to hand over.
  const [mode, setMode] = useState<'open' | 'handOver'>(
    can('checkout.pack') || !can('checkout.dispatch') ? 'open' : 'handOver',
  );
  return (
    <Page title={t('bench.board.title')} hint={t('bench.board.hint')}>
      {can('checkout.dispatch') && (
        <SegmentedControl
          size="lg"
          fullWidth
          value={mode}
          onChange={(chosen) => setMode(chosen === 'handOver' ? 'handOver' : 'open')}
          data={[
            { value: 'open', label: t('bench.board.scan') },
            { value: 'handOver', label: t('bench.handOver.title') },
          ]}
        />
      )}
      {mode === 'handOver' ? <HandOver /> : <OpenSales />}
    </Page>
  );
}

/** Opens a sale by scan, or the queue of a warehouse. */
function OpenSales() {
  const { t } = useTranslation('orders');
  const { open } = usePacking(() => undefined);
  const { can } = useSession();
  const counts = useApi(api.checkout.counts, {}, { every: refreshMs });
  const count = (status: string) =>
    counts.data?.statuses.find((row) => row.status === status)?.count ?? (counts.data ? 0 : undefined);
  return (
    <>
      <Scan onScan={(code) => open(code)} label={t('bench.board.scan')} />
      {counts.error && !counts.data ? (
        <ErrorState
          title={actMessage('failures', 'checkout.list')}
          failure={counts.error}
          retry={counts.refetch}
        />
      ) : (
        <StatGrid>
          {(['waiting_approval', 'pending', 'picking', 'waiting_collect', 'collected'] as const).map(
            (status) => (
              <Stat
                key={status}
                label={t(`statuses.${status}`)}
                value={count(status)}
                icon={orderBadges[status].icon}
                to={paths.orders.checkoutList({ query: `status:${status}` })}
              />
            ),
          )}
          <Stat
            label={t('bench.board.unlabelled')}
            value={counts.data?.unlabelled}
            icon={orderBadges.unlabelled.icon}
            tone={counts.data?.unlabelled ? 'attention' : undefined}
            to={paths.orders.checkoutList({ query: 'unlabelled:yes' })}
          />
          <Stat
            label={t('bench.board.changed')}
            value={counts.data?.changed}
            icon={orderBadges.changed.icon}
            tone={counts.data?.changed ? 'bad' : undefined}
            to={paths.orders.checkoutList({ query: 'status:waiting_collect changed:yes' })}
          />
          <Stat
            label={t('bench.board.late')}
            value={counts.data?.late}
            icon={orderBadges.late.icon}
            tone={counts.data?.late ? 'bad' : undefined}
            to={paths.orders.checkoutList({ query: 'status:late' })}
          />
        </StatGrid>
      )}
      {counts.data?.warehouses.length === 0 && (
        <EmptyState
          title={t('bench.board.empty')}
          hint={t('bench.board.emptyHint')}
          action={
            can('warehouses.create') && (
              <Button component={Link} to={paths.inventory.createWarehouse()}>
                {t('bench.board.newWarehouse')}
              </Button>
            )
          }
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {counts.data?.warehouses.map((warehouse) => (
          <Card
            key={warehouse.id}
            component={Link}
            to={paths.orders.checkoutOfWarehouse(warehouse.id)}
            withBorder
          >
            <Stack gap="xs">
              <Group justify="space-between">
                <Title order={2} size="h3">
                  {warehouse.name}
                </Title>
                {warehouse.nextLimit && <TimeLeft limit={warehouse.nextLimit} />}
              </Group>
              <Group gap="lg">
                <Figure label={t('bench.board.pending')} value={warehouse.pending} />
                <Figure label={t('bench.board.picking')} value={warehouse.picking} />
                <Figure label={t('bench.board.late')} value={warehouse.late} bad={warehouse.late > 0} />
              </Group>
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
      {/* Below the content whose height depends on the number of warehouses. */}
      {(counts.data || counts.error) && (
        <>
          <Anchor data-touch component={Link} to={paths.orders.checkoutList()}>
            {t('bench.board.list')}
          </Anchor>
          <HandsFree />
        </>
      )}
    </>
  );
}

function Figure({ label, value, bad }: { label: string; value: number; bad?: boolean }) {
  return (
    <div>
      <Text fz={32} fw={700} lh={1.1} c={bad ? 'red' : undefined}>
        {value}
      </Text>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
    </div>
  );
}
