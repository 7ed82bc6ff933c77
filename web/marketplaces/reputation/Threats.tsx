import { Anchor, Table, Text } from '@mantine/core';
import type { ReputationThreat, ReputationView } from '#contract/marketplaces/reputation.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Instant, nothing } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';

/** Open sales and claims that may count against the seller, the most urgent first, with a link to each. */
export function Threats({ view: { threats } }: { view: ReputationView }) {
  const { t } = useTranslation('marketplaces');
  const { items, counts } = threats;
  const more = counts.reduce((sum, { count }) => sum + count, 0) - items.length;
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('reputation.noThreats')}
      </Text>
    );
  const heads = [t('reputation.what'), t('reputation.sale'), t('reputation.buyer'), t('reputation.until')];
  return (
    <>
      <Text fw={600}>{t('reputation.threats')}</Text>
      <StackedTable aria-label={t('reputation.threats')} verticalSpacing={4} from={600}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((threat) => (
            <Row key={`${threat.kind} ${threat.sale?.id} ${threat.chat}`} threat={threat} heads={heads} />
          ))}
        </Table.Tbody>
      </StackedTable>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {t('reputation.threatsMore', { count: more })}
        </Text>
      )}
    </>
  );
}

function Row({ threat, heads }: { threat: ReputationThreat; heads: readonly string[] }) {
  const { t } = useTranslation('marketplaces');
  const { kind, sale, chat, buyer, until } = threat;
  return (
    <Table.Tr>
      <Table.Td data-label={heads[0]}>
        {chat === null ? (
          t(`reputation.kinds.${kind}`)
        ) : (
          <Anchor component={Link} to={paths.chats.chat(chat)} aria-label={t('reputation.openClaim')}>
            {t(`reputation.kinds.${kind}`)}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td data-label={heads[1]}>
        {sale ? (
          <Anchor component={Link} to={paths.orders.order(sale.id)}>
            {t('chats.ofSale', { number: sale.id })}
          </Anchor>
        ) : (
          nothing
        )}
      </Table.Td>
      <Table.Td data-label={heads[2]}>{buyer || nothing}</Table.Td>
      <Table.Td data-label={heads[3]}>
        <Instant value={until} />
      </Table.Td>
    </Table.Tr>
  );
}
