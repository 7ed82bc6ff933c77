import { Stack } from '@mantine/core';
import { formatDay } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { marketplaceNames } from '#contract/marketplaces/marketplace.ts';
import {
  type ProfitGroup,
  type ProfitRow,
  profitFilter,
  profitGroups,
  profitSorts,
} from '#contract/orders/profit.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { type Href, paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import type { FilterControl } from '../../ui/filter/filter-control.ts';
import { StatusTabs } from '../../ui/filter/StatusTabs.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';
import { Money, Percent, Quantity } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, ExportKey, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { useDensity } from '../../ui/table/use-density.ts';
import { useSession } from '../../use-session.ts';
import { ProfitBar } from './ProfitBar.tsx';

type ProfitColumn = Column<ProfitRow, ExportKey<typeof api.profits.export>, SortKey<typeof profitSorts>>;

const groupOf = (values: Readonly<Record<string, readonly string[]>>): ProfitGroup =>
  profitGroups.find((group) => group === values.by?.[0]) ?? 'advertisement';

/** Ads and products that lose money come first; days in their order. */
const sortBy = {
  advertisement: 'profit',
  product: 'profit',
  account: '-profit',
  supplier: '-profit',
  day: '-id',
} as const;

/** Results of sales, added up by ad, product, account, supplier or day. */
export default function ProfitPage() {
  const { t } = useTranslation('orders');
  const list = useListState({
    fields: profitFilter,
    sorts: profitSorts,
    sort: (values) => sortBy[groupOf(values)],
  });
  const by = groupOf(list.values);
  const rows = useApi(api.profits.list, { query: list.query });
  const controls = useControls();
  const nameOf = ({ name }: ProfitRow) => {
    if (by === 'day') return formatDay(name);
    return name === '' ? t(`profits.without.${by}`) : name;
  };
  const columns = useColumns(nameOf, by, rows.data?.items ?? []);
  // Compact rows begin at the top of the window; the sums are those of comfortable ones.
  const isCompact = useDensity()[0] === 'compact';
  return (
    <Page title={t('profits.title')} hint={isCompact ? undefined : t('profits.hint')}>
      <Stack gap="sm">
        <StatusTabs
          label={t('profits.by')}
          tabs={profitGroups.map((key) => ({ key, label: t(`profits.groups.${key}`) }))}
          links={[]}
          chosen={by}
          onChoose={(key) => list.setField('by', key === 'advertisement' ? [] : [key])}
        />
        <FilterBar list={list} controls={controls} shown={['by']} />
        {!isCompact && <Sums query={list.query.query} />}
        <DataTable
          name="profits"
          label={t('profits.title')}
          list={list}
          result={rows}
          failed={actMessage('failures', 'profits.list')}
          columns={columns}
          link={(row) => placeOf(by, row)}
          rowName={nameOf}
          exportFrom={api.profits.export}
          empty={{
            title: t('profits.empty'),
            hint: t('profits.emptyHint'),
            noAction: 'the sums are those of sales, which come by themselves',
          }}
        />
      </Stack>
    </Page>
  );
}

/** The sales behind a row, or the record that they have in common. */
function placeOf(by: ProfitGroup, { id, name }: ProfitRow): Href {
  if (by === 'day') return paths.orders.list({ query: `purchased:${name}` });
  if (by === 'account') return paths.orders.list({ query: id ? `account:${id}` : 'marketplace:manual' });
  if (by === 'supplier' && id) return paths.orders.list({ query: `supplier:${id}` });
  if (by === 'advertisement' && id) return paths.advertisements.advertisement(id);
  return paths.orders.list(name ? { query: `"${name}"` } : { query: 'linked:no' });
}

function useControls(): FilterControl[] {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const accounts = useApi(
    api.marketplaceAccounts.list,
    { query: { size: '100' } },
    { enabled: can('accounts.read') },
  );
  return [
    { field: 'purchased', label: t('purchased') },
    {
      field: 'account',
      label: t('account'),
      options: (accounts.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      field: 'marketplace',
      label: t('marketplace'),
      options: [
        ...Object.entries(marketplaceNames).map(([value, label]) => ({ value, label })),
        { value: 'manual', label: t('manual') },
      ],
    },
  ];
}

/** The sums of all rows. */
function Sums({ query }: { query: string | undefined }) {
  const { t } = useTranslation('orders');
  const { data } = useApi(api.profits.sums, { query: { query } });
  return (
    <StatGrid>
      <Stat label={t('profits.sales')} value={data && <Quantity value={data.sales} />} />
      <Stat label={t('profits.value')} value={data && <Money value={data.value} />} />
      <Stat
        label={t('profits.payout')}
        value={data && <Money value={data.payout} />}
        hint={data?.payoutAtMost && t('profits.payoutAtMostHint')}
      />
      <Stat
        label={t('profits.profit')}
        value={data && <Money value={data.profit} strong />}
        hint={data?.atMost && t('profits.atMostHint')}
      />
    </StatGrid>
  );
}

function useColumns(
  nameOf: (row: ProfitRow) => string,
  by: ProfitGroup,
  rows: readonly ProfitRow[],
): ProfitColumn[] {
  const { t } = useTranslation('orders');
  const most = Math.max(...rows.map(({ profit }) => Math.abs(profit)), 1);
  const money = <K extends 'value' | 'payout' | 'cost' | 'salesTax'>(key: K) => ({
    ...{ key, label: t(`profits.${key}`), cell: (row: ProfitRow) => <Money value={row[key]} /> },
    ...{ align: 'right' as const, width: 118 },
  });
  return [
    {
      key: 'name',
      label: t(`profits.groups.${by}`),
      cell: nameOf,
      sort: by === 'day' ? 'id' : 'name',
      card: 'title',
    },
    {
      key: 'sales',
      label: t('profits.sales'),
      cell: (row) => <Quantity value={row.sales} />,
      align: 'right',
      width: 84,
    },
    {
      ...{ key: 'units', label: t('profits.units'), cell: (row) => <Quantity value={row.units} /> },
      ...{ sort: 'units', align: 'right', width: 96 },
    },
    { ...money('value'), sort: 'value' },
    money('payout'),
    money('cost'),
    { ...money('salesTax'), hidden: true },
    {
      key: 'profit',
      file: ['profit', 'bound'],
      label: t('profits.profit'),
      cell: (row) => <ProfitBar row={row} most={most} />,
      ...{ sort: 'profit', align: 'right', width: 200 },
    },
    {
      key: 'margin',
      label: t('profits.margin'),
      cell: (row) => <Percent value={row.marginBasisPoints} />,
      ...{ sort: 'margin', align: 'right', width: 96 },
    },
  ];
}
