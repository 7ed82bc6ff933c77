import { Button, Overlay, Stack, Text, Title } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { play } from '../scan/sounds.ts';
import type { Unsettled } from './unsettled.ts';
import { useSwallowedKeys } from './use-swallowed-keys.ts';

/** Blocks the work after a missing answer with a red page, until it is known whether the act happened. */
export default function UnsettledStop({ unsettled }: { unsettled: Unsettled }) {
  const { t } = useTranslation();
  const { words, attempt, again } = unsettled;
  const [pressed, setPressed] = useState(0);
  const pending = pressed === attempt;
  const press = () => {
    if (pending) return;
    setPressed(attempt);
    again();
  };
  useEffect(() => play('bad'), []);
  const stop = useRef<HTMLDivElement>(null);
  const swallowed = useSwallowedKeys(stop, press);
  return (
    <Overlay
      ref={stop}
      fixed
      zIndex={400}
      style={{ overflowY: 'auto' }}
      backgroundOpacity={1}
      color="var(--mantine-color-red-9)"
      role="alertdialog"
      aria-modal
      aria-labelledby="unsettled-title"
      aria-describedby="unsettled-text"
      tabIndex={-1}
    >
      <Stack align="center" justify="center" mih="100dvh" gap="lg" p="lg" ta="center" c="white">
        <IconPlugConnectedX size={96} aria-hidden />
        <Title order={1} fz={32} id="unsettled-title">
          {words?.title ?? t('unsettled.title')}
        </Title>
        <Text fz="xl" id="unsettled-text">
          {words?.text ?? t('unsettled.text')}
        </Text>
        <Button size="floor" variant="white" color="red.9" loading={pending} onClick={press}>
          {t('unsettled.again')}
        </Button>
        {/* Always rendered, so that the button does not move. */}
        <Text mih="3em" aria-live="polite">
          {swallowed > 0 ? t('unsettled.swallowed') : attempt > 1 && t('unsettled.still')}
        </Text>
      </Stack>
    </Overlay>
  );
}
