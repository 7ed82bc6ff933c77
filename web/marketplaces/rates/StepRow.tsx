import { ActionIcon, Box, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FieldRow } from '../../ui/form/Form.tsx';

type StepRowProps = {
  label: string;
  /** Absent: the first step, which begins at zero, stays. */
  remove?: { label: string; run: () => void } | undefined;
  children: ReactNode;
};

/** The fields of one step of rates, with the button that removes it. */
export function StepRow({ label, remove, children }: StepRowProps) {
  return (
    <Group wrap="nowrap" align="start" role="group" aria-label={label}>
      <Box flex={1} miw={0}>
        <FieldRow>{children}</FieldRow>
      </Box>
      {remove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          mt={24}
          size={36}
          aria-label={remove.label}
          onClick={remove.run}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
