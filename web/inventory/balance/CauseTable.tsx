import { Table } from '@mantine/core';
import type { BalanceReport } from '#contract/inventory/balance-report.ts';
import { useTranslation } from '../../i18n.ts';
import { Bars } from '../../ui/charts/charts.tsx';
import { Money } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';

/** Corrections by cause as a chart and a table, with their value for readers with the permission. */
export function CauseTable({ causes }: { causes: BalanceReport['causes'] }) {
  const { t } = useTranslation('inventory');
  const labels = {
    cause: t('balances.cause'),
    corrections: t('balances.report.corrections'),
    found: t('balances.report.found'),
    lost: t('balances.report.lost'),
    effect: t('balances.report.effect'),
  };
  const priced = causes.some(({ centavos }) => centavos !== undefined);
  return (
    <>
      <Bars
        label={t('balances.report.causes')}
        data={causes.map(({ cause, found, lost }) => ({ cause: t(`balances.causes.${cause}`), found, lost }))}
        by="cause"
        axis={labels.cause}
        series={[
          { name: 'found', label: labels.found, color: 'petrol.6' },
          { name: 'lost', label: labels.lost, color: 'red.5' },
        ]}
        height={200}
      />
      {causes.length > 0 && (
        <StackedTable aria-label={t('balances.report.causes')} from={560}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{labels.cause}</Table.Th>
              <Table.Th data-figure>{labels.corrections}</Table.Th>
              <Table.Th data-figure>{labels.found}</Table.Th>
              <Table.Th data-figure>{labels.lost}</Table.Th>
              {priced && <Table.Th data-figure>{labels.effect}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {causes.map(({ cause, corrections, found, lost, centavos }) => (
              <Table.Tr key={cause}>
                <Table.Td>{t(`balances.causes.${cause}`)}</Table.Td>
                <Table.Td data-figure data-label={labels.corrections}>
                  {corrections}
                </Table.Td>
                <Table.Td data-figure data-label={labels.found}>
                  {found}
                </Table.Td>
                <Table.Td data-figure data-label={labels.lost}>
                  {lost}
                </Table.Td>
                {priced && (
                  <Table.Td data-figure data-label={labels.effect}>
                    <Money value={centavos} />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </StackedTable>
      )}
    </>
  );
}
