import { Button, Modal, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { useTranslation } from '../../i18n.ts';
import { DialogChoice } from '../../ui/dialog/DialogChoice.tsx';
import { pauses, settlePause } from './pauses.ts';
import { SendNfe, useMaySendNfe } from './SendNfe.tsx';
import type { Packing } from './use-packing.ts';

/** A problem to settle before this sale continues: its label is not available. */
export function PauseStop({ sale, packing }: { sale: Checkout; packing: Packing }) {
  const { t } = useTranslation(['orders', 'ui']);
  const [busy, setBusy] = useState(false);
  const open = useSyncExternalStore(pauses.subscribe, pauses.get).find(({ id }) => id === sale.id);
  const maySend = useMaySendNfe(sale);
  if (!open) return null;
  const settle = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work().finally(() => setBusy(false));
  };
  return (
    <Modal
      opened
      onClose={() => settlePause(sale.id)}
      title={t('bench.bench.ownLabelAsk')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        <Text role="alert">{t('bench.bench.ownLabelText', { reason: open.reason })}</Text>
        {maySend && <SendNfe sale={sale} variant="filled" onSent={() => settlePause(sale.id)} />}
        <DialogChoice onBack={() => settlePause(sale.id)}>
          <Button
            size="floor"
            variant={maySend ? 'default' : 'filled'}
            loading={busy}
            leftSection={<IconPrinter aria-hidden />}
            onClick={() => settle(() => packing.confirmWithOwnLabel(sale, open.why))}
          >
            {t('bench.bench.ownLabelPrint')}
          </Button>
        </DialogChoice>
      </Stack>
    </Modal>
  );
}
