import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlarm, IconPackage } from '@tabler/icons-react';
import { formatInstant } from '#contract/dates.ts';
import type { OrderDetail } from '#contract/orders/order.ts';
import { statusesToShip } from '#contract/orders/order-states.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { CopyButton } from '../ui/page/CopyButton.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { useSession } from '../use-session.ts';
import { useProgress } from './use-progress.ts';

/** Who has a late sale, how far the work on it is, and what its seller can do now. */
export function LateSale({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const { session, can } = useSession();
  const { id, status, supplier } = order;
  const { step, words, limit } = useProgress(order);
  const isOwn = supplier !== null && supplier.id === session?.business?.id;
  const at = limit === null ? '' : formatInstant(limit);
  const isWithThem = statusesToShip.some((known) => known === status);
  return (
    <Alert
      variant="light"
      color="red"
      icon={<IconAlarm aria-hidden />}
      title={t(status === 'sent' ? 'lateSale.notDelivered' : 'lateSale.notShipped', { at })}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{words}</Text>
        {isWithThem && isOwn && can('checkout.read') && (
          <Button
            component={Link}
            to={paths.orders.pack(id)}
            leftSection={<IconPackage size={16} aria-hidden />}
          >
            {t(status === 'waiting_collect' ? 'lateSale.openBench' : 'lateSale.pack')}
          </Button>
        )}
        {isWithThem && supplier && !isOwn && (
          <CopyButton
            label={t('lateSale.copyMessage')}
            value={t('lateSale.message', { supplier: supplier.name, number: id, at, step })}
          />
        )}
      </Stack>
    </Alert>
  );
}
