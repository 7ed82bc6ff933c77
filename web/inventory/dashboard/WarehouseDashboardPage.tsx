import { Skeleton, Stack, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { WarehouseFigures } from '#contract/inventory/warehouse-dashboard.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { LanesDue } from './LanesDue.tsx';
import { ShelfFigures } from './ShelfFigures.tsx';

/** Time left decreases without any event, so the screen polls. */
const refreshMs = 60_000;

/** Current dispatch and stock of each warehouse. */
export default function WarehouseDashboardPage() {
  const { t } = useTranslation('inventory');
  const { data, error, refetch } = useApi(api.warehouseCenterDashboard.detail, {}, { every: refreshMs });
  return (
    <Page title={t('dashboard.title')}>
      {error && !data && (
        <ErrorState
          title={actMessage('failures', 'warehouseCenterDashboard.detail')}
          failure={error}
          retry={refetch}
        />
      )}
      {!data && !error && <Skeleton height={480} />}
      {data?.warehouses.length === 0 && (
        <EmptyState
          title={t('dashboard.empty')}
          hint={t('dashboard.emptyHint')}
          action={
            <Actions
              items={[
                {
                  key: 'create',
                  label: t('warehouses.new'),
                  icon: IconPlus,
                  tone: 'primary',
                  permission: 'warehouses.create',
                  to: paths.inventory.createWarehouse(),
                },
              ]}
            />
          }
        />
      )}
      {data?.warehouses.map((figures) => (
        <OneWarehouse
          key={figures.warehouse.id}
          figures={figures}
          at={data.at}
          countedSince={data.countedSince}
        />
      ))}
    </Page>
  );
}

type OneProps = { figures: WarehouseFigures; at: string; countedSince: string };

function OneWarehouse({ figures, at, countedSince }: OneProps) {
  const { warehouse, shelf } = figures;
  return (
    <Stack component="section" aria-label={warehouse.name} data-warehouse={warehouse.id}>
      <Title order={2}>{warehouse.name}</Title>
      <LanesDue figures={figures} at={at} />
      {shelf && <ShelfFigures warehouseId={warehouse.id} shelf={shelf} countedSince={countedSince} />}
    </Stack>
  );
}
