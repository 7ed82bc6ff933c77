import { Modal, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { auth } from '#contract/account/auth.ts';
import { call } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import type { Session } from '../../session.ts';
import { pauseStation, usePaused } from '../../station.ts';
import { StationDoor } from './StationDoor.tsx';

/** Time without any touch. */
const idleMs = 5 * 60_000;

/** Asks for the PIN over the open screen; another person starts with an empty page. */
export default function StationPause({ session }: { session: Session }) {
  const { t } = useTranslation('account');
  const paused = usePaused();
  useEffect(() => (paused ? undefined : watchIdle()), [paused]);
  const entered = (userId: number) => {
    if (userId !== session.user.id) return window.location.assign(paths.orders.checkout());
    pauseStation(false);
    void queryClient.invalidateQueries();
  };
  return (
    <Modal opened={paused} onClose={() => undefined} fullScreen withCloseButton={false} closeOnEscape={false}>
      <Stack maw={440} mx="auto" gap="md" pt="md">
        <div>
          <Title order={1}>{t('station.idleTitle')}</Title>
          <Text c="dimmed">{t('station.idleText')}</Text>
        </div>
        <StationDoor person={session.user} onEntered={entered} />
      </Stack>
    </Modal>
  );
}

const touches = ['pointerdown', 'keydown', 'wheel'] as const;

/** Typed data stays on the screen, but its session ends, so that nobody else can continue with it. */
function watchIdle(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const pause = () => {
    void call(auth.signOut, { body: {} }).catch(() => undefined);
    pauseStation(true);
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(pause, idleMs);
  };
  wait();
  for (const touch of touches) window.addEventListener(touch, wait, { passive: true, capture: true });
  return () => {
    clearTimeout(timer);
    for (const touch of touches) window.removeEventListener(touch, wait, { capture: true });
  };
}
