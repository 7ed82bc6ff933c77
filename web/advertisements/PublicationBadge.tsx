import { Group, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { PublicationState } from '#contract/advertisements/publication-states.ts';
import { useTranslation } from '../i18n.ts';
import { StateBadge } from '../ui/StateBadge.tsx';
import { publicationLooks } from './publication-looks.ts';

export function PublicationBadge({ state }: { state: PublicationState }) {
  const { t } = useTranslation('advertisements');
  return <StateBadge {...publicationLooks[state]} label={t(`states.${state}`)} />;
}

type PresenceProps = { account: string; state: PublicationState; faulty: boolean };

/** Where an advertisement is published, in one line: account, state, and whether something is in the way. */
export function Presence({ account, state, faulty }: PresenceProps) {
  const { t } = useTranslation('advertisements');
  return (
    <Group gap={6} wrap="nowrap">
      <PublicationBadge state={state} />
      <Text span size="sm" truncate>
        {account}
      </Text>
      {faulty && (
        <Tooltip label={t('list.faulty')}>
          <IconAlertTriangle
            size={16}
            role="img"
            aria-label={t('list.faulty')}
            color="var(--mantine-color-red-7)"
          />
        </Tooltip>
      )}
    </Group>
  );
}
