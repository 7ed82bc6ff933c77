import { IconAdjustments, IconChartBar, IconClipboardList } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { type BalanceRow, balanceFilter, balanceSorts } from '#contract/inventory/balance.ts';
import { balanceKinds, balanceOrigins, balanceStates } from '#contract/inventory/balance-states.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { Instant, Money } from '../../ui/page/values.tsx';
import { Scan } from '../../ui/scan/Scan.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, ExportKey, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { useSession } from '../../use-session.ts';
import { useWarehouseOptions } from '../warehouse-options.ts';
import { BalanceAlarms } from './BalanceAlarms.tsx';
import { balanceBadges } from './balance-badges.ts';
import { SettingsDialog } from './SettingsDialog.tsx';
import { StartDialog } from './StartDialog.tsx';
import { useBalanceScan } from './use-balance-scan.ts';

const refreshMs = 60_000;

/** Open and finished counts: one field for the scanner, alarms above, counts below. */
export default function BalanceListPage() {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  const [dialog, setDialog] = useState<'start' | 'settings' | null>(null);
  const list = useListState({ fields: balanceFilter, sorts: balanceSorts, sort: '-id' });
  const balances = useApi(api.balances.list, { query: list.query });
  const warehouses = useWarehouseOptions();
  const columns = useColumns();
  const alarms = useApi(api.balances.alarms, {}, { every: refreshMs });
  const scan = useBalanceScan((code) => list.setField('place', [code]));
  const start = {
    key: 'start',
    label: t('balances.start'),
    icon: IconClipboardList,
    tone: 'primary',
    permission: 'balances.start',
    run: () => setDialog('start'),
  } as const;
  const report = {
    key: 'report',
    label: t('balances.report.open'),
    icon: IconChartBar,
    secondary: true,
    permission: 'balance-reports.read',
    to: paths.inventory.balanceReport(),
  } as const;
  const settings = {
    key: 'settings',
    label: t('balances.settings'),
    icon: IconAdjustments,
    secondary: true,
    permission: 'balances.settings',
    run: () => setDialog('settings'),
  } as const;
  const options = <V extends string>(values: readonly V[], label: (value: V) => string) =>
    values.map((value) => ({ value, label: label(value) }));
  // The alarms are above the counts, which would move if they were loaded later.
  if (!alarms.data)
    return (
      <UnreadPage
        title={t('balances.title')}
        failed={actMessage('failures', 'balances.alarms')}
        result={alarms}
      />
    );
  return (
    <Page title={t('balances.title')} actions={<Actions size="floor" items={[start, report, settings]} />}>
      {can('balances.count') && (
        <Scan
          onScan={scan}
          label={t('balances.scan')}
          hint={can('balances.start') ? t('balances.scanHint') : ''}
        />
      )}
      {/* After a scan of a place the list of its counts is what is wanted next. */}
      {!list.values.place && <BalanceAlarms {...alarms.data} />}
      <FilterBar
        list={list}
        controls={[
          {
            field: 'state',
            label: t('balances.state'),
            options: options(balanceStates, (value) => t(`balances.states.${value}`)),
          },
          {
            field: 'kind',
            label: t('balances.kind'),
            options: options(balanceKinds, (value) => t(`balances.kinds.${value}`)),
          },
          {
            field: 'origin',
            label: t('balances.origin'),
            options: options(balanceOrigins, (value) => t(`balances.origins.${value}`)),
          },
          { field: 'warehouse', label: t('balances.warehouse'), options: warehouses ?? [] },
          { field: 'place', label: t('balances.place') },
          { field: 'product', label: t('balances.product') },
          { field: 'started', label: t('balances.started') },
        ]}
      />
      <DataTable
        name="balances"
        label={t('balances.title')}
        list={list}
        result={balances}
        failed={actMessage('failures', 'balances.list')}
        columns={columns}
        link={(row) => paths.inventory.balanceCount(row.id)}
        rowName={(row) => row.volume.name}
        {...(can('balance-reports.read') && { exportFrom: api.balances.export })}
        empty={{
          title: t('balances.empty'),
          hint: t('balances.emptyHint'),
          action: <Actions items={[start]} />,
        }}
      />
      {dialog === 'start' && <StartDialog onClose={() => setDialog(null)} />}
      {dialog === 'settings' && <SettingsDialog onClose={() => setDialog(null)} />}
    </Page>
  );
}

function useColumns(): Column<
  BalanceRow,
  ExportKey<typeof api.balances.export>,
  SortKey<typeof balanceSorts>
>[] {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  const worth: Column<BalanceRow, ExportKey<typeof api.balances.export>, SortKey<typeof balanceSorts>> = {
    key: 'value',
    label: t('balances.value'),
    cell: (row) => <Money value={row.differenceCentavos} />,
    align: 'right',
    width: 140,
  };
  return [
    { key: 'volume', label: t('balances.volume'), cell: (row) => row.volume.name, width: 120, card: 'title' },
    {
      key: 'state',
      label: t('balances.state'),
      cell: (row) => <StateBadge {...balanceBadges[row.state]} label={t(`balances.states.${row.state}`)} />,
      width: 205,
      card: 'badge',
    },
    {
      key: 'position',
      label: t('balances.position'),
      cell: (row) => row.position ?? '—',
      sort: 'walk',
      width: 115,
    },
    { key: 'product', label: t('balances.product'), cell: (row) => row.variation?.name ?? '' },
    { key: 'kind', label: t('balances.kind'), cell: (row) => t(`balances.kinds.${row.kind}`), width: 100 },
    {
      key: 'origin',
      label: t('balances.origin'),
      cell: (row) => t(`balances.origins.${row.origin}`),
      width: 140,
    },
    {
      key: 'difference',
      label: t('balances.difference'),
      cell: (row) => row.difference ?? '',
      align: 'right',
      width: 100,
    },
    ...(can('prices.read') ? [worth] : []),
    { key: 'warehouse', label: t('balances.warehouse'), cell: (row) => row.warehouse.name, width: 180 },
    {
      key: 'counts',
      label: t('balances.counts'),
      cell: (row) => row.counts || '',
      align: 'right',
      width: 120,
    },
    {
      key: 'started',
      label: t('balances.started'),
      cell: (row) => <Instant value={row.startedAt} />,
      width: 160,
    },
  ];
}
