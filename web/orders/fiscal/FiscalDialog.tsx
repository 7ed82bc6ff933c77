import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { FiscalFormat } from '#contract/orders/fiscal-data.ts';
import { useFreshAct } from '../../account/password-gate.tsx';
import { useTranslation } from '../../i18n.ts';
import type { Chosen } from '../../ui/table/row-selection.ts';
import { RunDialog } from '../RunDialog.tsx';

type FiscalDialogProps = { chosen: Chosen<{ id: number }>; onClose: () => void };

/** The fiscal data of all selected sales as one file, after the password. */
export default function FiscalDialog({ chosen, onClose }: FiscalDialogProps) {
  const { t } = useTranslation('orders');
  const [format, setFormat] = useState<FiscalFormat>('xlsx');
  const started = useFreshAct(api.orders.exportFiscalData);
  return (
    <RunDialog
      title={t('fiscal.export.title')}
      hint={t('fiscal.export.hint')}
      submit={t('fiscal.export.submit', { count: chosen.count, total: chosen.countText })}
      pending={started.pending}
      isReady
      start={() => started.run({ body: { ...chosen.body, format } })}
      chosen={chosen}
      onClose={onClose}
    >
      {started.dialog}
      <SegmentedControl
        value={format}
        onChange={(value) => setFormat(value === 'json' ? 'json' : 'xlsx')}
        aria-label={t('fiscal.export.format')}
        data={[
          { value: 'xlsx', label: t('fiscal.export.xlsx') },
          { value: 'json', label: t('fiscal.export.json') },
        ]}
      />
    </RunDialog>
  );
}
