import { Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { showRuns } from '../layouts/runs-asked.ts';
import type { Chosen } from '../ui/table/row-selection.ts';

type Format = 'pdf' | 'zpl';

type LabelsDialogProps = {
  chosen: Chosen<{ id: number }>;
  /** Of the seller's sales, or of those to ship. */
  of: 'orders' | 'checkout';
  onClose: () => void;
};

/** Labels of all selected sales as one file. */
export default function LabelsDialog({ chosen, of, onClose }: LabelsDialogProps) {
  const { t } = useTranslation(['orders', 'ui']);
  const [format, setFormat] = useState<Format>('pdf');
  const [reason, setReason] = useState('');
  const print = useAct(of === 'orders' ? api.orders.printMany : api.checkout.printMany);
  const start = async () => {
    const done = await print.run({ body: { ...chosen.body, format, reason: reason.trim() } });
    if (!done.ok) return;
    chosen.clear();
    onClose();
    showRuns();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('labels.title')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        <Text size="sm">{t('labels.hint')}</Text>
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui:act.cancel')}
          </Button>
          <Button loading={print.pending} onClick={() => void start()} data-autofocus>
            {t('labels.submit', { count: chosen.count, total: chosen.countText })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
