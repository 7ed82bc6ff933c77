import { Anchor, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatZip } from '#contract/brazil.ts';
import type { OrderDetail } from '#contract/orders/order.ts';
import { dueAt } from '#contract/orders/order-states.ts';
import { useTranslation } from '../i18n.ts';
import { CopyButton } from '../ui/page/CopyButton.tsx';
import { Section } from '../ui/page/Section.tsx';
import { Instant } from '../ui/page/values.tsx';
import cells from '../ui/table/cells.module.css';
import { useLate } from './OrderBadge.tsx';
import classes from './OrderMoney.module.css';
import { useShipmentWords } from './shipment-words.ts';

/** The parcel: deadline, receiver and progress. */
export function OrderShipment({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const told = useShipmentWords();
  const remote: [string, ReactNode][] = [
    [t('detail.promised'), <Due key="at" order={order} value={order.promisedAt} />],
    [t('detail.logistic'), told.logistic(order.logisticType)],
    [t('detail.shipmentStatus'), told.status(order.shipmentStatus, order.shipmentSubstatus)],
    [t('detail.invoiceKey'), <Code key="code" value={order.invoiceKey ?? ''} />],
  ];
  const rows: [string, ReactNode][] = [
    [t('purchased'), <Instant key="at" value={order.purchasedAt} />],
    [t('detail.paidAt'), <Instant key="at" value={order.paidAt} />],
    [t('dispatchLimit'), <Due key="at" order={order} value={order.dispatchLimit} />],
    [t('sentAt'), <Instant key="at" value={order.sentAt} />],
    [t('detail.delivered'), <Instant key="at" value={order.deliveredAt} />],
    ...(order.account ? remote : []),
    ...(order.carrierName
      ? ([[t('carriers.carrier'), order.carrierName]] satisfies [string, ReactNode][])
      : []),
    [t('tracking'), <Code key="code" value={order.trackingCode} />],
  ];
  return (
    <Section title={t('detail.shipment')}>
      {order.account && !order.shipmentId && <Text c="dimmed">{t('detail.noShipment')}</Text>}
      <dl className={classes.rows}>
        {rows.map(([label, value]) => (
          <Row key={label} label={label} value={value} />
        ))}
      </dl>
      {order.trackingUrl && (
        <Anchor href={order.trackingUrl} target="_blank" rel="noreferrer" size="sm" data-touch>
          {t('carriers.follow')}
        </Anchor>
      )}
      {order.buyer && <Address buyer={order.buyer} />}
    </Section>
  );
}

function Row({ label, value }: { label: string; value: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** A time until which the sale is due; red if that is what it is late for. */
function Due({ order, value }: { order: OrderDetail; value: string | null }) {
  const missed = useLate(order) && value !== null && value === dueAt(order);
  return (
    <Text span inherit c={missed ? 'var(--mantine-color-error)' : undefined} fw={missed ? 600 : undefined}>
      <Instant value={value} />
    </Text>
  );
}

function Code({ value }: { value: string }) {
  if (value === '') return '—';
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <span className={cells.code} style={{ overflowWrap: 'anywhere' }}>
        {value}
      </span>
      <CopyButton value={value} />
    </Group>
  );
}

function Address({ buyer }: { buyer: NonNullable<OrderDetail['buyer']> }) {
  const { t } = useTranslation('orders');
  const street = [buyer.street, buyer.number, buyer.complement].filter(Boolean).join(', ');
  const place = [buyer.neighborhood, buyer.city, buyer.state].filter(Boolean).join(' · ');
  if (street === '' && place === '') return null;
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t('detail.address')}
      </Text>
      <Text>{buyer.name}</Text>
      <Text>{street}</Text>
      <Text>
        {place} {buyer.zip && formatZip(buyer.zip)}
      </Text>
    </div>
  );
}
