import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Receipt, ReceiptLine } from '#contract/supply/receiving.ts';
import { useTranslation } from '../../i18n.ts';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { useSession } from '../../use-session.ts';
import { nameOf } from '../requests/request-values.ts';

const RecordSerialsDialog = lazyWithFallback(() => import('../../inventory/serials/RecordSerialsDialog.tsx'));

const isComplete = ({ serials, registeredUnits }: ReceiptLine) =>
  registeredUnits !== null && serials >= registeredUnits;

/** Serial numbers of the units that arrived, once their volumes are registered. */
export function ReceiptSerials({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  const [recording, setRecording] = useState(false);
  const lines = receipt.lines.filter((line) => line.asksSerials && line.registeredVolumes > 0);
  if (lines.length === 0) return null;
  const progressOf = ({ serials: done, registeredUnits: all }: ReceiptLine) =>
    all === null ? t('serials.ofReceiptUnknown', { done }) : t('serials.ofReceipt', { done, all });
  return (
    <Section
      title={t('serials.title')}
      actions={
        can('serials.record') && (
          <Button size="floor" variant="default" onClick={() => setRecording(true)}>
            {t('serials.record')}
          </Button>
        )
      }
    >
      <Stack gap="xs">
        {lines.map((line) => (
          <Group key={line.id} justify="space-between" wrap="nowrap" data-serials={line.sku}>
            <Text>{nameOf(line)}</Text>
            <Text fw={700}>{progressOf(line)}</Text>
          </Group>
        ))}
      </Stack>
      {recording && (
        <RecordSerialsDialog
          requestId={receipt.id}
          goods={lines.map((line) => ({
            variationId: line.variation.id,
            name: nameOf(line),
            isComplete: isComplete(line),
          }))}
          close={() => setRecording(false)}
        />
      )}
    </Section>
  );
}
