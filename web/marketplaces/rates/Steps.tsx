import { ActionIcon, Box, Button, Group, Stack } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n.ts';
import { FieldFault } from '../../ui/form/FieldFault.tsx';
import { FieldRow } from '../../ui/form/Form.tsx';

type StepsProps = {
  count: number;
  most: number;
  /** The name of a step, by its number from 1 on. */
  nameOf: (number: number) => string;
  addLabel: string;
  error: string | undefined;
  add: () => void;
  remove: (index: number) => void;
  /** The fields of one step. */
  children: (index: number) => ReactNode;
};

/** The steps of a rate. The first one begins at zero and stays. */
export function Steps({ count, most, nameOf, addLabel, error, add, remove, children }: StepsProps) {
  const { t } = useTranslation('marketplaces');
  return (
    <Stack gap="xs">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are bound to their place in the form
        <Group key={index} wrap="nowrap" align="start" role="group" aria-label={nameOf(index + 1)}>
          <Box flex={1} miw={0}>
            <FieldRow>{children(index)}</FieldRow>
          </Box>
          {index > 0 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={24}
              size={36}
              aria-label={t('rates.remove', { number: index + 1 })}
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
