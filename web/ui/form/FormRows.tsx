import { ActionIcon, Box, Button, Group, Stack } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FieldFault } from './FieldFault.tsx';
import { FieldRow } from './Form.tsx';

type FormRowsProps = {
  count: number;
  most: number;
  /** The first row stays. */
  keepsFirst?: boolean;
  /** Name and label of removal of a row, by its number from 1 on. */
  nameOf: (number: number) => string;
  removeLabelOf: (number: number) => string;
  addLabel: string;
  error: string | undefined;
  add: () => void;
  remove: (index: number) => void;
  /** The fields of one row. */
  children: (index: number) => ReactNode;
};

/** Rows of fields in a form, such as the steps of a rate. */
export function FormRows(props: FormRowsProps) {
  const {
    count,
    most,
    keepsFirst = false,
    nameOf,
    removeLabelOf,
    addLabel,
    error,
    add,
    remove,
    children,
  } = props;
  return (
    <Stack gap="xs">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are bound to their place in the form
        <Group key={index} wrap="nowrap" align="start" role="group" aria-label={nameOf(index + 1)}>
          <Box flex={1} miw={0}>
            <FieldRow>{children(index)}</FieldRow>
          </Box>
          {(index > 0 || !keepsFirst) && (
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={24}
              size={36}
              aria-label={removeLabelOf(index + 1)}
              onClick={() => remove(index)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      <FieldFault>{error}</FieldFault>
      <Button
        size="xs"
        variant="default"
        style={{ alignSelf: 'start' }}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={count >= most}
        onClick={add}
      >
        {addLabel}
      </Button>
    </Stack>
  );
}
