import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconPrinterOff, IconRefresh } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { bringLabel, type LabelFile, lostLabels } from './label-file.ts';

/** Says that the label file of this sale did not arrive and why, and fetches it again. */
export function LostLabel({ saleId }: { saleId: number }) {
  const { t } = useTranslation('orders');
  const lost = useSyncExternalStore(lostLabels.subscribe, lostLabels.get).find(({ id }) => id === saleId);
  const [pending, setPending] = useState(false);
  if (!lost) return null;
  const again = async ({ failure: _, ...file }: LabelFile & { failure: unknown }) => {
    setPending(true);
    await bringLabel(file).finally(() => setPending(false));
  };
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconPrinterOff aria-hidden />}
      title={t(lost.onPaper ? 'bench.bench.lostPrint' : 'bench.bench.lostDownload')}
    >
      <Stack align="start" gap="sm">
        <Text>
          {reasonOf(lost.failure)} {t('bench.bench.lostHint')}
        </Text>
        <Button
          size="floor"
          loading={pending}
          leftSection={<IconRefresh aria-hidden />}
          onClick={() => void again(lost)}
        >
          {t(lost.onPaper ? 'bench.bench.printAgain' : 'bench.bench.downloadAgain')}
        </Button>
      </Stack>
    </Alert>
  );
}
