import { ActionIcon, Anchor, Group, Table, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { canAct } from '#contract/acts.ts';
import { usedColumns } from '#contract/business/import/column-series.ts';
import type { ImportRow } from '#contract/business/import/import.ts';
import { importActs, rowFates } from '#contract/business/import/import-states.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { NewCategories, WrongRowsButton } from './CheckedSection.tsx';
import { importBadges, useSystemName } from './import-words.ts';

/** The files of a move: one line per kind, with the outcome of its rows. */
export function MoveTable({ items }: { items: readonly ImportRow[] }) {
  const { t } = useTranslation('business');
  return (
    <Section title={t('imports.move.found')} hint={t('imports.move.orderOf')}>
      <StackedTable aria-label={t('imports.move.found')} from={900}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('imports.kind')}</Table.Th>
            <Table.Th>{t('imports.file')}</Table.Th>
            <Table.Th>{t('imports.state')}</Table.Th>
            {rowFates.map((fate) => (
              <Table.Th key={fate} ta={{ base: 'left', sm: 'right' }}>
                {t(`imports.fates.${fate}`)}
              </Table.Th>
            ))}
            <Table.Th aria-hidden />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <MoveRow key={item.id} item={item} hasKits={items.some(({ kind }) => kind === 'kits')} />
          ))}
        </Table.Tbody>
      </StackedTable>
    </Section>
  );
}

type MoveRowProps = { item: ImportRow; hasKits: boolean };

function MoveRow({ item, hasKits }: MoveRowProps) {
  const { t } = useTranslation('business');
  const { id, kind, file, state, system, fates } = item;
  const systemName = useSystemName();
  const cancel = useAct(api.imports.cancel, { success: false });
  const leaveOut = `${t('imports.move.leaveOut')}: ${t(`imports.kinds.${kind}`)} (${file})`;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={paths.business.import(id)} fw={600}>
          {t(`imports.kinds.${kind}`)}
        </Anchor>
      </Table.Td>
      <Table.Td data-label={t('imports.file')}>
        {file}
        <Text size="xs" c="dimmed">
          {system ? t('imports.fromSystem', { system: systemName(system) }) : t('imports.unknownSystem')}
        </Text>
        <Unused item={item} hasKits={hasKits} />
      </Table.Td>
      <Table.Td data-label={t('imports.state')}>
        <StateBadge {...importBadges[state]} label={t(`imports.states.${state}`)} />
        {item.fault && (
          <Text size="xs" c="red">
            {t(`imports.faults.${item.fault}`)}
          </Text>
        )}
      </Table.Td>
      {rowFates.map((fate) => (
        <Table.Td key={fate} ta={{ base: 'left', sm: 'right' }} data-label={t(`imports.fates.${fate}`)}>
          <Text span {...(fate === 'wrong' && fates.wrong > 0 && { c: 'red', fw: 700 })}>
            <Quantity value={fates[fate]} />
          </Text>
        </Table.Td>
      ))}
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {fates.wrong > 0 && <WrongRowsButton id={id} />}
          {canAct(importActs, 'cancel', state) && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={leaveOut}
              title={leaveOut}
              loading={cancel.pending}
              onClick={() => void cancel.run({ params: { id } })}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** Columns that become nothing, and those that the sheet hides. */
function Unused({ item: { id, state }, hasKits }: MoveRowProps) {
  const { t } = useTranslation('business');
  const { data } = useApi(api.imports.detail, { params: { id } });
  if (!data || state === 'applied') return null;
  const used = usedColumns(data);
  const unused = data.titles.filter((title, index) => title && !used.has(index));
  return (
    <>
      {unused.length > 0 && (
        <Text size="xs" c="dimmed" title={unused.join(', ')}>
          {t('imports.move.unused', { count: unused.length })}
        </Text>
      )}
      <NewCategories data={data} size="xs" />
      {data.kitRows > 0 && data.kind === 'products' && !hasKits && (
        <Text size="xs">{t('imports.kitRows', { count: data.kitRows })}</Text>
      )}
      {data.hiddenColumns.length > 0 && (
        <Text size="xs">
          {t('imports.hiddenColumns', {
            count: data.hiddenColumns.length,
            titles: data.hiddenColumns.join(', '),
          })}
        </Text>
      )}
    </>
  );
}
