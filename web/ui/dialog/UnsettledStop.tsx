import { Button, Overlay, Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useEffect } from 'react';
import { play } from '../scan/sounds.ts';

type UnsettledStopProps = {
  title: string;
  text: string;
  again: string;
  icon: Icon;
  pending: boolean;
  onAgain: () => void;
};

/** An act whose answer never came stops the work: red, over everything, until it is known whether it was done. */
export function UnsettledStop({ title, text, again, icon: Sign, pending, onAgain }: UnsettledStopProps) {
  useEffect(() => play('bad'), []);
  return (
    <Overlay
      fixed
      zIndex={300}
      backgroundOpacity={1}
      color="var(--mantine-color-red-9)"
      role="alertdialog"
      aria-modal
      aria-labelledby="unsettled-title"
      aria-describedby="unsettled-text"
    >
      <Stack align="center" justify="center" h="100dvh" gap="lg" p="lg" ta="center" c="white">
        <Sign size={96} aria-hidden />
        <Title order={1} fz={32} id="unsettled-title">
          {title}
        </Title>
        <Text fz="xl" id="unsettled-text">
          {text}
        </Text>
        <Button size="floor" variant="white" color="red.9" loading={pending} onClick={onAgain}>
          {again}
        </Button>
      </Stack>
    </Overlay>
  );
}
