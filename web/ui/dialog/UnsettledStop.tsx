import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { play } from '../scan/sounds.ts';
import { RedStop, StopNote } from './RedStop.tsx';
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
    <RedStop
      stop={stop}
      zIndex={400}
      icon={<IconPlugConnectedX size={96} aria-hidden />}
      title={words?.title ?? t('unsettled.title')}
      text={words?.text ?? t('unsettled.text')}
    >
      <Button size="floor" variant="white" color="red.9" loading={pending} onClick={press}>
        {t('unsettled.again')}
      </Button>
      <StopNote>{swallowed > 0 ? t('unsettled.swallowed') : attempt > 1 && t('unsettled.still')}</StopNote>
    </RedStop>
  );
}
