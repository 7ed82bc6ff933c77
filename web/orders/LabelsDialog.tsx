import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { LabelsPreview } from '#contract/orders/checkout.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { formatQuantity } from '../quantity.ts';
import { useApi } from '../queries.ts';
import { LeftOut } from '../ui/table/LeftOut.tsx';
import type { Chosen } from '../ui/table/row-selection.ts';
import { RunDialog } from './RunDialog.tsx';

type Format = 'pdf' | 'zpl';
type Of = 'orders' | 'checkout';
type Sales = Chosen<{ id: number }>;

type LabelsDialogProps = {
  chosen: Sales;
  /** Of the seller's sales, or of those to ship. */
  of: Of;
  onClose: () => void;
};

/** Labels of all selected sales as one file, after the number of labels that there are. */
export default function LabelsDialog({ chosen, of, onClose }: LabelsDialogProps) {
  const { t } = useTranslation(['orders', 'ui', 'errors']);
  const [format, setFormat] = useState<Format>('pdf');
  const [reason, setReason] = useState('');
  const print = useAct(of === 'orders' ? api.orders.printMany : api.checkout.printMany);
  const { seen, pending } = usePreview(chosen, of, reason.trim() !== '');
  return (
    <RunDialog
      title={t('labels.title')}
      hint={t('labels.hint')}
      submit={useSubmit(chosen, seen)}
      pending={print.pending || pending}
      disabled={seen !== null && seen.printable + seen.awaited === 0}
      isReady
      start={() => print.run({ body: { ...chosen.body, format, reason: reason.trim() } })}
      chosen={chosen}
      onClose={onClose}
    >
      {seen && seen.leftOut.length > 0 && (
        <Stack gap={4} role="status">
          <Text size="sm" fw={600}>
            {t('labels.printable', {
              total: formatQuantity(seen.printable),
              selected: formatQuantity(seen.selected),
            })}
          </Text>
          <LeftOut
            leftOut={seen.leftOut.map(({ sales, ...left }) => ({
              ...left,
              names: sales.map((number) => t('saleNumber', { number })),
              why: left.code === 'reason_required' ? t('labels.printedBefore') : undefined,
            }))}
          />
          {seen.awaited > 0 && (
            <Text size="sm">
              {t('labels.awaited', { count: seen.awaited, total: formatQuantity(seen.awaited) })}
            </Text>
          )}
        </Stack>
      )}
      <SegmentedControl
        value={format}
        onChange={(value) => setFormat(value === 'zpl' ? 'zpl' : 'pdf')}
        aria-label={t('labels.format')}
        data={[
          { value: 'pdf', label: t('labels.pdf') },
          { value: 'zpl', label: t('labels.zpl') },
        ]}
      />
      <TextInput
        label={t('labels.reason')}
        description={t('labels.reasonHint')}
        value={reason}
        maxLength={300}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </RunDialog>
  );
}

/**
 * Read again if a reason is given or removed, which includes or excludes printed labels, and when sales change, because
 * a marketplace may release labels while the dialog is open. Null until it could be read.
 */
function usePreview(chosen: Sales, of: Of, hasReason: boolean) {
  const { t } = useTranslation('orders');
  const reason = hasReason ? t('labels.reason') : '';
  const preview = useApi(of === 'orders' ? api.orders.previewLabels : api.checkout.previewLabels, {
    body: { ...chosen.body, format: 'pdf', reason },
  });
  return { seen: preview.data ?? null, pending: preview.isPending || preview.isPlaceholderData };
}

/** Says how many labels there will be, and not how many sales were selected. */
function useSubmit(chosen: Sales, seen: LabelsPreview | null): string {
  const { t } = useTranslation('orders');
  if (seen === null) return t('labels.submit', { count: chosen.count, total: chosen.countText });
  const { selected, printable, awaited } = seen;
  if (printable + awaited === 0) return t('labels.none');
  if (printable === 0) return t('labels.try', { count: awaited, total: formatQuantity(awaited) });
  const total = formatQuantity(printable);
  if (printable === selected) return t('labels.submit', { count: printable, total });
  return t('labels.some', { total, selected: formatQuantity(selected) });
}
