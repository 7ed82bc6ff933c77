import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { type BillingMonth, billingFilter, billingSorts } from '#contract/billing/billing.ts';
import { planNames } from '#contract/billing/plan.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { formatQuantity } from '../quantity.ts';
import { useApi } from '../queries.ts';
import { Bars } from '../ui/charts/charts.tsx';
import { FilterBar } from '../ui/filter/FilterBar.tsx';
import { ListFigures } from '../ui/page/ListFigures.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { Money, Quantity } from '../ui/page/values.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { useListState } from '../ui/table/list-state.ts';
import { formatBytes } from './format-bytes.ts';

/** mm/yyyy */
const monthName = (month: string) => `${month.slice(5, 7)}/${month.slice(0, 4)}`;

/** Usage and cost of each month. */
export default function BillingPage() {
  const { t } = useTranslation('billing');
  const list = useListState({ fields: billingFilter, sorts: billingSorts, sort: '-month' });
  const months = useApi(api.billing.list, { query: list.query });
  return (
    <Page
      title={t('history.title')}
      hint={t('history.hint')}
      actions={
        <Button component={Link} to={paths.billing.plans()} variant="default">
          {t('history.manage')}
        </Button>
      }
    >
      <Stack>
        <ListFigures>{!months.error && <Drawn months={months.data?.items ?? []} />}</ListFigures>
        <FilterBar
          list={list}
          wordless
          controls={[
            {
              field: 'plan',
              label: t('history.plan'),
              options: planNames.map((value) => ({ value, label: t(`names.${value}`) })),
            },
          ]}
        />
        <DataTable
          name="billing"
          label={t('history.title')}
          list={list}
          result={months}
          failed={actMessage('failures', 'billing.list')}
          rowName={(row) => monthName(row.month)}
          exportFrom={api.billing.export}
          columns={[
            {
              key: 'month',
              label: t('history.month'),
              cell: (row) => <Month row={row} />,
              sort: 'month',
              card: 'title',
              width: 200,
            },
            { key: 'plan', label: t('history.plan'), cell: (row) => t(`names.${row.plan}`), width: 160 },
            {
              key: 'storage',
              label: t('history.storage'),
              cell: (row) => formatBytes(row.storageBytes),
              align: 'right',
              width: 190,
            },
            {
              key: 'publications',
              label: t('history.publications'),
              cell: (row) => <Quantity value={row.publications} />,
              align: 'right',
              width: 130,
            },
            {
              key: 'total',
              label: t('history.total'),
              cell: (row) => <Money value={row.totalCentavos} />,
              align: 'right',
              width: 120,
            },
          ]}
          empty={{
            title: t('history.empty'),
            hint: t('history.emptyHint'),
            noAction: 'a month is added when it ends',
          }}
        />
      </Stack>
    </Page>
  );
}

function Month({ row }: { row: BillingMonth }) {
  const { t } = useTranslation('billing');
  return (
    <>
      {monthName(row.month)}{' '}
      {!row.closed && (
        <Text span size="sm" c="dimmed">
          ({t('history.open')})
        </Text>
      )}
    </>
  );
}

function Drawn({ months }: { months: readonly BillingMonth[] }) {
  const { t } = useTranslation('billing');
  const data = months
    .toSorted((one, other) => one.month.localeCompare(other.month))
    .map(({ month, publications, storageBytes }) => ({
      month: monthName(month),
      publications,
      megabytes: Math.round(storageBytes / 1e5) / 10,
    }));
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <div>
        <Text fw={600} size="sm">
          {t('history.chartPublications')}
        </Text>
        <Bars
          label={t('history.chartPublications')}
          data={data}
          by="month"
          axis={t('history.month')}
          series={[{ name: 'publications', label: t('history.publications') }]}
          format={formatQuantity}
          height={180}
        />
      </div>
      <div>
        <Text fw={600} size="sm">
          {t('history.chartStorage')}
        </Text>
        <Bars
          label={t('history.chartStorage')}
          data={data}
          by="month"
          axis={t('history.month')}
          series={[{ name: 'megabytes', label: t('history.chartStorage'), color: 'blue.6' }]}
          format={formatQuantity}
          height={180}
        />
      </div>
    </SimpleGrid>
  );
}
