import { Group, Skeleton, Stack, Text } from '@mantine/core';
import {
  IconCheck,
  IconDeviceTablet,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { Station } from '#contract/inventory/station.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Instant } from '../../ui/page/values.tsx';
import { EnrolDialog, RenameDialog } from './StationDialogs.tsx';

const badges = {
  active: { tone: 'good', icon: IconCheck },
  locked: { tone: 'bad', icon: IconLock },
  revoked: { tone: 'neutral', icon: IconTrash },
} as const;

/** Devices of the floor with their last person, and the possible acts. */
export default function StationListPage() {
  const { t } = useTranslation('inventory');
  const stations = useApi(api.stations.list, {});
  const [enrolling, setEnrolling] = useState(false);
  const items = stations.data?.items ?? [];
  const enrol: Action = {
    key: 'enrol',
    label: t('stations.enrol'),
    icon: IconDeviceTablet,
    tone: 'primary',
    permission: 'stations.manage',
    run: () => setEnrolling(true),
  };
  return (
    <Page title={t('stations.title')} actions={<Actions items={[enrol]} />}>
      <Stack gap="md">
        <Text c="dimmed">{t('stations.hint')}</Text>
        {stations.error && !stations.data && (
          <ErrorState
            failure={stations.error}
            title={actMessage('failures', 'stations.list')}
            retry={() => void stations.refetch()}
          />
        )}
        {stations.isPending && <Skeleton height={120} />}
        {stations.data && items.length === 0 && (
          <EmptyState
            icon={IconDeviceTablet}
            title={t('stations.empty')}
            hint={t('stations.emptyHint')}
            action={<Actions items={[enrol]} />}
          />
        )}
        {items.map((station) => (
          <StationCard key={station.id} station={station} />
        ))}
      </Stack>
      {enrolling && <EnrolDialog close={() => setEnrolling(false)} />}
    </Page>
  );
}

function StationCard({ station }: { station: Station }) {
  const { t } = useTranslation('inventory');
  const state = station.revokedAt ? 'revoked' : station.locked ? 'locked' : 'active';
  return (
    <Section
      title={station.name}
      hint={station.warehouse.name}
      actions={<StationActions station={station} />}
    >
      <Group gap="md">
        <StateBadge {...badges[state]} label={t(`stations.state.${state}`)} />
        <Text size="sm" c="dimmed">
          {t('stations.enrolled', { name: station.enrolledBy.name })} <Instant value={station.enrolledAt} />
        </Text>
        <Text size="sm" c="dimmed">
          {station.lastUsedAt ? (
            <>
              {t('stations.lastUse', { name: station.lastUser?.name ?? '' })}{' '}
              <Instant value={station.lastUsedAt} />
            </>
          ) : (
            t('stations.neverUsed')
          )}
        </Text>
        {station.wrongPins > 0 && (
          <Text size="sm" c="red">
            {t('stations.wrongPins', { count: station.wrongPins })}
          </Text>
        )}
      </Group>
    </Section>
  );
}

function StationActions({ station }: { station: Station }) {
  const { t } = useTranslation('inventory');
  const [renaming, setRenaming] = useState(false);
  const revoke = useAct(api.stations.revoke);
  const unlock = useAct(api.stations.unlock);
  if (station.revokedAt) return null;
  const at = { params: { id: station.id } };
  return (
    <>
      <Actions
        items={[
          {
            key: 'unlock',
            label: t('stations.unlock'),
            icon: IconLockOpen,
            permission: 'stations.manage',
            refused: station.wrongPins === 0 && t('stations.notLocked'),
            run: () => unlock.run(at),
          },
          {
            key: 'rename',
            label: t('stations.rename'),
            icon: IconPencil,
            secondary: true,
            permission: 'stations.manage',
            run: () => setRenaming(true),
          },
          {
            key: 'revoke',
            label: t('stations.revoke'),
            icon: IconTrash,
            tone: 'bad',
            secondary: true,
            permission: 'stations.manage',
            confirm: {
              title: t('stations.revokeSure', { name: station.name }),
              message: t('stations.revokeText'),
              confirm: t('stations.revoke'),
              tone: 'bad',
            },
            run: () => revoke.run(at),
          },
        ]}
      />
      {renaming && <RenameDialog station={station} close={() => setRenaming(false)} />}
    </>
  );
}
