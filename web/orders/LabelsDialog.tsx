import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import type { Chosen } from '../ui/table/row-selection.ts';
import { RunDialog } from './RunDialog.tsx';

type Format = 'pdf' | 'zpl';

type LabelsDialogProps = {
  chosen: Chosen<{ id: number }>;
  /** Of the seller's sales, or of those to ship. */
  of: 'orders' | 'checkout';
  onClose: () => void;
};

/** Labels of all selected sales as one file. */
export default function LabelsDialog({ chosen, of, onClose }: LabelsDialogProps) {
  const { t } = useTranslation('orders');
  const [format, setFormat] = useState<Format>('pdf');
  const [reason, setReason] = useState('');
  const print = useAct(of === 'orders' ? api.orders.printMany : api.checkout.printMany);
  return (
    <RunDialog
      title={t('labels.title')}
      hint={t('labels.hint')}
      submit={t('labels.submit', { count: chosen.count, total: chosen.countText })}
      pending={print.pending}
      isReady
      start={() => print.run({ body: { ...chosen.body, format, reason: reason.trim() } })}
      chosen={chosen}
      onClose={onClose}
    >
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
