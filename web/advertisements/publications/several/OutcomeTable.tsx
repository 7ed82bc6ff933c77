import { Anchor, Group, Loader, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconExternalLink, IconPencil, IconSend } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ListedPublication } from '#contract/advertisements/publication.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../../acts.ts';
import { useTranslation } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { Actions } from '../../../ui/actions/Actions.tsx';
import { StateBadge } from '../../../ui/page/StateBadge.tsx';
import { StackedTable } from '../../../ui/table/StackedTable.tsx';
import { PublicationBadge } from '../PublicationBadge.tsx';
import { SyncErrorNotice } from '../SyncErrorNotice.tsx';

/** An account on which nothing was published yet, and why. */
export type Refusal = {
  account: number;
  name: string;
  reason: string;
  sending: boolean;
  retry: () => void;
  correct: () => void;
};

type OutcomeTableProps = {
  made: readonly ListedPublication[];
  refused?: readonly Refusal[];
  /** Takes the focus after each attempt. */
  attempt?: number;
};

/** What became of one advertisement on each account, with the reason and what can be done. */
export function OutcomeTable({ made, refused = [], attempt = 0 }: OutcomeTableProps) {
  const { t } = useTranslation('advertisements');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt === 0) return;
    place.current?.focus({ preventScroll: true });
    // Not below the bar of the page.
    place.current?.scrollIntoView({ block: 'center' });
  }, [attempt]);
  return (
    <div ref={place} tabIndex={-1} role="status">
      <StackedTable aria-label={t('outcomes.title')} verticalSpacing={6} from={600}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('outcomes.account')}</Table.Th>
            <Table.Th>{t('outcomes.outcome')}</Table.Th>
            <Table.Th>{t('outcomes.next')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {refused.map((one) => (
            <RefusedRow key={`account ${one.account}`} {...one} />
          ))}
          {made.map((publication) => (
            <MadeRow key={publication.id} publication={publication} />
          ))}
        </Table.Tbody>
      </StackedTable>
    </div>
  );
}

function RefusedRow({ name, reason, sending, retry, correct }: Refusal) {
  const { t } = useTranslation('advertisements');
  return (
    <Table.Tr>
      <Table.Td fw={600}>{name}</Table.Td>
      <Table.Td data-label={t('outcomes.outcome')}>
        <StateBadge tone="bad" icon={IconAlertTriangle} label={t('outcomes.notPublished')} />
        <Text size="sm">{reason}</Text>
      </Table.Td>
      <Table.Td data-label={t('outcomes.next')}>
        {sending ? (
          <Loader size="sm" aria-label={t('publications.syncing')} />
        ) : (
          <Actions
            size="xs"
            items={[
              { key: 'retry', label: t('ui:act.retry'), icon: IconSend, run: retry },
              { key: 'correct', label: t('outcomes.correct'), icon: IconPencil, run: correct },
            ]}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function MadeRow({ publication }: { publication: ListedPublication }) {
  const { t } = useTranslation('advertisements');
  const { id, account, state, syncError, variations, link, advertisement } = publication;
  const retry = useAct(api.publications.retry);
  const isStopped = syncError?.kind === 'refused' || syncError?.kind === 'parked';
  return (
    <Table.Tr>
      <Table.Td fw={600}>{account.name}</Table.Td>
      <Table.Td data-label={t('outcomes.outcome')}>
        <PublicationBadge state={state} />
        {syncError && <SyncErrorNotice error={syncError} variations={variations} />}
      </Table.Td>
      <Table.Td data-label={t('outcomes.next')}>
        {isStopped ? (
          <Actions
            size="xs"
            items={[
              {
                key: 'retry',
                label: t('ui:act.retry'),
                icon: IconSend,
                permission: 'publications.update',
                run: () => retry.run({ params: { id } }),
              },
              {
                key: 'correct',
                label: t('outcomes.correct'),
                icon: IconPencil,
                permission: 'publications.update',
                to: paths.advertisements.publish(advertisement.id, { publication: id }),
              },
            ]}
          />
        ) : (
          link && (
            <Anchor href={link} target="_blank" rel="noreferrer" size="sm">
              <Group gap={4} wrap="nowrap">
                {t('publications.open')} <IconExternalLink size={14} aria-hidden />
              </Group>
            </Anchor>
          )
        )}
      </Table.Td>
    </Table.Tr>
  );
}
