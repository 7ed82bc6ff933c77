import { Alert, Anchor, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { StockReasons as Reasons } from '#contract/inventory/stock.ts';
import { KitsOf } from '../advertisements/kits/KitsOf.tsx';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { ErrorState } from '../ui/page/EmptyState.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { StateBadge } from '../ui/page/StateBadge.tsx';
import { Instant, nothing, Quantity } from '../ui/page/values.tsx';
import classes from './QuantityTerms.module.css';
import { QuantityTerms, type Term } from './QuantityTerms.tsx';
import { StockLedger } from './StockLedger.tsx';
import { volumeBadges } from './volumes/volume-badges.ts';

/** Explains a quantity: the terms whose sum can be sold, and the records behind each term. */
export function StockReasons({ stockId }: { stockId: number }) {
  const { t } = useTranslation('inventory');
  const stock = useApi(api.stock.detail, { params: { id: stockId } });
  if (stock.error && !stock.data)
    return <ErrorState failure={stock.error} retry={() => void stock.refetch()} />;
  if (!stock.data) return <Skeleton height={240} />;
  const { data } = stock;
  return (
    <Stack gap="lg">
      {data.shortSales > 0 && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
          {t('stock.shortSales', { count: data.shortSales })}
        </Alert>
      )}
      <Sum stock={data} />
      {data.onHand === null && <Text c="dimmed">{t('balances.contentsHidden')}</Text>}
      <section aria-label={t('stock.promises')}>
        <Text fw={600} mb={6}>
          {t('stock.promises')}
        </Text>
        <Promises stock={data} />
      </section>
      <section aria-label={t('stock.places')}>
        <Text fw={600} mb={6}>
          {t('stock.places')}
        </Text>
        <Places stock={data} />
      </section>
      {data.offer && <KitsOf offer={data.offer.id} />}
      <StockLedger stockId={stockId} />
    </Stack>
  );
}

function Sum({ stock }: { stock: Reasons }) {
  const { t } = useTranslation('inventory');
  const taken = (['reserved', 'soft', 'hold', 'buffer'] as const)
    .filter((key) => stock[key] !== 0 || key === 'reserved')
    .map((key): Term => ({ label: t(`stock.${key}`), value: stock[key], sign: '−' }));
  const terms: Term[] = [
    { label: t('stock.onHand'), value: stock.onHand },
    ...taken,
    { label: t('stock.sellable'), value: stock.sellable, sign: '=', strong: true },
  ];
  const { offer, offered } = stock;
  if (offer)
    terms.push(
      { label: t('stock.cap'), value: offer.quantityCap },
      {
        label: t('stock.offered'),
        value: offer.active ? offered : t('stock.offerOff'),
        sign: '=',
        strong: true,
      },
    );
  return (
    <div>
      <QuantityTerms terms={terms} />
      {(stock.packed > 0 || stock.inbound > 0 || !offer) && (
        <Group gap="md" mt="xs">
          {stock.packed > 0 && (
            <Text size="sm" c="dimmed">
              {t('stock.packed')}: <Quantity value={stock.packed} />
            </Text>
          )}
          {stock.inbound > 0 && (
            <Text size="sm" c="dimmed">
              {t('stock.inbound')}: <Quantity value={stock.inbound} />
            </Text>
          )}
          {!offer && (
            <Text size="sm" c="dimmed">
              {t('stock.noOffer')}
            </Text>
          )}
        </Group>
      )}
    </div>
  );
}

function Promises({ stock }: { stock: Reasons }) {
  const { t } = useTranslation('inventory');
  if (stock.promises.length === 0) return <Text c="dimmed">{t('stock.noPromises')}</Text>;
  const more = stock.promiseCount - stock.promises.length;
  return (
    <ul className={classes.list}>
      {stock.promises.map((promise) => (
        <li key={promise.id}>
          <Quantity value={promise.quantity} /> ·{' '}
          {promise.order ? (
            <Anchor component={Link} underline="always" to={paths.orders.pack(promise.order.id)}>
              {t('stock.sale', { id: promise.order.id })}
            </Anchor>
          ) : (
            t('stock.unreleased')
          )}{' '}
          <Text span size="sm" c="dimmed">
            ({t(promise.kind === 'firm' ? 'stock.firm' : 'stock.softSale')}, {t('stock.since')}{' '}
            <Instant value={promise.since} />)
          </Text>
        </li>
      ))}
      {more > 0 && <li>{t('stock.morePromises', { count: more })}</li>}
    </ul>
  );
}

function Places({ stock }: { stock: Reasons }) {
  const { t } = useTranslation('inventory');
  if (stock.volumes.length === 0) return <Text c="dimmed">{t('stock.noPlaces')}</Text>;
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('volumes.one')}</Table.Th>
            <Table.Th>{t('volumes.position')}</Table.Th>
            <Table.Th>{t('volumes.state')}</Table.Th>
            <Table.Th ta="right">{t('volumes.quantity')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {stock.volumes.map((volume) => (
            <Table.Tr key={volume.id}>
              <Table.Td>
                <Anchor component={Link} to={paths.inventory.volumes({ volume: volume.id })}>
                  {volume.code}
                </Anchor>
              </Table.Td>
              <Table.Td>{volume.position ?? nothing}</Table.Td>
              <Table.Td>
                <StateBadge {...volumeBadges[volume.state]} label={t(`volumeState.${volume.state}`)} />
              </Table.Td>
              <Table.Td ta="right">
                <Quantity value={volume.quantity} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
