import { Button, Overlay, Stack, Text, Title } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Checkout } from '#contract/orders/checkout.ts';
import { useTranslation } from '../../i18n.ts';
import { play } from '../../ui/sounds.ts';

/** A canceled sale stops the bench: red, over everything, until it is understood. */
export function CanceledStop({ sale }: { sale: Checkout }) {
  const { t } = useTranslation('orders');
  const [understood, setUnderstood] = useState(false);
  useEffect(() => play('bad'), []);
  if (understood || !sale.putBack) {
    return (
      <Stack
        gap={4}
        p="md"
        style={{ background: 'var(--mantine-color-red-9)', color: 'white', borderRadius: 8 }}
        role="alert"
      >
        <Text fw={700}>{t('bench.bench.canceledTitle')}</Text>
        <Text>{sale.canceledReason || t('bench.bench.canceledText')}</Text>
        {sale.putBack && <Text>{t('bench.bench.putBackHint')}</Text>}
      </Stack>
    );
  }
  return (
    <Overlay
      fixed
      zIndex={300}
      backgroundOpacity={1}
      color="var(--mantine-color-red-9)"
      role="alertdialog"
      aria-modal
      aria-labelledby="stop-title"
    >
      <Stack align="center" justify="center" h="100vh" gap="lg" p="lg" ta="center" c="white">
        <IconHandStop size={120} aria-hidden />
        <Title order={1} fz={40} id="stop-title">
          {t('bench.bench.canceledTitle')}
        </Title>
        <Text fz="xl">{t('bench.bench.canceledText')}</Text>
        {sale.canceledReason && <Text>{sale.canceledReason}</Text>}
        <Button size="floor" variant="white" color="red" autoFocus onClick={() => setUnderstood(true)}>
          {t('bench.bench.understood')}
        </Button>
      </Stack>
    </Overlay>
  );
}
