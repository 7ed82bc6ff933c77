import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { api } from '#contract/index.ts';
import { marketplaceNames } from '#contract/marketplaces/marketplace.ts';
import {
  type MarketplaceAccount,
  marketplaceAccountFilter,
  marketplaceAccountSorts,
} from '#contract/marketplaces/marketplace-account.ts';
import { accountStates } from '#contract/marketplaces/marketplace-account-states.ts';
import { reputationRisks } from '#contract/marketplaces/reputation-risk.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import { FilterBar } from '../ui/filter/FilterBar.tsx';
import { Page } from '../ui/page/Page.tsx';
import { Instant, Quantity } from '../ui/page/values.tsx';
import cells from '../ui/table/cells.module.css';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../ui/table/data-table.ts';
import { useListState } from '../ui/table/list-state.ts';
import { AccountActions } from './AccountActions.tsx';
import { AccountBadge } from './AccountBadge.tsx';
import { ConnectReturn } from './ConnectReturn.tsx';
import { ReputationBadge } from './reputation/ReputationBadge.tsx';
import { useConnect } from './use-connect.ts';

/** Accounts of the business; the consent page of a marketplace redirects here. */
export default function AccountListPage() {
  const search: Record<string, string> = useSearch({ strict: false });
  const { state, code, error, ...said } = search;
  if (state && (code || error)) return <ConnectReturn state={state} code={code} error={error} said={said} />;
  return <AccountList />;
}

function AccountList() {
  const { t } = useTranslation('marketplaces');
  const list = useListState({
    fields: marketplaceAccountFilter,
    sorts: marketplaceAccountSorts,
    sort: 'name',
  });
  const accounts = useApi(api.marketplaceAccounts.list, { query: list.query });
  const { actions, isReady } = useConnect();
  const columns = useColumns();
  // Without an account, the empty list has the buttons.
  const hasNone = accounts.data?.total === 0 && !list.query.query;
  // Its buttons would move what is below if they were loaded later.
  if (!isReady || accounts.isPending)
    return (
      <Page title={t('accounts.title')} hint={t('accounts.hint')}>
        {null}
      </Page>
    );
  return (
    <Page
      title={t('accounts.title')}
      hint={t('accounts.hint')}
      actions={!hasNone && <Actions items={actions} />}
    >
      <FilterBar
        list={list}
        placeholder={t('accounts.search')}
        controls={[
          {
            field: 'state',
            label: t('accounts.state'),
            options: accountStates.map((value) => ({ value, label: t(`states.${value}`) })),
          },
          {
            field: 'marketplace',
            label: t('accounts.marketplace'),
            options: Object.entries(marketplaceNames).map(([value, label]) => ({ value, label })),
          },
          {
            field: 'reputation',
            label: t('reputation.column'),
            options: reputationRisks.map((value) => ({ value, label: t(`reputation.risks.${value}`) })),
          },
          {
            field: 'ending',
            label: t('accounts.authorization'),
            options: [{ value: 'yes', label: t('accounts.ending') }],
          },
        ]}
      />
      <DataTable
        name="accounts"
        label={t('accounts.title')}
        list={list}
        result={accounts}
        failed={actMessage('failures', 'marketplaceAccounts.list')}
        link={(row) => paths.marketplaces.account(row.id)}
        rowName={(row) => row.name}
        columns={columns}
        empty={{
          title: t('accounts.empty'),
          hint: t('accounts.emptyHint'),
          action: <Actions items={actions} />,
        }}
      />
    </Page>
  );
}

function useColumns(): Column<MarketplaceAccount, string, SortKey<typeof marketplaceAccountSorts>>[] {
  const { t } = useTranslation(['marketplaces', 'ui']);
  return [
    {
      key: 'name',
      label: t('accounts.name'),
      cell: (row) => (
        <div className={cells.stacked}>
          <Text span inherit fw={600} display="block">
            {row.name}
          </Text>
          <Text span size="xs" c="dimmed">
            {row.email}
          </Text>
        </div>
      ),
      sort: 'name',
      width: 210,
      card: 'title',
    },
    {
      key: 'marketplace',
      label: t('accounts.marketplace'),
      cell: (row) => <MarketplaceCell account={row} />,
      wrap: true,
      width: 140,
    },
    {
      key: 'state',
      label: t('accounts.state'),
      cell: (row) => <AccountBadge account={row} />,
      sort: 'state',
      wrap: true,
      width: 140,
      card: 'badge',
    },
    {
      key: 'reputation',
      label: t('reputation.column'),
      cell: (row) => <ReputationBadge reputation={row.reputation} />,
      wrap: true,
      width: 140,
    },
    {
      key: 'model',
      label: t('accounts.model'),
      cell: (row) => t(row.pricePerVariation ? 'accounts.perVariation' : 'accounts.perItem'),
      width: 220,
      hidden: true,
    },
    {
      key: 'publications',
      label: t('accounts.publications'),
      cell: (row) => <Quantity value={row.publications} />,
      align: 'right',
      width: 120,
    },
    {
      key: 'since',
      label: t('accounts.since'),
      cell: (row) => <Instant value={row.connectedAt} />,
      sort: 'connected',
      width: 150,
    },
    {
      key: 'actions',
      label: t('ui:table.actions'),
      card: 'acts',
      cell: (row) => <AccountActions account={row} />,
      width: 250,
    },
  ];
}

/** The marketplace, and what it does not support here. */
function MarketplaceCell({ account: { marketplace, capabilities } }: { account: MarketplaceAccount }) {
  const { t } = useTranslation('marketplaces');
  const lacking = [
    !capabilities.makesLabels && t('accounts.lacking.labels'),
    !capabilities.takesQuestions && t('accounts.lacking.questions'),
    !capabilities.quotesFee && t('accounts.lacking.fees'),
    !capabilities.quotesFreight && t('accounts.lacking.freight'),
    !capabilities.tellsReputation && t('accounts.lacking.reputation'),
  ].filter(Boolean);
  return (
    <div className={cells.stacked}>
      {marketplace.name}
      {lacking.length > 0 && (
        <Text span size="xs" c="dimmed" display="block">
          {t('accounts.without', { what: lacking.join(', ') })}
        </Text>
      )}
    </div>
  );
}
