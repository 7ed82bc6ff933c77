import { IconPlugConnected } from '@tabler/icons-react';
import {
  type Campaign,
  campaignFilter,
  campaignKinds,
  campaignSorts,
  campaignStates,
} from '#contract/advertisements/campaign.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Instant, Quantity } from '../../ui/page/values.tsx';
import cells from '../../ui/table/cells.module.css';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, ExportKey, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { AccountReadings } from './AccountReadings.tsx';
import { campaignBadges } from './campaign-badges.ts';
import { useCampaignName, useRefresh } from './use-campaigns.ts';

/** Campaigns of all accounts: invited, coming, running and ended. */
export default function CampaignListPage() {
  const { t } = useTranslation('advertisements');
  const list = useListState({ fields: campaignFilter, sorts: campaignSorts, sort: '-ends' });
  const found = useApi(api.campaigns.list, { query: list.query });
  const accounts = useApi(api.campaigns.accounts, {});
  const refresh = useRefresh();
  const nameOf = useCampaignName();
  return (
    <Page
      title={t('campaigns.title')}
      hint={t('campaigns.hint')}
      actions={<Actions items={[{ ...refresh, tone: 'primary' }]} />}
    >
      <AccountReadings accounts={accounts.data?.items ?? []} />
      <FilterBar
        list={list}
        placeholder={t('campaigns.search')}
        controls={[
          {
            field: 'state',
            label: t('campaigns.state'),
            options: campaignStates.map((value) => ({ value, label: t(`campaigns.states.${value}`) })),
          },
          { field: 'invited', label: t('campaigns.invited') },
          { field: 'joined', label: t('campaigns.joined') },
          {
            field: 'account',
            label: t('campaigns.account'),
            options: (accounts.data?.items ?? []).map(({ account }) => ({
              value: String(account.id),
              label: account.name,
            })),
          },
          {
            field: 'kind',
            label: t('campaigns.kind'),
            options: campaignKinds.map((value) => ({ value, label: t(`campaigns.kinds.${value}`) })),
          },
          { field: 'ends', label: t('campaigns.ends') },
        ]}
      />
      <DataTable
        name="campaigns"
        label={t('campaigns.title')}
        list={list}
        result={found}
        failed={actMessage('failures', 'campaigns.list')}
        columns={useColumns()}
        link={(row) => paths.advertisements.campaign(row.id)}
        rowName={nameOf}
        exportFrom={api.campaigns.export}
        empty={{
          title: t('campaigns.empty'),
          hint: t('campaigns.emptyHint'),
          action: (
            <Actions
              items={[
                { ...refresh, key: 'refresh-empty' },
                {
                  key: 'accounts',
                  label: t('campaigns.accounts'),
                  icon: IconPlugConnected,
                  permission: 'accounts.read',
                  to: paths.marketplaces.accounts(),
                },
              ]}
            />
          ),
        }}
      />
    </Page>
  );
}

function useColumns(): Column<
  Campaign,
  ExportKey<typeof api.campaigns.export>,
  SortKey<typeof campaignSorts>
>[] {
  const { t } = useTranslation('advertisements');
  const nameOf = useCampaignName();
  const date = (value: string | null) =>
    value === null ? <span className={cells.dim}>{t('campaigns.noDate')}</span> : <Instant value={value} />;
  return [
    {
      key: 'name',
      label: t('campaigns.name'),
      cell: (row) => (
        <span className={`${cells.strong} ${cells.cut}`} title={row.name}>
          {nameOf(row)}
        </span>
      ),
      sort: 'name',
      card: 'title',
    },
    { key: 'account', label: t('campaigns.account'), cell: (row) => row.account.name, width: 180 },
    { key: 'kind', label: t('campaigns.kind'), cell: (row) => t(`campaigns.kinds.${row.kind}`), width: 160 },
    {
      key: 'state',
      label: t('campaigns.state'),
      cell: (row) => <StateBadge {...campaignBadges[row.state]} label={t(`campaigns.states.${row.state}`)} />,
      width: 150,
      card: 'badge',
    },
    {
      key: 'joined',
      label: t('campaigns.joined'),
      cell: (row) => <Quantity value={row.joined} />,
      align: 'right',
      width: 118,
    },
    {
      key: 'invited',
      label: t('campaigns.invited'),
      cell: (row) => <Quantity value={row.invited} />,
      align: 'right',
      width: 110,
    },
    { key: 'ends', label: t('campaigns.ends'), cell: (row) => date(row.endsAt), sort: 'ends', width: 148 },
    {
      key: 'starts',
      label: t('campaigns.starts'),
      cell: (row) => date(row.startsAt),
      sort: 'starts',
      width: 148,
    },
    {
      key: 'deadline',
      label: t('campaigns.deadline'),
      cell: (row) => date(row.deadlineAt),
      width: 148,
      hidden: true,
    },
  ];
}
