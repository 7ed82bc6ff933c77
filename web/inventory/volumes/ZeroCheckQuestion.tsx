import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconBox } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { useSession } from '../../use-session.ts';

export type EmptiedVolume = { id: number; code: string };
type Props = { volume: EmptiedVolume; onAnswered?: () => void };
type QuestionsProps = { volumes: readonly EmptiedVolume[]; onAnswered: (id: number) => void };

/** Volumes from which the last unit was just taken, for readers who may answer. */
export function ZeroCheckQuestions({ volumes, onAnswered }: QuestionsProps) {
  const { can } = useSession();
  if (!can('volumes.zero-check')) return null;
  return volumes.map((volume) => (
    <ZeroCheckQuestion key={volume.id} volume={volume} onAnswered={() => onAnswered(volume.id)} />
  ));
}

/** Asks whether the volume is empty after its last unit was taken. */
export function ZeroCheckQuestion({ volume, onAnswered }: Props) {
  const { t } = useTranslation('inventory');
  const answer = useAct(api.volumes.zeroCheck, { settles: true, onSuccess: () => onAnswered?.() });
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
