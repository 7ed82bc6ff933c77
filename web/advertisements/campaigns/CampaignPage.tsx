import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDoorExit, IconTicket } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type Campaign,
  type CampaignAd,
  campaignAdFilter,
  campaignAdSorts,
  campaignAdStates,
} from '#contract/advertisements/campaign.ts';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { showRuns } from '../../layouts/runs-asked.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import type { Chosen } from '../../ui/table/row-selection.ts';
import { campaignBadges } from './campaign-badges.ts';
import { useCampaignAdColumns } from './use-campaign-ad-columns.tsx';
import { useCampaignName, useRefresh } from './use-campaigns.ts';

const JoinDialog = lazyWithFallback(() => import('./JoinDialog.tsx'));

export default function CampaignPage() {
  const { t } = useTranslation('advertisements');
  const id = useIdParam();
  const campaign = useApi(api.campaigns.detail, { params: { id } });
  if (campaign.data) return <CampaignAds key={id} campaign={campaign.data} />;
  return (
    <UnreadPage
      title={t('campaigns.one')}
      trail={[{ label: t('campaigns.title'), to: paths.advertisements.campaigns() }]}
      failed={actMessage('failures', 'campaigns.detail')}
      result={campaign}
    />
  );
}

/** Its ads with their prices and margins; they join and leave by selection. */
function CampaignAds({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('advertisements');
  const list = useListState({
    fields: campaignAdFilter,
    sorts: campaignAdSorts,
    sort: 'name',
    always: `campaign:${campaign.id}`,
  });
  const found = useApi(api.campaignsAds.list, { query: list.query });
  const acts = useActs(campaign);
  const name = useCampaignName()(campaign);
  const refresh = useRefresh();
  return (
    <Page
      title={name}
      trail={[{ label: t('campaigns.title'), to: paths.advertisements.campaigns() }]}
      badge={
        <StateBadge {...campaignBadges[campaign.state]} label={t(`campaigns.states.${campaign.state}`)} />
      }
      actions={<Actions items={[refresh]} />}
    >
      <Facts campaign={campaign} />
      <FilterBar
        list={list}
        placeholder={t('campaigns.searchAds')}
        controls={[
          {
            field: 'state',
            label: t('campaigns.adState'),
            options: campaignAdStates.map((value) => ({ value, label: t(`campaigns.adStates.${value}`) })),
          },
          { field: 'linked', label: t('campaigns.linked') },
          { field: 'price', label: t('campaigns.price') },
        ]}
      />
      <DataTable
        name="campaign-ads"
        label={t('campaigns.ads')}
        list={list}
        result={found}
        failed={actMessage('failures', 'campaignsAds.list')}
        columns={useCampaignAdColumns()}
        rowName={(row) => row.name}
        bulkEverything
        bulk={acts.of}
        exportFrom={api.campaignsAds.export}
        empty={{
          title: t('campaigns.adsEmpty'),
          hint: t('campaigns.adsEmptyHint'),
          action: <Actions items={[{ ...refresh, key: 'refresh-empty' }]} />,
        }}
      />
      {acts.dialog}
    </Page>
  );
}

/** Dates, who sets the price, and how old the reading is. */
function Facts({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('advertisements');
  const { kind, account, startsAt, endsAt, deadlineAt, adsReadAt, stale } = campaign;
  const dates = [
    startsAt && `${t('campaigns.starts')}: ${formatInstant(startsAt)}`,
    endsAt && `${t('campaigns.ends')}: ${formatInstant(endsAt)}`,
    deadlineAt && `${t('campaigns.deadline')}: ${formatInstant(deadlineAt)}`,
  ].filter(Boolean);
  const terms = !campaign.canJoin
    ? t('campaigns.elsewhere')
    : t(campaign.sellerSetsPrice ? 'campaigns.sellerSets' : 'campaigns.marketplaceSets');
  const staleText = adsReadAt
    ? t('campaigns.stale', { at: formatInstant(adsReadAt) })
    : t('campaigns.staleUnread');
  return (
    <Stack gap={4}>
      <Text size="sm">{[t(`campaigns.kinds.${kind}`), account.name, ...dates].join(' · ')}</Text>
      <Text size="sm" c="dimmed">
        {terms}
        {campaign.canJoin && !campaign.canLeave && ` ${t('campaigns.noLeaving')}`}
        {adsReadAt && ` ${t('campaigns.readAt', { at: formatInstant(adsReadAt) })}.`}
      </Text>
      {stale && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
          {staleText}
        </Alert>
      )}
      {!adsReadAt && !stale && campaign.state !== 'ended' && (
        <Text size="sm" role="status">
          {t('campaigns.adsUnread')}
        </Text>
      )}
    </Stack>
  );
}

function useActs(campaign: Campaign) {
  const { t } = useTranslation(['advertisements', 'errors']);
  const [joining, setJoining] = useState<Chosen<CampaignAd> | null>(null);
  const leave = useAct(api.campaignsAds.leave);
  const name = useCampaignName()(campaign);
  const over = campaign.state === 'ended' && t('errors:campaign_over');
  const of = (chosen: Chosen<CampaignAd>): Action[] => [
    {
      key: 'join',
      label: t('campaigns.join'),
      icon: IconTicket,
      tone: 'primary',
      permission: 'publications.update',
      refused: over || (!campaign.canJoin && t('campaigns.elsewhere')),
      run: () => setJoining(chosen),
    },
    {
      key: 'leave',
      label: t('campaigns.leave'),
      icon: IconDoorExit,
      permission: 'publications.update',
      refused: over || (!campaign.canLeave && !campaign.canJoin && t('campaigns.elsewhere')),
      confirm: {
        title: t('campaigns.leaveSure', { name }),
        message: t('campaigns.leaveHint'),
        confirm: t('campaigns.leave'),
        tone: 'bad',
      },
      run: async () => {
        const done = await leave.run({ body: chosen.body });
        if (!done.ok) return;
        chosen.clear();
        showRuns();
      },
    },
  ];
  const dialog = joining && (
    <JoinDialog campaign={campaign} chosen={joining} onClose={() => setJoining(null)} />
  );
  return { of, dialog };
}
