import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Receipt, ReceiptLine } from '#contract/supply/receiving.ts';
import { useTranslation } from '../../i18n.ts';
import { Section } from '../../ui/page/Section.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { nameOf } from '../requests/request-values.ts';

type ReceiptLinesProps = {
  receipt: Receipt;
  /** Act of the step on a line. */
  act?: { label: string; cell: (line: ReceiptLine) => ReactNode };
};

/** Progress by line: expected, counted, registered, stored. */
export function ReceiptLines({ receipt, act }: ReceiptLinesProps) {
  const { t } = useTranslation('supply');
  const isCounting = ['in_transport', 'check_volumes'].includes(receipt.state);
  const shows = { registered: !isCounting, stored: !isCounting && receipt.state !== 'register_volumes' };
  return (
    <Section title={t('requests.lines')}>
      <StackedTable aria-label={t('requests.lines')} from={720}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('requests.product')}</Table.Th>
            <Table.Th data-figure>{t('receiving.expected')}</Table.Th>
            <Table.Th data-figure>{t('receiving.counted')}</Table.Th>
            {shows.registered && <Table.Th data-figure>{t('receiving.registered')}</Table.Th>}
            {shows.stored && <Table.Th data-figure>{t('receiving.stored')}</Table.Th>}
            {act && <Table.Th>{act.label}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {receipt.lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>
                {nameOf(line)}
                <Text size="xs" c="dimmed">
                  {[line.sku, line.supplierSku, t('receiving.each', { count: line.quantityPerVolume })]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </Table.Td>
              <Table.Td data-label={t('receiving.expected')} data-figure>
                {line.volumes === null ? t('requests.hiddenCount') : <Quantity value={line.volumes} />}
                {line.ordered !== null && line.quantity !== null && line.ordered !== line.quantity && (
                  <Text size="xs" c="dimmed">
                    {t('receiving.ordered', { ordered: line.ordered, quantity: line.quantity })}
                  </Text>
                )}
              </Table.Td>
              <Table.Td data-label={t('receiving.counted')} data-figure>
                <Quantity value={line.counted} />
                {line.countedBy && (
                  <Text size="xs" c="dimmed">
                    {line.countedBy}
                  </Text>
                )}
              </Table.Td>
              {shows.registered && (
                <Table.Td data-label={t('receiving.registered')} data-figure>
                  <Quantity value={line.registeredVolumes} /> (
                  {line.registeredUnits === null ? '?' : <Quantity value={line.registeredUnits} />})
                </Table.Td>
              )}
              {shows.stored && (
                <Table.Td data-label={t('receiving.stored')} data-figure>
                  <Quantity value={line.launchedVolumes} />
                </Table.Td>
              )}
              {act && <Table.Td data-label={act.label}>{act.cell(line)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </StackedTable>
    </Section>
  );
}
