import { Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { Scan } from '../../ui/scan/Scan.tsx';
import { useRecordSerial } from './use-record-serial.ts';

export type SerialGoods = { variationId: number; name: string; isComplete: boolean };

type Props = {
  goods: readonly SerialGoods[];
  /** The supply request with which the units came. */
  requestId?: number;
  close: () => void;
};

/** One scan for each unit that has no serial number. */
export default function RecordSerialsDialog({ goods, requestId, close }: Props) {
  const { t } = useTranslation(['inventory', 'ui']);
  const record = useRecordSerial();
  const open = goods.find(({ isComplete }) => !isComplete) ?? goods[0];
  const [chosen, setChosen] = useState(open?.variationId ?? 0);
  const unit = { variationId: chosen, ...(requestId !== undefined && { requestId }) };
  return (
    <Modal
      opened
      onClose={close}
      title={t('serials.recordTitle')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        {goods.length > 1 && (
          <Select
            size="floor"
            label={t('serials.product')}
            value={String(chosen)}
            onChange={(value) => setChosen(Number(value))}
            data={goods.map(({ variationId, name }) => ({ value: String(variationId), label: name }))}
            allowDeselect={false}
          />
        )}
        <Scan label={t('serials.scan')} hint={t('serials.scanHint')} onScan={(code) => record(unit, code)} />
      </Stack>
    </Modal>
  );
}
