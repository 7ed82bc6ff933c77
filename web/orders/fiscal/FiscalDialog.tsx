import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { FiscalFormat } from '#contract/orders/fiscal-data.ts';
import { useFreshAct } from '../../account/password-gate.tsx';
import { useTranslation } from '../../i18n.ts';
import { showRuns } from '../../layouts/runs-asked.ts';
import type { Chosen } from '../../ui/table/row-selection.ts';

type FiscalDialogProps = { chosen: Chosen<{ id: number }>; onClose: () => void };

/** The fiscal data of all selected sales as one file, after the password. */
export default function FiscalDialog({ chosen, onClose }: FiscalDialogProps) {
  const { t } = useTranslation(['orders', 'ui']);
  const [format, setFormat] = useState<FiscalFormat>('xlsx');
  const started = useFreshAct(api.orders.exportFiscalData);
  const start = async () => {
    const done = await started.run({ body: { ...chosen.body, format } });
    if (!done.ok) return;
    chosen.clear();
    onClose();
    showRuns();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('fiscal.export.title')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      {started.dialog}
      <Stack>
        <Text size="sm">{t('fiscal.export.hint')}</Text>
        <SegmentedControl
          value={format}
          onChange={(value) => setFormat(value === 'json' ? 'json' : 'xlsx')}
          aria-label={t('fiscal.export.format')}
          data={[
            { value: 'xlsx', label: t('fiscal.export.xlsx') },
            { value: 'json', label: t('fiscal.export.json') },
          ]}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui:act.cancel')}
          </Button>
          <Button loading={started.pending} onClick={() => void start()} data-autofocus>
            {t('fiscal.export.submit', { count: chosen.count, total: chosen.countText })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
