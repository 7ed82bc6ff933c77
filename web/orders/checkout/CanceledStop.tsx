import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconBan, IconCircleCheck, IconHandStop } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { useTranslation } from '../../i18n.ts';
import { RedStop, StopNote } from '../../ui/dialog/RedStop.tsx';
import { useSwallowedKeys } from '../../ui/dialog/use-swallowed-keys.ts';
import { play } from '../../ui/scan/sounds.ts';
import { useCancelReason } from '../remote-reason.ts';
import { isPutBack } from './bench-state.ts';

type Props = { sale: Checkout; understood: boolean; onUnderstood: () => void };

/** A canceled sale stops the bench with a red page that has to be acknowledged by a press. */
export function CanceledStop({ sale, understood, onUnderstood }: Props) {
  const { t } = useTranslation('orders');
  const reason = useCancelReason()(sale.canceledReason ?? '');
  const isUp = sale.putBack && !understood;
  useEffect(() => {
    if (isUp) play('bad');
  }, [isUp]);
  if (isUp) return <Stop reason={reason} onUnderstood={onUnderstood} />;
  if (isPutBack(sale))
    return (
      <Alert color="green" icon={<IconCircleCheck aria-hidden />} title={t('bench.bench.putBackDone')}>
        {t('bench.bench.putBackDoneText')}
      </Alert>
    );
  if (sale.refusedReason !== null)
    return (
      <Alert color="gray" icon={<IconBan aria-hidden />} title={t('refusedSales.bench')}>
        <Text>{sale.refusedReason}</Text>
        <Text>{t('refusedSales.benchHint')}</Text>
      </Alert>
    );
  return (
    <Stack
      gap={4}
      p="md"
      style={{ background: 'var(--mantine-color-red-9)', color: 'white', borderRadius: 8 }}
      role="alert"
    >
      <Text fw={700}>{t('bench.bench.canceledTitle')}</Text>
      <Text>{reason || t('bench.bench.canceledText')}</Text>
      {sale.putBack && <Text>{t('bench.bench.putBackHint')}</Text>}
    </Stack>
  );
}

type StopProps = {
  reason: string;
  onUnderstood: () => void;
  /** The canceled sale, if it is not the one at the bench. */
  title?: string;
  text?: string;
  /** Goods to store, with their volumes. */
  children?: ReactNode;
};

export function Stop({ reason, onUnderstood, title, text, children }: StopProps) {
  const { t } = useTranslation('orders');
  // The browser's back button does not acknowledge it.
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: false });
  const stop = useRef<HTMLDivElement>(null);
  const swallowed = useSwallowedKeys(stop, onUnderstood);
  return (
    <RedStop
      stop={stop}
      icon={<IconHandStop size={96} aria-hidden />}
      title={title ?? t('bench.bench.canceledTitle')}
      text={text ?? t('bench.bench.canceledText')}
    >
      {reason && <Text>{reason}</Text>}
      {children}
      <Button size="floor" variant="white" color="red.9" onClick={onUnderstood}>
        {t('bench.bench.understood')}
      </Button>
      <StopNote>{swallowed > 0 ? t('bench.bench.swallowed') : t('bench.bench.pressHint')}</StopNote>
    </RedStop>
  );
}
