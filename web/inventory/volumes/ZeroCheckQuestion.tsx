import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconBox } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';

type Props = { volume: { id: number; code: string }; onAnswered?: () => void };

/** The last unit was taken: is the volume empty? */
export function ZeroCheckQuestion({ volume, onAnswered }: Props) {
  const { t } = useTranslation('inventory');
  const answer = useAct(api.volumes.zeroCheck, { onSuccess: () => onAnswered?.() });
  const say = (empty: boolean) => answer.run({ params: { id: volume.id }, body: { empty } });
  return (
    <Alert
      color="yellow"
      icon={<IconBox aria-hidden />}
      title={t('volumes.zeroQuestion', { code: volume.code })}
    >
      <Stack gap="sm">
        <Text size="sm">{t('volumes.zeroHint')}</Text>
        <Group>
          <Button size="floor" disabled={answer.pending} onClick={() => say(true)}>
            {t('volumes.zeroYes')}
          </Button>
          <Button size="floor" variant="default" disabled={answer.pending} onClick={() => say(false)}>
            {t('volumes.zeroNo')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
