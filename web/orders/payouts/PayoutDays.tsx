import { Table } from '@mantine/core';
import type { PayoutDay } from '#contract/orders/payout.ts';
import { useTranslation } from '../../i18n.ts';
import { Day, Money, Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';

/** Expected and released money of each day, the latest first. */
export function PayoutDays({ days }: { days: readonly PayoutDay[] }) {
  const { t } = useTranslation('orders');
  return (
    <StackedTable aria-label={t('payouts.days')} from={700}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('payouts.day')}</Table.Th>
          <Table.Th data-figure>{t('payouts.expected')}</Table.Th>
          <Table.Th data-figure>{t('payouts.released')}</Table.Th>
          <Table.Th data-figure>{t('payouts.difference')}</Table.Th>
          <Table.Th data-figure>{t('payouts.transferred')}</Table.Th>
          <Table.Th data-figure>{t('payouts.toCheck')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.map((day) => (
          <Table.Tr key={day.day}>
            <Table.Td>
              <Day value={day.day} />
            </Table.Td>
            <Table.Td data-figure data-label={t('payouts.expected')}>
              <Money value={day.expectedCentavos} />
            </Table.Td>
            <Table.Td data-figure data-label={t('payouts.released')}>
              <Money value={day.releasedCentavos} />
            </Table.Td>
            <Table.Td data-figure data-label={t('payouts.difference')}>
              <Difference day={day} />
            </Table.Td>
            <Table.Td data-figure data-label={t('payouts.transferred')}>
              <Money value={day.transferredCentavos} />
            </Table.Td>
            <Table.Td data-figure data-label={t('payouts.toCheck')}>
              <Quantity value={day.openCount} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </StackedTable>
  );
}

function Difference({ day: { releasedCentavos, expectedCentavos } }: { day: PayoutDay }) {
  const difference = releasedCentavos - expectedCentavos;
  return <Money value={difference} loss={difference < 0} />;
}
