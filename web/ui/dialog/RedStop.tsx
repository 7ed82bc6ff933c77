import { Overlay, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, type RefObject, useId } from 'react';

type RedStopProps = {
  /** Of the whole page, for the keys that must not act. */
  stop: RefObject<HTMLDivElement | null>;
  /** Above other pages of its kind. */
  zIndex?: number;
  icon: ReactNode;
  title: string;
  /** What happened, read aloud with the title. */
  text: ReactNode;
  /** What is to be done, with its button. */
  children: ReactNode;
};

/** A red page over everything, which only its own button closes. */
export function RedStop({ stop, zIndex = 300, icon, title, text, children }: RedStopProps) {
  const id = useId();
  return (
    <Overlay
      ref={stop}
      fixed
      zIndex={zIndex}
      style={{ overflowY: 'auto' }}
      backgroundOpacity={1}
      color="var(--mantine-color-red-9)"
      role="alertdialog"
      aria-modal
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      tabIndex={-1}
    >
      <Stack align="center" justify="center" mih="100dvh" gap="lg" p="lg" ta="center" c="white">
        {icon}
        <Title order={1} fz={36} id={`${id}-title`}>
          {title}
        </Title>
        <Text component="div" fz="xl" id={`${id}-text`}>
          {text}
        </Text>
        {children}
      </Stack>
    </Overlay>
  );
}

/** The line below the button of a stop; it is always rendered, so that the button does not move. */
export const StopNote = ({ children }: { children: ReactNode }) => (
  <Text mih="3em" aria-live="polite">
    {children}
  </Text>
);
