import { Table, Text } from '@mantine/core';
import type { Receipt } from '#contract/supply/receiving.ts';
import { useTranslation } from '../../i18n.ts';
import { LotFacts } from '../../inventory/lots/LotFacts.tsx';
import { volumeBadges } from '../../inventory/volumes/volume-badges.ts';
import { Section } from '../../ui/page/Section.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { nameOf } from '../requests/request-values.ts';

/** Volumes of a request, those waiting for the current step first. */
export function ReceiptVolumes({ receipt, waiting = [] }: { receipt: Receipt; waiting?: readonly string[] }) {
  const { t } = useTranslation(['supply', 'inventory']);
  if (receipt.volumes.length === 0) return null;
  const inOrder = receipt.volumes.toSorted(
    (one, other) => Number(waiting.includes(other.state)) - Number(waiting.includes(one.state)),
  );
  return (
    <Section title={t('supply:requests.volumes')}>
      <StackedTable aria-label={t('supply:requests.volumes')} from={520}>
        <Table.Tbody>
          {inOrder.map((volume) => {
            const line = receipt.lines.find((one) => one.id === volume.lineId);
            return (
              <Table.Tr key={volume.id}>
                <Table.Td>
                  <Text fw={650}>{volume.code}</Text>
                  <Text size="xs" c="dimmed">
                    {volume.units === null ? '?' : <Quantity value={volume.units} />} × {line && nameOf(line)}
                  </Text>
                  {volume.lot && <LotFacts lot={volume.lot} />}
                </Table.Td>
                <Table.Td data-corner>
                  <StateBadge
                    {...volumeBadges[volume.state]}
                    label={volume.position ?? t(`inventory:volumeState.${volume.state}`)}
                  />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </StackedTable>
    </Section>
  );
}
