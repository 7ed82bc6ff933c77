import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { DialogChoice } from '../../ui/dialog/DialogChoice.tsx';

type OtherVolumeProps = {
  volume: string;
  onClose: () => void;
  onConfirmed: () => Promise<unknown>;
};

/** One press reports that goods of a canceled sale are in another volume of the product than the named one. */
export function OtherVolume({ volume, onClose, onConfirmed }: OtherVolumeProps) {
  const { t } = useTranslation(['orders', 'ui']);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onConfirmed().finally(() => setBusy(false));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bench.bench.otherVolumeAsk', { volume })}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        <Text>{t('bench.bench.otherVolumeText', { volume })}</Text>
        <DialogChoice onBack={onClose}>
          <Button size="floor" loading={busy} onClick={() => void confirm()}>
            {t('bench.bench.otherVolumeYes')}
          </Button>
        </DialogChoice>
      </Stack>
    </Modal>
  );
}
