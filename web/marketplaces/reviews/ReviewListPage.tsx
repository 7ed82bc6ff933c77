import { Anchor, Paper, Text } from '@mantine/core';
import { IconStar, IconStarFilled, IconThumbDown } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import { type ReviewRow, reviewFilter, reviewSorts } from '#contract/marketplaces/review.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { type ApiResult, useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { GoTo } from '../../ui/page/GoTo.tsx';
import { Folded, ListFigures } from '../../ui/page/ListFigures.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { Instant, nothing } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { ReviewAnswer } from './ReviewAnswer.tsx';
import { ReviewsByAdvertisement } from './ReviewsByAdvertisement.tsx';
import { formatAverage, Stars } from './Stars.tsx';

/** Reviews of buyers: totals, a chart by advertisement, and the list. */
export default function ReviewListPage() {
  const { t } = useTranslation('marketplaces');
  const list = useListState({ fields: reviewFilter, sorts: reviewSorts, sort: '-written' });
  const found = useApi(api.reviews.list, { query: list.query });
  const summary = useApi(api.reviews.summary, {});
  const accounts = useApi(api.marketplaceAccounts.list, { query: { size: '100' } });
  const columns = useColumns();
  // Rendered after the chart above is loaded, because that would move it.
  if (summary.isPending) return <UnreadPage title={t('reviews.title')} failed={undefined} result={summary} />;
  return (
    <Page title={t('reviews.title')}>
      {/* Without a review there is nothing to sum up, and the list says what to do. */}
      {summary.data?.total !== 0 && (
        <ListFigures>
          <Figures result={summary} />
        </ListFigures>
      )}
      <FilterBar
        list={list}
        placeholder={t('reviews.search')}
        controls={[
          {
            field: 'rating',
            label: t('reviews.rating'),
            options: ['5', '4', '3', '2', '1'].map((value) => ({
              value,
              label: t('reviews.stars', { count: Number(value) }),
            })),
          },
          {
            field: 'account',
            label: t('reviews.account'),
            options: (accounts.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          },
          { field: 'written', label: t('reviews.written') },
        ]}
      />
      <DataTable
        name="reviews"
        label={t('reviews.list')}
        list={list}
        result={found}
        failed={actMessage('failures', 'reviews.list')}
        columns={columns}
        rowName={(row) => row.title || row.text || t('reviews.stars', { count: row.rating })}
        empty={{
          title: t('reviews.empty'),
          hint: t('reviews.emptyHint'),
          action: <GoTo place="accounts" to={paths.marketplaces.accounts()} permission="accounts.read" />,
        }}
      />
    </Page>
  );
}

/** Ratings as totals and by advertisement. */
function Figures({ result: { data, error, refetch } }: { result: ApiResult<typeof api.reviews.summary> }) {
  const { t } = useTranslation('marketplaces');
  if (error && !data)
    return (
      <Paper>
        <ErrorState
          title={actMessage('failures', 'reviews.summary')}
          failure={error}
          retry={() => void refetch()}
        />
      </Paper>
    );
  return (
    <>
      <StatGrid>
        <Stat
          label={t('reviews.average')}
          value={data && (data.total > 0 ? formatAverage(data.average) : nothing)}
          icon={IconStarFilled}
        />
        <Stat label={t('reviews.total')} value={data?.total} icon={IconStar} />
        <Stat
          label={t('reviews.low')}
          value={data && data.stars.one + data.stars.two}
          icon={IconThumbDown}
          to={paths.reviews.list({ query: 'rating:1,2' })}
        />
      </StatGrid>
      {data && data.total > 0 && (
        <Folded label={t('reviews.byAdvertisement')}>
          <ReviewsByAdvertisement summary={data} />
        </Folded>
      )}
    </>
  );
}

function useColumns(): Column<ReviewRow, string, SortKey<typeof reviewSorts>>[] {
  const { t } = useTranslation('marketplaces');
  return [
    {
      key: 'rating',
      label: t('reviews.rating'),
      cell: (row) => <Stars rating={row.rating} />,
      sort: 'rating',
      width: 120,
      card: 'badge',
    },
    {
      key: 'text',
      label: t('reviews.text'),
      cell: (row) => (
        <span>
          {row.title && <strong>{row.title} </strong>}
          {row.text || (row.title ? '' : t('reviews.noText'))}
        </span>
      ),
      width: 260,
      wrap: true,
      card: 'title',
    },
    {
      key: 'publication',
      label: t('reviews.publication'),
      cell: (row) =>
        row.publication ? (
          <Anchor component={Link} to={paths.advertisements.advertisement(row.publication.advertisement)}>
            {row.publication.name}
          </Anchor>
        ) : (
          t('reviews.unlinked', { item: row.item })
        ),
      width: 165,
      wrap: true,
    },
    { key: 'account', label: t('reviews.account'), cell: (row) => row.account.name, width: 130 },
    {
      key: 'written',
      label: t('reviews.written'),
      cell: (row) => <Instant value={row.writtenAt} />,
      sort: 'written',
      width: 148,
    },
    {
      key: 'answer',
      label: t('reviews.answerOf'),
      cell: (row) => (row.answer ? <Text size="sm">{row.answer.text}</Text> : <ReviewAnswer review={row} />),
      width: 220,
      wrap: true,
    },
  ];
}
