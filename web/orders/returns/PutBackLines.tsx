import { Anchor, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { PutBackLine } from '#contract/orders/return.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { ShowAll, useFirst } from '../../ui/page/ShowAll.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';

/** The next ones of the walk; the returns begin below them, also on a phone. */
const shown = { onPhone: 1, beside: 3 };

/** Units to store by position; each line links to the screen of its scan. */
export function PutBackLines({ lines, more }: { lines: readonly PutBackLine[]; more: boolean }) {
  const { t } = useTranslation('orders');
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const { first, ...fold } = useFirst(lines, isPhone ? shown.onPhone : shown.beside);
  if (lines.length === 0)
    return (
      <Section title={t('returns.putBack')}>
        <Text c="dimmed">{t('returns.putBackNone')}</Text>
      </Section>
    );
  return (
    <Section title={t('returns.putBack')}>
      {!isPhone && <Text c="dimmed">{t('returns.putBackHint')}</Text>}
      <StackedTable aria-label={t('returns.putBack')} from={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('returns.position')}</Table.Th>
            <Table.Th data-figure>{t('returns.quantity')}</Table.Th>
            <Table.Th>{t('returns.product')}</Table.Th>
            <Table.Th>{t('returns.source')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {first.map((line) => (
            <Table.Tr key={`${line.sale} ${line.tote} ${line.sku}`} data-put-back={line.sku}>
              <Table.Td>
                {line.place
                  ? [line.place.position, line.place.volume].filter(Boolean).join(' · ')
                  : t('returns.noPlace')}
                <Text size="xs" c="dimmed">
                  {line.warehouse.name}
                </Text>
              </Table.Td>
              <Table.Td data-label={t('returns.quantity')} data-figure>
                <Quantity value={line.quantity} />
              </Table.Td>
              <Table.Td data-label={t('returns.product')}>
                {line.product}
                <Text size="xs" c="dimmed">
                  {line.sku}
                </Text>
              </Table.Td>
              <Table.Td data-label={t('returns.source')}>
                <Source line={line} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </StackedTable>
      <ShowAll {...fold} />
      {more && fold.rest === 0 && <Text c="dimmed">{t('returns.putBackMore')}</Text>}
    </Section>
  );
}

function Source({ line }: { line: PutBackLine }) {
  const { t } = useTranslation('orders');
  if (line.sale !== null)
    return (
      <Anchor data-touch component={Link} to={paths.orders.pack(line.sale)}>
        {t(line.packed ? 'returns.ofPacked' : 'returns.ofSale', { id: line.sale })}
      </Anchor>
    );
  if (line.list === null) return null;
  return (
    <Anchor data-touch component={Link} to={paths.orders.pickingList(line.list)}>
      {t('returns.ofList', { id: line.list, tote: line.tote ?? '' })}
    </Anchor>
  );
}
