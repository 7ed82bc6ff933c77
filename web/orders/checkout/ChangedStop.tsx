import { Button, List, Stack, Text } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { useAct } from '../../acts.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { RedStop, StopNote } from '../../ui/dialog/RedStop.tsx';
import { useSwallowedKeys } from '../../ui/dialog/use-swallowed-keys.ts';
import { Scan, type ScanOutcome } from '../../ui/scan/Scan.tsx';
import { play } from '../../ui/scan/sounds.ts';
import { useChangeWords } from '../change-words.ts';
import { keepSale } from './use-packing.ts';

type Props = { sale: Pick<Checkout, 'id'>; change: NonNullable<Checkout['change']> };

/**
 * The buyer changed the order while it is picked: a red page, until surplus units are scanned into their volumes and
 * the packer continues with the new order.
 */
export function ChangedStop({ sale, change }: Props) {
  const { t } = useTranslation('orders');
  const { textOf } = useChangeWords();
  const stop = useRef<HTMLDivElement>(null);
  const [returned, setReturned] = useState<{ variationId: number; volumeCode: string }[]>([]);
  const acknowledge = useAct(api.checkout.acknowledgeChange, { success: false, onFailure: () => true });
  const [refusal, setRefusal] = useState('');
  const next = change.putBack.find(
    ({ variation }) => !returned.some(({ variationId }) => variationId === variation.id),
  );
  useEffect(() => play('bad'), []);
  // The browser's back button does not acknowledge it.
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: false });
  const take = async (code: string): Promise<ScanOutcome> => {
    if (next) setReturned((known) => [...known, { variationId: next.variation.id, volumeCode: code }]);
    return { tone: 'good', message: code };
  };
  const follow = async () => {
    const done = await acknowledge.run({ params: { id: sale.id }, body: { putBack: returned } });
    if (done.ok) return keepSale(done.response);
    setReturned([]);
    setRefusal(reasonOf(done.failure));
  };
  const swallowed = useSwallowedKeys(
    stop,
    () => {
      if (!acknowledge.pending) void follow();
    },
    next === undefined,
  );
  return (
    <RedStop
      stop={stop}
      icon={<IconHandStop size={72} aria-hidden />}
      title={t('change.title')}
      text={
        <>
          {t('change.stopText')}
          <List fz="inherit" fw={600} listStyleType="none">
            {change.lines.map((line) => (
              <List.Item key={`${line.kind}-${line.title}-${line.variation}-${line.sku}`}>
                {textOf(line)}
              </List.Item>
            ))}
          </List>
        </>
      }
    >
      {change.putBack.length > 0 && <Back units={change.putBack} />}
      {refusal && (
        <Text fw={700} role="alert">
          {refusal}
        </Text>
      )}
      {next ? (
        <Stack bg="var(--mantine-color-body)" c="var(--mantine-color-text)" p="md" w="100%" maw={560}>
          <Scan
            about={`${sale.id}-${next.variation.id}`}
            onScan={take}
            label={t('change.scanBack', { name: next.variation.name })}
          />
        </Stack>
      ) : (
        <>
          <Button size="floor" variant="white" color="red.9" onClick={follow} loading={acknowledge.pending}>
            {t('change.acknowledge')}
          </Button>
          <StopNote>{swallowed > 0 ? t('bench.bench.swallowed') : t('bench.bench.pressHint')}</StopNote>
        </>
      )}
    </RedStop>
  );
}

function Back({ units }: { units: Props['change']['putBack'] }) {
  const { t } = useTranslation('orders');
  return (
    <div>
      <Text fw={700}>{t('change.backTitle')}</Text>
      {units.map(({ variation, quantity, places }) => (
        <Text key={variation.id}>
          {t('change.back', { quantity, name: variation.name })}
          {places.length > 0 &&
            ` → ${places.map(({ position, volume }) => [position, volume].filter(Boolean).join(' · ')).join(', ')}`}
        </Text>
      ))}
    </div>
  );
}
