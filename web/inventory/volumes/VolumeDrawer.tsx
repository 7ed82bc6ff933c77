import { Anchor, Badge, Drawer, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { api } from '#contract/index.ts';
import type { Volume } from '#contract/inventory/volume.ts';
import type { VolumeEvent } from '#contract/inventory/volume-event.ts';
import { volumeActs, volumeEvents } from '#contract/inventory/volume-states.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { KeptPhotos } from '../../products/images/KeptPhotos.tsx';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Facts } from '../../ui/page/Facts.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Timeline } from '../../ui/page/Timeline.tsx';
import { Code, Instant, Money, Quantity } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';
import { factsOf } from '../event-facts.ts';
import { LotFacts } from '../lots/LotFacts.tsx';
import { useReasonWords } from '../reason-words.ts';
import { WhyQuantity } from '../WhyQuantity.tsx';
import { TransferPaperButton } from './TransferForms.tsx';
import { VolumeActions } from './VolumeActions.tsx';
import { VolumeDialog } from './VolumeDialog.tsx';
import { volumeBadges } from './volume-badges.ts';
import { useVolumeRefusal } from './volume-refusal.ts';
import type { BegunTask, VolumeTask } from './volume-task.ts';
import { ZeroCheckQuestion } from './ZeroCheckQuestion.tsx';

type Props = { id: number; begin?: BegunTask | null; close: () => void };

/** One volume: contents, place, possible acts and history. */
export default function VolumeDrawer({ id, begin = null, close }: Props) {
  const { t } = useTranslation('inventory');
  const [task, setTask] = useState<VolumeTask | null>(begin);
  const refusal = useVolumeRefusal();
  const volume = useApi(api.volumes.detail, { params: { id } });
  const { can } = useSession();
  // An act of an old link that the volume no longer allows is not started; its button shows the reason.
  const isOld =
    begin !== null &&
    task === begin &&
    volume.data !== undefined &&
    (refusal(volume.data, begin) !== undefined || !can(volumeActs[begin].permission));
  useEffect(() => {
    if (isOld) setTask(null);
  }, [isOld]);
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      // Escape first closes the topmost dialog.
      closeOnEscape={task === null}
      size="xl"
      title={
        <Text span fw={700} size="lg">
          {t('volumes.one')} {volume.data?.code}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('volumes.close') }}
    >
      {volume.error && !volume.data ? (
        <ErrorState failure={volume.error} retry={() => void volume.refetch()} />
      ) : volume.data ? (
        <Stack gap="lg">
          <VolumeSummary volume={volume.data} />
          {volume.data.transfer && <TransferPaperButton volume={volume.data} />}
          {volume.data.zeroCheck && can('volumes.zero-check') && <ZeroCheckQuestion volume={volume.data} />}
          <VolumeActions volume={volume.data} start={setTask} close={close} />
          <VolumeContents volume={volume.data} />
          <VolumeHistory id={id} />
        </Stack>
      ) : (
        <Skeleton height={320} />
      )}
      {task && !isOld && volume.data && (
        <VolumeDialog task={task} volume={volume.data} close={() => setTask(null)} />
      )}
    </Drawer>
  );
}

function VolumeSummary({ volume }: { volume: Volume }) {
  const { t } = useTranslation('inventory');
  const facts = [
    [t('volumes.warehouse'), volume.warehouse.name],
    [t('volumes.position'), volume.position?.code ?? t('volumes.noPosition')],
    [t('volumes.created'), <Instant key="created" value={volume.createdAt} />],
    [t('volumes.launched'), <Instant key="launched" value={volume.launchedAt} />],
    [t('volumes.lastCheck'), <Instant key="check" value={volume.lastCheckAt} />],
    ...(volume.expectedQuantity === null
      ? []
      : [[t('volumes.expected'), <Quantity key="expected" value={volume.expectedQuantity} />] as const]),
    ...(volume.transfer
      ? [
          [t('volumes.transferFrom'), volume.transfer.from.name] as const,
          [t('volumes.transferredAt'), <Instant key="left" value={volume.transfer.at} />] as const,
        ]
      : []),
  ] as const;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <StateBadge {...volumeBadges[volume.state]} label={t(`volumeState.${volume.state}`)} />
        {volume.blockedAs && (
          <Badge color="red" variant="light">
            {t(`volumes.blockCauses.${volume.blockedAs}`)}
          </Badge>
        )}
        {volume.name && <Text fw={600}>{volume.name}</Text>}
        {volume.checked && <Badge variant="light">{t('volumes.checked')}</Badge>}
        {volume.tested && <Badge variant="light">{t('volumes.tested')}</Badge>}
      </Group>
      <Facts facts={facts} />
    </Stack>
  );
}

