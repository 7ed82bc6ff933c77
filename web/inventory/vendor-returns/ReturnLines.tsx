import { ActionIcon, Anchor, Button, Group, Table, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { VendorReturn, VendorReturnLine } from '#contract/inventory/vendor-return.ts';
import { vendorReturnActs } from '#contract/inventory/vendor-return-states.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Code, Money, Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { useSession } from '../../use-session.ts';
import { LotFacts } from '../lots/LotFacts.tsx';
import { nameOfGoods } from '../name-of-goods.ts';

type Props = { shown: VendorReturn; edit: (line: VendorReturnLine) => void };

/** The goods of a return, with lot and reason of each line. */
export function ReturnLines({ shown, edit }: Props) {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  const editable = canAct(vendorReturnActs, 'changeLines', shown.state) && can('volumes.update');
  const priced = can('prices.read');
  return (
    <Section title={t('vendorReturns.lines')}>
      {shown.lines.length === 0 ? (
        <Text c="dimmed">{t('vendorReturns.noLinesHint')}</Text>
      ) : (
        <StackedTable aria-label={t('vendorReturns.lines')} from={760}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('vendorReturns.volume')}</Table.Th>
              <Table.Th>{t('vendorReturns.product')}</Table.Th>
              <Table.Th>{t('vendorReturns.reason')}</Table.Th>
              <Table.Th data-figure>{t('vendorReturns.quantity')}</Table.Th>
              {priced && <Table.Th data-figure>{t('vendorReturns.cost')}</Table.Th>}
              {editable && <Table.Th />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.lines.map((line) => (
              <Line
                key={line.id}
                shown={shown}
                line={line}
                priced={priced}
                edit={editable ? () => edit(line) : undefined}
              />
            ))}
          </Table.Tbody>
        </StackedTable>
      )}
    </Section>
  );
}

type LineProps = {
  shown: VendorReturn;
  line: VendorReturnLine;
  priced: boolean;
  edit: (() => void) | undefined;
};

function Line({ shown, line, priced, edit }: LineProps) {
  const { t } = useTranslation('inventory');
  const remove = useAct(api.vendorReturns.removeVolume);
  const { volume, receipt } = line;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor data-touch component={Link} to={paths.inventory.volumes({ volume: volume.id })} fw={600}>
          <Code>{volume.code}</Code>
        </Anchor>
        {receipt && (
          <Text size="xs">
            <Anchor data-touch component={Link} to={paths.inventory.receive(receipt.id)} inherit>
              {t('vendorReturns.receipt', { number: receipt.number })}
            </Anchor>
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label={t('vendorReturns.product')}>
        <div>
          {nameOfGoods(line)}{' '}
          <Text span size="xs" c="dimmed">
            {line.sku}
          </Text>
          {line.lot && <LotFacts lot={line.lot} />}
        </div>
      </Table.Td>
      <Table.Td data-label={t('vendorReturns.reason')}>{t(`vendorReturns.reasons.${line.reason}`)}</Table.Td>
      <Table.Td data-label={t('vendorReturns.quantity')} data-figure>
        <span>
          <Quantity value={line.quantity} />
          {edit && line.inside > line.quantity && (
            <Text span size="xs" c="dimmed">
              {' '}
              {t('vendorReturns.ofInside', { inside: line.inside })}
            </Text>
          )}
        </span>
      </Table.Td>
      {priced && (
        <Table.Td data-label={t('vendorReturns.cost')} data-figure>
          <Money value={line.costCentavos} />
        </Table.Td>
      )}
      {edit && (
        <Table.Td>
          <Group gap="xs" wrap="nowrap" justify="flex-end">
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPencil size={14} aria-hidden />}
              aria-label={t('vendorReturns.editLine', { sku: line.sku, volume: volume.code })}
              onClick={edit}
            >
              {t('vendorReturns.edit')}
            </Button>
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={t('vendorReturns.remove', { code: volume.code })}
              title={t('vendorReturns.remove', { code: volume.code })}
              disabled={remove.pending}
              onClick={() => remove.run({ params: { id: shown.id }, body: { volumeId: volume.id } })}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
