import { Alert, List, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { OrderDetail } from '#contract/orders/order.ts';
import { useTranslation } from '../i18n.ts';
import { useChangeWords } from './change-words.ts';

type Props = {
  sale: Pick<OrderDetail, 'status'>;
  change: NonNullable<OrderDetail['change']>;
  /** What to do about it here. */
  children?: ReactNode;
};

/** The order at the marketplace differs from what was picked, packed or sent. */
export function ChangedSale({ sale, change, children }: Props) {
  const { t } = useTranslation('orders');
  const { textOf } = useChangeWords();
  const place = placeOf(sale.status);
  return (
    <Alert
      color="red"
      icon={<IconArrowsExchange aria-hidden />}
      title={t(place === 'open' ? 'change.title' : `change.${place}Title`)}
    >
      <List>
        {change.lines.map((line) => (
          <List.Item key={`${line.kind}-${line.title}-${line.variation}-${line.sku}`}>
            {textOf(line)}
          </List.Item>
        ))}
      </List>
      {place !== 'open' && <Text mt="xs">{t(`change.${place}Text`)}</Text>}
      {children}
    </Alert>
  );
}

function placeOf(status: OrderDetail['status']): 'open' | 'packed' | 'sent' {
  if (status === 'waiting_collect') return 'packed';
  return status === 'collected' || status === 'sent' || status === 'complete' ? 'sent' : 'open';
}