function VolumeContents({ volume }: { volume: Volume }) {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  if (volume.units === null) return <Text c="dimmed">{t('balances.contentsHidden')}</Text>;
  if (volume.lines.length === 0) return null;
  const priced = can('prices.read') && volume.lines.some((line) => line.price != null);
  const pinned = volume.lines.some((line) => line.pinned > 0);
  return (
    <section aria-label={t('volumes.lines')}>
      <Table.ScrollContainer minWidth={360}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('volumes.product')}</Table.Th>
              <Table.Th>{t('volumes.sku')}</Table.Th>
              <Table.Th ta="right">{t('volumes.quantity')}</Table.Th>
              {pinned && <Table.Th ta="right">{t('volumes.pinned')}</Table.Th>}
              {priced && <Table.Th ta="right">{t('volumes.price')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {volume.lines.map((line) => (
              <Table.Tr key={line.id}>
                <Table.Td>
                  <Anchor component={Link} to={paths.products.product(line.product.id)}>
                    {line.product.name}
                  </Anchor>
                  {line.variation.name && line.variation.name !== line.product.name && (
                    <Text span c="dimmed" inherit>
                      {' '}
                      · {line.variation.name}
                    </Text>
                  )}
                  {line.lot && <LotFacts lot={line.lot} />}
                </Table.Td>
                <Table.Td>
                  <Code>{line.sku}</Code>
                </Table.Td>
                <Table.Td ta="right">
                  <WhyQuantity
                    of={{ variation: line.variation.id, warehouse: volume.warehouse.id }}
                    value={line.quantity}
                    name={line.product.name}
                  />
                </Table.Td>
                {pinned && (
                  <Table.Td ta="right">
                    <Quantity value={line.pinned} />
                  </Table.Td>
                )}
                {priced && (
                  <Table.Td ta="right">
                    <Money value={line.price} />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

/** A line of a return to the vendor leads to it. */
function ReturnLink({ detail: { returnId, number } }: Pick<VolumeEvent, 'detail'>) {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  if (typeof returnId !== 'number' || !can('receiving.read')) return null;
  return (
    <Anchor data-touch component={Link} to={paths.inventory.vendorReturn(returnId)} size="sm">
      {t('vendorReturns.openOf', { number: Number(number) })}
    </Anchor>
  );
}

function VolumeHistory({ id }: { id: number }) {
  const { t } = useTranslation('inventory');
  const wordsOf = useReasonWords();
  const wordedFacts = (detail: VolumeEvent['detail']) => {
    const facts = factsOf(detail);
    const cause = detail.cause ? [wordsOf(String(detail.cause))] : [];
    return { ...facts, reason: [...cause, wordsOf(facts.reason)].join(': ') };
  };
  const history = useApi(api.volumes.events, { params: { id }, query: { size: '100' } });
  if (!history.data) return <Skeleton height={120} />;
  return (
    <section aria-label={t('volumes.history')}>
      <Text fw={600} mb="xs">
        {t('volumes.history')}
      </Text>
      <Timeline
        label={t('volumes.history')}
        events={history.data.items.map((event) => ({
          key: event.id,
          at: event.at,
          author: event.author,
          title: t(`volumeEvent.${event.kind}`, wordedFacts(event.detail)),
          detail:
            event.photos.length > 0 ? (
              <KeptPhotos photos={event.photos} about={t('volumes.blockPhotos')} />
            ) : (
              <ReturnLink detail={event.detail} />
            ),
          tone: volumeEvents[event.kind].tone,
        }))}
      />
    </section>
  );
}
