import { Alert, Button, Overlay, Stack, Text, Title } from '@mantine/core';
import { IconBan, IconCircleCheck, IconHandStop } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { useTranslation } from '../../i18n.ts';
import { play } from '../../ui/scan/sounds.ts';
import { useCancelReason } from '../remote-reason.ts';
import { isPutBack } from './bench-state.ts';

type Props = { sale: Checkout; understood: boolean; onUnderstood: () => void };

/** A canceled sale stops the bench: red, over everything, until somebody presses that it is understood. */
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
  /** What stopped, where it is not the sale at the bench. */
  title?: string;
  text?: string;
  /** What goes back where. */
  children?: ReactNode;
};

export function Stop({ reason, onUnderstood, title, text, children }: StopProps) {
  const { t } = useTranslation('orders');
  // The browser's own way back is no answer either.
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: false });
  const stop = useRef<HTMLDivElement>(null);
  const swallowed = useSwallowedKeys(stop, onUnderstood);
  return (
    <Overlay
      ref={stop}
      fixed
      zIndex={300}
      style={{ overflowY: 'auto' }}
      backgroundOpacity={1}
      color="var(--mantine-color-red-9)"
      role="alertdialog"
      aria-modal
      aria-labelledby="stop-title"
      aria-describedby="stop-text"
      tabIndex={-1}
    >
      <Stack align="center" justify="center" mih="100dvh" gap="lg" p="lg" ta="center" c="white">
        <IconHandStop size={96} aria-hidden />
        <Title order={1} fz={36} id="stop-title">
          {title ?? t('bench.bench.canceledTitle')}
        </Title>
        <Text fz="xl" id="stop-text">
          {text ?? t('bench.bench.canceledText')}
        </Text>
        {reason && <Text>{reason}</Text>}
        {children}
        <Button size="floor" variant="white" color="red.9" onClick={onUnderstood}>
          {t('bench.bench.understood')}
        </Button>
        {/* Always there, so that the button stays where it is. */}
        <Text h="3em" aria-live="polite">
          {swallowed > 0 ? t('bench.bench.swallowed') : t('bench.bench.pressHint')}
        </Text>
      </Stack>
    </Overlay>
  );
}

/** Keys that come one upon the other are a scanner's, whose code may hold a space and end with any key. */
const scannerMs = 300;

/**
 * While the stop is up no key reaches the bench, and what ends a code sounds wrong. Who works with a keyboard goes to the
 * button by Tab and presses it with the space bar, alone; Enter is what scanners send. Answers how many codes were lost.
 */
function useSwallowedKeys(stop: React.RefObject<HTMLDivElement | null>, press: () => void): number {
  const [swallowed, setSwallowed] = useState(0);
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    stop.current?.focus();
    let lastAt = performance.now();
    let isReading = false;
    const onKey = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      const isAlone = event.timeStamp - lastAt > scannerMs && !event.repeat;
      lastAt = event.timeStamp;
      const button = stop.current?.querySelector('button');
      if (event.key === ' ' && isAlone && document.activeElement === button) return latest.current();
      if (event.key === 'Tab' && isAlone) return button?.focus();
      if (event.key.length === 1) isReading = true;
      const isEnd = event.key === 'Enter' || (event.key === 'Tab' && isReading);
      if (!isEnd) return;
      isReading = false;
      play('bad');
      setSwallowed((count) => count + 1);
    };
    const onOtherKey = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('keyup', onOtherKey, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('keyup', onOtherKey, true);
    };
  }, [stop]);
  return swallowed;
}
