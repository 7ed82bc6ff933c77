import { Anchor, Group, Stack, Table, Text } from '@mantine/core';
import { multiplyMoney } from '#contract/money.ts';
import type { OrderDetail } from '#contract/orders/order.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { Link } from '../ui/page/navigation.tsx';
import { Section } from '../ui/page/Section.tsx';
import { Money, Quantity } from '../ui/page/values.tsx';
import stacked from '../ui/table/stacked.module.css';
import { useSession } from '../use-session.ts';

type Line = OrderDetail['lines'][number];

/** Sold lines, each with the stock that it takes. */
export function OrderLines({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  return (
    <Section title={t('detail.lines')}>
      <Stack gap="lg">
        {order.lines.map((line) => (
          <div key={line.id}>
            <Group justify="space-between" align="start" wrap="nowrap">
              <div>
                <Text fw={600}>
                  <Quantity value={line.quantity} /> × <LineTitle line={line} />
                </Text>
                {line.variation && <Text size="sm">{line.variation}</Text>}
                {line.sku && (
                  <Text size="sm" c="dimmed">
                    SKU {line.sku}
                  </Text>
                )}
              </div>
              {line.unitPriceCentavos !== undefined && (
                <Money value={multiplyMoney(line.unitPriceCentavos, line.quantity)} strong />
              )}
            </Group>
            {line.parts.length > 0 && <Parts parts={line.parts} />}
          </div>
        ))}
      </Stack>
    </Section>
  );
}

function LineTitle({ line }: { line: Line }) {
  if (!line.publication) return line.title;
  return (
    <Anchor
      component={Link}
      to={paths.advertisements.advertisement(line.publication.advertisementId)}
      inherit
    >
      {line.title}
    </Anchor>
  );
}

function Parts({ parts }: { parts: Line['parts'] }) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const priced = can('prices.read');
  return (
    <Table mt={6} aria-label={t('detail.parts')} className={stacked.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('detail.parts')}</Table.Th>
          <Table.Th w={130}>SKU</Table.Th>
          <Table.Th data-figure>{t('detail.quantity')}</Table.Th>
          {priced && <Table.Th data-figure>{t('detail.unitCost')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {parts.map((part) => (
          <Table.Tr key={part.id}>
            <Table.Td>
              {part.product}
              {part.serials.length > 0 && (
                <Text size="sm" c="dimmed" data-serial-numbers>
                  {t('detail.serials', { codes: part.serials.join(', ') })}
                </Text>
              )}
            </Table.Td>
            <Table.Td data-label="SKU">{part.sku}</Table.Td>
            <Table.Td data-figure data-label={t('detail.quantity')}>
              <Quantity value={part.quantity} />
            </Table.Td>
            {priced && (
              <Table.Td data-figure data-label={t('detail.unitCost')}>
                <Money value={part.unitCostCentavos} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
