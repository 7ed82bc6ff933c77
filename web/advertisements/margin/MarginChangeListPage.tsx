import { Anchor, Text } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconDoorExit } from '@tabler/icons-react';
import {
  type MarginChange,
  marginCauses,
  marginChangeFilter,
  marginChangeSorts,
  marginOutcomes,
} from '#contract/advertisements/margin-change.ts';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { showRuns } from '../../layouts/runs-asked.ts';
import { paths } from '../../paths.ts';
import { writeMoney } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Instant, Percent } from '../../ui/page/values.tsx';
import cells from '../../ui/table/cells.module.css';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { ChangedTerms } from './ChangedTerms.tsx';
import { marginBadges } from './margin-badges.ts';

/** Changes made by margin floors, with cause and undo. */
export default function MarginChangeListPage() {
  const { t } = useTranslation('advertisements');
  const list = useListState({ fields: marginChangeFilter, sorts: marginChangeSorts, sort: '-changed' });
  const found = useApi(api.marginChanges.list, { query: list.query });
  return (
    <Page title={t('margin.title')} hint={t('margin.hint')}>
      <FilterBar
        list={list}
        placeholder={t('margin.search')}
        controls={[
          {
            field: 'outcome',
            label: t('margin.outcome'),
            options: marginOutcomes.map((value) => ({ value, label: t(`margin.outcomes.${value}`) })),
          },
          {
            field: 'cause',
            label: t('margin.cause'),
            options: marginCauses.map((value) => ({ value, label: t(`margin.causes.${value}`) })),
          },
          { field: 'changed', label: t('margin.changed') },
        ]}
      />
      <DataTable
        name="margin-changes"
        label={t('margin.list')}
        list={list}
        result={found}
        failed={actMessage('failures', 'marginChanges.list')}
        rowName={(row) => row.publication.name}
        columns={useColumns()}
        empty={{
          title: t('margin.empty'),
          hint: t('margin.emptyHint'),
          action: (
            <Actions
              items={[
                {
                  key: 'accounts',
                  label: t('margin.accounts'),
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

function useColumns(): Column<MarginChange, string, SortKey<typeof marginChangeSorts>>[] {
  const { t } = useTranslation(['advertisements', 'ui']);
  return [
    {
      key: 'publication',
      label: t('margin.publication'),
      cell: (row) => (
        <div className={cells.stacked}>
          <Anchor component={Link} to={paths.advertisements.advertisement(row.advertisement.id)}>
            {row.publication.name}
          </Anchor>
          <Text span size="xs" c="dimmed" display="block">
            {[row.variation.name, row.account.name].filter(Boolean).join(' · ')}
          </Text>
        </div>
      ),
      sort: 'name',
      width: 180,
      card: 'title',
    },
    {
      key: 'outcome',
      label: t('margin.outcome'),
      cell: (row) => (
        <StateBadge {...marginBadges[row.outcome]} label={t(`margin.outcomes.${row.outcome}`)} />
      ),
      width: 140,
      card: 'badge',
    },
    { key: 'cause', label: t('margin.cause'), cell: (row) => t(`margin.causes.${row.cause}`), width: 105 },
    {
      key: 'terms',
      label: t('margin.terms.what'),
      cell: (row) => <ChangedTerms change={row} />,
      wrap: true,
      width: 245,
    },
    {
      key: 'floor',
      label: t('margin.floorAt'),
      cell: (row) => <Percent value={row.floorBasisPoints} />,
      align: 'right',
      width: 75,
    },
    {
      key: 'changed',
      label: t('margin.changed'),
      cell: (row) => <Instant value={row.changedAt} />,
      sort: 'changed',
      width: 148,
    },
    {
      key: 'act',
      label: t('ui:table.actions'),
      card: 'acts',
      cell: (row) => <Undo change={row} />,
      wrap: true,
      width: 180,
    },
  ];
}

function Undo({ change }: { change: MarginChange }) {
  const { t } = useTranslation('advertisements');
  const undo = useAct(api.marginChanges.undo);
  const { outcome, undoneAt, canUndo, publication, before, promotion } = change;
  if (undoneAt) return <Text size="sm">{t('margin.undone', { at: formatInstant(undoneAt) })}</Text>;
  if (outcome === 'released') return null;
  if (promotion) return <PromotionActs change={change} promotion={promotion} />;
  const label = t(outcome === 'warned' ? 'margin.accept' : 'margin.undo');
  return (
    <Actions
      size="xs"
      items={[
        {
          key: 'undo',
          label,
          icon: outcome === 'warned' ? IconCheck : IconArrowBackUp,
          permission: 'publications.update',
          refused: !canUndo && t('margin.over'),
          confirm: {
            title: outcome === 'warned' ? label : t('margin.undoSure', { name: publication.name }),
            message:
              outcome === 'repriced'
                ? t('margin.undoPrice', { price: writeMoney(before.price) })
                : t('margin.undoHold'),
            confirm: label,
          },
          run: () => undo.run({ params: { id: change.id } }),
        },
      ]}
    />
  );
}

type InPromotion = { change: MarginChange; promotion: NonNullable<MarginChange['promotion']> };

/** A margin below the floor in a promotion: accepted until its end, or the ad leaves the campaign. */
function PromotionActs({ change: { id, publication }, promotion: { name, ad } }: InPromotion) {
  const { t } = useTranslation('advertisements');
  const accept = useAct(api.marginChanges.undo);
  const leave = useAct(api.campaignsAds.leave);
  return (
    <Actions
      size="xs"
      items={[
        {
          key: 'accept',
          label: t('margin.acceptUntil'),
          icon: IconCheck,
          permission: 'publications.update',
          confirm: {
            title: t('margin.acceptUntilSure', { name: publication.name }),
            message: t('margin.acceptUntilHint'),
            confirm: t('margin.acceptUntil'),
          },
          run: () => accept.run({ params: { id } }),
        },
        {
          key: 'leave',
          label: t('margin.leave'),
          icon: IconDoorExit,
          permission: 'publications.update',
          refused: ad === null && t('margin.leaveElsewhere'),
          confirm: {
            title: t('campaigns.leaveSure', { name: name || t('publications.aPromotion') }),
            message: t('campaigns.leaveHint'),
            confirm: t('margin.leave'),
            tone: 'bad',
          },
          run: async () => {
            if (ad !== null && (await leave.run({ body: { ids: [ad] } })).ok) showRuns();
          },
        },
      ]}
    />
  );
}
