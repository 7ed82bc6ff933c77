import { Anchor, Table, Text } from '@mantine/core';
import type { StatementEntry } from '#contract/dropshipping/statement.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Day, Money, nothing } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { useSession } from '../../use-session.ts';

/** Entries of the balance between two partners, with the balance after each. */
export function StatementEntries({ entries }: { entries: readonly StatementEntry[] }) {
  const { t } = useTranslation('dropshipping');
  return (
    <StackedTable aria-label={t('statements.entries')} from={560}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('statements.entry')}</Table.Th>
          <Table.Th>{t('settlement.day')}</Table.Th>
          <Table.Th>{t('settlement.number')}</Table.Th>
          <Table.Th data-figure>{t('settlement.value')}</Table.Th>
          <Table.Th data-figure>{t('statements.balance')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Entry key={`${entry.day} ${entry.invoice?.id} ${entry.kind}`} entry={entry} />
        ))}
      </Table.Tbody>
    </StackedTable>
  );
}

function Entry({ entry }: { entry: StatementEntry }) {
  const { t } = useTranslation('dropshipping');
  const { session } = useSession();
  const side = session?.business?.type === 'supply' ? 'supplierInvoices' : 'sellerInvoices';
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{t(`statements.kinds.${entry.kind}`)}</Text>
      </Table.Td>
      <Table.Td data-label={t('settlement.day')}>
        <Day value={entry.day} />
      </Table.Td>
      <Table.Td data-label={t('settlement.number')}>
        {entry.invoice ? (
          <Anchor component={Link} to={paths.dropshipping[side]({ invoice: entry.invoice.id })} size="sm">
            #{entry.invoice.number}
          </Anchor>
        ) : (
          nothing
        )}
      </Table.Td>
      <Table.Td data-figure data-label={t('settlement.value')}>
        <Money value={entry.totalCentavos} />
      </Table.Td>
      <Table.Td data-figure data-label={t('statements.balance')}>
        <Money value={entry.balanceCentavos} />
      </Table.Td>
    </Table.Tr>
  );
}
