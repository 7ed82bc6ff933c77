import { Alert, Button, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { MovedUnits } from '#contract/orders/picking.ts';
import { useTranslation } from '../../i18n.ts';

/** Units in a tote that were reassigned to another sale and have to change their place on the cart. */
export function MovedUnitsNotice({ moved, onDone }: { moved: readonly MovedUnits[]; onDone: () => void }) {
  const { t } = useTranslation('orders');
  return (
    <Alert
      color="orange"
      icon={<IconArrowsExchange aria-hidden />}
      title={t('picking.movedTitle')}
      role="alert"
    >
      {moved.map((one) => (
        <Text key={`${one.sku} ${one.from} ${one.to}`} fz={22} fw={700}>
          {t('picking.movedUnits', { count: one.units, sku: one.sku, from: one.from, to: one.to })}
        </Text>
      ))}
      <Button size="floor" variant="default" mt="sm" onClick={onDone}>
        {t('picking.movedDone')}
      </Button>
    </Alert>
  );
}
