import { Button, Modal, Skeleton, Table, Text } from '@mantine/core';
import { canAct } from '#contract/acts.ts';
import { type PriceSchedule, priceScheduleActs } from '#contract/advertisements/price-schedule.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import { EmptyState, ErrorState } from '../ui/page/EmptyState.tsx';
import { Instant, Money, Percent } from '../ui/page/values.tsx';
import { StackedTable } from '../ui/table/StackedTable.tsx';
import { useSession } from '../use-session.ts';

/** Price changes that wait for their time, that are in force, and those of the last months. */
export default function SchedulesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['advertisements', 'ui']);
  const found = useApi(api.priceSchedules.list, { query: { size: '100' } });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('schedules.title')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      {found.error && !found.data && (
        <ErrorState
          failure={found.error}
          title={actMessage('failures', 'priceSchedules.list') ?? ''}
          retry={() => void found.refetch()}
        />
      )}
      {!found.data && !found.error && <Skeleton height={160} />}
      {found.data?.items.length === 0 && (
        <EmptyState title={t('schedules.empty')} hint={t('schedules.emptyHint')} />
      )}
      {found.data && found.data.items.length > 0 && <Schedules items={found.data.items} />}
    </Modal>
  );
}

function Schedules({ items }: { items: readonly PriceSchedule[] }) {
  const { t } = useTranslation('advertisements');
  const { can } = useSession();
  const cancel = useAct(api.priceSchedules.cancel);
  const heads = {
    ads: t('schedules.ads'),
    rule: t('schedules.rule'),
    begins: t('schedules.beginsOn'),
    ends: t('schedules.endsOn'),
    state: t('schedules.state'),
  };
  return (
    <StackedTable aria-label={t('schedules.title')} from={560} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          {Object.values(heads).map((head) => (
            <Table.Th key={head}>{head}</Table.Th>
          ))}
          <Table.Th />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((row) => (
          <Table.Tr key={row.id}>
            <Table.Td data-label={heads.ads}>
              {row.name}
              {row.publications > 1 && ` ${t('schedules.more', { count: row.publications - 1 })}`}
            </Table.Td>
            <Table.Td data-label={heads.rule}>
              <Rule of={row} />
            </Table.Td>
            <Table.Td data-label={heads.begins}>
              <Instant value={row.beginsAt} />
            </Table.Td>
            <Table.Td data-label={heads.ends}>
              {row.endsAt === null ? t('schedules.stays') : <Instant value={row.endsAt} />}
            </Table.Td>
            <Table.Td data-label={heads.state}>
              <Effect of={row} />
            </Table.Td>
            <Table.Td>
              {can('publications.update') && canAct(priceScheduleActs, 'cancel', row.state) && (
                <Button
                  size="xs"
                  variant="default"
                  disabled={cancel.pending}
                  aria-label={`${t(row.state === 'waiting' ? 'schedules.cancel' : 'schedules.endNow')}: ${row.name}`}
                  onClick={() => void cancel.run({ params: { id: row.id } })}
                >
                  {t(row.state === 'waiting' ? 'schedules.cancel' : 'schedules.endNow')}
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </StackedTable>
  );
}

/** The state, and what differs from what was scheduled. */
function Effect({ of: { state, inForce, publications, refused } }: { of: PriceSchedule }) {
  const { t } = useTranslation(['advertisements', 'errors']);
  const isWhole = inForce === publications;
  const others = inForce === null ? 0 : publications - inForce - refused.length;
  return (
    <>
      {state !== 'running' || isWhole
        ? t(`schedules.states.${state}`)
        : inForce === null
          ? t('schedules.applying')
          : inForce === 0
            ? t('schedules.notInForce')
            : t('schedules.inForce', { inForce, all: publications })}
      {refused.map(({ name, code }) => (
        <Text key={name} size="xs" c="red">
          {t('schedules.refused', { name, reason: t(`errors:${code}`) })}
        </Text>
      ))}
      {others > 0 && (
        <Text size="xs" c="dimmed">
          {t('schedules.otherPrice', { count: others, total: others })}
        </Text>
      )}
    </>
  );
}

function Rule({ of: { rule, ending } }: { of: PriceSchedule }) {
  const { t } = useTranslation('advertisements');
  const sign = (value: number) => (value > 0 ? '+' : '');
  return (
    <Text span size="sm">
      {rule.kind === 'margin' && (
        <>
          {t('bulk.margin')} <Percent value={rule.marginBasisPoints} />
        </>
      )}
      {rule.kind === 'change' && (
        <>
          {sign(rule.basisPoints)}
          <Percent value={rule.basisPoints} />
        </>
      )}
      {rule.kind === 'amount' && (
        <>
          {sign(rule.centavos)}
          <Money value={rule.centavos} />
        </>
      )}
      {rule.kind === 'price' && <Money value={rule.price} />}
      {ending !== null && ` ${t('schedules.ending', { ending: String(ending).padStart(2, '0') })}`}
    </Text>
  );
}
