import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { actMessage, useTranslation } from '../../i18n.ts';
import { readScale } from '../../ui/scale/read-scale.ts';
import { choosePort, serialOf } from '../../ui/scale/serial.ts';
import { toast } from '../../ui/toasts.ts';

type ScaleButtonProps = { disabled: boolean; onWeight: (grams: number) => Promise<unknown> };

/** Reads a scale at this computer; a phone has no port for one, and shows nothing. */
export function ScaleButton({ disabled, onWeight }: ScaleButtonProps) {
  const { t } = useTranslation('orders');
  const [reading, setReading] = useState(false);
  const serial = serialOf();
  if (!serial) return null;
  const read = async () => {
    const port = await choosePort(serial);
    if (!port) return;
    setReading(true);
    const outcome = await readScale(port).finally(() => setReading(false));
    if (outcome.kind === 'stable' && outcome.grams > 0) return onWeight(outcome.grams);
    const why = outcome.kind === 'stable' ? 'empty' : outcome.kind;
    toast.failure(actMessage('failures', 'checkout.weigh') ?? '', t(`proof.scale.${why}`));
  };
  return (
    <Button
      size="floor"
      variant="default"
      leftSection={<IconPlugConnected aria-hidden />}
      disabled={disabled}
      loading={reading}
      onClick={() => void read()}
    >
      {t('proof.scale.read')}
    </Button>
  );
}
